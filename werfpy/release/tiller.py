"""Releases of Helm 2 in Tiller's namespace: read only, and taken over into today's storage."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from dataclasses import replace

from werfpy.errors import RecordCorrupt, UsageError
from werfpy.json_types import Manifest
from werfpy.kube.client import Client
from werfpy.release.helm2 import decode_helm2
from werfpy.release.history import CorruptRevision, History
from werfpy.release.record import Release
from werfpy.release.store import ReleaseStore
from werfpy.resource.refs import GVK

DEFAULT_NAMESPACE = "kube-system"

_KINDS = {"configmap": GVK("", "v1", "ConfigMap"), "secret": GVK("", "v1", "Secret")}


class TillerStore:
    """Helm 2's revisions.

    Args:
        client: Where they are.
        namespace: Tiller's namespace, which is not the release's.
        kind: ``configmap`` (Tiller's default) or ``secret``.

    Raises:
        UsageError: There is no such kind of storage.
    """

    def __init__(self, client: Client, namespace: str = DEFAULT_NAMESPACE, kind: str = "configmap") -> None:
        if kind not in _KINDS:
            raise UsageError(f"bad helm-release-storage-type {kind!r}: use configmap or secret")
        self._client = client
        self._namespace = namespace
        self._gvk = _KINDS[kind]

    def history(self, name: str) -> History:
        """All revisions of *name*, empty when Helm 2 knows no such release; one LIST."""
        listing = self._client.list(self._gvk, self._namespace, label_selector=f"OWNER=TILLER,NAME={name}")
        releases: list[Release] = []
        corrupt: list[CorruptRevision] = []
        for item in listing.items:
            try:
                releases.append(self._read(item))
            except RecordCorrupt as error:
                labels = item["metadata"].get("labels") or {}
                number = labels.get("VERSION", "0")
                status = str(labels.get("STATUS", "")).lower().replace("_", "-")
                corrupt.append(CorruptRevision(int(number) if number.isdigit() else 0, status, error))
        return History(name, tuple(sorted(releases, key=lambda item: item.revision)), tuple(corrupt))

    def _read(self, item: Manifest) -> Release:
        metadata = item["metadata"]
        where = f"{self._gvk.kind} {metadata.get('namespace', '')}/{metadata['name']}"
        payload = (item.get("data") or {}).get("release") or ""
        if self._gvk.kind == "Secret":
            try:
                payload = base64.b64decode(payload, validate=True).decode()
            except (binascii.Error, UnicodeDecodeError) as error:
                raise RecordCorrupt(
                    f"the Helm 2 release record {where} cannot be decoded", because=str(error)
                ) from error
        release = decode_helm2(payload, where)
        return replace(release, annotations=_own_annotations(metadata.get("annotations") or {}))


def _own_annotations(annotations: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in annotations.items() if key.startswith("werf.io/")}


def take_over(old: History, store: ReleaseStore) -> History:
    """Write what the next deploy needs of Helm 2's *old* history into *store*, so that it goes on as revision N+1.

    The last deployed revision and all later ones are taken: the originals of the merge. Tiller's objects stay as they
    are. A run that died in between goes on where it was: revisions that *store* has already are left alone.

    Raises:
        RecordCorrupt: One of them is corrupt.
        RecordTooLarge: One of them does not fit; nothing was written.
    """
    known = {release.revision for release in store.history(old.name).releases}
    missing = [release for release in old.since_deployed if release.revision not in known]
    _create_all(store, missing)
    return store.history(old.name)


def _create_all(store: ReleaseStore, releases: Iterable[Release]) -> None:
    """Ascending, so that a revision that is there means that all before it are."""
    for release in releases:
        store.create(release)
