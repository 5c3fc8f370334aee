"""Waiting for readiness against a scripted cluster: expected event sequences, no sleeps."""

import threading
from typing import Any

import pytest

from tests.track.objects import JOB, deployment, job, owned, pod, ref, replica_set
from tests.track.scripted import Cluster, Step
from werfpy.errors import Forbidden, Gone, ResourceFailed, TrackTimeout, Unauthorized, Unreachable
from werfpy.events import (
    Event,
    LogLines,
    ResourceProgress,
    ResourceReady,
    ResourceTrouble,
    TrackingStarted,
    Warned,
)
from werfpy.resource.refs import GVK, ObjectRef
from werfpy.track.options import FailMode, LogOptions, TerminationMode, TrackOptions
from werfpy.track.result import TrackResult
from werfpy.track.tracker import track

FORBIDDEN = Forbidden("no", status=403)


def run(cluster: Cluster, *refs: ObjectRef, timeout_s: float = 60.0, **more: Any) -> tuple[TrackResult, list[Event]]:
    events: list[Event] = cluster.told
    result = track(cluster, refs or (ref(),), timeout_s=timeout_s, emit=events.append, clock=cluster.clock, **more)
    return result, events


def tick(after_s: float, once: type = ResourceProgress) -> Step:
    return Step("BOOKMARK", {"kind": "Deployment", "metadata": {"resourceVersion": "9"}}, after_s, once)


def told(events: list[Event]) -> list[str]:
    lines = []
    for event in events:
        match event:
            case ResourceProgress():
                lines.append(f"{event.ref.name}: {event.message}")
            case ResourceTrouble():
                lines.append(f"{event.ref.name}! {event.message}")
            case ResourceReady():
                lines.append(f"{event.ref.name} ready")
            case Warned():
                lines.append(event.message)
            case _:
                lines.append(type(event).__name__)
    return lines


def failing(*pods: Any, **more: Any) -> Cluster:
    """A Deployment whose only pod goes through these states."""
    first, *rest = pods
    return Cluster(
        lists={"Deployment": [deployment()], "ReplicaSet": [replica_set()], "Pod": [first]},
        steps=[Step("MODIFIED", one) for one in rest],
        **more,
    )


def test_a_rollout_is_told_by_its_changes_only() -> None:
    cluster = Cluster(
        lists={"Deployment": [deployment(replicas=2)]},
        steps=[
            Step("MODIFIED", deployment(replicas=2), 1),
            Step("MODIFIED", deployment(replicas=2, available=1), 1),
            Step("MODIFIED", deployment(replicas=2, available=2), 1),
        ],
    )
    result, events = run(cluster)
    assert result == TrackResult(ready=(ref(),))
    assert told(events) == [
        "TrackingStarted",
        "web: 0 of 2 replicas available",
        "web: 1 of 2 replicas available",
        "web ready",
    ]
    assert events[0] == TrackingStarted((ref(),), 60.0)
    assert events[-1] == ResourceReady(ref(), 3.0)


def test_what_is_ready_as_it_was_written_costs_no_request() -> None:
    config = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}}
    done = deployment(available=1)
    refs = (ObjectRef.of(config, "shop"), ref())
    cluster = Cluster()
    result, events = run(cluster, *refs, written={refs[0]: config, refs[1]: done})
    assert (result.ready, events, cluster.requests) == (refs, [], [])


def test_one_watch_serves_all_objects_of_a_kind() -> None:
    names = [f"d{number}" for number in range(20)]
    cluster = Cluster(
        lists={"Deployment": [deployment(name) for name in names]},
        steps=[Step("MODIFIED", deployment(name, available=1)) for name in names],
    )
    result, _ = run(cluster, *(ref(name) for name in names))
    assert set(result.ready) == {ref(name) for name in names}
    tracked = [request for request in cluster.requests if request[1] == "Deployment"]
    assert tracked == [("list", "Deployment", ""), ("watch", "Deployment", "1")]
    assert len([request for request in cluster.requests if request[0] == "watch"]) <= 3


