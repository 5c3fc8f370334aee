"""Revisions as Kubernetes objects: what Secrets and ConfigMaps have in common.

Source: Helm ``pkg/storage/driver/{secrets,cfgmaps}.go``: one object for each revision, named
``sh.helm.release.v1.NAME.vREVISION``, found by its labels.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from werfpy.errors import (
    AlreadyExists,
    Conflict,
    Invalid,
    NotFound,
    RecordCorrupt,
    ReleaseNotFound,
    ReleasePending,
    UsageError,
)
from werfpy.json_types import Manifest
from werfpy.kube.client import Client
from werfpy.release.codec import HEADROOM_BYTES, HINT_OF_CORRUPT, check_size, decode, encode
from werfpy.release.history import CorruptRevision, History
from werfpy.release.record import Release
from werfpy.release.store import Listed
from werfpy.resource.refs import GVK, ObjectRef

SYSTEM_LABELS = ("name", "owner", "status", "version", "createdAt", "modifiedAt")
_APPLIED = "kubectl.kubernetes.io/last-applied-configuration"


def object_name(name: str, revision: int) -> str:
    """The name of the storage object of a revision."""
    return f"sh.helm.release.v1.{name}.v{revision}"


class ObjectStore(ABC):
    """A store in the objects of one kind.

    Args:
        client: Where they are.
        namespace: The releases' namespace; None means all, and allows only `list`.
        clock: Seconds since the epoch, for the labels createdAt and modifiedAt.
    """

    gvk: GVK

    def __init__(self, client: Client, namespace: str | None, *, clock: Callable[[], float] = time.time) -> None:
        self._client = client
        self._namespace = namespace
        self._clock = clock

    @abstractmethod
    def _with_payload(self, manifest: Manifest, payload: str) -> Manifest:
        """*manifest* with the payload in its data."""

    @abstractmethod
    def _payload(self, manifest: Manifest) -> str | bytes:
        """The payload in *manifest*; raises ValueError when there is none."""

    def history(self, name: str) -> History:
        """See `werfpy.release.store.ReleaseStore.history`; one LIST."""
        listing = self._client.list(self.gvk, self._namespace, label_selector=f"name={name},owner=helm")
        releases, corrupt = self._read_all(listing.items)
        return History(name, tuple(sorted(releases, key=lambda item: item.revision)), corrupt)

    def get(self, name: str, revision: int) -> Release:
        """See `werfpy.release.store.ReleaseStore.get`; one GET."""
        try:
            return self._read(self._client.get(self._ref(name, revision)))
        except NotFound as error:
            raise ReleaseNotFound(f"release {name} has no {revision} version") from error

    def list(self) -> Listed:
        """See `werfpy.release.store.ReleaseStore.list`; one LIST, and only the newest revisions are decoded."""
        listing = self._client.list(self.gvk, self._namespace, label_selector="owner=helm")
        newest: dict[tuple[str, str], Manifest] = {}
        for item in listing.items:
            labels = _labels(item)
            key = (item["metadata"].get("namespace", ""), labels.get("name", ""))
            if key not in newest or _revision(item) > _revision(newest[key]):
                newest[key] = item
        releases, corrupt = self._read_all(newest[key] for key in sorted(newest))
        return Listed(releases, corrupt)

    def create(self, release: Release) -> Release:
        """See `werfpy.release.store.ReleaseStore.create`."""
        payload = encode(release)
        check_size(release, payload, headroom_bytes=HEADROOM_BYTES)
        manifest = self._manifest(release, payload, "createdAt")
        try:
            return _stored(release, self._client.create(manifest))
        except AlreadyExists as error:
            raise ReleasePending(
                f"revision {release.revision} of release {release.name} was just made by another run",
                because=error.because,
                hint="deploy again",
            ) from error

    def check_access(self, name: str, revision: int) -> None:
        """See `werfpy.release.store.ReleaseStore.check_access`; two dry-run requests without the payload.

        The API server looks at rights first: any other refusal means that there are some.
        """
        metadata = {"name": object_name(name, revision), "namespace": self._one_namespace()}
        bare = {"apiVersion": self.gvk.api_version, "kind": self.gvk.kind, "metadata": metadata}
        for send in (self._client.create, self._client.replace):
            with suppress(AlreadyExists, Conflict, Invalid, NotFound):
                send(self._with_payload(bare, ""), dry_run=True)

    def update(self, release: Release) -> Release:
        """See `werfpy.release.store.ReleaseStore.update`; conditional if the release knows its resource version."""
        payload = encode(release)
        check_size(release, payload)
        manifest = self._manifest(release, payload, "modifiedAt")
        if release.resource_version:
            manifest["metadata"]["resourceVersion"] = release.resource_version
        return _stored(release, self._client.replace(manifest))

    def delete(self, name: str, revision: int) -> None:
        """See `werfpy.release.store.ReleaseStore.delete`."""
        try:
            self._client.delete(self._ref(name, revision))
        except NotFound:
            return

    def _ref(self, name: str, revision: int) -> ObjectRef:
        return ObjectRef(self.gvk, self._one_namespace(), object_name(name, revision))

    def _one_namespace(self) -> str:
        if self._namespace is None:
            raise UsageError("a release can only be named together with its namespace")
        return self._namespace

    def _manifest(self, release: Release, payload: str, stamp: str) -> Manifest:
        system = {
            "name": release.name,
            "owner": "helm",
            "status": release.status.value,
            "version": str(release.revision),
            stamp: str(int(self._clock())),
        }
        metadata: dict[str, Any] = {
            "name": object_name(release.name, release.revision),
            "namespace": self._one_namespace(),
            "labels": {**release.labels, **system},
        }
        if release.annotations:
            metadata["annotations"] = dict(release.annotations)
        manifest = {"apiVersion": self.gvk.api_version, "kind": self.gvk.kind, "metadata": metadata}
        return self._with_payload(manifest, payload)

    def _read_all(self, items: Iterable[Manifest]) -> tuple[tuple[Release, ...], tuple[CorruptRevision, ...]]:
        releases, corrupt = [], []
        for item in items:
            try:
                releases.append(self._read(item))
            except RecordCorrupt as error:
                corrupt.append(CorruptRevision(_revision(item), _labels(item).get("status", ""), error))
        return tuple(releases), tuple(corrupt)

    def _read(self, item: Manifest) -> Release:
        metadata = item["metadata"]
        where = f"{self.gvk.kind} {metadata.get('namespace', '')}/{metadata['name']}"
        try:
            payload = self._payload(item)
        except ValueError as error:
            raise RecordCorrupt(
                f"the release record {where} cannot be decoded", because=str(error), hint=HINT_OF_CORRUPT
            ) from error
        release = decode(payload, where)
        annotations = metadata.get("annotations") or {}
        return replace(
            _stored(release, item),
            namespace=release.namespace or metadata.get("namespace", ""),
            labels={key: value for key, value in _labels(item).items() if key not in SYSTEM_LABELS},
            annotations={key: value for key, value in annotations.items() if key != _APPLIED},
        )


def _labels(item: Manifest) -> Mapping[str, str]:
    return item["metadata"].get("labels") or {}


def _revision(item: Manifest) -> int:
    """The revision by the label, or by the object's name where the label is broken; 0 where both are."""
    for text in (_labels(item).get("version", ""), item["metadata"]["name"].rpartition(".v")[2]):
        if text.isdigit():
            return int(text)
    return 0


def _stored(release: Release, item: Manifest) -> Release:
    return replace(release, resource_version=str(item["metadata"].get("resourceVersion") or ""))
