"""Counting errors: pure, on numbers for time."""

from werfpy.status.trouble import Trouble
from werfpy.track.budget import STAYING_COUNTS_AFTER_S, Budget


def crash(restarts: int, pod: str = "p") -> Trouble:
    return Trouble("CrashLoopBackOff", pod=pod, container="c", restarts=restarts)


def image(reason: str) -> Trouble:
    return Trouble(reason, pod="p", container="c")


def test_the_same_trouble_counts_once() -> None:
    budget = Budget(allowed=1)
    assert [len(budget.note([crash(1)], now)) for now in (0.0, 1.0, 2.0)] == [1, 0, 0]
    assert not budget.is_exceeded


def test_each_crash_counts() -> None:
    budget = Budget(allowed=1)
    budget.note([crash(1)], 0.0)
    budget.note([crash(2)], 1.0)
    assert budget.count == 2
    assert budget.is_exceeded


def test_a_bad_image_is_two_errors() -> None:
    budget = Budget(allowed=1)
    budget.note([image("ErrImagePull")], 0.0)
    budget.note([image("ImagePullBackOff")], 1.0)
    assert budget.is_exceeded


def test_pods_count_apart() -> None:
    budget = Budget(allowed=2)
    assert len(budget.note([crash(1, "p"), crash(1, "q")], 0.0)) == 2
    assert not budget.is_exceeded


def test_what_passed_and_comes_back_counts_again() -> None:
    budget = Budget(allowed=5)
    for troubles in ([crash(1)], [], [crash(1)]):
        budget.note(troubles, 0.0)
    assert budget.count == 2


def test_what_stays_counts_again_after_a_while() -> None:
    budget = Budget(allowed=1)
    budget.note([image("ImagePullBackOff")], 0.0)
    assert budget.next_due_s() == STAYING_COUNTS_AFTER_S
    assert budget.note([image("ImagePullBackOff")], STAYING_COUNTS_AFTER_S - 0.1) == ()
    assert len(budget.note([image("ImagePullBackOff")], STAYING_COUNTS_AFTER_S)) == 1
    assert budget.is_exceeded


def test_patient_troubles_count_only_when_they_stay() -> None:
    budget = Budget(allowed=0, patience_s=240.0)
    full = Trouble("Unschedulable", "0/3 nodes", pod="p")
    assert budget.note([full], 0.0) == ()
    assert budget.note([full], 239.0) == ()
    assert budget.note([full], 240.0) == (full,)
    assert budget.is_exceeded


def test_ordinary_troubles_never_count() -> None:
    budget = Budget(allowed=0)
    assert budget.note([Trouble("ContainerNotReady", pod="p", container="c")], 0.0) == ()
    assert budget.next_due_s() is None
