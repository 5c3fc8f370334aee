"""A plan is data: what will be done to each object, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from werfpy.json_types import Manifest
from werfpy.merge.diff_types import FieldChange
from werfpy.merge.repair import Repair
from werfpy.merge.three_way import MergePatch
from werfpy.resource.ownership import Ownership
from werfpy.resource.refs import ObjectRef


class Verb(StrEnum):
    """What a plan does to an object."""

    CREATE = "create"
    UPDATE = "update"
    ADOPT = "adopt"
    NOTHING = "unchanged"
    DELETE = "delete"
    KEEP = "keep"


WRITES = frozenset({Verb.CREATE, Verb.UPDATE, Verb.ADOPT, Verb.DELETE})
"""Verbs that send a request."""


@dataclass(frozen=True, slots=True)
class Yielded:
    """A field that left the chart and stays, because another manager writes it now."""

    path: str
    manager: str


@dataclass(frozen=True, slots=True)
class Operation:
    """One object's part of a plan.

    Args:
        ref: Which object.
        verb: What will be done.
        original: Everything that our revisions since the last deployed one stated of it; ``{}`` where they did not.
        modified: What the chart states now, with our ownership marks; ``{}`` for a deletion.
        current: The live object as it was read; None where there is none.
        patch: What an update or an adoption sends; None for other verbs.
        changes: The fields that change on the live object, secrets masked.
        is_three_way: Which merge made the patch; needed again when a conflict forces another look.
        ownership: The class of the live object before the run.
        reason: Why, in a few words, where the verb alone does not say it.
        yielded: Fields left to other writers.
        repair: Two-way mode only: what would still differ after the patch.
        source: The template that states the object; empty for a deletion.
    """

    ref: ObjectRef
    verb: Verb
    original: Manifest = field(default_factory=dict)
    modified: Manifest = field(default_factory=dict)
    current: Manifest | None = None
    patch: MergePatch | None = None
    changes: tuple[FieldChange, ...] = ()
    is_three_way: bool = True
    ownership: Ownership = Ownership.NEW
    reason: str = ""
    yielded: tuple[Yielded, ...] = ()
    repair: Repair | None = None
    source: str = ""

    @property
    def is_write(self) -> bool:
        """Does it send a request?"""
        return self.verb in WRITES


@dataclass(frozen=True, slots=True)
class Plan:
    """All operations of a run. ``apply`` is in Helm's install order, ``prune`` in its uninstall order."""

    apply: tuple[Operation, ...]
    prune: tuple[Operation, ...] = ()

    @property
    def operations(self) -> tuple[Operation, ...]:
        """Everything, in the order in which it is done."""
        return (*self.apply, *self.prune)

    @property
    def writes(self) -> tuple[Operation, ...]:
        """The operations that send a request."""
        return tuple(operation for operation in self.operations if operation.is_write)

    def counts(self) -> dict[str, int]:
        """How many objects each verb concerns."""
        return dict(Counter(str(operation.verb) for operation in self.operations))
