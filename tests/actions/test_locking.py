"""A revision that may still have a run is waited for, like a lock."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

import pytest

from tests.lock.fake_clock import NOON
from werfpy.actions.locking import history_without_stale
from werfpy.actions.request import Waiting
from werfpy.actions.services import Services
from werfpy.errors import ReleasePending
from werfpy.events import Event, LockWaiting, StaleRevisionClosed
from werfpy.release.memory import MemoryStore
from werfpy.release.record import Info, Release, Status
from werfpy.release.times import format_time
from werfpy.resource.ownership import ReleaseId

WEB = ReleaseId("web", "shop")


@dataclass
class Stop(threading.Event):
    """A stop event whose waits take no time but move the clock."""

    passed_s: float = 0.0
    waits: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def wait(self, timeout: float | None = None) -> bool:
        self.passed_s += timeout or 0.0
        self.waits.append(timeout or 0.0)
        return self.is_set()

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.passed_s)


def opened(stop: Stop, events: list[Event]) -> Services:
    """A release whose only revision was made a moment ago, under no lock."""
    store, made = MemoryStore("shop"), format_time(NOON)
    info = Info(Status.PENDING_INSTALL, made, made, description="Initial install underway")
    store.create(Release("web", "shop", 1, info, chart={"values": {}}))
    return Services(cast(Any, None), store, events.append, stop=stop, now=stop.now, monotonic=lambda: stop.passed_s)


def test_it_is_closed_when_it_is_old_enough() -> None:
    stop, events = Stop(), list[Event]()
    history = history_without_stale(WEB, None, Waiting(lock_timeout_s=600), opened(stop, events))
    assert [release.status for release in history.releases] == [Status.FAILED]
    assert isinstance(events[-1], StaleRevisionClosed)
    assert all(isinstance(event, LockWaiting) for event in events[:-1])
    assert 10 < stop.passed_s < 20


def test_who_must_not_wait_is_told_at_once() -> None:
    stop, events = Stop(), list[Event]()
    with pytest.raises(ReleasePending):
        history_without_stale(WEB, None, Waiting(lock_timeout_s=0), opened(stop, events))
    assert stop.waits == []


def test_waiting_ends_with_its_timeout() -> None:
    stop = Stop()
    with pytest.raises(ReleasePending):
        history_without_stale(WEB, None, Waiting(lock_timeout_s=5), opened(stop, []))
    assert 5 <= stop.passed_s < 8


def test_a_run_that_is_asked_to_stop_waits_no_longer() -> None:
    stop = Stop()
    stop.set()
    with pytest.raises(ReleasePending):
        history_without_stale(WEB, None, Waiting(lock_timeout_s=600), opened(stop, []))
    assert stop.waits == []
