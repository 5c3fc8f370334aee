"""Walks a plan: kinds in Helm's order, the objects of one kind side by side."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from itertools import groupby
from typing import TypeAlias

from werfpy.errors import Interrupted, WerfpyError
from werfpy.events import Emit, OperationFinished, OperationStarted, Outcome
from werfpy.execute.conflicts import Redecide, RetryPolicy
from werfpy.execute.send import OUTCOMES, Sent, send
from werfpy.kube.client import Client
from werfpy.plan.operations import Operation, Verb
from werfpy.resource.order import install_rank, uninstall_rank

Rank: TypeAlias = Callable[[str], tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Executor:
    """Sends operations.

    Args:
        client: Where to.
        redecide: Asked after a conflict.
        emit: Told of each start and end, from several threads.
        stop: Set when the run must end: nothing new is begun, what was begun is finished.
        width: How many requests may be under way at once.
    """

    client: Client
    redecide: Redecide
    emit: Emit
    stop: threading.Event
    width: int = 24
    retry: RetryPolicy = field(default_factory=RetryPolicy)

    def apply(self, operations: Sequence[Operation]) -> ExecutionResult:
        """Create and update, kind after kind in Helm's install order; stops after a kind in which something failed."""
        return self._run(operations, install_rank)

    def prune(self, operations: Sequence[Operation]) -> ExecutionResult:
        """Delete, kind after kind in Helm's uninstall order; a failure stops nothing else."""
        return self._run(operations, uninstall_rank, keep_going=True)

    def _run(self, operations: Sequence[Operation], rank: Rank, *, keep_going: bool = False) -> ExecutionResult:
        result = ExecutionResult()
        idle = [operation for operation in operations if not operation.is_write]
        for operation in idle:
            self._tell_idle(operation, result)
        writes = [operation for operation in operations if operation.is_write]
        with ThreadPoolExecutor(self.width, thread_name_prefix="werfpy-write") as pool:
            for stage in _stages(writes, rank):
                self._run_stage(stage, pool, result)
                if self.stop.is_set() or (result.failures and not keep_going):
                    break
        return result

    def _run_stage(self, stage: Sequence[Operation], pool: ThreadPoolExecutor, result: ExecutionResult) -> None:
        pending: dict[Future[Sent], Operation] = {}
        for operation in stage:
            pending[pool.submit(self._send, operation)] = operation
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                self._collect(pending.pop(future), future, result)

    def _send(self, operation: Operation) -> Sent:
        if self.stop.is_set():
            raise Interrupted(f"{operation.ref}: {operation.verb} was not begun, for the run was asked to stop")
        self.emit(OperationStarted(operation.ref, str(operation.verb)))
        return send(operation, self.client, self.redecide, retry=self.retry, stop=self.stop)

    def _collect(self, operation: Operation, future: Future[Sent], result: ExecutionResult) -> None:
        try:
            sent = future.result()
        except WerfpyError as error:
            result.failures.append(error)
            self.emit(OperationFinished(operation.ref, Outcome.FAILED, detail=error.summary))
            return
        result.sent.append(sent)
        self.emit(OperationFinished(sent.operation.ref, sent.outcome, sent.operation.changes, sent.operation.reason))

    def _tell_idle(self, operation: Operation, result: ExecutionResult) -> None:
        outcome = OUTCOMES[operation.verb]
        result.idle.append(Sent(operation, outcome, operation.current))
        self.emit(OperationFinished(operation.ref, outcome, detail=operation.reason))


@dataclass(slots=True)
class ExecutionResult:
    """What was done and what failed; what is in neither was not begun. ``idle`` needed no request."""

    sent: list[Sent] = field(default_factory=list)
    idle: list[Sent] = field(default_factory=list)
    failures: list[WerfpyError] = field(default_factory=list)

    def created(self) -> list[Operation]:
        """The objects that this run created."""
        return [sent.operation for sent in self.sent if sent.operation.verb is Verb.CREATE]

    def counts(self) -> dict[str, int]:
        """Number of objects by outcome."""
        totals: dict[str, int] = {}
        for sent in (*self.sent, *self.idle):
            totals[str(sent.outcome)] = totals.get(str(sent.outcome), 0) + 1
        if self.failures:
            totals[str(Outcome.FAILED)] = len(self.failures)
        return totals


def _stages(operations: Sequence[Operation], rank: Rank) -> Iterator[list[Operation]]:
    def key(operation: Operation) -> tuple[int, str]:
        return rank(operation.ref.kind)

    for _, stage in groupby(sorted(operations, key=key), key):
        yield list(stage)
