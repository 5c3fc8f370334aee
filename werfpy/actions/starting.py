"""What a run does once it has the lock and a plan: says so, and gets ready to wait."""

from __future__ import annotations

from werfpy.actions.draft import Draft
from werfpy.actions.services import Services
from werfpy.actions.waiting import Waiter
from werfpy.errors import Interrupted
from werfpy.events import PlanReady, RunStarted, Warned
from werfpy.plan.operations import Verb


def announce(draft: Draft, services: Services) -> None:
    """Tell which revision begins, how it merges, and what it leaves alone for others."""
    release, number = draft.request.release, draft.revision.revision
    action = "rollback" if draft.point == "rollback" else "deploy"
    is_three_way = draft.planning.policy.is_three_way
    services.emit(RunStarted(action, release.name, release.namespace, number, str(draft.request.mode), is_three_way))
    services.emit(PlanReady(draft.planning.plan.counts()))
    for operation in draft.planning.plan.apply:
        for item in operation.yielded:
            services.emit(Warned(f"{item.path} left the chart and stays: {item.manager} writes it now", operation.ref))
        if operation.verb is Verb.ADOPT:
            services.emit(Warned(f"{operation.ref} is adopted into the release: {operation.reason}", operation.ref))


def waiter_for(draft: Draft, services: Services) -> Waiter:
    """A waiter whose deadline is the run's."""
    timeout_s = draft.request.waiting.timeout_s
    deadline_s = services.monotonic() + timeout_s if timeout_s else float("inf")
    return Waiter(services, deadline_s, draft.tracking)


def raise_if_stopped_early(services: Services) -> None:
    """Raise Interrupted where the run was asked to stop before it wrote anything."""
    if services.stop.is_set():
        raise Interrupted("interrupted", hint="nothing was changed")