def test_one_object_is_selected_by_name_and_its_pods_by_labels() -> None:
    cluster = Cluster(
        lists={"Deployment": [deployment()]},
        steps=[Step("BOOKMARK", {"kind": "Pod", "metadata": {}}), Step("MODIFIED", deployment(available=1))],
    )
    run(cluster)
    assert ("list", "Deployment", "metadata.name=web") in cluster.requests
    assert ("list", "Pod", "app=web") in cluster.requests


def test_a_bad_image_fails_after_the_allowed_error() -> None:
    cluster = failing(
        pod(waiting="ErrImagePull", message="not found"), pod(waiting="ImagePullBackOff", message='Back-off "x"')
    )
    result, events = run(cluster)
    assert result.failed == (ref(),)
    assert told(events)[2:] == [
        "web! ErrImagePull (Pod web-abc-1, container main): not found",
        "1/1 allowed errors occurred for deploy/web: continue tracking",
        'web! ImagePullBackOff (Pod web-abc-1, container main): Back-off "x"',
        "web! Allowed failures count for deploy/web exceeded 1 errors: stop tracking immediately!",
    ]
    (problem,) = result.problems
    assert isinstance(problem, ResourceFailed)
    assert str(problem) == 'Deployment shop/web failed: container main: ImagePullBackOff: Back-off "x"'
    assert problem.at == "Pod web-abc-1, container main, of ReplicaSet web-abc"
    assert "exceeded 1 errors" in problem.because
    assert "0 of 1 replicas available" in problem.because
    assert "imagePullSecrets" in problem.hint
    with pytest.raises(ResourceFailed):
        result.check()


def test_a_quiet_bad_image_fails_as_well() -> None:
    cluster = failing(pod(waiting="ImagePullBackOff"))
    cluster.steps = [Step("BOOKMARK", {"kind": "Pod", "metadata": {}}), tick(25.0, Warned)]
    result, _ = run(cluster)
    assert result.failed == (ref(),)


def test_no_error_is_allowed_when_the_chart_says_so() -> None:
    result, events = run(failing(pod(waiting="ErrImagePull")), options_of={ref(): TrackOptions(failures_per_replica=0)})
    assert result.failed == (ref(),)
    assert (
        told(events)[-1] == "web! Allowed failures count for deploy/web exceeded 0 errors: stop tracking immediately!"
    )


def test_a_crash_loop_tells_exit_code_and_log() -> None:
    crashes = [pod(waiting="CrashLoopBackOff", restarts=count, exit_code=3) for count in (1, 2)]
    cluster = failing(*crashes, logs={"web-abc-1/main": [f"line {number}" for number in range(30)]})
    cluster.lists["Event"] = []
    result, events = run(cluster)
    (problem,) = result.problems
    assert "exit code 3 (2 restarts)" in problem.because
    assert "end of the log of web-abc-1, container main:\n  line 25\n" in problem.because
    assert problem.hint == "see `kubectl logs -n shop web-abc-1 -c main --previous`"
    (log,) = [event for event in events if isinstance(event, LogLines)]
    assert log.lines == tuple(f"line {number}" for number in range(10, 30))
    assert ("logs", "web-abc-1/main", "previous") in cluster.requests


def test_logs_and_events_that_may_not_be_read_are_left_out() -> None:
    cluster = failing(pod(waiting="InvalidImageName", exit_code=1))
    cluster.errors = {("logs", "Pod"): [FORBIDDEN], ("list", "Event"): [FORBIDDEN]}
    result, _ = run(cluster)
    assert result.failed == (ref(),)
    assert "log of" not in result.problems[0].because


