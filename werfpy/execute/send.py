"""One operation to the API calls that it takes."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from werfpy.errors import AlreadyExists, Conflict, NotFound
from werfpy.events import Outcome
from werfpy.execute.conflicts import Redecide, RetryPolicy
from werfpy.json_types import Manifest
from werfpy.kube.client import Client
from werfpy.plan.operations import Operation, Verb


@dataclass(frozen=True, slots=True)
class Sent:
    """What became of an operation.

    ``operation`` is what was really done: a conflict may have changed it. ``live`` is the object as the API server
    returned it; None after a deletion.
    """

    operation: Operation
    outcome: Outcome
    live: Manifest | None


OUTCOMES = {
    Verb.CREATE: Outcome.CREATED,
    Verb.UPDATE: Outcome.CONFIGURED,
    Verb.ADOPT: Outcome.ADOPTED,
    Verb.NOTHING: Outcome.UNCHANGED,
    Verb.DELETE: Outcome.DELETED,
    Verb.KEEP: Outcome.KEPT,
}


def send(
    operation: Operation, client: Client, redecide: Redecide, *, retry: RetryPolicy, stop: threading.Event
) -> Sent:
    """Do *operation*. Every write is conditional on the state that it was decided on.

    Raises:
        Conflict: The object kept changing under us.
        KubeError: The API server refused for another reason.
        PlanError: After a conflict the object is no longer ours to write.
    """
    attempt = 0
    while True:
        try:
            return Sent(operation, OUTCOMES[operation.verb], _write(operation, client))
        except (Conflict, AlreadyExists, NotFound) as error:
            if isinstance(error, NotFound) and operation.verb in (Verb.CREATE, Verb.DELETE):
                if operation.verb is Verb.DELETE:
                    return Sent(operation, Outcome.DELETED, None)
                raise
            attempt += 1
            if attempt >= retry.tries or stop.is_set():
                raise _conflict_told(operation, error, attempt) from error
            retry.wait(attempt, stop)
            operation = redecide(operation, _read(operation, client))


def _write(operation: Operation, client: Client) -> Manifest | None:
    match operation.verb:
        case Verb.CREATE:
            return client.create(operation.modified, namespace=operation.ref.namespace)
        case Verb.UPDATE | Verb.ADOPT:
            assert operation.patch is not None
            body = conditional_body(operation)
            return client.patch(operation.ref, body, operation.patch.type)
        case Verb.DELETE:
            client.delete(operation.ref, propagation="Background", uid=_uid(operation.current))
            return None
        case _:
            return operation.current


def conditional_body(operation: Operation) -> Manifest:
    """The patch, made conditional on the uid and resourceVersion of the object that it was computed from.

    The API server checks both when a patch names them (409 where they differ).
    """
    assert operation.patch is not None
    body: Manifest = dict(operation.patch.body)
    live = (operation.current or {}).get("metadata") or {}
    pins = {key: live[key] for key in ("uid", "resourceVersion") if live.get(key)}
    body["metadata"] = {**(body.get("metadata") or {}), **pins}
    return body


def _read(operation: Operation, client: Client) -> Manifest | None:
    try:
        return client.get(operation.ref)
    except NotFound:
        return None


def _uid(live: Manifest | None) -> str:
    return str(((live or {}).get("metadata") or {}).get("uid") or "")


def _conflict_told(operation: Operation, error: Exception, attempts: int) -> Conflict:
    return Conflict(
        f"{operation.ref}: the live object changed while we wrote to it",
        status=409,
        reason="Conflict",
        because=f"{error} (tried {attempts} times)",
        hint="another writer changes it all the time; find it with `kubectl get -o yaml --show-managed-fields`",
    )


def unchanged(operation: Operation) -> Operation:
    """The same operation with nothing to send."""
    return replace(operation, verb=Verb.NOTHING, patch=None, changes=())
