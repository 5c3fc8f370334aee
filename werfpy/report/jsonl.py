"""Events as JSON, one a line: an interface for programs. Every field is documented in docs/reference/events.md."""

from __future__ import annotations

import dataclasses
import json
import re
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TextIO

from werfpy.errors import WerfpyError
from werfpy.events import Event
from werfpy.json_types import JSONValue
from werfpy.merge.diff_types import FieldChange
from werfpy.report.failures import parts_of
from werfpy.report.words import is_there
from werfpy.resource.refs import ObjectRef

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


def event_name(kind: type[Any]) -> str:
    """``ResourceReady`` is told as ``resource_ready``."""
    return _HUMP.sub("_", kind.__name__).lower()


def event_json(event: Event) -> dict[str, JSONValue]:
    """An event as a JSON object, without its time. Fields have the names of the dataclass.

    The ``event`` of a hook (pre-install…) is told as ``hook_event``.
    """
    fields = {field_name(one.name): _json(getattr(event, one.name)) for one in dataclasses.fields(event)}
    return {"event": event_name(type(event)), **fields}


def field_name(attribute: str) -> str:
    """The name in JSON of a field of an event's dataclass."""
    return "hook_event" if attribute == "event" else attribute


def error_json(error: BaseException) -> dict[str, JSONValue]:
    """An error as a JSON object: ``code``, ``summary``, ``at``, ``because``, ``hint``, ``problems``; no empty ones."""
    if isinstance(error, WerfpyError):
        told = {name: getattr(error, name) for name in ("code", "summary", "at", "because", "hint")}
    else:
        summary = str(error.message) if isinstance(error, BaseExceptionGroup) else f"{type(error).__name__}: {error}"
        told = {"code": "internal", "summary": summary}
    told["problems"] = [error_json(part) for part in parts_of(error)]
    return {name: value for name, value in told.items() if value}


def ref_json(ref: ObjectRef) -> dict[str, str]:
    """An object's name as JSON; ``namespace`` is missing for cluster-scoped ones."""
    named = {"apiVersion": ref.gvk.api_version, "kind": ref.gvk.kind, "namespace": ref.namespace, "name": ref.name}
    return {key: value for key, value in named.items() if value}


def change_json(change: FieldChange) -> dict[str, JSONValue]:
    """A changed field as JSON; ``before`` or ``after`` is missing where the field is."""
    sides = {"before": change.before, "after": change.after}
    return {"path": change.path, **{side: value for side, value in sides.items() if is_there(value)}}


def _json(value: Any) -> JSONValue:
    if isinstance(value, ObjectRef):
        return ref_json(value)
    if isinstance(value, FieldChange):
        return change_json(value)
    if isinstance(value, tuple):
        return [_json(one) for one in value]
    if isinstance(value, float):
        return round(value, 3)
    return value


def _utc_now() -> datetime:
    return datetime.now(UTC)


class JsonReport:
    """Writes one JSON object a line as events come; may be called from several threads.

    Args:
        stream: Where lines go; flushed after each.
        now: The time to write, with its zone.
    """

    def __init__(self, stream: TextIO, *, now: Callable[[], datetime] = _utc_now) -> None:
        self._stream = stream
        self._now = now
        self._lock = threading.Lock()

    def __call__(self, event: Event) -> None:
        """Tell an event."""
        self._write(event_json(event))

    def failure(self, error: BaseException) -> None:
        """Tell how the run failed: the event ``error``, in the same stream, so that a program reads one."""
        self._write({"event": "error", **error_json(error)})

    def close(self) -> None:
        """Nothing is left open."""

    def _write(self, told: dict[str, JSONValue]) -> None:
        with self._lock:
            time = self._now().astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
            line = json.dumps({"event": told["event"], "time": time, **told}, ensure_ascii=False, default=str)
            self._stream.write(line + "\n")
            self._stream.flush()
