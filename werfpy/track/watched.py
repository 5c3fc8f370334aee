"""One object that is waited for: its last state, what was told of it, and its errors so far. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from werfpy.json_types import Manifest
from werfpy.resource.refs import ObjectRef
from werfpy.status.trouble import Severity, Trouble
from werfpy.status.words import Status, Word
from werfpy.track.budget import Budget
from werfpy.track.options import DEFAULT, FailMode, TerminationMode, TrackOptions

_SHORT_KINDS = {
    "Deployment": "deploy",
    "StatefulSet": "sts",
    "DaemonSet": "ds",
    "ReplicaSet": "rs",
    "ReplicationController": "rc",
    "PersistentVolumeClaim": "pvc",
    "CustomResourceDefinition": "crd",
    "Service": "svc",
}


def short_name(ref: ObjectRef) -> str:
    """``deploy/web``: kubectl's short form of kind and name, as werf's messages use it."""
    return f"{_SHORT_KINDS.get(ref.kind, ref.kind.lower())}/{ref.name}"


@dataclass(slots=True)
class Watched:
    """An object that is not ready yet.

    Args:
        manifest: Its last known state; None before it was read.
        troubles: What is wrong with it and below it, the worst first.
        service_errors: Troubles that only Events told, by reason.
        told: What was last told of it, so that nothing is told twice: progress, number of errors, hoped-for troubles.
        is_followed: Feeds of its pods run.
    """

    ref: ObjectRef
    options: TrackOptions = DEFAULT
    manifest: Manifest | None = None
    status: Status = field(default_factory=lambda: Status(Word.UNKNOWN, "not read yet"))
    budget: Budget = field(default_factory=lambda: Budget(0))
    troubles: tuple[Trouble, ...] = ()
    service_errors: dict[str, Trouble] = field(default_factory=dict)
    told: Told = field(default_factory=lambda: Told())
    is_followed: bool = False

    @property
    def is_blocking(self) -> bool:
        """The run waits for it."""
        return self.options.termination_mode is TerminationMode.WAIT

    @property
    def may_fail_the_run(self) -> bool:
        """Its failure is a failure of the run."""
        return self.options.fail_mode is not FailMode.IGNORE

    @property
    def is_doomed(self) -> bool:
        """Its own status, or a trouble below it, says that waiting cannot help."""
        severities = {one.severity for one in self.troubles}
        has_failed = self.status.word is Word.FAILED
        if self.ref.kind == "Pod":
            # A bare Pod in a crash loop has the status Failed, and yet may be allowed some crashes.
            has_failed = has_failed and not severities & {Severity.COUNTED, Severity.PATIENT}
        return has_failed or Severity.FATAL in severities

    @property
    def serious_troubles(self) -> tuple[Trouble, ...]:
        """What is wrong beyond the ordinary."""
        return (
            self.troubles
            if self.is_doomed
            else tuple(one for one in self.troubles if one.severity is not Severity.ORDINARY)
        )

    @property
    def is_hoping(self) -> bool:
        """It is in trouble, but its errors count only when nothing else is under way any more."""
        return self.options.fail_mode is FailMode.HOPE and bool(self.serious_troubles)

    def worst(self) -> Trouble:
        """The trouble to name first; made of the status where nothing below it is wrong."""
        own = Trouble(self.status.reason or self.status.word, self.status.message)
        if self.status.word is Word.NOT_FOUND:
            return own
        return min(self.troubles, key=lambda one: one.severity.rank, default=own)


@dataclass(slots=True)
class Told:
    """What was told of an object."""

    progress: tuple[str, str] = ("", "")
    errors: int = 0
    hoped: dict[tuple[str, str], str] = field(default_factory=dict)
