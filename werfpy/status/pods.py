"""Pod: its status, and everything that keeps it from being ready.

Source: kstatus ``podConditions`` for the status (a pod in phase Failed is Failed here, there it is Current);
kubelet's container reasons (pkg/kubelet/images, kubelet_pods.go) for the troubles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from werfpy.json_types import Manifest
from werfpy.status.fields import condition, is_true, mappings, number, read, text
from werfpy.status.trouble import Severity, Trouble
from werfpy.status.words import Status, StatusContext, current, failed, in_progress

_UNSCHEDULABLE_GRACE_S = 15.0
"""kstatus' patience with a scheduler that has not tried again yet."""

_ORDINARY_WAITING = frozenset({"", "ContainerCreating", "PodInitializing"})


def pod(manifest: Manifest, context: StatusContext) -> Status:
    """Succeeded or running and ready; Failed when it ended badly or its container loops in crashes."""
    phase = text(manifest, "status", "phase")
    if phase == "Succeeded":
        return current("succeeded", "PodSucceeded")
    if phase == "Failed":
        return failed(_end_of(manifest), text(manifest, "status", "reason") or "PodFailed")
    if phase == "Running" and is_true(manifest, "Ready"):
        return current("running and ready", "PodReady")
    found = troubles(manifest)
    if found and found[0].reason == "CrashLoopBackOff":
        return failed(found[0].told(), "CrashLoopBackOff")
    if found and found[0].reason == "Unschedulable" and _age_s(manifest, context.now) > _UNSCHEDULABLE_GRACE_S:
        return failed(found[0].told(), "Unschedulable")
    if found:
        return in_progress(found[0].told(), found[0].reason)
    return in_progress(_phase_message(phase), f"Pod{phase or 'Pending'}")


def troubles(manifest: Manifest) -> tuple[Trouble, ...]:
    """Why the pod is not ready, the worst first; ``()`` when it is ready or merely on its way.

    >>> troubles({"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}})
    ()
    """
    if text(manifest, "status", "phase") == "Succeeded" or is_true(manifest, "Ready"):
        return ()
    found = [*_of_pod(manifest), *_of_containers(manifest)]
    return tuple(sorted(found, key=lambda one: one.severity.rank))


def _of_pod(manifest: Manifest) -> Iterator[Trouble]:
    name = text(manifest, "metadata", "name")
    scheduled = condition(manifest, "PodScheduled")
    if scheduled is not None and scheduled.status == "False" and scheduled.reason != "SchedulingGated":
        yield Trouble(scheduled.reason or "Unschedulable", scheduled.message, pod=name)
    if text(manifest, "status", "phase") == "Failed":
        # The pod's own reason (Evicted, DeadlineExceeded) is not one of its controller, which makes another pod.
        reason = text(manifest, "status", "reason")
        yield Trouble("PodFailed", f"{reason}: {_end_of(manifest)}" if reason else _end_of(manifest), pod=name)
    for gate in mappings(manifest, "spec", "readinessGates"):
        type_ = text(gate, "conditionType")
        if not is_true(manifest, type_):
            yield Trouble("ReadinessGate", f"its readiness gate {type_} is not True", pod=name)


def _of_containers(manifest: Manifest) -> Iterator[Trouble]:
    name = text(manifest, "metadata", "name")
    for field in ("initContainerStatuses", "containerStatuses"):
        for status in mappings(manifest, "status", field):
            found = _of_container(name, status, is_init=field == "initContainerStatuses")
            if found is not None:
                yield found


def _of_container(pod_name: str, status: Manifest, *, is_init: bool) -> Trouble | None:
    restarts = number(status, "restartCount")
    container = text(status, "name")
    waiting = text(status, "state", "waiting", "reason")
    if waiting not in _ORDINARY_WAITING:
        code = _exit_code(status, "lastState")
        message = _without_back_off_noise(text(status, "state", "waiting", "message"))
        if code is not None:
            message = f"{message}; it last ended with {_ending(status, 'lastState', code)}".lstrip("; ")
        return Trouble(waiting, message, pod_name, container, code, restarts, has_ended=code is not None)
    code = _exit_code(status, "state")
    if code is not None and code != 0:
        message = f"ended with {_ending(status, 'state', code)}"
        return Trouble("ContainerFailed", message, pod_name, container, code, restarts)
    if not is_init and read(status, "state", "running") is not None and status.get("ready") is False:
        return Trouble("ContainerNotReady", _probe_message(status), pod_name, container, restarts=restarts)
    return None


def _probe_message(status: Manifest) -> str:
    if status.get("started") is False:
        return "running, but its startup probe has not succeeded yet"
    return "running, but its readiness probe has not succeeded yet"


def _exit_code(status: Manifest, state: str) -> int | None:
    if read(status, state, "terminated") is None:
        return None
    return number(status, state, "terminated", "exitCode")


def _ending(status: Manifest, state: str, code: int) -> str:
    reason = text(status, state, "terminated", "reason")
    said = text(status, state, "terminated", "message").strip()
    ending = f"exit code {code}"
    if reason not in {"", "Error", "Completed"}:
        ending += f" ({reason})"
    return f"{ending}: {said}" if said else ending


def _without_back_off_noise(message: str) -> str:
    # Kubelet appends pod_NAMESPACE(UID): it changes with each pod and tells nothing.
    head, marker, _tail = message.partition(" pod=")
    return head if marker else message


def _end_of(manifest: Manifest) -> str:
    said = text(manifest, "status", "message")
    if said:
        return said
    for status in mappings(manifest, "status", "containerStatuses"):
        code = _exit_code(status, "state")
        if code:
            return f"container {text(status, 'name')} ended with {_ending(status, 'state', code)}"
    return "the pod failed"


def _phase_message(phase: str) -> str:
    return "running, not ready yet" if phase == "Running" else (phase or "Pending").lower()


def _age_s(manifest: Manifest, now: float | None) -> float:
    created = text(manifest, "metadata", "creationTimestamp")
    if now is None:
        return 0.0
    try:
        return now - datetime.fromisoformat(created).timestamp()
    except ValueError:
        return 0.0


@dataclass(frozen=True, slots=True)
class LogSource:
    """A container whose log may tell the cause; ``is_previous`` when its last instance ended."""

    pod: str
    container: str
    is_previous: bool


def log_sources(manifest: Manifest) -> tuple[LogSource, ...]:
    """The containers whose logs are worth reading, those in trouble first; those that never ran are left out."""
    name = text(manifest, "metadata", "name")
    in_trouble = {one.container for one in troubles(manifest) if one.severity is not Severity.ORDINARY}
    sources: list[LogSource] = []
    for field in ("initContainerStatuses", "containerStatuses"):
        for status in mappings(manifest, "status", field):
            has_run = any(read(status, "state", state) is not None for state in ("running", "terminated"))
            has_ended = read(status, "lastState", "terminated") is not None
            if has_run or has_ended:
                sources.append(LogSource(name, text(status, "name"), is_previous=not has_run))
    return tuple(sorted(sources, key=lambda one: one.container not in in_trouble))
