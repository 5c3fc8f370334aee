"""Events as lines for a person; what plain logs print, and what stays above a live view."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from werfpy import events
from werfpy.events import Event, Outcome
from werfpy.report.diffs import DiffStyle, render_changes
from werfpy.report.paint import paint, visible
from werfpy.report.words import counted, listed, seconds

_ACTIONS = {"deploy": "Deploying", "rollback": "Rolling back", "uninstall": "Uninstalling"}
_PLANNED = {"unchanged": "unchanged"}
_OUTCOME_STYLES = {
    Outcome.CREATED: "green",
    Outcome.CONFIGURED: "yellow",
    Outcome.ADOPTED: "cyan",
    Outcome.RECREATED: "yellow",
    Outcome.DELETED: "red",
    Outcome.FAILED: "bold red",
    Outcome.UNCHANGED: "dim",
    Outcome.KEPT: "dim",
}
_OUTCOME_WIDTH = max(len(outcome) for outcome in Outcome) + 1
_MAX_CHANGES = 20


def said(event: Event, *, is_colored: bool = False) -> list[str]:
    """The lines that tell *event*; ``[]`` for what is no news in a log (a write that begins, an unchanged object)."""
    lines = list(_lines(event, is_colored))
    return [part for line in lines for part in line.split("\n")]


def _lines(event: Event, is_colored: bool) -> Iterator[str]:  # noqa: C901, PLR0912  # one case an event
    match event:
        case events.RunStarted():
            yield from _run_started(event, is_colored)
        case events.LockWaiting():
            yield f"waiting for release {event.release}, held by {event.holder} ({seconds(event.waited_s)})"
        case events.StaleRevisionClosed():
            yield f"revision {event.revision} was left {event.was} by a run that is gone; closed as failed"
        case events.NamespaceCreated():
            yield f"namespace {event.namespace} created"
        case events.PlanReady():
            yield f"plan: {listed({_PLANNED.get(verb, f'to {verb}'): count for verb, count in event.counts.items()})}"
        case events.OperationStarted():
            return
        case events.OperationFinished():
            yield from _operation_finished(event, is_colored)
        case events.HookStarted():
            yield f"hook {event.event}: {event.ref} started"
        case events.HookFinished():
            yield from _hook_finished(event, is_colored)
        case events.TrackingStarted():
            yield _waiting_for(event)
        case events.ResourceProgress():
            yield f"{_label('waiting', 'dim', is_colored)}{event.ref}: {visible(event.message) or event.status}"
        case events.ResourceReady():
            yield f"{_label(event.until, 'green', is_colored)}{event.ref} ({seconds(event.elapsed_s)})"
        case events.ResourceTrouble():
            label, style = ("failed", "bold red") if event.fatal else ("trouble", "yellow")
            yield f"{_label(label, style, is_colored)}{event.ref}: {visible(event.message)}"
        case events.LogLines():
            for line in event.lines:
                yield f"{paint(f'{event.pod}/{event.container} |', 'dim', is_colored)} {visible(line)}"
        case events.RepairPatchFound():
            yield from _repair_patch(event, is_colored)
        case events.Warned():
            yield f"{_warning(is_colored)} {_about(event)}{visible(event.message)}"
        case events.RevisionSaved():
            # Its description is for the history; here the failure itself follows.
            if not event.status.startswith("pending-"):
                yield f"revision {event.revision} of {event.release} is {event.status}"
        case events.RunFinished():
            yield from _run_finished(event, is_colored)
        case _:
            assert_never(event)


def _run_started(event: events.RunStarted, is_colored: bool) -> Iterator[str]:
    begins = _ACTIONS.get(event.action, event.action)
    title = f"{begins} release {event.release} in namespace {event.namespace}, revision {event.revision}"
    yield paint(title, "bold", is_colored)
    if event.mode:
        yield f'Using three-way-merge mode "{event.mode}"'
    if event.mode and event.mode != "enabled":
        state = "ENABLED" if event.is_three_way else "DISABLED"
        yield f'Three-way merge is {state} for the release "{event.release}"'


def _run_finished(event: events.RunFinished, is_colored: bool) -> Iterator[str]:
    style = "green" if event.status in {"deployed", "uninstalled"} else "bold red"
    status = paint(event.status, style, is_colored)
    yield (
        f"release {event.release} is {status}: revision {event.revision}, "
        f"{listed(event.counts)}, in {seconds(event.elapsed_s)}"
    )


def _operation_finished(event: events.OperationFinished, is_colored: bool) -> Iterator[str]:
    if event.outcome is Outcome.UNCHANGED and not event.detail:
        return
    detail = f" ({visible(event.detail)})" if event.detail else ""
    yield f"{_label(event.outcome, _OUTCOME_STYLES[event.outcome], is_colored)}{event.ref}{detail}"
    if event.outcome not in {Outcome.CREATED, Outcome.DELETED}:
        yield from render_changes(event.changes, DiffStyle(is_colored, max_lines=20, max_changes=_MAX_CHANGES))


def _hook_finished(event: events.HookFinished, is_colored: bool) -> Iterator[str]:
    ending = paint("succeeded", "green", is_colored) if event.succeeded else paint("failed", "bold red", is_colored)
    message = f": {visible(event.message)}" if event.message else ""
    yield f"hook {event.event}: {event.ref} {ending}{message}"


def _waiting_for(event: events.TrackingStarted) -> str:
    return f"waiting for {counted(len(event.refs), 'object')} to be {event.until} (timeout {seconds(event.timeout_s)})"


def _repair_patch(event: events.RepairPatchFound, is_colored: bool) -> Iterator[str]:
    for message in event.messages or (f"{event.ref} differs from the chart",):
        for line in visible(message).split("\n"):
            yield f"{_warning(is_colored)} {line}"
    # Alone on its line, to be copied.
    yield event.command


def _about(event: events.Warned) -> str:
    # Messages of tracking name their object already, in short form.
    is_named = event.ref is None or event.ref.name in event.message
    return "" if is_named else f"{event.ref}: "


def _warning(is_colored: bool) -> str:
    return paint("WARNING", "yellow", is_colored)


def _label(word: str, style: str, is_colored: bool) -> str:
    return paint(word, style, is_colored) + " " * (_OUTCOME_WIDTH - len(word))
