"""What is wrong below an object, and how much of it may be borne.

A reason is fatal (waiting cannot help), counted (it may pass; each time counts against the allowed failures), patient
(an autoscaler or an operator may solve it; counts only when nothing else moves) or ordinary (part of every rollout).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from werfpy.json_types import Manifest
from werfpy.status.fields import condition
from werfpy.status.words import Status, Word


class Severity(Enum):
    """How a reason is treated; ``rank`` sorts the worst first."""

    FATAL = 0
    COUNTED = 1
    PATIENT = 2
    ORDINARY = 3

    @property
    def rank(self) -> int:
        """0 is the worst."""
        return self.value


_SEVERITIES: Final[Mapping[str, Severity]] = {
    "ProgressDeadlineExceeded": Severity.FATAL,
    "InvalidImageName": Severity.FATAL,
    "BackoffLimitExceeded": Severity.FATAL,
    "DeadlineExceeded": Severity.FATAL,
    "PodFailurePolicy": Severity.FATAL,
    "CrashLoopBackOff": Severity.COUNTED,
    "ImagePullBackOff": Severity.COUNTED,
    "ErrImagePull": Severity.COUNTED,
    "ErrImageNeverPull": Severity.COUNTED,
    "ImageInspectError": Severity.COUNTED,
    "RegistryUnavailable": Severity.COUNTED,
    "SignatureValidationFailed": Severity.COUNTED,
    "CreateContainerConfigError": Severity.COUNTED,
    "CreateContainerError": Severity.COUNTED,
    "RunContainerError": Severity.COUNTED,
    "PreCreateHookError": Severity.COUNTED,
    "PreStartHookError": Severity.COUNTED,
    "PostStartHookError": Severity.COUNTED,
    "FailedCreate": Severity.COUNTED,
    "Unschedulable": Severity.PATIENT,
    "SchedulerError": Severity.PATIENT,
    "ReadinessGate": Severity.ORDINARY,
    "ContainerNotReady": Severity.ORDINARY,
    # The container is restarted, or its pod replaced; CrashLoopBackOff or the Job's back-off limit follows.
    "ContainerFailed": Severity.ORDINARY,
    "PodFailed": Severity.ORDINARY,
}


def severity(reason: str) -> Severity:
    """How to treat *reason*. Of unknown ones the kubelet's naming decides: ``Err…``, ``…Error``, ``…BackOff``."""
    known = _SEVERITIES.get(reason)
    if known is not None:
        return known
    is_error = reason.startswith("Err") or reason.endswith(("Error", "BackOff"))
    return Severity.COUNTED if is_error else Severity.ORDINARY


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that is wrong.

    Args:
        reason: The CamelCase word of kubelet, scheduler or controller.
        message: What they said about it.
        pod: The pod's name, ``""`` when the controller itself is in trouble.
        container: The container's name, ``""`` when the whole pod is in trouble.
        exit_code: With which the container last ended, if it did.
        restarts: How often the container was restarted.
        has_ended: The container that ended is not the present one, its log is the previous one.
    """

    reason: str
    message: str = ""
    pod: str = ""
    container: str = ""
    exit_code: int | None = None
    restarts: int = 0
    has_ended: bool = False

    @property
    def severity(self) -> Severity:
        """How much of it may be borne."""
        return severity(self.reason)

    def told(self) -> str:
        """One line for a person, without the pod's name.

        >>> Trouble("ImagePullBackOff", 'Back-off pulling image "x"', pod="web-1", container="web").told()
        'container web: ImagePullBackOff: Back-off pulling image "x"'
        """
        said = f"{self.reason}: {self.message}" if self.message else self.reason
        return f"container {self.container}: {said}" if self.container else said


def controller_trouble(manifest: Manifest, status: Status) -> Trouble | None:
    """What the object's own status says is wrong: Failed, or a controller that cannot create pods (quota)."""
    if status.word is Word.FAILED:
        return Trouble(status.reason or "Failed", status.message)
    failure = condition(manifest, "ReplicaFailure")
    if failure is not None and failure.status == "True":
        return Trouble(failure.reason or "FailedCreate", failure.message)
    return None
