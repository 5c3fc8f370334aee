"""Whose history a run goes on with: our own, or what Helm 2 left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from tests.release.records import release
from werfpy.actions.histories import history_of, own_history
from werfpy.actions.services import Services
from werfpy.events import Event, Warned
from werfpy.release.history import History
from werfpy.release.memory import MemoryStore
from werfpy.resource.ownership import ReleaseId

WEB = ReleaseId("web", "shop")


@dataclass
class Tiller:
    """Helm 2's records of one release."""

    kept: History

    def history(self, name: str) -> History:
        return self.kept if name == self.kept.name else History(name)


def services(namespace: str, events: list[Event]) -> Services:
    theirs = History("web", (replace(release(7), namespace=namespace),))
    return Services(cast(Any, None), MemoryStore("shop"), events.append, cast(Any, Tiller(theirs)))


def test_helm_2s_history_is_read_first_and_copied_under_the_lock() -> None:
    events: list[Event] = []
    opened = services("shop", events)
    assert [item.revision for item in history_of(WEB, opened).releases] == [7]
    assert not opened.releases.history("web")
    assert [item.revision for item in own_history(WEB, opened).releases] == [7]
    assert opened.releases.history("web")
    assert events == []


def test_a_namesake_in_another_namespace_is_left_alone_and_told() -> None:
    events: list[Event] = []
    opened = services("other", events)
    assert not history_of(WEB, opened)
    assert not own_history(WEB, opened)
    (told,) = events
    assert isinstance(told, Warned)
    assert "namespace other" in told.message


def test_our_own_history_comes_before_helm_2s() -> None:
    opened = services("shop", [])
    opened.releases.create(release(1))
    assert [item.revision for item in history_of(WEB, opened).releases] == [1]
    assert [item.revision for item in own_history(WEB, opened).releases] == [1]
