"""The present state of a run, made of its events: what a live view draws. Pure; time comes in.

Finished objects are only counted, so that the view stays calm with hundreds of them; it names those on their way.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import IntEnum

from werfpy import events
from werfpy.events import Event, Outcome
from werfpy.resource.refs import ObjectRef

_WRITTEN = frozenset({"create", "update", "adopt", "recreate", "delete"})


class Urgency(IntEnum):
    """Which rows come first."""

    FAILED = 0
    TROUBLE = 1
    WRITING = 2
    WAITING = 3


@dataclass(slots=True)
class Row:
    """An object on its way."""

    ref: ObjectRef
    urgency: Urgency
    message: str = ""


@dataclass(slots=True)
class Board:
    """All that a live view shows.

    Args:
        title: Release, namespace and revision.
        note: What the whole run waits for, when it does (another run's lock).
        planned: How many objects will be written, 0 before the plan is known.
        outcomes: Objects by what became of them.
        tracked: How many objects are or were waited for.
        ready: How many of them are ready.
        rows: Objects on their way, by name.
    """

    title: str = ""
    note: str = ""
    planned: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    tracked: int = 0
    ready: int = 0
    rows: dict[ObjectRef, Row] = field(default_factory=dict)

    def take(self, event: Event) -> None:
        """Change the state by an event; events that change nothing that is shown are passed over."""
        match event:
            case events.RunStarted():
                self.title = f"{event.action} {event.release} in {event.namespace}, revision {event.revision}"
                self.note = ""
            case events.LockWaiting():
                self.note = f"waiting for release {event.release}, held by {event.holder}"
            case events.PlanReady():
                self.planned = sum(count for verb, count in event.counts.items() if verb in _WRITTEN)
            case events.TrackingStarted():
                self._begin_tracking(event.refs)
            case events.RunFinished():
                self.rows.clear()
            case _:
                self._take_of_object(event)

    def _take_of_object(self, event: Event) -> None:
        match event:
            case events.OperationStarted():
                self._row(event.ref, Urgency.WRITING, f"{event.verb} …")
            case events.OperationFinished():
                self.outcomes[event.outcome] += 1
                self._end(event.ref, has_failed=event.outcome is Outcome.FAILED, message=event.detail)
            case events.HookStarted():
                self._row(event.ref, Urgency.WRITING, f"hook {event.event}")
            case events.HookFinished():
                self._end(event.ref, has_failed=not event.succeeded, message=event.message)
            case events.ResourceProgress():
                self._progress(event)
            case events.ResourceTrouble():
                self._row(event.ref, Urgency.FAILED if event.fatal else Urgency.TROUBLE, event.message)
            case events.ResourceReady():
                self.ready += 1
                self._end(event.ref)
            case _:
                pass

    def sorted_rows(self) -> list[Row]:
        """The rows, the most urgent first, then in the order in which they came."""
        return sorted(self.rows.values(), key=lambda row: row.urgency)

    def _begin_tracking(self, refs: tuple[ObjectRef, ...]) -> None:
        self.tracked += len(refs)
        for ref in refs:
            self._row(ref, Urgency.WAITING, "")

    def _progress(self, event: events.ResourceProgress) -> None:
        row = self.rows.get(event.ref)
        # What is wrong says more than how many replicas there are.
        if row is None or row.urgency not in {Urgency.TROUBLE, Urgency.FAILED}:
            self._row(event.ref, Urgency.WAITING, event.message)

    def _row(self, ref: ObjectRef, urgency: Urgency, message: str) -> None:
        row = self.rows.setdefault(ref, Row(ref, urgency))
        row.urgency, row.message = urgency, message

    def _end(self, ref: ObjectRef, *, has_failed: bool = False, message: str = "") -> None:
        if has_failed:
            self._row(ref, Urgency.FAILED, message)
        else:
            self.rows.pop(ref, None)
