"""Waiting until objects are deleted."""

from typing import Any

from tests.track.objects import deployment, ref
from tests.track.scripted import Cluster, Step
from werfpy.errors import TrackTimeout
from werfpy.events import Event, ResourceProgress, ResourceReady
from werfpy.track.gone import track_gone
from werfpy.track.result import TrackResult


def run(cluster: Cluster, **more: Any) -> tuple[TrackResult, list[Event]]:
    events: list[Event] = cluster.told
    result = track_gone(cluster, [ref()], timeout_s=30.0, emit=events.append, clock=cluster.clock, **more)
    return result, events


def held(*finalizers: str, **metadata: Any) -> dict[str, Any]:
    one = deployment()
    one["metadata"] |= {"deletionTimestamp": "2026-01-01T00:00:00Z", "finalizers": list(finalizers), **metadata}
    return one


def test_nothing_to_wait_for() -> None:
    cluster = Cluster()
    assert track_gone(cluster, [], timeout_s=1, emit=print) == TrackResult()
    assert cluster.requests == []


def test_what_is_not_there_is_gone() -> None:
    result, events = run(Cluster())
    assert result.ready == (ref(),)
    assert isinstance(events[-1], ResourceReady)


def test_a_deletion_is_waited_for() -> None:
    cluster = Cluster(lists={"Deployment": [held("a/b")]}, steps=[Step("DELETED", held(), 2.0)])
    result, events = run(cluster)
    assert result.ready == (ref(),)
    assert events[1:] == [ResourceProgress(ref(), "Terminating", "held by a/b"), ResourceReady(ref(), 2.0, "gone")]


def test_another_incarnation_counts_as_gone() -> None:
    assert run(Cluster(lists={"Deployment": [deployment()]}), uids={ref(): "other"})[0].ready == (ref(),)


def test_the_timeout_names_finalizers_and_who_set_them() -> None:
    fields = [{"manager": "etcd-operator", "fieldsV1": {"f:metadata": {"f:finalizers": {'v:"a/b"': {}}}}}]
    stuck = held("a/b", "foregroundDeletion", "c/d", managedFields=fields)
    tick = Step("BOOKMARK", {"kind": "Deployment", "metadata": {}}, 31.0, ResourceProgress)
    result, _ = run(Cluster(lists={"Deployment": [stuck]}, steps=[tick]))
    assert result.timed_out == (ref(),)
    (problem,) = result.problems
    assert isinstance(problem, TrackTimeout)
    assert str(problem) == ("Deployment shop/web is still there after 30 s: held by a/b, foregroundDeletion, c/d")
    assert problem.because.splitlines() == [
        "finalizer a/b: set by etcd-operator, which has not finished",
        "finalizer foregroundDeletion: the cluster deletes what it owns first",
        "finalizer c/d: its controller has not finished",
    ]


def test_an_object_that_nobody_deletes_is_told_so() -> None:
    tick = Step("BOOKMARK", {"kind": "Deployment", "metadata": {}}, 31.0, ResourceProgress)
    result, _ = run(Cluster(lists={"Deployment": [deployment()]}, steps=[tick]))
    assert "nobody deletes it" in str(result.problems[0])
