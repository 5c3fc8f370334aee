"""A plan is walked kind after kind; what fails stops what comes after it, and conflicts are decided again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import orjson
import pytest

from tests.fakes.memory_transport import MemoryTransport, status
from werfpy.errors import Conflict, Forbidden, NotFound, NotOwned
from werfpy.events import Event, OperationFinished, OperationStarted, Outcome
from werfpy.execute.conflicts import RetryPolicy
from werfpy.execute.executor import Executor
from werfpy.execute.send import send
from werfpy.kube.client import Client
from werfpy.kube.transport import Request, Response
from werfpy.merge.patch_type import PatchType
from werfpy.merge.three_way import MergePatch
from werfpy.plan.operations import Operation, Verb
from werfpy.resource.refs import ObjectRef

FAST = RetryPolicy(tries=3, first_wait_s=0.0, jitter=lambda: 0.0)


def manifest(kind: str = "ConfigMap", name: str = "a", **data: str) -> dict[str, Any]:
    api_version = "apps/v1" if kind == "Deployment" else "v1"
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": name, "namespace": "shop"}, "data": data}


def creation(kind: str = "ConfigMap", name: str = "a") -> Operation:
    stated = manifest(kind, name)
    return Operation(ObjectRef.of(stated), Verb.CREATE, modified=stated)


def update(current: dict[str, Any], **data: str) -> Operation:
    patch = MergePatch({"data": data}, PatchType.MERGE)
    return Operation(ObjectRef.of(current), Verb.UPDATE, modified=manifest(**data), current=current, patch=patch)


def deletion(current: dict[str, Any]) -> Operation:
    return Operation(ObjectRef.of(current), Verb.DELETE, current=current)


def unasked(operation: Operation, live: Any) -> Operation:
    raise AssertionError(f"nobody should decide about {operation.ref} again")


def executor(transport: MemoryTransport, events: list[Event], redecide: Callable[..., Operation] = unasked) -> Executor:
    return Executor(Client(transport), redecide, events.append, threading.Event(), width=4, retry=FAST)


def refusing(part: str) -> Callable[[Request], Response | None]:
    return lambda request: status(403, "Forbidden", "no") if request.method != "GET" and part in request.path else None


def sending(transport: MemoryTransport, operation: Operation, redecide: Callable[..., Operation] = unasked) -> Any:
    return send(operation, Client(transport), redecide, retry=FAST, stop=threading.Event())


def test_kinds_are_created_in_helms_order_whatever_the_plans_order() -> None:
    transport = MemoryTransport()
    executor(transport, []).apply([creation("Deployment"), creation("Service"), creation("ConfigMap")])
    assert [path.rpartition("/")[2] for path in transport.paths("POST")] == ["configmaps", "services", "deployments"]


def test_kinds_are_deleted_in_the_other_order() -> None:
    transport = MemoryTransport()
    live = [transport.put(manifest(kind)) for kind in ("ConfigMap", "Service", "Deployment")]
    executor(transport, []).prune([deletion(item) for item in live])
    assert [path.split("/")[-2] for path in transport.paths("DELETE")] == ["services", "deployments", "configmaps"]


def test_a_failure_lets_its_kind_end_and_stops_the_next() -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda request: status(403, "Forbidden") if b'"bad"' in (request.body or b"") else None)
    result = executor(transport, []).apply([creation("Deployment"), creation(name="bad"), creation(name="good")])
    assert [sent.operation.ref.name for sent in result.sent] == ["good"]
    assert [type(error) for error in result.failures] == [Forbidden]
    assert not any("deployments" in path for path in transport.paths("POST"))


def test_a_deletion_that_fails_stops_nothing_else() -> None:
    transport = MemoryTransport()
    live = [transport.put(manifest(kind)) for kind in ("Deployment", "ConfigMap")]
    transport.faults.append(refusing("deployments"))
    result = executor(transport, []).prune([deletion(item) for item in live])
    assert [sent.outcome for sent in result.sent] == [Outcome.DELETED]
    assert len(result.failures) == 1
    assert result.counts() == {"deleted": 1, "failed": 1}


def test_a_run_that_is_asked_to_stop_begins_no_other_kind() -> None:
    transport, events = MemoryTransport(), list[Event]()
    walking = executor(transport, events)
    stopping = replace(walking, emit=lambda event: walking.stop.set())
    result = stopping.apply([creation("ConfigMap"), creation("Deployment")])
    assert len(transport.paths("POST")) == 1
    assert [sent.operation.ref.kind for sent in result.sent] == ["ConfigMap"]
    assert result.failures == []


def test_what_needs_no_request_is_told_and_counted() -> None:
    transport, events = MemoryTransport(), list[Event]()
    idle = [
        Operation(ObjectRef.of(manifest()), Verb.NOTHING, current=manifest()),
        Operation(ObjectRef.of(manifest(name="b")), Verb.KEEP, reason="why"),
    ]
    result = executor(transport, events).apply(idle)
    assert transport.sent == []
    assert result.counts() == {"unchanged": 1, "kept": 1}
    assert [event.outcome for event in events if isinstance(event, OperationFinished)] == [
        Outcome.UNCHANGED,
        Outcome.KEPT,
    ]


def test_each_write_is_told_before_and_after() -> None:
    events: list[Event] = []
    result = executor(MemoryTransport(), events).apply([creation()])
    assert [type(event) for event in events] == [OperationStarted, OperationFinished]
    assert [operation.verb for operation in result.created()] == [Verb.CREATE]


def test_a_patch_is_conditional_on_what_it_was_computed_from() -> None:
    transport = MemoryTransport()
    live = transport.put({**manifest(), "metadata": {**manifest()["metadata"], "uid": "u1"}})
    sending(transport, update(live, a="2"))
    (body,) = [orjson.loads(request.body or b"") for request in transport.sent if request.method == "PATCH"]
    assert body["metadata"] == {"uid": "u1", "resourceVersion": live["metadata"]["resourceVersion"]}


def test_a_conflict_reads_again_and_decides_again() -> None:
    transport = MemoryTransport()
    stale = transport.put(manifest(a="1"))
    fresh = transport.put(manifest(a="1", b="theirs"))
    seen: list[Any] = []

    def redecide(operation: Operation, live: Any) -> Operation:
        seen.append(live)
        return update(live, a="2")

    sent = sending(transport, update(stale, a="2"), redecide)
    assert seen == [fresh]
    assert sent.outcome is Outcome.CONFIGURED


def test_an_object_that_keeps_changing_is_given_up() -> None:
    transport = MemoryTransport()
    live = transport.put(manifest())
    transport.faults.append(lambda request: status(409, "Conflict") if request.method == "PATCH" else None)
    with pytest.raises(Conflict, match="changed while we wrote to it") as caught:
        sending(transport, update(live), lambda operation, _: operation)
    assert len(transport.paths("PATCH")) == FAST.tries
    assert "tried 3 times" in caught.value.because
    assert caught.value.hint


def test_a_creation_that_meets_an_object_may_be_refused() -> None:
    transport = MemoryTransport([manifest()])

    def redecide(operation: Operation, live: Any) -> Operation:
        raise NotOwned("not ours")

    with pytest.raises(NotOwned):
        sending(transport, creation(), redecide)
    assert len(transport.paths("POST")) == 1


def test_an_update_of_what_was_deleted_decides_about_nothing() -> None:
    seen: list[Any] = []

    def redecide(operation: Operation, live: Any) -> Operation:
        seen.append(live)
        return creation()

    assert sending(MemoryTransport(), update(manifest()), redecide).outcome is Outcome.CREATED
    assert seen == [None]


def test_deleting_what_is_gone_is_done() -> None:
    sent = sending(MemoryTransport(), deletion(manifest()))
    assert (sent.outcome, sent.live) == (Outcome.DELETED, None)


def test_a_creation_in_a_missing_namespace_is_not_tried_again() -> None:
    transport = MemoryTransport()
    transport.faults.append(
        lambda request: status(404, "NotFound", "no namespace") if request.method == "POST" else None
    )
    with pytest.raises(NotFound):
        sending(transport, creation())
    assert len(transport.paths("POST")) == 1


def test_a_run_that_is_asked_to_stop_tries_no_second_time() -> None:
    transport, stop = MemoryTransport([manifest()]), threading.Event()
    stop.set()
    with pytest.raises(Conflict):
        send(creation(), Client(transport), unasked, retry=FAST, stop=stop)


def test_waits_double() -> None:
    waited: list[float | None] = []

    class Stop(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            waited.append(timeout)
            return False

    policy = RetryPolicy(first_wait_s=0.1, jitter=lambda: 0.5)
    for attempt in (0, 1, 2):
        policy.wait(attempt, Stop())
    assert waited == pytest.approx([0.1, 0.2, 0.4])
