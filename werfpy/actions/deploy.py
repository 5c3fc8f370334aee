"""The use case: install or upgrade a release from a chart."""

from __future__ import annotations

from werfpy.actions.charts import chart_of
from werfpy.actions.draft import draft
from werfpy.actions.locking import history_without_stale, locked
from werfpy.actions.namespace import ensure_namespace
from werfpy.actions.request import DeployRequest
from werfpy.actions.services import Services
from werfpy.actions.starting import raise_if_stopped_early
from werfpy.actions.whole_run import RunResult, whole_run


def deploy(request: DeployRequest, services: Services) -> RunResult:
    """Bring the cluster to what the chart states, and record it.

    Nothing is written before the whole deploy has been checked. A failure after that leaves a revision recorded as
    failed; the next deploy takes its traces into account.

    Raises:
        WerfpyError: Whatever stood in the way; see the errors of each step.
    """
    chart = chart_of(request)
    first = draft(request, chart, services)
    raise_if_stopped_early(services)
    ensure_namespace(first, services)
    with locked(request.release, request.waiting, services) as previous:
        history = history_without_stale(request.release, previous, request.waiting, services)
        return whole_run(first if first.history == history else draft(request, chart, services), services)
