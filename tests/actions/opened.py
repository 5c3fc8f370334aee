"""Services over an API and a store in memory."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from tests.fakes.memory_transport import MemoryTransport
from tests.release.records import release
from werfpy.actions.services import Services
from werfpy.events import Event
from werfpy.gostd import yaml
from werfpy.kube.client import Client
from werfpy.release.memory import MemoryStore
from werfpy.release.record import Release, Status
from werfpy.resource.ownership import ReleaseId, with_marks

WEB = ReleaseId("web", "shop")
OTHER = ReleaseId("other", "shop")
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def config_map(name: str = "a", **data: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": "shop"}, "data": data}


def owned(manifest: dict[str, Any], owner: ReleaseId = WEB, uid: str = "u1") -> dict[str, Any]:
    """The object as it is live, marked by *owner*."""
    marked = dict(with_marks(manifest, owner))
    return {**marked, "metadata": {**marked["metadata"], "uid": uid}}


def text_of(*manifests: dict[str, Any]) -> str:
    return "".join(f"---\n# Source: web/templates/x.yaml\n{yaml.dump(item)}" for item in manifests)


def stating(*manifests: dict[str, Any], number: int = 1, status: Status = Status.DEPLOYED, **fields: Any) -> Release:
    """A revision that states *manifests*."""
    return release(number, status, manifest=text_of(*manifests), **fields)


@dataclass
class World:
    """Services, and what they did."""

    transport: MemoryTransport = field(default_factory=MemoryTransport)
    store: MemoryStore = field(default_factory=lambda: MemoryStore("shop"))
    events: list[Event] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)

    @classmethod
    def of(cls, *revisions: Release, live: tuple[dict[str, Any], ...] = ()) -> World:
        world = cls(MemoryTransport(live))
        for item in revisions:
            world.store.create(item)
        return world

    @property
    def services(self) -> Services:
        return Services(
            Client(self.transport), self.store, self.events.append, stop=self.stop, now=lambda: NOON,
            monotonic=lambda: 0.0, width=2,
        )  # fmt: skip

    def statuses(self) -> dict[int, str]:
        return {item.revision: str(item.status) for item in self.store.history("web").releases}

    def names(self) -> list[str]:
        return sorted(name for kind, _, name in self.transport.objects if kind == "ConfigMap")

    def told(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def with_status(item: Release, status: Status) -> Release:
    return replace(item, info=replace(item.info, status=status))