def test_warnings_of_the_object_and_its_pod_are_told() -> None:
    cluster = failing(pod(waiting="InvalidImageName"))
    cluster.lists["Event"] = [
        {
            "involvedObject": {"kind": "Pod", "name": "web-abc-1"},
            "reason": "InspectFailed",
            "count": 4,
            "message": "couldn't parse image",
            "lastTimestamp": "2026-01-01T00:00:00Z",
        }
    ]
    result, _ = run(cluster)
    assert "event on Pod web-abc-1: InspectFailed (4 times): couldn't parse image" in result.problems[0].because


def test_log_annotations_are_obeyed() -> None:
    options = TrackOptions(logs=LogOptions(is_skipped=True))
    cluster = failing(pod(waiting="InvalidImageName", exit_code=1), logs={"web-abc-1/main": ["x"]})
    _, events = run(cluster, options_of={ref(): options})
    assert not any(isinstance(event, LogLines) for event in events)


def test_pods_of_an_older_template_are_no_trouble() -> None:
    cluster = Cluster(
        lists={
            "Deployment": [deployment(generation=2, observed=2)],
            "ReplicaSet": [replica_set("web-old", revision=1), replica_set("web-new", revision=2)],
            "Pod": [pod("web-old-1", "web-old", waiting="InvalidImageName"), pod("web-new-1", "web-new")],
        },
        steps=[
            Step("BOOKMARK", {"kind": "Pod", "metadata": {}}),
            Step("MODIFIED", deployment(generation=2, observed=2, available=1)),
        ],
    )
    result, events = run(cluster)
    assert result.ready == (ref(),)
    assert not any(isinstance(event, ResourceTrouble) for event in events)


def test_before_the_controller_saw_the_template_pods_do_not_count() -> None:
    cluster = failing(pod(waiting="InvalidImageName"))
    cluster.lists["Deployment"] = [deployment(generation=2, observed=1)]
    cluster.steps = [
        Step("BOOKMARK", {"kind": "Pod", "metadata": {}}),
        Step("MODIFIED", deployment(generation=2, observed=2, available=1)),
    ]
    result, _ = run(cluster)
    assert result.ready == (ref(),)


def test_the_progress_deadline_fails_at_once() -> None:
    late = deployment(
        conditions=[
            {"type": "Progressing", "status": "False", "reason": "ProgressDeadlineExceeded", "message": "too slow"}
        ]
    )
    result, events = run(Cluster(lists={"Deployment": [late]}))
    assert result.failed == (ref(),)
    assert (
        ResourceTrouble(ref(), "ProgressDeadlineExceeded", "ProgressDeadlineExceeded: too slow", fatal=True) in events
    )


def test_a_full_quota_counts_and_is_told() -> None:
    full = deployment(
        conditions=[{"type": "ReplicaFailure", "status": "True", "reason": "FailedCreate", "message": "exceeded quota"}]
    )
    cluster = Cluster(lists={"Deployment": [full]}, steps=[tick(25.0, Warned)])
    result, events = run(cluster)
    assert "web! FailedCreate: exceeded quota" in told(events)
    assert "ResourceQuota" in result.problems[0].hint


def test_a_stateful_set_learns_of_a_full_quota_by_events() -> None:
    gvk = GVK("apps", "v1", "StatefulSet")
    stateful = {
        "apiVersion": "apps/v1",
        "kind": "StatefulSet",
        "metadata": {"name": "db", "namespace": "shop", "uid": "uid-db"},
        "spec": {"replicas": 1, "selector": {"matchLabels": {"app": "db"}}},
        "status": {"observedGeneration": 1},
    }
    news = [
        {
            "apiVersion": "v1",
            "kind": "Event",
            "metadata": {"name": "e"},
            "type": "Warning",
            "reason": "FailedCreate",
            "count": count,
            "message": "exceeded quota",
            "involvedObject": {"uid": "uid-db"},
        }
        for count in (1, 2)
    ]
    cluster = Cluster(lists={"StatefulSet": [stateful]}, steps=[Step("ADDED", one) for one in news])
    result, _ = run(cluster, ref("db", gvk))
    assert str(result.problems[0]) == "StatefulSet shop/db failed: FailedCreate: exceeded quota"


