"""One deadline for all the waits of a run, and a whole run's last words."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.actions.opened import WEB, World, config_map
from tests.release.records import release
from werfpy.actions import whole_run as module
from werfpy.actions.request import DeployRequest, Permissions
from werfpy.actions.waiting import Waiter
from werfpy.actions.whole_run import whole_run
from werfpy.errors import DeployFailed, Interrupted, NotFound, TrackTimeout
from werfpy.events import RunFinished
from werfpy.plan.operations import Plan
from werfpy.plan.policy import PlanPolicy
from werfpy.release.history import History
from werfpy.release.record import Status
from werfpy.resource.refs import ObjectRef

REF = ObjectRef.of(config_map())


def test_what_is_gone_is_not_waited_for() -> None:
    Waiter(World().services).until_gone(REF)


def test_a_deadline_that_has_passed_is_told_and_means_no_endless_wait() -> None:
    world = World.of(live=(config_map(),))
    with pytest.raises(TrackTimeout):
        Waiter(replace(world.services, monotonic=iter(range(5, 999)).__next__), deadline_s=1.0).until_gone(REF)


def draft(**permissions: Any) -> Any:
    request = DeployRequest(WEB, "web", permissions=Permissions(**permissions))
    planning = SimpleNamespace(plan=Plan(()), policy=PlanPolicy(WEB), inspections={})
    revision = replace(release(1, Status.PENDING_INSTALL), resource_version="")
    return cast(
        Any,
        SimpleNamespace(
            request=request, planning=planning, revision=revision, history=History("web"), point="install",
            what="Install", tracking={}, notes="hello",
        ),
    )  # fmt: skip


def carrying_out(monkeypatch: pytest.MonkeyPatch, error: Exception | None) -> list[str]:
    """Let the run do nothing but end with *error*; returns what was cleaned up."""
    cleaned: list[str] = []

    def carry_out(*_: Any) -> None:
        if error is not None:
            raise error

    monkeypatch.setattr(module, "carry_out", carry_out)
    monkeypatch.setattr(module, "clean_up", lambda *_: cleaned.append("cleaned"))
    return cleaned


def test_a_run_that_goes_well_is_recorded_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    carrying_out(monkeypatch, None)
    result = whole_run(draft(), world.services)
    assert (result.notes, result.revision.info.description) == ("hello", "Install complete")
    assert world.statuses() == {1: "deployed"}
    assert world.told(RunFinished)[0].status == "deployed"


@pytest.mark.parametrize(
    ("error", "raised"),
    [(NotFound("gone"), DeployFailed), (Interrupted("interrupted"), Interrupted), (KeyError("bug"), KeyError)],
    ids=["failure", "stop", "fault of ours"],
)
def test_a_run_that_ends_otherwise_is_recorded_as_failed(
    error: Exception, raised: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World()
    carrying_out(monkeypatch, error)
    with pytest.raises(raised):
        whole_run(draft(), world.services)
    assert world.statuses() == {1: "failed"}
    assert world.told(RunFinished) == []


@pytest.mark.parametrize(("wish", "expected"), [(True, ["cleaned"]), (False, []), (None, [])], ids=str)
def test_a_failed_run_cleans_up_if_it_may(
    wish: bool | None, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    cleaned = carrying_out(monkeypatch, NotFound("gone"))
    with pytest.raises(DeployFailed):
        whole_run(draft(cleanup_on_fail=wish), World().services)
    assert cleaned == expected


def test_a_run_that_is_stopped_before_it_begins_records_nothing() -> None:
    world = World()
    world.stop.set()
    with pytest.raises(Interrupted) as caught:
        whole_run(draft(), world.services)
    assert world.statuses() == {}
    assert caught.value.hint == "nothing was changed"
