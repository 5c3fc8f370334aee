"""A cluster that plays a script: what lists answer, then one watch event after the other, in one global order."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from werfpy.errors import NotFound
from werfpy.resource.refs import GVK, ObjectRef

_PATIENCE_S = 10.0


class Clock:
    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@dataclass(frozen=True)
class Listing:
    items: list[Any]
    resource_version: str = "1"


@dataclass(frozen=True)
class WatchEvent:
    type: str
    object: Any


@dataclass(frozen=True)
class Step:
    """One event of the script. It comes when an event of type ``once`` was told, and ``after_s`` on the clock."""

    type: str
    object: Any
    after_s: float = 0.0
    once: type | None = None


@dataclass
class Cluster:
    """Answers as scripted.

    ``errors`` maps (verb, kind) to what is raised in turn; the last one (None: nothing) stays.
    ``told`` are the events of the wait, for the steps that come once something was told.
    """

    lists: dict[str, list[Any]] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)
    logs: dict[str, list[str]] = field(default_factory=dict)
    errors: dict[tuple[str, str], list[Exception | None]] = field(default_factory=dict)
    clock: Clock = field(default_factory=Clock)
    requests: list[tuple[str, str, str]] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    on_list: Callable[[], object] = lambda: None

    def __post_init__(self) -> None:
        self._turn = 0
        self._changed = threading.Condition()

    def _fail(self, verb: str, kind: str) -> None:
        waiting = self.errors.get((verb, kind), [None])
        error = waiting[0] if len(waiting) == 1 else waiting.pop(0)
        if error is not None:
            raise error

    def get(self, ref: ObjectRef) -> Any:
        self.requests.append(("get", ref.kind, ref.name))
        self._fail("get", ref.kind)
        for item in self.lists.get(ref.kind, []):
            if item["metadata"]["name"] == ref.name:
                return item
        raise NotFound(f"{ref} not found", status=404)

    def list(
        self, gvk: GVK, namespace: str | None = None, *, label_selector: str = "", field_selector: str = ""
    ) -> Listing:
        self.requests.append(("list", gvk.kind, label_selector or field_selector))
        self._fail("list", gvk.kind)
        listing = Listing([*self.lists.get(gvk.kind, [])])
        self.on_list()
        return listing

    def watch(
        self,
        gvk: GVK,
        namespace: str | None,
        *,
        resource_version: str,
        label_selector: str = "",
        field_selector: str = "",
        stop: threading.Event | None = None,
    ) -> Iterator[WatchEvent]:
        assert stop is not None
        self.requests.append(("watch", gvk.kind, resource_version))
        self._fail("watch", gvk.kind)
        while not stop.is_set():
            step = self._await_turn(gvk.kind, stop)
            if step is None:
                return
            self.clock.now_s += step.after_s
            if step.type == "END":
                self._next()
                return
            yield WatchEvent(step.type, step.object)
            self._next()

    def pod_logs(
        self, namespace: str, pod: str, container: str, *, tail_lines: int = 20, previous: bool = False
    ) -> list[str]:
        self.requests.append(("logs", f"{pod}/{container}", "previous" if previous else ""))
        self._fail("logs", "Pod")
        return self.logs.get(f"{pod}/{container}", [])[-tail_lines:]

    def _is_due(self, step: Step) -> bool:
        return step.once is None or any(isinstance(event, step.once) for event in self.told)

    def _next(self) -> None:
        with self._changed:
            self._turn += 1
            self._changed.notify_all()

    def _await_turn(self, kind: str, stop: threading.Event) -> Step | None:
        with self._changed:
            waited = 0.0
            while not stop.is_set():
                if self._turn < len(self.steps):
                    step = self.steps[self._turn]
                    if step.object["kind"] == kind and self._is_due(step):
                        return step
                if waited > _PATIENCE_S:
                    raise AssertionError("the script is over and the wait goes on")
                self._changed.wait(0.02)
                waited += 0.02
        return None