def test_a_job_must_complete() -> None:
    done = job(conditions=[{"type": "Complete", "status": "True"}])
    cluster = Cluster(lists={"Job": [job(startTime="t", active=1)]}, steps=[Step("MODIFIED", done)])
    result, events = run(cluster, ref("migrate", JOB))
    assert result.ready == (ref("migrate", JOB),)
    assert "migrate: 0 of 1 completed, 1 active" in told(events)


def test_a_failed_job_fails_though_its_pods_are_in_trouble_too() -> None:
    failed = job(conditions=[{"type": "Failed", "status": "True", "reason": "Whatever", "message": "m"}])
    result, _ = run(Cluster(lists={"Job": [failed]}), ref("migrate", JOB))
    assert result.failed == (ref("migrate", JOB),)


def test_a_failed_pod_of_a_job_is_the_jobs_own_affair() -> None:
    failed_pod = owned("Pod", "migrate-1", "uid-migrate", status={"phase": "Failed"})
    done = job(conditions=[{"type": "Complete", "status": "True"}])
    cluster = Cluster(
        lists={"Job": [job(startTime="t", failed=1)], "Pod": [failed_pod]},
        steps=[Step("BOOKMARK", {"kind": "Pod", "metadata": {}}), Step("MODIFIED", done)],
    )
    assert run(cluster, ref("migrate", JOB))[0].ready == (ref("migrate", JOB),)


def test_a_finished_job_that_was_tidied_away_is_ready() -> None:
    gone = job(conditions=[{"type": "Complete", "status": "True"}])
    gone["metadata"]["deletionTimestamp"] = "t"
    cluster = Cluster(lists={"Job": [job(startTime="t")]}, steps=[Step("DELETED", gone)])
    assert run(cluster, ref("migrate", JOB))[0].ready == (ref("migrate", JOB),)


@pytest.mark.parametrize("listed", [[], [deployment()]], ids=["never there", "deleted on the way"])
def test_a_deleted_object_fails(listed: list[Any]) -> None:
    cluster = Cluster(lists={"Deployment": listed}, steps=[Step("DELETED", deployment())])
    result, _ = run(cluster)
    assert str(result.problems[0]) == "Deployment shop/web failed: Deleted: it was deleted while it was waited for"


def test_one_failure_ends_the_wait_for_all() -> None:
    cluster = failing(pod(waiting="InvalidImageName"))
    cluster.lists["Deployment"] = [deployment(), deployment("other")]
    result, _ = run(cluster, ref(), ref("other"))
    assert (result.failed, result.left) == ((ref(),), (ref("other"),))


def test_an_ignored_failure_does_not_end_it() -> None:
    cluster = failing(pod(waiting="InvalidImageName"))
    cluster.lists["Deployment"] = [deployment(), deployment("other")]
    cluster.steps = [
        Step("BOOKMARK", {"kind": "Pod", "metadata": {}}),
        Step("MODIFIED", deployment("other", available=1)),
    ]
    result, events = run(cluster, ref(), ref("other"), options_of={ref(): TrackOptions(fail_mode=FailMode.IGNORE)})
    assert (result.ready, result.left, result.problems) == ((ref("other"),), (ref(),), ())
    assert "deploy/web failed, and its fail mode ignores that" in told(events)


def test_hope_counts_errors_only_when_nothing_else_is_under_way() -> None:
    cluster = failing(pod(waiting="InvalidImageName"))
    cluster.lists["Deployment"] = [deployment(), deployment("other")]
    cluster.steps = [
        Step("BOOKMARK", {"kind": "Pod", "metadata": {}}),
        tick(1.0),
        Step("MODIFIED", deployment("other", available=1)),
    ]
    result, events = run(cluster, ref(), ref("other"), options_of={ref(): TrackOptions(fail_mode=FailMode.HOPE)})
    assert (result.ready, result.failed) == ((ref("other"),), (ref(),))
    assert told(events).index("other ready") < told(events).index("web! container main: InvalidImageName")


