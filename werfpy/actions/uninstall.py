"""The use case: delete a release and its objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from werfpy.actions.content import recorded_hooks, recorded_resources
from werfpy.actions.kinds import Kinds
from werfpy.actions.locking import history_without_stale, locked
from werfpy.actions.request import Waiting
from werfpy.actions.services import Services
from werfpy.actions.waiting import Waiter
from werfpy.errors import DeployFailed, Interrupted, ReleaseNotFound, WerfpyError
from werfpy.events import Outcome, RunFinished, RunStarted
from werfpy.execute.executor import ExecutionResult, Executor
from werfpy.execute.hooks import Hook, HookRunner
from werfpy.kube.live import read_live
from werfpy.plan.operations import Operation, Verb
from werfpy.plan.policy import PlanPolicy
from werfpy.plan.prune import prune
from werfpy.plan.recorded import recorded
from werfpy.release.history import History
from werfpy.release.record import Release, Status
from werfpy.release.times import format_time
from werfpy.resource.ownership import ReleaseId
from werfpy.resource.refs import ObjectRef


@dataclass(frozen=True, slots=True)
class UninstallRequest:
    """Uninstall *release*; ``keeps_history`` leaves its revisions, marked as uninstalled."""

    release: ReleaseId
    waiting: Waiting = field(default_factory=Waiting)
    keeps_history: bool = False
    runs_hooks: bool = True
    ignores_missing: bool = False
    description: str = ""


@dataclass(frozen=True, slots=True)
class UninstallResult:
    """What was deleted, and what was kept and why."""

    deleted: tuple[ObjectRef, ...]
    kept: tuple[tuple[ObjectRef, str], ...]


def uninstall(request: UninstallRequest, services: Services) -> UninstallResult:
    """Delete all objects of the release that are ours, then its record.

    Raises:
        ReleaseNotFound: There is no such release, and that is not to be ignored.
        DeployFailed: Something could not be deleted; the release is recorded as uninstalling.
        Interrupted: The run was asked to stop before all was done; the same.
    """
    if not services.releases.history(request.release.name):
        return _missing(request)
    with locked(request.release, request.waiting, services) as previous:
        history = history_without_stale(request.release, previous, request.waiting, services)
        # Whoever held the lock before us may have uninstalled it.
        return _uninstall(request, history, services) if history else _missing(request)


def _missing(request: UninstallRequest) -> UninstallResult:
    if request.ignores_missing:
        return UninstallResult((), ())
    raise ReleaseNotFound(
        f"uninstall: Release not loaded: {request.release.name}: release: not found",
        hint="`werfpy list -A` shows all releases",
    )


def _uninstall(request: UninstallRequest, history: History, services: Services) -> UninstallResult:
    started_s = services.monotonic()
    last, release = history.last, request.release
    assert last is not None
    services.emit(RunStarted("uninstall", release.name, release.namespace, last.revision))
    kinds = Kinds.of(services.client, [])
    marked = services.releases.update(last.with_status(Status.UNINSTALLING, "Deletion in progress"))
    hooks = recorded_hooks(last.hooks, kinds, release.namespace) if request.runs_hooks else ()
    waiter = _waiter(request, services)
    runner = HookRunner(
        services.client, services.emit, services.stop, waiter.until_completed, waiter.until_gone, services.now
    )
    _run_hooks(runner, hooks, "pre-delete", services)
    operations = _operations(request, history, kinds, services)
    result = _executor(services).prune(operations)
    _raise_if_stopped(services)
    _check(result, release)
    deleted = tuple(sent.operation.ref for sent in result.sent if sent.outcome is Outcome.DELETED)
    if request.waiting.is_on:
        waiter.until_gone_all(deleted)
        _raise_if_stopped(services)
    _run_hooks(runner, hooks, "post-delete", services)
    _forget(request, marked, history, services)
    elapsed_s = services.monotonic() - started_s
    services.emit(
        RunFinished(
            "uninstall", release.name, release.namespace, last.revision, "uninstalled", elapsed_s, result.counts()
        )
    )
    done = [sent.operation for sent in (*result.idle, *result.sent)]
    return UninstallResult(deleted, tuple((item.ref, item.reason) for item in done if item.verb is Verb.KEEP))


def _run_hooks(runner: HookRunner, hooks: Sequence[Hook], event: str, services: Services) -> None:
    try:
        runner.run(hooks, event)
    except WerfpyError:
        _raise_if_stopped(services)
        raise
    _raise_if_stopped(services)


def _raise_if_stopped(services: Services) -> None:
    """Without this a run that is stopped half way would forget the record of objects that are still there."""
    if services.stop.is_set():
        raise Interrupted("interrupted", hint="the release is recorded as uninstalling; run the uninstall again")


def _operations(request: UninstallRequest, history: History, kinds: Kinds, services: Services) -> tuple[Operation, ...]:
    """Delete what any revision since the last deployed one stated, if it is ours."""
    stated = recorded([recorded_resources(release, kinds) for release in history.since_deployed])
    with services.pool() as pool:
        live = read_live(services.client, [item.ref for item in stated.values()], pool=pool)
    # An adopted object belongs to the release once it was deployed well; only what was adopted since is kept.
    deployed = history.deployed.revision if history.deployed is not None else 0
    policy = PlanPolicy(request.release, keeps_adopted_after=deployed)
    found = (prune(item, live.get(item.ref), policy) for item in stated.values())
    return tuple(
        replace(operation, reason="the release is uninstalled") if operation.verb is Verb.DELETE else operation
        for operation in found
        if operation is not None
    )


def _executor(services: Services) -> Executor:
    def gone_or_same(operation: Operation, live: object) -> Operation:
        if live is None:
            return Operation(operation.ref, Verb.NOTHING)
        return Operation(operation.ref, Verb.KEEP, reason="it was made anew while the release was uninstalled")

    return Executor(services.client, gone_or_same, services.emit, services.stop, services.width)


def _waiter(request: UninstallRequest, services: Services) -> Waiter:
    timeout_s = request.waiting.timeout_s
    return Waiter(services, services.monotonic() + timeout_s if timeout_s else float("inf"))


def _check(result: ExecutionResult, release: ReleaseId) -> None:
    if result.failures:
        raise DeployFailed(
            f"uninstall of {release} is not complete: {len(result.failures)} objects could not be deleted",
            result.failures,
            hint="run the uninstall again when the cause is gone",
        )


def _forget(request: UninstallRequest, marked: Release, history: History, services: Services) -> None:
    if not request.keeps_history:
        # The newest one last: until it is gone a second run finds what is left to do.
        for revision in history.releases:
            services.releases.delete(request.release.name, revision.revision)
        return
    description = request.description or "Uninstallation complete"
    closed = marked.with_status(Status.UNINSTALLED, description)
    services.releases.update(replace(closed, info=replace(closed.info, deleted=format_time(services.now()))))
    for release in history.releases:
        if release.status is Status.DEPLOYED and release.revision != marked.revision:
            services.releases.update(release.with_status(Status.SUPERSEDED, release.info.description))
