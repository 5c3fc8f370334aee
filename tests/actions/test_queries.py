"""Use cases that only look."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.actions.opened import WEB, World, config_map, owned, stating
from tests.fakes.memory_transport import status
from tests.release.records import release
from werfpy.actions.namespace import ensure_namespace
from werfpy.actions.queries import Filter, list_releases, object_statuses, revision, revisions, values_of
from werfpy.actions.rollback import RollbackRequest, _target
from werfpy.errors import Forbidden, NotFound, ReleaseNotFound, UsageError
from werfpy.events import NamespaceCreated
from werfpy.release.history import History
from werfpy.release.record import Release, Status


def named(name: str, second: int, status_: Status = Status.DEPLOYED) -> Release:
    return replace(release(second, status_), name=name)


def world() -> World:
    return World.of(named("a", 3), named("c", 1, Status.FAILED), named("b", 2))


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        pytest.param(Filter(), "abc", id="by name"),
        pytest.param(Filter(reverse=True), "cba", id="reversed"),
        pytest.param(Filter(by_date=True), "cba", id="by date"),
        pytest.param(Filter(statuses=frozenset({"failed"})), "c", id="status"),
        pytest.param(Filter(name="^[ab]"), "ab", id="name"),
        pytest.param(Filter(offset=1, maximum=1), "b", id="page"),
        pytest.param(Filter(maximum=0, offset=1), "bc", id="no maximum"),
    ],
)
def test_lists_releases(wanted: Filter, names: str) -> None:
    assert "".join(item.name for item in list_releases(wanted, world().services).releases) == names


def test_a_pattern_that_is_none_is_refused() -> None:
    with pytest.raises(UsageError, match="bad --filter") as caught:
        list_releases(Filter(name="("), world().services)
    assert caught.value.because


@pytest.mark.parametrize(("maximum", "expected"), [(0, [1, 2, 3]), (2, [2, 3]), (9, [1, 2, 3])])
def test_the_newest_revisions_are_shown(maximum: int, expected: list[int]) -> None:
    opened = World.of(*(release(number) for number in (1, 2, 3)))
    assert [item.revision for item in revisions("web", maximum, opened.services)] == expected


@pytest.mark.parametrize(("number", "expected"), [(0, 2), (1, 1)])
def test_finds_a_revision(number: int, expected: int) -> None:
    assert revision("web", number, World.of(release(1), release(2)).services).revision == expected


def test_what_is_not_there_is_told() -> None:
    for call in (lambda: revisions("x", 0, World().services), lambda: revision("x", 0, World().services)):
        with pytest.raises(ReleaseNotFound, match="release: not found: x"):
            call()
    with pytest.raises(ReleaseNotFound, match="release web has no 7 version"):
        revision("web", 7, World.of(release(1)).services)


def test_computed_values_have_the_charts_beneath_the_users() -> None:
    item = release(1, config={"b": 2})
    assert values_of(item, computed=False) == {"b": 2}
    assert values_of(item, computed=True) == {"a": 1, "b": 2}


def test_every_object_has_its_status() -> None:
    item = stating(config_map(), config_map("gone"))
    opened = World.of(item, live=(owned(config_map()),))
    assert [(found.ref.name, found.word) for found in object_statuses(item, opened.services)] == [
        ("a", "Current"),
        ("gone", "NotFound"),
    ]


D, S, F = Status.DEPLOYED, Status.SUPERSEDED, Status.FAILED


@pytest.mark.parametrize(
    ("statuses", "asked", "expected"),
    [
        pytest.param([S, S, D], 0, 2, id="before the current"),
        pytest.param([S, F, D], 0, 1, id="failed ones are passed over"),
        pytest.param([S, D, F], 0, 2, id="after a failure the deployed one"),
        pytest.param([S, F, D], 2, 2, id="named"),
    ],
)
def test_where_a_rollback_goes(statuses: list[Status], asked: int, expected: int) -> None:
    history = History("web", tuple(release(number, word) for number, word in enumerate(statuses, 1)))
    request = RollbackRequest(cast(Any, SimpleNamespace(release=WEB)), asked)
    assert _target(request, history).revision == expected


@pytest.mark.parametrize(
    ("statuses", "asked", "words"),
    [
        pytest.param([], 0, "release: not found: web", id="no release"),
        pytest.param([D], 0, "has no earlier revision that was deployed well", id="the first"),
        pytest.param([F, D], 0, "has no earlier revision that was deployed well", id="only failures"),
        pytest.param([S, D], 9, "release web has no 9 version", id="no such revision"),
    ],
)
def test_where_a_rollback_cannot_go(statuses: list[Status], asked: int, words: str) -> None:
    history = History("web", tuple(release(number, word) for number, word in enumerate(statuses, 1)))
    with pytest.raises(ReleaseNotFound, match=words):
        _target(RollbackRequest(cast(Any, SimpleNamespace(release=WEB)), asked), history)


def draft(missing: frozenset[str], *, may_create: bool = True) -> Any:
    permissions = SimpleNamespace(create_namespace=may_create)
    return SimpleNamespace(
        request=SimpleNamespace(release=WEB, permissions=permissions),
        planning=SimpleNamespace(missing_namespaces=missing),
    )


def test_a_missing_namespace_is_created_as_helm_does() -> None:
    opened = World()
    ensure_namespace(draft(frozenset({"shop"})), opened.services)
    ((_, made),) = opened.transport.objects.items()
    assert made["metadata"]["labels"] == {"name": "shop"}
    assert len(opened.told(NamespaceCreated)) == 1


def test_a_namespace_that_is_there_is_left_alone() -> None:
    opened = World()
    ensure_namespace(draft(frozenset({"other"})), opened.services)
    assert opened.transport.paths("POST") == []


@pytest.mark.parametrize(("may_create", "error"), [(False, NotFound), (True, Forbidden)], ids=["flag", "rights"])
def test_a_namespace_that_may_not_be_created(may_create: bool, error: type[Exception]) -> None:
    opened = World()
    opened.transport.faults.append(lambda request: status(403, "Forbidden") if request.method == "POST" else None)
    with pytest.raises(error):
        ensure_namespace(draft(frozenset({"shop"}), may_create=may_create), opened.services)


def test_one_that_appeared_meanwhile_is_taken() -> None:
    opened = World()
    opened.transport.faults.append(lambda request: status(409, "AlreadyExists") if request.method == "POST" else None)
    ensure_namespace(draft(frozenset({"shop"})), opened.services)
    assert opened.told(NamespaceCreated) == []
