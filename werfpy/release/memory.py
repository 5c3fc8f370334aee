"""HELM_DRIVER=memory: revisions that end with the process. The rules are those of the other stores."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from werfpy.errors import Conflict, NotFound, ReleaseNotFound, ReleasePending, UsageError
from werfpy.release.codec import HEADROOM_BYTES, check_size, decode, encode
from werfpy.release.history import History
from werfpy.release.record import Release
from werfpy.release.store import Listed


@dataclass(frozen=True, slots=True)
class _Kept:
    payload: str
    release: Release
    resource_version: str

    def read(self) -> Release:
        """The release as it would come back from a cluster: through the codec."""
        decoded = decode(self.payload, f"{self.release.name} revision {self.release.revision} in memory")
        return replace(
            decoded,
            labels=dict(self.release.labels),
            annotations=dict(self.release.annotations),
            resource_version=self.resource_version,
        )


class MemoryStore:
    """Revisions of one namespace in memory; safe to use from many threads."""

    def __init__(self, namespace: str | None = "default") -> None:
        self._namespace = namespace
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, int], _Kept] = {}
        self._writes = 0

    def history(self, name: str) -> History:
        """See `werfpy.release.store.ReleaseStore.history`."""
        with self._lock:
            found = [kept for (known, _), kept in sorted(self._kept.items()) if known == name]
        return History(name, tuple(kept.read() for kept in found))

    def get(self, name: str, revision: int) -> Release:
        """See `werfpy.release.store.ReleaseStore.get`."""
        with self._lock:
            kept = self._kept.get((name, revision))
        if kept is None:
            raise ReleaseNotFound(f"release {name} has no {revision} version")
        return kept.read()

    def check_access(self, name: str, revision: int) -> None:
        """See `werfpy.release.store.ReleaseStore.check_access`: whoever runs may write to memory."""

    def list(self) -> Listed:
        """See `werfpy.release.store.ReleaseStore.list`."""
        with self._lock:
            newest = {name: kept for (name, _), kept in sorted(self._kept.items())}
        return Listed(tuple(kept.read() for kept in newest.values()))

    def create(self, release: Release) -> Release:
        """See `werfpy.release.store.ReleaseStore.create`."""
        payload = encode(release)
        check_size(release, payload, headroom_bytes=HEADROOM_BYTES)
        if self._namespace is None:
            raise UsageError("a release can only be named together with its namespace")
        with self._lock:
            if (release.name, release.revision) in self._kept:
                raise ReleasePending(f"revision {release.revision} of release {release.name} exists")
            return self._keep(release, payload)

    def update(self, release: Release) -> Release:
        """See `werfpy.release.store.ReleaseStore.update`."""
        payload = encode(release)
        check_size(release, payload)
        with self._lock:
            kept = self._kept.get((release.name, release.revision))
            if kept is None:
                raise NotFound(f"release {release.name} has no {release.revision} version", status=404)
            if release.resource_version not in ("", kept.resource_version):
                raise Conflict(f"revision {release.revision} of release {release.name} has been modified", status=409)
            return self._keep(release, payload)

    def delete(self, name: str, revision: int) -> None:
        """See `werfpy.release.store.ReleaseStore.delete`."""
        with self._lock:
            self._kept.pop((name, revision), None)

    def _keep(self, release: Release, payload: str) -> Release:
        self._writes += 1
        kept = _Kept(payload, release, str(self._writes))
        self._kept[(release.name, release.revision)] = kept
        return replace(release, resource_version=kept.resource_version)
