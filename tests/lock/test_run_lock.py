"""Of all runs of a release one goes on; the others wait, and a dead one stops nobody."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from tests.fakes.memory_transport import MemoryTransport, status
from tests.lock.fake_clock import NOON, FakeClock
from werfpy.errors import Forbidden, Interrupted, LeaseHeld, LeaseLost
from werfpy.events import Event, LockWaiting
from werfpy.kube.client import Client
from werfpy.lock.lease import Lease, read_lease, write_lease
from werfpy.lock.process import process_name
from werfpy.lock.run_lock import LockSettings, RunLock

KEY = ("Lease", "shop", "werfpy-release-web")
OTHER = Lease("shop", "werfpy-release-web", "ci-1 99 https://ci/job/1", acquired=NOON, renewed=NOON)
SETTINGS = LockSettings("web", "shop", "me 1", timeout_s=60)


def lock(transport: MemoryTransport, clock: FakeClock, settings: LockSettings = SETTINGS, **options: object) -> RunLock:
    return RunLock(Client(transport), settings, clock=clock, **options)  # type: ignore[arg-type]


def held(transport: MemoryTransport) -> Lease:
    return read_lease(transport.objects[KEY])


def test_the_lease_is_ours_while_the_block_runs_and_free_after_it() -> None:
    transport, clock = MemoryTransport(), FakeClock()
    with lock(transport, clock) as ours:
        inside = held(transport)
        ours.check()
    assert (inside.holder, inside.duration_s, inside.renewed) == ("me 1", 15.0, NOON)
    assert ours.previous is None
    assert held(transport).holder == ""


def test_a_released_lease_is_taken_at_once() -> None:
    transport, clock = MemoryTransport([write_lease(replace(OTHER, holder=""))]), FakeClock()
    with lock(transport, clock) as ours:
        assert held(transport).holder == "me 1"
    assert clock.seconds == 0
    assert ours.previous is not None


def test_a_second_run_waits_and_says_who_holds_it() -> None:
    transport = MemoryTransport([write_lease(OTHER)])

    def renew_then_release(seconds: float) -> None:
        transport.put(write_lease(replace(OTHER, holder=OTHER.holder if seconds < 30 else "", renewed=clock.now())))

    clock, told = FakeClock(renew_then_release), list[Event]()
    with lock(transport, clock, emit=told.append):
        assert 30 <= clock.seconds < 35
    assert told[0] == LockWaiting("web", "ci-1 99 https://ci/job/1", 0.0)


def test_waiting_ends_with_an_error_that_names_the_holder() -> None:
    transport = MemoryTransport([write_lease(OTHER)])
    clock = FakeClock(lambda _: transport.put(write_lease(replace(OTHER, renewed=clock.now()))))
    with pytest.raises(LeaseHeld) as caught, lock(transport, clock):
        pass
    assert "ci-1 99 https://ci/job/1" in caught.value.because
    assert clock.seconds == 60


def test_a_dead_runs_lease_is_taken_when_it_has_not_changed_for_its_duration() -> None:
    transport, clock = MemoryTransport([write_lease(OTHER)]), FakeClock()
    with lock(transport, clock) as ours:
        assert 15 <= clock.seconds < 20
    assert ours.previous is not None
    assert ours.previous.holder == OTHER.holder


@pytest.mark.parametrize("skew_s", [-200, 200])
def test_a_wrong_clock_steals_no_living_lock(skew_s: int) -> None:
    transport = MemoryTransport([write_lease(OTHER)])
    clock = FakeClock(lambda _: transport.put(write_lease(replace(OTHER, renewed=clock.now()))))
    clock.seconds = skew_s
    with pytest.raises(LeaseHeld), lock(transport, clock, replace(SETTINGS, timeout_s=0)):
        pass


def test_a_lease_of_long_ago_is_not_waited_for() -> None:
    transport, clock = MemoryTransport([write_lease(OTHER)]), FakeClock()
    clock.seconds = 3600
    with lock(transport, clock, replace(SETTINGS, timeout_s=0)):
        assert clock.seconds == 3600


def test_a_process_of_this_machine_that_is_gone_is_not_waited_for() -> None:
    boot, namespace, _, start = process_name().split()
    dead = replace(OTHER, process=f"{boot} {namespace} 4194399 {start}")
    with lock(MemoryTransport([write_lease(dead)]), FakeClock(), replace(SETTINGS, timeout_s=0)) as ours:
        ours.check()


def test_a_process_of_this_machine_that_lives_is_waited_for() -> None:
    alive = replace(OTHER, process=process_name())
    with (
        pytest.raises(LeaseHeld),
        lock(MemoryTransport([write_lease(alive)]), FakeClock(), replace(SETTINGS, timeout_s=0)),
    ):
        pass


def test_of_two_runs_at_once_exactly_one_gets_it() -> None:
    transport, winners, barrier = MemoryTransport(), list[str](), threading.Barrier(8)

    def run(name: str) -> None:
        clock = FakeClock()
        barrier.wait()
        try:
            with lock(transport, clock, replace(SETTINGS, holder=name, timeout_s=0)):
                winners.append(name)
                barrier.wait(5)
        except LeaseHeld:
            barrier.wait(5)

    threads = [threading.Thread(target=run, args=(f"run {number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(winners) == 1


def test_who_may_not_write_leases_is_told_what_to_do() -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda sent: status(403, "Forbidden", "no leases") if sent.method == "POST" else None)
    with pytest.raises(Forbidden) as caught, lock(transport, FakeClock()):
        pass
    assert "--no-lock" in caught.value.hint


class Renewals(FakeClock):
    """Lets the renewing thread run: each of its waits takes one step of the script and then five seconds pass."""

    def __init__(self, *steps: object) -> None:
        super().__init__()
        self.steps = list(steps)

    def wait(self, event: threading.Event, timeout_s: float) -> bool:
        if threading.get_ident() == self._owner:
            return super().wait(event, timeout_s)
        if not self.steps:
            return event.wait(30)
        self.steps.pop(0)()  # type: ignore[operator]
        self.seconds += timeout_s
        return event.is_set()


def nothing() -> None:
    return None


def test_no_request_of_the_lock_waits_longer_than_a_renewal() -> None:
    transport = MemoryTransport()
    with lock(transport, FakeClock()):
        pass
    assert {request.timeout_s for request in transport.sent} == {5.0}


def test_the_lease_is_renewed_every_five_seconds() -> None:
    transport, seen = MemoryTransport(), threading.Event()
    clock = Renewals(nothing, nothing, nothing, seen.set)
    with lock(transport, clock) as ours:
        assert seen.wait(5)
        ours.check()
        assert (held(transport).renewed or NOON) >= NOON.replace(second=15)


def test_a_lease_that_another_took_is_lost() -> None:
    transport, lost = MemoryTransport(), threading.Event()
    clock = Renewals(lambda: transport.put(write_lease(replace(OTHER, renewed=NOON))))
    with pytest.raises(LeaseLost) as caught, lock(transport, clock, on_lost=lost.set) as ours:
        assert ours.lost.wait(5)
        ours.check()
    assert OTHER.holder in caught.value.because
    assert lost.is_set()
    assert held(transport).holder == OTHER.holder


def test_a_lease_that_somebody_only_edited_is_kept() -> None:
    transport, seen = MemoryTransport(), threading.Event()
    clock = Renewals(lambda: transport.put({**transport.objects[KEY], "x": 1}), nothing, seen.set)
    with lock(transport, clock) as ours:
        assert seen.wait(5)
        ours.check()


def test_a_lease_that_cannot_be_renewed_is_lost_before_another_may_take_it() -> None:
    transport = MemoryTransport()
    broken = lambda: transport.faults.append(lambda _: status(500, "InternalError"))  # noqa: E731
    clock = Renewals(broken, nothing, nothing, nothing)
    with pytest.raises(LeaseLost), lock(transport, clock) as ours:
        assert ours.lost.wait(5)
        assert clock.seconds <= 15
        ours.check()


def test_a_renewal_that_hangs_is_noticed_by_the_time_alone() -> None:
    clock = FakeClock()
    with pytest.raises(LeaseLost), lock(MemoryTransport(), clock) as ours:
        clock.seconds = 15
        ours.check()


def test_a_run_that_is_asked_to_stop_waits_for_no_lock() -> None:
    transport, stop = MemoryTransport([write_lease(OTHER)]), threading.Event()
    stop.set()
    with pytest.raises(Interrupted), lock(transport, FakeClock(), stop=stop):
        pytest.fail("the lock was not free")
    assert held(transport).holder == OTHER.holder
