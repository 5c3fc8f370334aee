"""Which open revisions nobody works on any more, and closing them.

A revision is open while its status is pending-install, pending-upgrade, pending-rollback or uninstalling.

The rule, applied by the run that has just taken the lock:

1. It has the lock, so no other run of werfpy works on the release. An open revision that was made while the Lease, as
   this run found it, was held is the work of that run, which is dead: it is closed.
2. helm takes no lock. An open revision that the Lease does not cover (there was none, or it was held before or after)
   may be helm's, and helm may still be at it. It is closed when it was made more than `GRACE_S` seconds ago; before
   that the run must wait or fail with `ReleasePending`. Only the newest revision can have a run.

helm itself refuses to upgrade such a release forever; closing it as failed makes both able to go on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from werfpy.errors import Conflict, ReleasePending
from werfpy.events import Emit, StaleRevisionClosed
from werfpy.lock.lease import DURATION_S, Lease
from werfpy.release.history import History
from werfpy.release.record import Release, Status
from werfpy.release.store import ReleaseStore

GRACE_S = DURATION_S


@dataclass(frozen=True, slots=True)
class StaleDecision:
    """What to do with the open revisions: ``close`` them as failed; ``alive`` ones may still have a run."""

    close: tuple[Release, ...] = ()
    alive: tuple[Release, ...] = ()


def stale_pending(history: History, lease: Lease | None, now: datetime) -> StaleDecision:
    """Judge the open revisions of *history*, for a run that holds the lock. Pure.

    Args:
        history: The release's revisions.
        lease: The release's Lease as it was before this run took it (`RunLock.previous`); None when there was none.
        now: The wall time.
    """
    found = [release for release in history.releases if release.status.is_open]
    newest = max((release.revision for release in history.releases), default=0)
    alive = [release for release in found if release.revision == newest and _may_live(release, lease, now)]
    return StaleDecision(tuple(release for release in found if release not in alive), tuple(alive))


def _may_live(release: Release, lease: Lease | None, now: datetime) -> bool:
    made = release.info.updated
    if made is None or (lease is not None and lease.covers(made)):
        return False
    return now - made < timedelta(seconds=GRACE_S)


def close_stale(
    store: ReleaseStore, history: History, lease: Lease | None, now: datetime, emit: Emit = lambda _: None
) -> History:
    """Close dead revisions as failed and give the history that results.

    Raises:
        ReleasePending: An open revision may still have a run; nothing was written.
    """
    decision = stale_pending(history, lease, now)
    if decision.alive:
        release = decision.alive[-1]
        raise ReleasePending(
            "another operation (install/upgrade/rollback) is in progress",
            at=f"release {release.name} revision {release.revision} is {release.status}",
            because="it was made a moment ago without a lock, perhaps by helm",
            hint=f"try again in {GRACE_S:.0f} s: if nobody works on it then, it is closed as failed",
        )
    closed = {release.revision: _close(store, release, emit) for release in decision.close}
    return replace(history, releases=tuple(closed.get(item.revision, item) for item in history.releases))


def _close(store: ReleaseStore, release: Release, emit: Emit) -> Release:
    was = release.status
    description = f"{release.info.description} (closed: its run ended without a result)".strip()
    try:
        closed = store.update(release.with_status(Status.FAILED, description))
    except Conflict as error:
        raise ReleasePending(
            "another operation (install/upgrade/rollback) is in progress",
            at=f"release {release.name} revision {release.revision} is {was}",
            because="it was changed while we looked at it",
            hint="wait for that run, then deploy again",
        ) from error
    emit(StaleRevisionClosed(release.name, release.revision, was.value))
    return closed
