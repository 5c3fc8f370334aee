"""Does what a draft says: hooks, writes, waiting, pruning; in that order, and each only if the one before went well."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from werfpy.actions.draft import Draft
from werfpy.actions.new_kinds import until_served
from werfpy.actions.services import Services
from werfpy.actions.waiting import Waiter
from werfpy.errors import DeployFailed, Interrupted, WerfpyError
from werfpy.events import OperationFinished, Outcome
from werfpy.execute.conflicts import Redecide
from werfpy.execute.executor import ExecutionResult, Executor
from werfpy.execute.hooks import HookRun, HookRunner
from werfpy.json_types import Manifest
from werfpy.plan.decide import decide
from werfpy.plan.operations import Operation, Verb
from werfpy.plan.prune import prune
from werfpy.plan.recorded import Recorded
from werfpy.plan.repairing import inspected, needs_inspection
from werfpy.resource.identity import identity
from werfpy.resource.model import Resource
from werfpy.resource.ownership import Ownership, classify
from werfpy.resource.refs import ObjectRef


@dataclass(slots=True)
class Done:
    """What was done until the end, or until something failed; filled as it happens."""

    applied: ExecutionResult = field(default_factory=ExecutionResult)
    pruned: ExecutionResult = field(default_factory=ExecutionResult)
    hook_runs: list[HookRun] = field(default_factory=list)

    def counts(self) -> dict[str, int]:
        """Number of objects by outcome."""
        totals = dict(self.applied.counts())
        for outcome, count in self.pruned.counts().items():
            totals[outcome] = totals.get(outcome, 0) + count
        return totals


def carry_out(draft: Draft, services: Services, waiter: Waiter, done: Done) -> None:
    """Do everything that *draft* plans; *done* is filled on the way, so that it is right after a failure too.

    Raises:
        Interrupted: The run was asked to stop.
        WerfpyError: The first thing that failed; several failed writes as one DeployFailed.
    """
    executor = Executor(services.client, redecide(draft), services.emit, services.stop, services.width)
    _apply_crds(draft, executor, waiter, services, done)
    _hooks(draft, services, waiter, f"pre-{draft.point}", done)
    _apply(draft, executor, waiter, services, done)
    _ready(draft, waiter, services, done)
    _prune(draft, executor, services, done)
    _hooks(draft, services, waiter, f"post-{draft.point}", done)


def redecide(draft: Draft) -> Redecide:
    """Decide again about an object that changed after it was read, by the same rules as the plan did."""
    planning = draft.planning
    resources = {resource.identity: resource for resource in draft.content.resources}

    def again(operation: Operation, live: Manifest | None) -> Operation:
        key = identity(operation.ref)
        past: Recorded | None = planning.recorded.get(key)
        resource: Resource | None = resources.get(key)
        if resource is not None:
            decided = decide(resource, past, live, planning.policy)
            found = planning.inspections.get(operation.ref)
            return inspected(decided, found) if found and needs_inspection(decided) else decided
        if past is not None and operation.verb is Verb.DELETE:
            if _is_made_anew(operation, live) and classify(live or {}, planning.policy.release) is not Ownership.OURS:
                return Operation(operation.ref, Verb.KEEP, current=live, reason="it was made anew by somebody else")
            return prune(past, live, planning.policy) or Operation(operation.ref, Verb.NOTHING)
        return Operation(operation.ref, Verb.NOTHING, current=live)

    return again


def _is_made_anew(operation: Operation, live: Manifest | None) -> bool:
    """Is it another object of the same name than the one that the plan knew?"""
    if live is None or operation.current is None:
        return False
    return bool(live["metadata"].get("uid") != operation.current["metadata"].get("uid"))


def _apply_crds(draft: Draft, executor: Executor, waiter: Waiter, services: Services, done: Done) -> None:
    """CRDs first, and only go on when the API serves them: the objects of their kinds come later in the same run."""
    stated = [operation for operation in draft.planning.plan.apply if operation.ref.kind == _CRD]
    operations = [*draft.planning.crds, *stated]
    if not any(operation.is_write for operation in operations):
        return
    result = executor.apply(operations)
    _add(done.applied, result)
    _raise_failures(result, services)
    waiter.until_ready([sent.operation.ref for sent in result.sent], _live_of(result))
    until_served([sent.operation.modified for sent in result.sent], services, waiter.deadline_s)


_CRD = "CustomResourceDefinition"


def _apply(draft: Draft, executor: Executor, waiter: Waiter, services: Services, done: Done) -> None:
    told = {identity(sent.operation.ref) for sent in (*done.applied.sent, *done.applied.idle)}
    rest = [operation for operation in draft.planning.plan.apply if identity(operation.ref) not in told]
    result = executor.apply(rest)
    _add(done.applied, result)
    _raise_failures(result, services)


def _ready(draft: Draft, waiter: Waiter, services: Services, done: Done) -> None:
    if draft.request.waiting.is_on:
        waiter.until_ready([operation.ref for operation in draft.planning.plan.apply], _live_of(done.applied))
    _raise_if_stopped(services)


def _prune(draft: Draft, executor: Executor, services: Services, done: Done) -> None:
    result = executor.prune(draft.planning.plan.prune)
    _add(done.pruned, result)
    _raise_failures(result, services)


def _hooks(draft: Draft, services: Services, waiter: Waiter, event: str, done: Done) -> None:
    if not draft.request.runs_hooks or not draft.content.hooks:
        return
    runner = HookRunner(
        services.client, services.emit, services.stop, waiter.until_completed, waiter.until_gone, services.now
    )
    try:
        done.hook_runs.extend(runner.run(draft.content.hooks, event))
    except WerfpyError as error:
        done.hook_runs.extend(getattr(error, "runs", ()))
        _raise_if_stopped(services)
        raise
    _raise_if_stopped(services)


def clean_up(done: Done, services: Services) -> None:
    """Delete what this run created; used after a failure where the user, or Helm 2's mode, asks for it."""
    for operation in reversed(done.applied.created()):
        try:
            services.client.delete(operation.ref, propagation="Background")
        except WerfpyError as error:
            services.emit(OperationFinished(operation.ref, Outcome.FAILED, detail=f"clean-up: {error.summary}"))
            continue
        services.emit(OperationFinished(operation.ref, Outcome.DELETED, detail="clean-up after the failure"))


def _add(total: ExecutionResult, part: ExecutionResult) -> None:
    total.sent.extend(part.sent)
    total.idle.extend(part.idle)
    total.failures.extend(part.failures)


def _live_of(result: ExecutionResult) -> dict[ObjectRef, Manifest]:
    return {sent.operation.ref: sent.live for sent in (*result.sent, *result.idle) if sent.live is not None}


def _raise_failures(result: ExecutionResult, services: Services) -> None:
    _raise_if_stopped(services)
    raise_all(result.failures)


def raise_all(failures: Iterable[WerfpyError]) -> None:
    """Raise the only failure as it is, several as one DeployFailed."""
    found = list(failures)
    if len(found) == 1:
        raise found[0]
    if found:
        raise DeployFailed(f"{len(found)} objects could not be written", found)


def _raise_if_stopped(services: Services) -> None:
    if services.stop.is_set():
        raise Interrupted("interrupted", hint="the revision was recorded as failed; deploy again to go on")
