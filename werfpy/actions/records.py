"""The life of a revision's record: pending before the first write, deployed or failed after the last one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from werfpy.actions.request import DeployRequest
from werfpy.actions.services import Services
from werfpy.errors import DeployFailed, Interrupted, KubeError, WerfpyError
from werfpy.events import RevisionSaved, Warned
from werfpy.execute.hooks import BEFORE_CREATION
from werfpy.execute.hooks import HookRun as Ran
from werfpy.release.history import History
from werfpy.release.record import HookRecord, HookRun, Info, Release, Status
from werfpy.release.times import format_time
from werfpy.render.rendered import Rendered, RenderedHook


def pending_revision(
    request: DeployRequest, rendered: Rendered, history: History, *, three_way: bool, now: datetime
) -> Release:
    """The record of the revision that a deploy is about to make."""
    last = history.last
    install = last is None or last.status is Status.UNINSTALLED
    first = last.info.first_deployed if last is not None and not install else ""
    info = Info(
        status=Status.PENDING_INSTALL if install else Status.PENDING_UPGRADE,
        first_deployed=first or format_time(now),
        last_deployed=format_time(now),
        description="Initial install underway" if install else "Preparing upgrade",
        notes=rendered.notes,
    )
    release = Release(
        name=request.release.name,
        namespace=request.release.namespace,
        revision=history.next_revision,
        info=info,
        chart=rendered.chart.release_json(),
        config=dict(request.values),
        manifest=rendered.manifest_text(),
        hooks=tuple(_hook_record(hook) for hook in rendered.hooks),
        apply_method="csa",
        labels=dict(last.labels) if last is not None else {},
    )
    return release.with_three_way_merge(three_way)


def _hook_record(hook: RenderedHook) -> HookRecord:
    return HookRecord(
        name=hook.name,
        kind=hook.kind,
        path=hook.path,
        manifest=hook.text,
        events=tuple(hook.events),
        weight=hook.weight,
        delete_policies=tuple(hook.delete_policies) or (BEFORE_CREATION,),
        output_log_policies=tuple(hook.output_log_policies),
    )


def begin(revision: Release, history: History, history_max: int, services: Services) -> Release:
    """Make room in the history, then record the revision as pending: from here on a trace of the run exists.

    Its time is now, not that of the draft: a revision that was made while its run held the lock is known as that
    run's, and when the run dies the next one closes it without waiting.

    Raises:
        ReleasePending: Another run recorded the same revision first.
        RecordTooLarge: It does not fit.
    """
    for number in forgettable(history, history_max):
        services.releases.delete(revision.name, number)
    stored = services.releases.create(stamped(revision, services.now()))
    _tell(stored, services)
    return stored


def stamped(revision: Release, now: datetime) -> Release:
    """The revision as if drafted *now*."""
    info, time = revision.info, format_time(now)
    first = time if info.first_deployed == info.last_deployed else info.first_deployed
    return replace(revision, info=replace(info, first_deployed=first, last_deployed=time))


def forgettable(history: History, history_max: int) -> list[int]:
    """Which revisions may be deleted so that *history_max* remain with the next one.

    Revisions since the last deployed one are still needed: they say what failed runs may have left behind. Of these
    only such are deleted whose manifest a newer one repeats.
    """
    needed = {release.revision: release for release in history.since_deployed}
    newest = {release.manifest: number for number, release in sorted(needed.items())}
    return [
        number
        for number in history.to_prune(history_max)
        if number not in needed or newest[needed[number].manifest] != number
    ]


def close_deployed(
    revision: Release, description: str, runs: Iterable[Ran], history: History, services: Services
) -> Release:
    """Record success, then mark every older deployed revision as superseded.

    In this order: a crash between the two leaves two deployed revisions, of which Helm and we take the newer one.

    Raises:
        DeployFailed: The success could not be recorded.
    """
    done = with_hook_runs(revision.with_status(Status.DEPLOYED, description, at=services.now()), runs)
    try:
        closed = services.releases.update(done)
    except WerfpyError as unwritten:
        state = f"everything was deployed, but revision {revision.revision} could not be recorded so; it stays pending"
        raise DeployFailed(state, [unwritten], hint="the next deploy will close it") from unwritten
    _tell(closed, services)
    supersede_older(history, services)
    return closed


def supersede_older(history: History, services: Services) -> None:
    """Mark what was deployed before this run. What cannot be marked is told; the next run does it."""
    for release in history.releases:
        if release.status is Status.DEPLOYED:
            try:
                services.releases.update(release.with_status(Status.SUPERSEDED, release.info.description))
            except KubeError as error:
                services.emit(Warned(f"revision {release.revision} could not be marked as superseded: {error}"))


def close_failed(
    revision: Release, what: str, error: WerfpyError, runs: Iterable[Ran], services: Services
) -> WerfpyError:
    """Record failure; returns the error to raise.

    Where the record itself cannot be written, that is part of what is told: the next run will find it pending.
    """
    description = f'{what} "{revision.name}" failed: {_one_line(error)}'
    try:
        closed = services.releases.update(
            with_hook_runs(revision.with_status(Status.FAILED, description, at=services.now()), runs)
        )
    except WerfpyError as unwritten:
        state = f"revision {revision.revision} could not be recorded as failed ({unwritten}); it stays pending"
        return DeployFailed(f"{what.upper()} FAILED: {state}", [error], hint="the next deploy will close it")
    _tell(closed, services)
    if isinstance(error, Interrupted):
        return error
    if isinstance(error, DeployFailed):
        return DeployFailed(f"{what.upper()} FAILED: {error.summary}", error.problems, hint=error.hint)
    return DeployFailed(f"{what.upper()} FAILED", [error])


def with_hook_runs(revision: Release, runs: Iterable[Ran]) -> Release:
    """The record with the last run of each hook."""
    last = {(run.ref.kind, run.ref.name): run for run in runs}

    def ran(record: HookRecord) -> HookRecord:
        run = last.get((record.kind, record.name))
        if run is None:
            return record
        return replace(record, last_run=HookRun(format_time(run.started_at), format_time(run.completed_at), run.phase))

    return replace(revision, hooks=tuple(map(ran, revision.hooks)))


def _tell(revision: Release, services: Services) -> None:
    services.emit(RevisionSaved(revision.name, revision.revision, str(revision.status), revision.info.description))


def _one_line(error: WerfpyError) -> str:
    problems = getattr(error, "problems", ())
    told = "; ".join(problem.summary for problem in problems) if problems else error.because
    text = f"{error.summary}: {told}" if told else error.summary
    return " ".join(text.split())[:1000]
