"""Uninstalling a release: what goes, what stays, and what is recorded when it does not get to its end."""

from __future__ import annotations

from typing import Any

import pytest

from tests.actions.opened import OTHER, WEB, World, config_map, owned, stating
from tests.fakes.memory_transport import status
from werfpy.actions.request import Waiting
from werfpy.actions.uninstall import UninstallRequest, UninstallResult, uninstall
from werfpy.errors import DeployFailed, Interrupted, ReleaseNotFound
from werfpy.events import RunFinished
from werfpy.kube.transport import Request, Response
from werfpy.release.record import HookRecord, Status

QUICK = Waiting(is_on=False, locks=False)


def run(world: World, **fields: Any) -> UninstallResult:
    return uninstall(UninstallRequest(WEB, **{"waiting": QUICK, **fields}), world.services)


def test_objects_and_records_are_deleted() -> None:
    world = World.of(stating(config_map()), live=(owned(config_map()),))
    result = run(world)
    assert [str(ref) for ref in result.deleted] == ["ConfigMap shop/a"]
    assert world.names() == []
    assert world.statuses() == {}
    assert world.told(RunFinished)[0].status == "uninstalled"


def test_what_a_failed_revision_left_is_deleted_too() -> None:
    world = World.of(
        stating(config_map()),
        stating(config_map("b"), number=2, status=Status.FAILED),
        live=(owned(config_map()), owned(config_map("b"))),
    )
    run(world)
    assert world.names() == []


def test_what_belongs_to_another_release_stays_and_is_told() -> None:
    world = World.of(stating(config_map()), live=(owned(config_map(), OTHER),))
    result = run(world)
    assert world.names() == ["a"]
    assert [(str(ref), reason) for ref, reason in result.kept] == [
        ("ConfigMap shop/a", "it belongs to release shop/other")
    ]


def test_the_history_can_be_kept() -> None:
    world = World.of(stating(config_map()), stating(config_map(), number=2, status=Status.FAILED))
    run(world, keeps_history=True, description="bye")
    assert world.statuses() == {1: "superseded", 2: "uninstalled"}
    last = world.store.get("web", 2)
    assert last.info.description == "bye"
    assert last.info.deleted == "2026-01-01T12:00:00Z"


def test_a_missing_release_is_told() -> None:
    with pytest.raises(ReleaseNotFound, match="uninstall: Release not loaded: web: release: not found"):
        run(World())


def test_a_missing_release_can_be_ignored() -> None:
    assert run(World(), ignores_missing=True) == UninstallResult((), ())


def test_a_release_that_another_run_uninstalled_meanwhile_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World.of(stating(config_map()))
    known = [world.store.history("web")]
    empty = World().store.history
    monkeypatch.setattr(world.store, "history", lambda name: known.pop() if known else empty(name))
    with pytest.raises(ReleaseNotFound, match="not found"):
        run(world)


def test_what_cannot_be_deleted_leaves_the_release_uninstalling() -> None:
    world = World.of(stating(config_map()), live=(owned(config_map()),))
    world.transport.faults.append(lambda request: status(403, "Forbidden") if request.method == "DELETE" else None)
    with pytest.raises(DeployFailed, match="uninstall of shop/web is not complete: 1 objects") as caught:
        run(world)
    assert caught.value.hint
    assert world.statuses() == {1: "uninstalling"}


def when(method: str, world: World) -> None:
    """Ask the run to stop at the first request of *method*."""

    def fault(request: Request) -> Response | None:
        if request.method == method:
            world.stop.set()
        return None

    world.transport.faults.append(fault)


def test_a_run_that_is_stopped_half_way_forgets_nothing() -> None:
    secret = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s", "namespace": "shop"}}
    world = World.of(stating(config_map(), secret), live=(owned(config_map()), owned(secret)))
    when("DELETE", world)
    with pytest.raises(Interrupted) as caught:
        run(world)
    assert world.names() == ["a"]
    assert world.statuses() == {1: "uninstalling"}
    assert "run the uninstall again" in caught.value.hint


def test_a_run_that_is_stopped_during_a_hook_is_interrupted() -> None:
    hook = HookRecord("h", "ConfigMap", "h.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: h}}",
                      ("pre-delete",))  # fmt: skip
    world = World.of(stating(config_map(), hooks=(hook,)), live=(owned(config_map()),))
    when("POST", world)
    with pytest.raises(Interrupted):
        run(world)
    assert "a" in world.names()


def test_hooks_can_be_left_out() -> None:
    hook = HookRecord("h", "ConfigMap", "h.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: h}}",
                      ("post-delete",))  # fmt: skip
    world = World.of(stating(config_map(), hooks=(hook,)), live=(owned(config_map()),))
    run(world, runs_hooks=False)
    assert world.names() == []


def test_an_object_that_was_made_anew_is_kept_and_not_waited_for() -> None:
    world = World.of(stating(config_map()), live=(owned(config_map()),))

    def made_anew(request: Request) -> Response | None:
        if request.method != "DELETE":
            return None
        world.transport.put(owned(config_map(), uid="u2"))
        return status(409, "Conflict", "the UID in the precondition does not match")

    world.transport.faults.append(made_anew)
    result = run(world, waiting=Waiting(timeout_s=0.5, locks=False))
    assert result.deleted == ()
    assert [reason for _, reason in result.kept] == ["it was made anew while the release was uninstalled"]
    assert world.names() == ["a"]
