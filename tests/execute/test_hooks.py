"""Helm's hooks: their order, what is deleted when, and what is told of failures."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.fakes.memory_transport import MemoryTransport, status
from werfpy.errors import ResourceFailed
from werfpy.events import Event, HookFinished
from werfpy.execute.hooks import BEFORE_CREATION, FAILED, SUCCEEDED, Hook, HookFailed, HookRunner
from werfpy.kube.client import Client
from werfpy.resource.model import Resource
from werfpy.resource.refs import ObjectRef

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def hook(name: str, *policies: str, weight: int = 0, kind: str = "ConfigMap", event: str = "pre-install") -> Hook:
    api_version = "batch/v1" if kind == "Job" else "v1"
    manifest = {"apiVersion": api_version, "kind": kind, "metadata": {"name": name, "namespace": "shop"}}
    return Hook(Resource(ObjectRef.of(manifest), manifest, "h.yaml"), (event,), weight, policies)


class Run:
    """A runner over an API in memory, and everything that it did: requests, waits, events."""

    def __init__(self, *live: Hook, completed: Callable[[ObjectRef], None] = lambda _: None) -> None:
        self.transport = MemoryTransport([item.resource.manifest for item in live])
        self.transport.kinds["batch", "v1"] = {"jobs": "Job"}
        self.events: list[Event] = []
        self.awaited: list[str] = []
        self.gone: list[str] = []
        self.stop = threading.Event()

        def wait(ref: ObjectRef) -> None:
            self.awaited.append(ref.name)
            completed(ref)

        self.runner = HookRunner(
            Client(self.transport),
            self.events.append,
            self.stop,
            wait,
            lambda ref: self.gone.append(ref.name),
            lambda: NOON,
        )

    def names(self, method: str) -> list[str]:
        if method == "POST":
            return [str(key[2]) for key in self.transport.objects]
        return [path.rpartition("/")[2] for path in self.transport.paths(method)]


def fails(name: str) -> Callable[[ObjectRef], None]:
    def completed(ref: ObjectRef) -> None:
        if ref.name == name:
            raise ResourceFailed(f"{ref} failed", because="exit code 1", hint="look at its logs")

    return completed


def test_hooks_run_by_weight_then_name() -> None:
    run = Run()
    runs = run.runner.run([hook("b"), hook("c", weight=-1), hook("a"), hook("z", weight=-5)], "pre-install")
    assert [item.ref.name for item in runs] == ["z", "c", "a", "b"]
    assert run.names("POST") == ["z", "c", "a", "b"]


def test_only_the_hooks_of_the_point_run() -> None:
    run = Run()
    run.runner.run([hook("a"), hook("b", event="post-install")], "pre-install")
    assert run.names("POST") == ["a"]


@pytest.mark.parametrize(("kind", "awaited"), [("Job", ["a"]), ("ConfigMap", [])])
def test_only_jobs_and_pods_are_waited_for(kind: str, awaited: list[str]) -> None:
    run = Run()
    run.runner.run([hook("a", kind=kind)], "pre-install")
    assert run.awaited == awaited


def test_a_former_one_is_deleted_and_waited_for_first() -> None:
    run = Run(hook("a"))
    run.runner.run([hook("a", BEFORE_CREATION)], "pre-install")
    assert run.gone == ["a"]
    assert run.names("POST") == ["a"]


def test_without_that_policy_a_former_one_is_in_the_way() -> None:
    with pytest.raises(HookFailed, match="pre-install hook ConfigMap shop/a failed") as caught:
        Run(hook("a")).runner.run([hook("a", SUCCEEDED)], "pre-install")
    assert "already exists" in caught.value.because
    assert "before-hook-creation" in caught.value.hint


def test_what_succeeded_is_deleted_once_all_have_run() -> None:
    run = Run()
    run.runner.run([hook("a", SUCCEEDED), hook("b"), hook("c", SUCCEEDED)], "pre-install")
    methods = [request.method for request in run.transport.sent if request.method in ("POST", "DELETE")]
    assert methods == ["POST"] * 3 + ["DELETE"] * 2
    assert run.names("DELETE") == ["c", "a"]


@pytest.mark.parametrize(("policy", "deleted"), [(FAILED, ["b", "a"]), (SUCCEEDED, ["a"])])
def test_after_a_failure_each_policy_holds_for_its_own(policy: str, deleted: list[str]) -> None:
    run = Run(completed=fails("b"))
    hooks = [hook("a", SUCCEEDED), hook("b", policy, kind="Job"), hook("c")]
    with pytest.raises(HookFailed) as caught:
        run.runner.run(hooks, "pre-install")
    assert run.names("DELETE") == deleted
    assert [(item.ref.name, item.phase) for item in caught.value.runs] == [("a", "Succeeded"), ("b", "Failed")]
    assert "c" not in run.names("POST")


def test_a_failure_says_why_and_what_to_do() -> None:
    run = Run(completed=fails("a"))
    with pytest.raises(HookFailed) as caught:
        run.runner.run([hook("a", kind="Job")], "pre-install")
    assert caught.value.because == "Job shop/a failed\nexit code 1"
    assert caught.value.hint == "look at its logs"
    (told,) = [event for event in run.events if isinstance(event, HookFinished)]
    assert not told.succeeded


def test_a_custom_resource_definition_is_never_deleted() -> None:
    run = Run()
    run.transport.kinds["", "v1"] = {"crds": "CustomResourceDefinition"}
    run.runner.run([hook("a", BEFORE_CREATION, SUCCEEDED, kind="CustomResourceDefinition")], "pre-install")
    assert run.names("DELETE") == []


def test_who_may_not_delete_may_still_create() -> None:
    run = Run()
    run.transport.faults.append(lambda request: status(403, "Forbidden") if request.method == "DELETE" else None)
    run.runner.run([hook("a", BEFORE_CREATION)], "pre-install")
    assert run.names("POST") == ["a"]


def test_a_run_that_is_asked_to_stop_begins_no_further_hook() -> None:
    run: Any = Run(completed=lambda _: run.stop.set())
    with pytest.raises(HookFailed, match="asked to stop") as caught:
        run.runner.run([hook("a", kind="Job"), hook("b")], "pre-install")
    assert [item.ref.name for item in caught.value.runs] == ["a"]
    assert run.names("POST") == ["a"]