def test_two_hopeful_objects_do_not_wait_for_each_other() -> None:
    late = [
        deployment(name, conditions=[{"type": "Progressing", "reason": "ProgressDeadlineExceeded"}])
        for name in ("a", "b")
    ]
    options = {ref(name): TrackOptions(fail_mode=FailMode.HOPE) for name in ("a", "b")}
    result, _ = run(Cluster(lists={"Deployment": late}), ref("a"), ref("b"), options_of=options)
    assert result.problems


def test_non_blocking_objects_are_left_when_the_others_are_ready() -> None:
    options = {ref("slow"): TrackOptions(termination_mode=TerminationMode.NON_BLOCKING)}
    cluster = Cluster(lists={"Deployment": [deployment("slow"), deployment(available=1)]})
    result, _ = run(cluster, ref("slow"), ref(), options_of=options)
    assert (result.ready, result.left, result.is_good) == ((ref(),), (ref("slow"),), True)


def test_the_timeout_tells_why() -> None:
    cluster = failing(pod(waiting="ContainerCreating"))
    cluster.steps = [Step("BOOKMARK", {"kind": "Pod", "metadata": {}}), tick(61.0)]
    result, _ = run(cluster)
    assert result.timed_out == (ref(),)
    (problem,) = result.problems
    assert isinstance(problem, TrackTimeout)
    assert str(problem) == "Deployment shop/web is not ready after 60 s: LessAvailable: 0 of 1 replicas available"


def test_a_timeout_does_not_fail_what_may_fail() -> None:
    options = {ref(): TrackOptions(fail_mode=FailMode.IGNORE)}
    cluster = Cluster(lists={"Deployment": [deployment()]}, steps=[tick(61.0)])
    result, _ = run(cluster, options_of=options)
    assert (result.left, result.is_good) == ((ref(),), True)


def test_stop_leaves_what_is_under_way() -> None:
    stop = threading.Event()
    stop.set()
    result, _ = run(Cluster(), stop=stop)
    assert result == TrackResult(left=(ref(),))


def test_a_watch_that_ends_goes_on_from_where_it_was() -> None:
    cluster = Cluster(
        lists={"Deployment": [deployment()]},
        steps=[
            Step("MODIFIED", deployment()),
            Step("END", deployment()),
            Step("MODIFIED", deployment(available=1)),
        ],
    )
    assert run(cluster)[0].is_good
    watches = [request for request in cluster.requests if request[:2] == ("watch", "Deployment")]
    assert watches == [("watch", "Deployment", "1"), ("watch", "Deployment", "7")]


def test_a_version_too_old_lists_anew() -> None:
    cluster = Cluster(
        lists={"Deployment": [deployment()]},
        errors={("watch", "Deployment"): [Gone("too old", status=410), None]},
        steps=[Step("MODIFIED", deployment(available=1))],
    )
    assert run(cluster)[0].is_good
    assert [one[0] for one in cluster.requests if one[1] == "Deployment"] == ["list", "watch", "list", "watch"]


def test_a_forbidden_watch_is_replaced_by_lists() -> None:
    cluster = Cluster(lists={"Deployment": [deployment()]}, errors={("watch", "Deployment"): [FORBIDDEN]})
    cluster.on_list = lambda: cluster.lists.update({"Deployment": [deployment(available=1)]})
    assert run(cluster)[0].ready == (ref(),)
    assert [one[0] for one in cluster.requests if one[1] == "Deployment"] == ["list", "watch", "list"]


