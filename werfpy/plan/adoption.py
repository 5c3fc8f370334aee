"""The report of who owns what stands where the chart's objects should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from werfpy.merge.diff_types import FieldChange
from werfpy.plan.operations import Operation, Plan, Verb
from werfpy.resource.ownership import Ownership
from werfpy.resource.refs import ObjectRef


@dataclass(frozen=True, slots=True)
class AdoptionEntry:
    """One object that a run adopts, and the fields that this changes on it, ownership marks left out."""

    ref: ObjectRef
    reason: str
    changes: tuple[FieldChange, ...]


@dataclass(frozen=True, slots=True)
class AdoptionReport:
    """The four classes, and what adopting would change."""

    new: tuple[ObjectRef, ...]
    ours: tuple[ObjectRef, ...]
    unowned: tuple[ObjectRef, ...]
    foreign: tuple[ObjectRef, ...]
    adopted: tuple[AdoptionEntry, ...]


def adoption_report(plan: Plan) -> AdoptionReport:
    """Sort the objects of a plan into the four classes."""
    return AdoptionReport(
        new=_of_class(plan.apply, Ownership.NEW),
        ours=_of_class(plan.apply, Ownership.OURS),
        unowned=_of_class(plan.apply, Ownership.UNOWNED),
        foreign=_of_class(plan.apply, Ownership.FOREIGN),
        adopted=tuple(
            AdoptionEntry(operation.ref, operation.reason, _beyond_marks(operation.changes))
            for operation in plan.apply
            if operation.verb is Verb.ADOPT
        ),
    )


def _of_class(operations: Sequence[Operation], ownership: Ownership) -> tuple[ObjectRef, ...]:
    return tuple(operation.ref for operation in operations if operation.ownership is ownership)


def _beyond_marks(changes: Sequence[FieldChange]) -> tuple[FieldChange, ...]:
    marks = ("meta.helm.sh/release-name", "meta.helm.sh/release-namespace", "app.kubernetes.io/managed-by")
    return tuple(change for change in changes if not any(mark in change.path for mark in marks))
