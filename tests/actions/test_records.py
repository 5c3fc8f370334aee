"""The life of a revision's record, also where it cannot be written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.actions.opened import NOON, World, config_map, stating
from tests.release.records import release
from werfpy.actions.records import begin, close_deployed, close_failed, forgettable, stamped, with_hook_runs
from werfpy.errors import Conflict, DeployFailed, Interrupted, NotFound, ReleasePending, WerfpyError
from werfpy.events import RevisionSaved, Warned
from werfpy.execute.hooks import HookRun as Ran
from werfpy.release.history import History
from werfpy.release.record import HookRecord, Release, Status
from werfpy.resource.refs import ObjectRef

_REVISIONS = st.lists(
    st.tuples(
        st.sampled_from([Status.DEPLOYED, Status.SUPERSEDED, Status.FAILED, Status.UNINSTALLED]),
        st.sampled_from(["a", "b", "c"]),
    ),
    max_size=8,
)


def history_of(stated: list[tuple[Status, str]]) -> History:
    """Revisions of these statuses and manifests; an uninstall has superseded what was deployed before it."""
    last = max((n for n, (word, _) in enumerate(stated) if word is Status.UNINSTALLED), default=0)
    stated = [
        (Status.SUPERSEDED if n < last and word is Status.DEPLOYED else word, text)
        for n, (word, text) in enumerate(stated)
    ]
    return History("web", tuple(release(n, word, manifest=text) for n, (word, text) in enumerate(stated, 1)))


def without(history: History, gone: list[int]) -> History:
    return History("web", tuple(item for item in history.releases if item.revision not in gone))


@given(_REVISIONS, st.integers(0, 5))
def test_forgetting_leaves_the_originals_of_the_merge_alone(stated: list[tuple[Status, str]], maximum: int) -> None:
    history = history_of(stated)
    left = without(history, forgettable(history, maximum))
    assert {item.manifest for item in history.since_deployed} == {item.manifest for item in left.since_deployed}
    assert history.deployed == left.deployed


@given(_REVISIONS)
def test_zero_forgets_nothing(stated: list[tuple[Status, str]]) -> None:
    assert forgettable(history_of(stated), 0) == []


def test_the_oldest_are_forgotten() -> None:
    history = history_of([(Status.SUPERSEDED, "a")] * 3 + [(Status.DEPLOYED, "b")])
    assert forgettable(history, 3) == [1, 2]


def test_a_failed_revision_is_forgotten_only_when_a_newer_one_repeats_it() -> None:
    failed = Status.FAILED
    assert forgettable(history_of([(Status.DEPLOYED, "a"), (failed, "b"), (failed, "b"), (failed, "c")]), 2) == [2]


def pending(world: World, number: int = 2) -> Release:
    revision = replace(release(number, Status.PENDING_UPGRADE), resource_version="")
    return begin(revision, world.store.history("web"), 10, world.services)


def test_a_run_begins_with_a_pending_record() -> None:
    world = World.of(release(1))
    pending(world)
    assert world.statuses() == {1: "deployed", 2: "pending-upgrade"}
    assert [event.revision for event in world.told(RevisionSaved)] == [2]


def test_room_is_made_first() -> None:
    world = World.of(*(release(number, Status.SUPERSEDED) for number in (1, 2)), release(3))
    begin(release(4, Status.PENDING_UPGRADE), world.store.history("web"), 2, world.services)
    assert sorted(world.statuses()) == [3, 4]


def test_a_number_that_is_taken_belongs_to_another_run() -> None:
    world = World.of(release(1), release(2))
    with pytest.raises(ReleasePending):
        pending(world)


def test_the_time_of_a_record_is_that_of_its_beginning() -> None:
    made = stamped(release(2), NOON)
    assert made.info.last_deployed == "2026-01-01T12:00:00Z"
    assert made.info.first_deployed == "2026-01-01T00:00:01Z"


def test_success_supersedes_what_was_deployed_before() -> None:
    world = World.of(release(1))
    history = world.store.history("web")
    close_deployed(pending(world), "Upgrade complete", [], history, world.services)
    assert world.statuses() == {1: "superseded", 2: "deployed"}
    assert world.store.get("web", 2).info.description == "Upgrade complete"


def refusing(world: World, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let no update of revision *number* pass."""
    update = world.store.update

    def refuse(item: Release) -> Release:
        if item.revision == number:
            raise Conflict("it was modified", status=409)
        return update(item)

    monkeypatch.setattr(world.store, "update", refuse)


def test_success_is_recorded_before_the_older_one_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World.of(release(1))
    history, revision = world.store.history("web"), pending(world)
    refusing(world, monkeypatch, 2)
    with pytest.raises(DeployFailed, match="everything was deployed, but revision 2 could not be recorded") as caught:
        close_deployed(revision, "", [], history, world.services)
    assert [str(problem) for problem in caught.value.problems] == ["it was modified"]
    assert caught.value.hint
    assert world.statuses() == {1: "deployed", 2: "pending-upgrade"}


def test_an_older_one_that_cannot_be_marked_is_told_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World.of(release(1))
    history, revision = world.store.history("web"), pending(world)
    refusing(world, monkeypatch, 1)
    close_deployed(revision, "", [], history, world.services)
    assert world.statuses() == {1: "deployed", 2: "deployed"}
    assert "revision 1 could not be marked as superseded" in world.told(Warned)[0].message


ERRORS: dict[str, tuple[WerfpyError, str, str]] = {
    "one": (NotFound("Pod a not found"), "UPGRADE FAILED", 'Upgrade "web" failed: Pod a not found'),
    "with a cause": (
        NotFound("Pod a not found", because="really\nnot"),
        "UPGRADE FAILED",
        'Upgrade "web" failed: Pod a not found: really not',
    ),
    "several": (
        DeployFailed("2 objects could not be written", [NotFound("one"), NotFound("two")]),
        "UPGRADE FAILED: 2 objects could not be written",
        'Upgrade "web" failed: 2 objects could not be written: one; two',
    ),
    "interrupted": (Interrupted("interrupted"), "interrupted", 'Upgrade "web" failed: interrupted'),
}


@pytest.mark.parametrize(("error", "summary", "description"), ERRORS.values(), ids=ERRORS)
def test_a_failure_is_recorded_and_told_in_helms_words(error: WerfpyError, summary: str, description: str) -> None:
    world = World.of(release(1))
    told = close_failed(pending(world), "Upgrade", error, [], world.services)
    assert told.summary == summary
    assert told.exit_code == error.exit_code
    assert world.statuses() == {1: "deployed", 2: "failed"}
    assert world.store.get("web", 2).info.description == description


def test_a_failure_that_cannot_be_recorded_tells_both(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    revision = pending(world, 1)
    refusing(world, monkeypatch, 1)
    first = NotFound("Pod a not found")
    told: Any = close_failed(revision, "Install", first, [], world.services)
    assert "could not be recorded as failed (it was modified); it stays pending" in told.summary
    assert told.problems == (first,)


def test_the_last_run_of_each_hook_is_recorded() -> None:
    records = tuple(HookRecord(name, "Job", "h.yaml", "") for name in ("a", "b"))
    ref = ObjectRef.of({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "a"}})
    runs = [Ran(ref, NOON, NOON, "Failed"), Ran(ref, NOON, NOON, "Succeeded")]
    hooks = with_hook_runs(stating(config_map(), hooks=records), runs).hooks
    assert [hook.last_run.phase for hook in hooks] == ["Succeeded", ""]