def test_a_forbidden_list_is_replaced_by_gets() -> None:
    cluster = Cluster(lists={"Deployment": [deployment(available=1)]})
    cluster.errors = {("list", "Deployment"): [FORBIDDEN]}
    assert run(cluster)[0].ready == (ref(),)
    assert ("get", "Deployment", "web") in cluster.requests


def test_forbidden_gets_end_the_wait() -> None:
    cluster = Cluster(errors={("list", "Deployment"): [FORBIDDEN], ("get", "Deployment"): [FORBIDDEN]})
    with pytest.raises(Forbidden):
        run(cluster)


def test_forbidden_pods_are_warned_of() -> None:
    cluster = Cluster(lists={"Deployment": [deployment()]}, errors={("list", "Pod"): [FORBIDDEN]})
    cluster.errors["list", "ReplicaSet"] = [FORBIDDEN]
    cluster.steps = [tick(61.0, Warned)]
    _, events = run(cluster)
    assert "may not read Pods: what is wrong below a workload stays unknown" in told(events)


def test_bad_credentials_end_the_wait() -> None:
    with pytest.raises(Unauthorized):
        run(Cluster(errors={("list", "Deployment"): [Unauthorized("no", status=401)]}))


def test_an_unreachable_server_is_asked_again() -> None:
    cluster = Cluster(lists={"Deployment": [deployment(available=1)]})
    cluster.errors = {("list", "Deployment"): [Unreachable("connection refused"), None]}
    result, events = run(cluster)
    assert result.is_good
    assert "the cluster cannot be read just now, trying again: connection refused" in told(events)


def test_a_fault_in_a_feed_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        run(Cluster(errors={("list", "Deployment"): [ZeroDivisionError()]}))


def test_claims_of_late_binding_classes_are_ready() -> None:
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data", "namespace": "shop"},
        "spec": {},
        "status": {"phase": "Pending"},
    }
    late = {
        "apiVersion": "storage.k8s.io/v1",
        "kind": "StorageClass",
        "volumeBindingMode": "WaitForFirstConsumer",
        "metadata": {"name": "s", "annotations": {"storageclass.kubernetes.io/is-default-class": "true"}},
    }
    cluster = Cluster(lists={"PersistentVolumeClaim": [claim], "StorageClass": [late]})
    assert run(cluster, ObjectRef.of(claim))[0].is_good


def test_service_messages_are_shown_when_asked_for() -> None:
    event = {
        "apiVersion": "v1",
        "kind": "Event",
        "metadata": {"name": "e"},
        "type": "Normal",
        "reason": "Scaled",
        "message": "up to 1",
        "involvedObject": {"uid": "uid-web", "kind": "Deployment", "name": "web"},
    }
    cluster = Cluster(
        lists={"Deployment": [deployment()]},
        steps=[
            Step("ADDED", event),
            Step("ADDED", {**event, "type": "Warning", "reason": "Odd"}),
            Step("MODIFIED", deployment(available=1)),
        ],
    )
    _, events = run(cluster, options_of={ref(): TrackOptions(show_service_messages=True)})
    assert "web: Deployment web: Scaled: up to 1" in told(events)
    assert "web! Deployment web: up to 1" in told(events)


def test_each_object_ends_in_one_group() -> None:
    names = [f"d{number}" for number in range(6)]
    refs = [ref(name) for name in names]
    options = {
        refs[2]: TrackOptions(termination_mode=TerminationMode.NON_BLOCKING),
        refs[3]: TrackOptions(fail_mode=FailMode.IGNORE),
    }
    cluster = Cluster(
        lists={"Deployment": [deployment(names[0], available=1), *(deployment(name) for name in names[1:])]},
        steps=[tick(61.0)],
    )
    result, _ = run(cluster, *refs, *refs, options_of=options)
    groups = (*result.ready, *result.failed, *result.timed_out, *result.left)
    assert sorted(groups) == sorted(refs)
    with pytest.raises(ExceptionGroup) as caught:
        result.check()
    assert len(caught.value.exceptions) == len(result.timed_out) == 3
