"""The use case: install or upgrade a release from a chart."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.actions.carry_out import Done, carry_out, clean_up
from werfpy.actions.draft import Draft, draft
from werfpy.actions.locking import history_without_stale, locked
from werfpy.actions.namespace import ensure_namespace
from werfpy.actions.records import begin, close_deployed, close_failed
from werfpy.actions.request import DeployRequest
from werfpy.actions.services import Services
from werfpy.actions.starting import announce, waiter_for
from werfpy.chart.loader import load_chart
from werfpy.errors import WerfpyError
from werfpy.events import RunFinished
from werfpy.release.record import Release


@dataclass(frozen=True, slots=True)
class DeployResult:
    """What a deploy ended with. ``notes`` is the chart's NOTES.txt, rendered."""

    revision: Release
    counts: dict[str, int]
    notes: str


def deploy(request: DeployRequest, services: Services) -> DeployResult:
    """Bring the cluster to what the chart states, and record it.

    Nothing is written before the whole deploy has been checked. A failure after that leaves a revision recorded as
    failed; the next deploy takes its traces into account.

    Raises:
        WerfpyError: Whatever stood in the way; see the errors of each step.
    """
    chart = load_chart(request.chart)
    first = draft(request, chart, services)
    ensure_namespace(first, services)
    with locked(request.release, request.waiting, services) as previous:
        history = history_without_stale(request.release, previous, services)
        return _run(first if first.history == history else draft(request, chart, services), services)


def _run(plan: Draft, services: Services) -> DeployResult:
    started_s = services.monotonic()
    announce(plan, services)
    revision, done = begin(plan.revision, plan.history, plan.request.history_max, services), Done()
    try:
        carry_out(plan, services, waiter_for(plan, services), done)
    except WerfpyError as error:
        if _cleans_up(plan):
            clean_up(done, services)
        raise close_failed(revision, plan.what, error, done.hook_runs, services) from error
    closed = close_deployed(revision, f"{plan.what} complete", done.hook_runs, services)
    elapsed_s = services.monotonic() - started_s
    release = plan.request.release
    services.emit(
        RunFinished("deploy", release.name, release.namespace, closed.revision, closed.status, elapsed_s, done.counts())
    )
    return DeployResult(closed, done.counts(), plan.notes)


def _cleans_up(plan: Draft) -> bool:
    wish = plan.request.permissions.cleanup_on_fail
    return not plan.planning.policy.is_three_way if wish is None else wish
