"""What tracking asks of the cluster: reads only. ``werfpy.kube.client.Client`` answers it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import Protocol

from werfpy.json_types import Manifest
from werfpy.resource.refs import GVK, ObjectRef


class Listing(Protocol):
    """A list as the API gave it, and the version to watch from."""

    @property
    def items(self) -> Sequence[Manifest]: ...  # noqa: D102  # the class says it
    @property
    def resource_version(self) -> str: ...  # noqa: D102


class WatchEvent(Protocol):
    """``type`` is ADDED, MODIFIED, DELETED or BOOKMARK."""

    @property
    def type(self) -> str: ...  # noqa: D102
    @property
    def object(self) -> Manifest: ...  # noqa: D102


class Reader(Protocol):
    """The reading half of a client; used from several threads at once."""

    def get(self, ref: ObjectRef) -> Manifest:
        """One object; NotFound when it is not there."""
        ...

    def list(
        self, gvk: GVK, namespace: str | None = None, *, label_selector: str = "", field_selector: str = ""
    ) -> Listing:
        """All objects of a kind."""
        ...

    def watch(
        self,
        gvk: GVK,
        namespace: str | None,
        *,
        resource_version: str,
        label_selector: str = "",
        field_selector: str = "",
        stop: threading.Event | None = None,
    ) -> Iterator[WatchEvent]:
        """What happens to the objects of a kind, until the server ends the stream or *stop* is set."""
        ...

    def pod_logs(
        self, namespace: str, pod: str, container: str, *, tail_lines: int = 20, previous: bool = False
    ) -> Sequence[str]:
        """The last lines of a container's log."""
        ...
