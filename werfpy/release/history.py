"""What the revisions of one release say together. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.errors import RecordCorrupt, ReleaseNotFound
from werfpy.release.record import Release, Status


@dataclass(frozen=True, slots=True)
class CorruptRevision:
    """A stored revision that cannot be decoded; its number and status stand in the labels of its object."""

    revision: int
    status: str
    error: RecordCorrupt


@dataclass(frozen=True, slots=True)
class History:
    """All stored revisions of the release *name*, ascending; the corrupt ones apart.

    A corrupt revision blocks only what would need it: an old one is no reason not to deploy.
    """

    name: str
    releases: tuple[Release, ...] = ()
    corrupt: tuple[CorruptRevision, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.releases or self.corrupt)

    @property
    def next_revision(self) -> int:
        """One more than the highest number in use."""
        return max((*self._numbers(), *(broken.revision for broken in self.corrupt)), default=0) + 1

    @property
    def last(self) -> Release | None:
        """The newest revision, whatever its status; raises `RecordCorrupt` when that one is corrupt."""
        newest = max(self._numbers(), default=0)
        self._refuse_corrupt(newest)
        return self.releases[-1] if self.releases else None

    @property
    def deployed(self) -> Release | None:
        """The newest revision with status deployed; raises `RecordCorrupt` when that one is corrupt."""
        found = next((release for release in reversed(self.releases) if release.status is Status.DEPLOYED), None)
        for broken in self.corrupt:
            if broken.status == Status.DEPLOYED and (found is None or broken.revision > found.revision):
                raise broken.error
        return found

    def revision(self, number: int) -> Release:
        """The revision *number*; raises `ReleaseNotFound`, or `RecordCorrupt`."""
        for broken in self.corrupt:
            if broken.revision == number:
                raise broken.error
        for release in self.releases:
            if release.revision == number:
                return release
        raise ReleaseNotFound(f"release {self.name} has no {number} version")

    @property
    def since_deployed(self) -> tuple[Release, ...]:
        """The revisions that may have left something in the cluster, ascending: the originals of the merge.

        They begin with the last deployed revision. Without one (a run died between two writes) the newest superseded
        one takes its place, and without that the first one after an uninstall. An uninstalled revision has left
        nothing.

        Raises:
            RecordCorrupt: One of them is corrupt.
        """
        begin = self._baseline()
        self._refuse_corrupt(begin - 1)
        gone = Status.UNINSTALLED
        return tuple(item for item in self.releases if item.revision >= begin and item.status is not gone)

    def to_prune(self, history_max: int) -> tuple[int, ...]:
        """Which revisions must go, oldest first, so that a new one makes *history_max* of them at most.

        0 keeps all. The last deployed revision is never named. Source: Helm ``storage.removeLeastRecent``.
        """
        if history_max <= 0:
            return ()
        keep = {release.revision for release in self.releases if release.status is Status.DEPLOYED}
        kept_one = {max(keep)} if keep else set[int]()
        numbers = sorted({*self._numbers(), *(broken.revision for broken in self.corrupt)})
        surplus = max(0, len(numbers) - (history_max - 1))
        candidates = [number for number in numbers if number not in kept_one]
        return tuple(candidates[:surplus])

    def _numbers(self) -> list[int]:
        return [release.revision for release in self.releases]

    def _baseline(self) -> int:
        uninstalled = max((item.revision for item in self.releases if item.status is Status.UNINSTALLED), default=0)
        for status in (Status.DEPLOYED, Status.SUPERSEDED):
            found = [item.revision for item in self.releases if item.status is status and item.revision > uninstalled]
            found += [item.revision for item in self.corrupt if item.status == status and item.revision > uninstalled]
            if found:
                return max(found)
        return uninstalled + 1

    def _refuse_corrupt(self, after: int) -> None:
        for broken in self.corrupt:
            if broken.revision > after:
                raise broken.error
