"""Everything that a run can tell while it happens, as frozen values. Reports read them; nothing else does.

Times are seconds. Secret values never stand in an event: changes of secret data arrive masked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from werfpy.merge.diff_types import FieldChange
from werfpy.resource.refs import ObjectRef


class Outcome(StrEnum):
    """What became of one object."""

    CREATED = "created"
    CONFIGURED = "configured"
    UNCHANGED = "unchanged"
    ADOPTED = "adopted"
    RECREATED = "recreated"
    DELETED = "deleted"
    KEPT = "kept"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class RunStarted:
    """A run has its lock and knows its revision. ``action`` is deploy, rollback or uninstall.

    ``is_three_way`` is what ``mode`` comes to for this revision: onlyNewReleases looks it up in the history.
    """

    action: str
    release: str
    namespace: str
    revision: int
    mode: str = ""
    is_three_way: bool = True


@dataclass(frozen=True, slots=True)
class LockWaiting:
    """Another run holds the release; ``holder`` names it for a person."""

    release: str
    holder: str
    waited_s: float


@dataclass(frozen=True, slots=True)
class StaleRevisionClosed:
    """A revision that a dead run left pending was closed as failed."""

    release: str
    revision: int
    was: str


@dataclass(frozen=True, slots=True)
class NamespaceCreated:
    """The release's namespace did not exist and was created."""

    namespace: str


@dataclass(frozen=True, slots=True)
class PlanReady:
    """All checks passed; ``counts`` maps a planned verb (create, update, adopt, delete…) to a number of objects."""

    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class OperationStarted:
    """A write is about to be sent; ``verb`` is create, update, adopt, recreate or delete."""

    ref: ObjectRef
    verb: str


@dataclass(frozen=True, slots=True)
class OperationFinished:
    """What became of an object. ``detail`` says why where that is not plain (kept by policy, yielded fields)."""

    ref: ObjectRef
    outcome: Outcome
    changes: tuple[FieldChange, ...] = ()
    detail: str = ""


@dataclass(frozen=True, slots=True)
class HookStarted:
    """A Helm hook begins; ``event`` is Helm's name of the point, pre-install for example."""

    ref: ObjectRef
    event: str


@dataclass(frozen=True, slots=True)
class HookFinished:
    """A Helm hook ended; ``message`` tells why when it failed."""

    ref: ObjectRef
    event: str
    succeeded: bool
    message: str = ""


@dataclass(frozen=True, slots=True)
class TrackingStarted:
    """The run now waits for these objects, ``until`` they are ``ready`` or ``gone``."""

    refs: tuple[ObjectRef, ...]
    timeout_s: float
    until: str = "ready"


@dataclass(frozen=True, slots=True)
class ResourceProgress:
    """An object is not ready yet; ``message`` says what it waits for, for example ``1 of 3 replicas available``."""

    ref: ObjectRef
    status: str
    message: str


@dataclass(frozen=True, slots=True)
class ResourceReady:
    """An object is what was waited for, ``ready`` or ``gone``."""

    ref: ObjectRef
    elapsed_s: float
    until: str = "ready"


@dataclass(frozen=True, slots=True)
class ResourceTrouble:
    """Something below an object goes wrong, though it may still recover (``fatal`` False) or it has failed."""

    ref: ObjectRef
    reason: str
    message: str
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class LogLines:
    """Lines of a container's log that belong to an object of the release."""

    ref: ObjectRef
    pod: str
    container: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RepairPatchFound:
    """Two-way mode: the live object differs from the chart where nothing may be forced.

    ``patch`` is compact JSON with secret data masked; ``command`` is a shell-safe kubectl line, or says how to get it.
    ``messages`` are the hint lines, in order.
    """

    ref: ObjectRef
    patch: str
    patch_type: str
    command: str
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Warned:
    """Something that a person should know and that stops nothing."""

    message: str
    ref: ObjectRef | None = None


@dataclass(frozen=True, slots=True)
class RevisionSaved:
    """A revision was written with this status."""

    release: str
    revision: int
    status: str
    description: str


@dataclass(frozen=True, slots=True)
class RunFinished:
    """The end of a run. ``status`` is the release's status, ``counts`` maps an Outcome to a number of objects."""

    action: str
    release: str
    namespace: str
    revision: int
    status: str
    elapsed_s: float
    counts: dict[str, int] = field(default_factory=dict)


Event: TypeAlias = (
    RunStarted
    | LockWaiting
    | StaleRevisionClosed
    | NamespaceCreated
    | PlanReady
    | OperationStarted
    | OperationFinished
    | HookStarted
    | HookFinished
    | TrackingStarted
    | ResourceProgress
    | ResourceReady
    | ResourceTrouble
    | LogLines
    | RepairPatchFound
    | Warned
    | RevisionSaved
    | RunFinished
)

Emit: TypeAlias = Callable[[Event], None]
"""Where events go. It must be quick and may be called from several threads at once."""
