"""The use case: bring a release back to what an earlier revision stated, as a new revision."""

from __future__ import annotations

from dataclasses import dataclass, replace

from werfpy.actions.content import Content, recorded_hooks, recorded_resources
from werfpy.actions.draft import Draft, tracking_of
from werfpy.actions.histories import history_of
from werfpy.actions.kinds import Kinds
from werfpy.actions.locking import history_without_stale, locked
from werfpy.actions.planning import planned
from werfpy.actions.recording import recording_problems
from werfpy.actions.request import DeployRequest
from werfpy.actions.services import Services
from werfpy.actions.whole_run import RunResult, whole_run
from werfpy.errors import ReleaseNotFound
from werfpy.plan.mode import is_three_way
from werfpy.plan.policy import PlanPolicy
from werfpy.release.history import History
from werfpy.release.record import HookRun, Release, Status
from werfpy.release.times import format_time


@dataclass(frozen=True, slots=True)
class RollbackRequest:
    """Go back to *revision*; 0 means the last one before the current that was deployed well.

    ``run`` has the release, the mode, the permissions and what to wait for; its chart and values are not used.
    """

    run: DeployRequest
    revision: int = 0


def rollback(request: RollbackRequest, services: Services) -> RunResult:
    """Roll back.

    Raises:
        ReleaseNotFound: There is no such release or revision.
        WerfpyError: As ``deploy`` does.
    """
    run = request.run
    first = _draft(request, history_of(run.release, services), services)
    with locked(run.release, run.waiting, services) as previous:
        history = history_without_stale(run.release, previous, run.waiting, services)
        return whole_run(first if first.history == history else _draft(request, history, services), services)


def _draft(request: RollbackRequest, history: History, services: Services) -> Draft:
    run, target = request.run, _target(request, history)
    last = history.last
    assert last is not None
    kinds = Kinds.of(services.client, [])
    three_way = is_three_way(run.mode, is_install=False, deployed_was_three_way=last.three_way_merge_enabled)
    content = Content(
        resources=tuple(recorded_resources(target, kinds)),
        hooks=recorded_hooks(target.hooks, kinds, run.release.namespace),
    )
    revision = _pending(target, history, services, three_way=three_way)
    policy = PlanPolicy(
        release=run.release,
        is_three_way=three_way,
        take_ownership=run.permissions.take_ownership,
        revision=revision.revision,
        keeps_adopted_after=target.revision,
        scale_path=kinds.scale_path,
    )
    with services.pool() as pool:
        recording = pool.submit(recording_problems, revision, services)
        planning = planned(content, history.since_deployed, policy, kinds, services, recording.result)
    return Draft(run, "rollback", history, revision, content, kinds, planning, tracking_of(content), target.info.notes)


def _target(request: RollbackRequest, history: History) -> Release:
    last = history.last
    if last is None:
        raise ReleaseNotFound(f"release: not found: {request.run.release.name}")
    if request.revision:
        return history.revision(request.revision)
    good = [
        release
        for release in history.releases
        if release.revision < last.revision and release.status in (Status.SUPERSEDED, Status.DEPLOYED)
    ]
    if not good:
        raise ReleaseNotFound(
            f"release {last.name} has no earlier revision that was deployed well",
            hint="name the revision to go back to; `werfpy history` lists them",
        )
    return good[-1]


def _pending(target: Release, history: History, services: Services, *, three_way: bool) -> Release:
    assert history.last is not None
    info = replace(
        target.info,
        status=Status.PENDING_ROLLBACK,
        first_deployed=history.last.info.first_deployed,
        last_deployed=format_time(services.now()),
        deleted="",
        description=f"Rollback to {target.revision}",
    )
    hooks = tuple(replace(hook, last_run=HookRun()) for hook in target.hooks)
    release = replace(
        target, revision=history.next_revision, info=info, hooks=hooks, apply_method="csa", annotations={},
        resource_version="",
    )  # fmt: skip
    return release.with_three_way_merge(three_way)
