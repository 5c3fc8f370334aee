"""Carries out a draft from its first record to its last: what deploy and rollback share."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.actions.carry_out import Done, carry_out, clean_up
from werfpy.actions.draft import Draft
from werfpy.actions.records import begin, close_deployed, close_failed
from werfpy.actions.repairs import tell_repair
from werfpy.actions.services import Services
from werfpy.actions.starting import announce, raise_if_stopped_early, waiter_for
from werfpy.errors import DeployFailed, WerfpyError
from werfpy.events import RunFinished
from werfpy.release.record import Release


@dataclass(frozen=True, slots=True)
class RunResult:
    """What a run ended with. ``notes`` is the chart's NOTES.txt, rendered."""

    revision: Release
    counts: dict[str, int]
    notes: str


def whole_run(draft: Draft, services: Services) -> RunResult:
    """Record the revision as pending, do everything, record how it ended.

    Raises:
        DeployFailed: Something failed; the revision is recorded as failed.
        Interrupted: The run was asked to stop; the same, unless nothing was begun yet.
    """
    raise_if_stopped_early(services)
    started_s = services.monotonic()
    announce(draft, services)
    revision, done = begin(draft.revision, draft.history, draft.request.history_max, services), Done()
    try:
        carry_out(draft, services, waiter_for(draft, services), done)
    except WerfpyError as error:
        if _cleans_up(draft):
            clean_up(done, services)
        _tell_repairs(draft, services)
        raise close_failed(revision, draft.what, error, done.hook_runs, services) from error
    except Exception as fault:
        # A fault of werfpy itself: the record must say how the run ended all the same.
        told = DeployFailed(f"{type(fault).__name__}: {fault}")
        close_failed(revision, draft.what, told, done.hook_runs, services)
        raise
    _tell_repairs(draft, services)
    closed = close_deployed(revision, _description(draft), done.hook_runs, draft.history, services)
    _finished(draft, closed, done, services.monotonic() - started_s, services)
    return RunResult(closed, done.counts(), draft.notes)


def _description(draft: Draft) -> str:
    if draft.request.description:
        return draft.request.description
    return draft.revision.info.description if draft.point == "rollback" else f"{draft.what} complete"


def _finished(draft: Draft, closed: Release, done: Done, elapsed_s: float, services: Services) -> None:
    release = draft.request.release
    action = "rollback" if draft.point == "rollback" else "deploy"
    status = str(closed.status)
    services.emit(
        RunFinished(action, release.name, release.namespace, closed.revision, status, elapsed_s, done.counts())
    )


def _tell_repairs(draft: Draft, services: Services) -> None:
    for operation in draft.planning.plan.apply:
        inspection = draft.planning.inspections.get(operation.ref)
        if inspection is not None:
            tell_repair(operation, inspection, draft.request.release, services)


def _cleans_up(draft: Draft) -> bool:
    wish = draft.request.permissions.cleanup_on_fail
    return not draft.planning.policy.is_three_way if wish is None else wish
