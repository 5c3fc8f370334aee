"""Opens the outside world for a use case: the connection, the client, the store of revisions."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from werfpy.actions.services import Services
from werfpy.events import Emit, Warned
from werfpy.kube.client import Client
from werfpy.kube.config import Connection, KubeOptions, load
from werfpy.kube.decorators import ReadOnlyTransport
from werfpy.kube.transport import Transport
from werfpy.release.store import open_store
from werfpy.release.tiller import TillerStore


@dataclass(frozen=True, slots=True)
class Opening:
    """How to open.

    Args:
        kube: The cluster, as the flags say.
        namespace: The release's namespace; empty means the kubeconfig context's.
        driver: Where revisions are kept: secret, configmap or memory (Helm's HELM_DRIVER); empty means secret.
        is_read_only: Refuse to send anything that could change the cluster.
        field_validation: What the API server does with unknown fields in what we write.
        tiller_namespace: Where Helm 2 kept its records; empty does not look for them.
        tiller_storage: configmap or secret, as Tiller was told.
        all_namespaces: Look at the releases of all namespaces; such a store can only list.
    """

    kube: KubeOptions
    namespace: str = ""
    driver: str = ""
    is_read_only: bool = False
    field_validation: str = ""
    all_namespaces: bool = False
    tiller_namespace: str = ""
    tiller_storage: str = "configmap"


def open_services(opening: Opening, emit: Emit, stop: threading.Event | None = None) -> tuple[Services, Connection]:
    """Find the cluster; nothing is sent yet.

    Raises:
        Unreachable, Unauthorized, UsageError: The configuration cannot be used, or the driver is unknown.
    """
    connection = load(opening.kube)
    wrap: Callable[[Transport], Transport] | None = ReadOnlyTransport if opening.is_read_only else None
    client = Client.of(
        connection,
        cache_dir=cache_dir(),
        wrap=wrap,
        field_validation=opening.field_validation,
        on_warning=lambda text: emit(Warned(text)),
    )
    namespace = None if opening.all_namespaces else opening.namespace or connection.namespace
    releases = open_store(opening.driver or os.environ.get("HELM_DRIVER", ""), client, namespace)
    tiller = TillerStore(client, opening.tiller_namespace, opening.tiller_storage) if opening.tiller_namespace else None
    return Services(client, releases, emit, tiller, stop or threading.Event()), connection


def cache_dir() -> Path:
    """Where discovery documents and compiled templates are kept: WERFPY_CACHE_DIR, else XDG's cache folder."""
    chosen = os.environ.get("WERFPY_CACHE_DIR")
    if chosen:
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "werfpy"


__all__ = ["KubeOptions", "Opening", "cache_dir", "open_services"]
