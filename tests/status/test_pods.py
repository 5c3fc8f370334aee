"""Why a pod is not ready."""

from typing import Any

import pytest

from werfpy.status.compute import compute
from werfpy.status.pods import log_sources, troubles
from werfpy.status.trouble import Severity, severity
from werfpy.status.words import StatusContext


def pod(phase: str = "Pending", *, containers: Any = (), init: Any = (), conditions: Any = (), **status: Any) -> Any:
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "web-1", "creationTimestamp": "2026-01-01T00:00:00Z"},
        "status": {
            "phase": phase, "containerStatuses": list(containers), "initContainerStatuses": list(init),
            "conditions": list(conditions), **status,
        },
    }  # fmt: skip


def waiting(reason: str, message: str = "", **more: Any) -> Any:
    return {"name": "web", "state": {"waiting": {"reason": reason, "message": message}}, **more}


def ended(code: int, reason: str = "Error", **more: Any) -> Any:
    return {"terminated": {"exitCode": code, "reason": reason, **more}}


UNSCHEDULABLE = {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "0/3 nodes"}
READY = {"type": "Ready", "status": "True"}

TROUBLES = {
    "on its way": (pod(containers=[waiting("ContainerCreating")]), []),
    "ready": (pod("Running", conditions=[READY], containers=[waiting("Odd")]), []),
    "succeeded": (pod("Succeeded"), []),
    "image": (
        pod(containers=[waiting("ImagePullBackOff", 'Back-off pulling image "x"')]),
        ['container web: ImagePullBackOff: Back-off pulling image "x"']),
    "crash loop tells exit code": (
        pod("Running", containers=[waiting("CrashLoopBackOff", "back-off 10s restarting pod=web-1_ns(uid)",
                                           lastState=ended(3), restartCount=4)]),
        ["container web: CrashLoopBackOff: back-off 10s restarting; it last ended with exit code 3"]),
    "out of memory": (
        pod("Running", containers=[waiting("CrashLoopBackOff", lastState=ended(137, "OOMKilled"))]),
        ["container web: CrashLoopBackOff: it last ended with exit code 137 (OOMKilled)"]),
    "termination message": (
        pod("Running", containers=[{"name": "web", "state": ended(1, message="no database\n")}]),
        ["container web: ContainerFailed: ended with exit code 1: no database"]),
    "init container": (
        pod(init=[{"name": "migrate", "state": ended(1)}], containers=[waiting("PodInitializing")]),
        ["container migrate: ContainerFailed: ended with exit code 1"]),
    "completed init container": (pod(init=[{"name": "migrate", "state": ended(0, "Completed")}]), []),
    "unschedulable": (pod(conditions=[UNSCHEDULABLE]), ["Unschedulable: 0/3 nodes"]),
    "gated": (pod(conditions=[{**UNSCHEDULABLE, "reason": "SchedulingGated"}]), []),
    "readiness probe": (
        pod("Running", containers=[{"name": "web", "state": {"running": {}}, "ready": False, "started": True}]),
        ["container web: ContainerNotReady: running, but its readiness probe has not succeeded yet"]),
    "startup probe": (
        pod("Running", containers=[{"name": "web", "state": {"running": {}}, "ready": False, "started": False}]),
        ["container web: ContainerNotReady: running, but its startup probe has not succeeded yet"]),
    "evicted": (pod("Failed", reason="Evicted", message="low on memory"), ["PodFailed: Evicted: low on memory"]),
    "worst first": (
        pod(containers=[{"name": "a", "state": ended(1)}, waiting("ErrImagePull")], conditions=[UNSCHEDULABLE]),
        ["container web: ErrImagePull", "Unschedulable: 0/3 nodes",
         "container a: ContainerFailed: ended with exit code 1"]),
}  # fmt: skip


@pytest.mark.parametrize(("manifest", "expected"), TROUBLES.values(), ids=TROUBLES.keys())
def test_troubles(manifest: Any, expected: list[str]) -> None:
    assert [one.told() for one in troubles(manifest)] == expected


def test_a_pods_own_deadline_is_not_its_jobs() -> None:
    (trouble,) = troubles(pod("Failed", reason="DeadlineExceeded"))
    assert trouble.severity is Severity.ORDINARY


def test_readiness_gate() -> None:
    manifest = pod("Running", containers=[{"name": "web", "state": {"running": {}}, "ready": True}])
    manifest["spec"] = {"readinessGates": [{"conditionType": "a/b"}]}
    assert [one.told() for one in troubles(manifest)] == ["ReadinessGate: its readiness gate a/b is not True"]


STATUSES = {
    "succeeded": (pod("Succeeded"), "Current", "PodSucceeded"),
    "running and ready": (pod("Running", conditions=[READY]), "Current", "PodReady"),
    "running": (pod("Running"), "InProgress", "PodRunning"),
    "failed is failed": (pod("Failed"), "Failed", "PodFailed"),
    "failed tells the exit code": (
        pod("Failed", containers=[{"name": "web", "state": ended(2)}]), "Failed", "PodFailed"),
    "crash loop": (pod("Running", containers=[waiting("CrashLoopBackOff")]), "Failed", "CrashLoopBackOff"),
    "image pull may pass": (pod(containers=[waiting("ErrImagePull")]), "InProgress", "ErrImagePull"),
}  # fmt: skip


@pytest.mark.parametrize(("manifest", "word", "reason"), STATUSES.values(), ids=STATUSES.keys())
def test_status(manifest: Any, word: str, reason: str) -> None:
    status = compute(manifest)
    assert (status.word, status.reason) == (word, reason)


@pytest.mark.parametrize(("age_s", "word"), [(10, "InProgress"), (20, "Failed")])
def test_unschedulable_is_given_some_seconds(age_s: int, word: str) -> None:
    now = 1767225600.0 + age_s
    assert compute(pod(conditions=[UNSCHEDULABLE]), context=StatusContext(now=now)).word == word


def test_failed_pod_tells_its_container() -> None:
    status = compute(pod("Failed", containers=[{"name": "web", "state": ended(2)}]))
    assert status.message == "container web ended with exit code 2"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("InvalidImageName", Severity.FATAL),
        ("CrashLoopBackOff", Severity.COUNTED),
        ("ErrSomethingNew", Severity.COUNTED),
        ("VendorBackOff", Severity.COUNTED),
        ("VendorError", Severity.COUNTED),
        ("Unschedulable", Severity.PATIENT),
        ("Whatever", Severity.ORDINARY),
    ],
)
def test_severity(reason: str, expected: Severity) -> None:
    assert severity(reason) is expected


def test_log_sources_name_the_troubled_container_first() -> None:
    manifest = pod(
        "Running",
        containers=[
            {"name": "sidecar", "state": {"running": {}}, "ready": True},
            waiting("CrashLoopBackOff", lastState=ended(1)),
            {"name": "never-ran", "state": {"waiting": {"reason": "ContainerCreating"}}},
        ],
    )
    assert [(one.container, one.is_previous) for one in log_sources(manifest)] == [("web", True), ("sidecar", False)]
