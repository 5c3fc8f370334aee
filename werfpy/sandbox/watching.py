"""WATCH: a stream of changes from a resourceVersion on, one JSON document a line."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Final

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.conversion import from_storage
from werfpy.sandbox.listing import selector_of
from werfpy.sandbox.refusals import Findings, Refused, invalid
from werfpy.sandbox.selectors import Predicate
from werfpy.sandbox.store import Change

_BOOKMARK_EVERY_S: Final = 10.0
_LOOK_AROUND_S: Final = 1.0
_DEFAULT_TIMEOUT_S: Final = 1800.0
Event = tuple[str, Manifest]


def watch_events(api: Api, target: Target, call: Call, is_stopped: Callable[[], bool]) -> Iterator[Event]:
    """The events of a watch: ADDED, MODIFIED, DELETED, BOOKMARK, ERROR with the object each.

    Selectors and the resourceVersion are checked before the first event is asked for. The stream ends after
    ``timeoutSeconds``, when *is_stopped*, or when it cannot go on (then the last event is ERROR with 410).

    Raises:
        Refused: 400 or 500, a parameter cannot be read.
    """
    matches = selector_of(call, target.resource, target.name)
    start = _start(call)
    if call.is_set("sendInitialEvents"):
        _check_streaming_list(call)
        start = None
    return _events(api, target, call, _Watch(matches, start, is_stopped))


def _check_streaming_list(call: Call) -> None:
    if call.option("resourceVersionMatch") != "NotOlderThan":
        findings = Findings()
        why = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"
        findings.forbidden("resourceVersionMatch", why)
        raise invalid("meta.k8s.io", "ListOptions", "", findings.causes)


class _Watch:
    """What one watch has to remember."""

    def __init__(self, matches: Predicate, start: int | None, is_stopped: Callable[[], bool]) -> None:
        self.matches = matches
        self.start = start
        self.is_stopped = is_stopped


def _start(call: Call) -> int | None:
    """The resourceVersion to go on from; None: begin with what is there."""
    text = call.option("resourceVersion")
    if text in ("", "0"):
        return None
    try:
        return int(text)
    except ValueError:
        message = f'resourceVersion: Invalid value: "{text}": strconv.ParseUint: parsing "{text}": invalid syntax'
        raise Refused(500, "", message) from None


def _events(api: Api, target: Target, call: Call, watch: _Watch) -> Iterator[Event]:
    resource = target.resource
    deadline = time.monotonic() + float(call.option("timeoutSeconds") or _DEFAULT_TIMEOUT_S)
    bookmark_at = time.monotonic() + _BOOKMARK_EVERY_S
    with api.store.lock:
        revision = api.store.revision if watch.start is None else watch.start
        present = api.store.objects(resource.key, target.namespace) if watch.start is None else []
    yield from (("ADDED", from_storage(resource, item)) for item in present if watch.matches(item))
    if call.is_set("sendInitialEvents") and call.is_set("allowWatchBookmarks"):
        yield "BOOKMARK", _bookmark(target, revision, {"k8s.io/initial-events-end": "true"})
    while not watch.is_stopped() and time.monotonic() < deadline:
        try:
            with api.store.lock:
                api.store.check_history(revision)
                changes = api.store.changes_after(revision)
        except Refused as refused:
            yield "ERROR", refused.status()
            return
        revision = changes[-1].revision if changes else revision
        for event in filter(None, (_event(change, target, watch.matches) for change in changes)):
            yield event[0], from_storage(resource, event[1])
        if time.monotonic() >= bookmark_at:
            bookmark_at = time.monotonic() + _BOOKMARK_EVERY_S
            if call.is_set("allowWatchBookmarks"):
                yield "BOOKMARK", _bookmark(target, revision)
        if not changes:
            api.store.wait_after(revision, min(_LOOK_AROUND_S, max(deadline - time.monotonic(), 0.01)))


def _event(change: Change, target: Target, matches: Predicate) -> Event | None:
    if change.key != target.resource.key or (target.namespace and change.name[0] != target.namespace):
        return None
    before = change.before is not None and matches(change.before)
    after = change.after is not None and matches(change.after)
    if after and change.after is not None:
        return ("MODIFIED" if before else "ADDED"), change.after
    if before and change.before is not None:
        last = change.before
        return "DELETED", {**last, "metadata": {**last["metadata"], "resourceVersion": str(change.revision)}}
    return None


def _bookmark(target: Target, revision: int, annotations: dict[str, str] | None = None) -> Manifest:
    resource = target.resource
    metadata: Manifest = {"resourceVersion": str(revision), "creationTimestamp": None}
    if annotations:
        metadata["annotations"] = annotations
    return {"kind": resource.kind, "apiVersion": resource.api_version, "metadata": metadata}
