"""Which open revisions are dead."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from tests.lock.fake_clock import NOON
from werfpy.errors import ReleasePending
from werfpy.events import Event, StaleRevisionClosed
from werfpy.lock.lease import Lease
from werfpy.lock.stale import close_stale, stale_pending
from werfpy.release.history import History
from werfpy.release.memory import MemoryStore
from werfpy.release.record import Info, Release, Status
from werfpy.release.times import format_time

DEAD = Lease("shop", "l", "ci 1", 15, NOON, NOON + timedelta(seconds=20))
RELEASED = replace(DEAD, holder="")


def revision(number: int, status: Status, made_s: float) -> Release:
    made = format_time(NOON + timedelta(seconds=made_s))
    return Release(
        "web", "shop", number, Info(status, made, made, description="Preparing upgrade"), chart={"values": {}}
    )


CASES = {
    "made under the dead lease": (DEAD, 22, 30, True),
    "made before the last renewal": (DEAD, 2, 30, True),
    "made after the dead lease ended: perhaps helm's": (DEAD, 40, 45, False),
    "made after it was released: perhaps helm's": (RELEASED, 22, 30, False),
    "made under a lease that was released": (RELEASED, 10, 30, True),
    "no lease, young: perhaps helm's": (None, 20, 30, False),
    "no lease, old": (None, 0, 30, True),
}


@pytest.mark.parametrize(("lease", "made_s", "now_s", "dead"), CASES.values(), ids=CASES.keys())
def test_the_lease_and_the_age_decide(lease: Lease | None, made_s: float, now_s: float, dead: bool) -> None:
    open_one = revision(2, Status.PENDING_UPGRADE, made_s)
    history = History("web", (revision(1, Status.DEPLOYED, 0), open_one))
    decision = stale_pending(history, lease, NOON + timedelta(seconds=now_s))
    assert (decision.close, decision.alive) == (((open_one,), ()) if dead else ((), (open_one,)))


def test_only_the_newest_revision_can_live() -> None:
    history = History("web", (revision(1, Status.PENDING_INSTALL, 29), revision(2, Status.FAILED, 29)))
    assert [item.revision for item in stale_pending(history, None, NOON + timedelta(seconds=30)).close] == [1]


def test_closed_revisions_are_failed_and_told() -> None:
    store, told = MemoryStore("shop"), list[Event]()
    for release in (revision(1, Status.DEPLOYED, 0), revision(2, Status.PENDING_UPGRADE, 1)):
        store.create(release)
    after = close_stale(store, store.history("web"), None, NOON + timedelta(hours=1), told.append)
    assert [item.status for item in after.releases] == [Status.DEPLOYED, Status.FAILED]
    assert [item.status for item in store.history("web").releases] == [Status.DEPLOYED, Status.FAILED]
    assert told == [StaleRevisionClosed("web", 2, "pending-upgrade")]


def test_a_living_revision_stops_the_run_and_nothing_is_written() -> None:
    store = MemoryStore("shop")
    store.create(revision(1, Status.PENDING_INSTALL, 0))
    with pytest.raises(ReleasePending, match="in progress"):
        close_stale(store, store.history("web"), None, NOON + timedelta(seconds=1))
    assert store.history("web").releases[0].status is Status.PENDING_INSTALL


def test_a_revision_that_changes_meanwhile_has_a_living_run() -> None:
    store = MemoryStore("shop")
    store.create(revision(1, Status.PENDING_INSTALL, 0))
    read = store.history("web")
    store.update(read.releases[0].with_status(Status.DEPLOYED, "done"))
    with pytest.raises(ReleasePending):
        close_stale(store, read, None, NOON + timedelta(hours=1))
