"""What all verbs share: the store, the resources, the clock, and the settings of one sandbox."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from werfpy.json_types import Manifest
from werfpy.sandbox.conversion import from_storage
from werfpy.sandbox.refusals import not_found
from werfpy.sandbox.resources import Registry, Resource
from werfpy.sandbox.schemas import tables
from werfpy.sandbox.store import Store


def utc_now() -> datetime.datetime:
    """The wall clock."""
    return datetime.datetime.now(datetime.UTC)


@dataclass(slots=True)
class Api:
    """One sandbox without its HTTP side.

    Attributes:
        ready_after_s: How long a played pod takes to become ready, in seconds of real time.
        clock: Gives the timestamps of objects.
    """

    store: Store
    registry: Registry = field(default_factory=Registry)
    ready_after_s: float = 1.0
    clock: Callable[[], datetime.datetime] = utc_now
    pods_started: dict[str, float] = field(default_factory=dict)
    """UID of a pod that is starting to the monotonic time at which it began."""

    def now(self) -> str:
        """The time as objects carry it, whole seconds."""
        return self.clock().strftime("%Y-%m-%dT%H:%M:%SZ")

    def after(self, seconds: float) -> str:
        """``now`` plus some seconds."""
        return (self.clock() + datetime.timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")

    def stored(self, resource: Resource, namespace: str, name: str) -> Manifest:
        """The object as it is stored.

        Raises:
            Refused: 404.
        """
        found = self.store.get(resource.key, (namespace, name))
        if found is None:
            raise not_found(resource.group, resource.plural, name)
        return found

    def live(self, resource: Resource, namespace: str, name: str) -> Manifest:
        """The object in the version of *resource*; do not change it.

        Raises:
            Refused: 404.
        """
        return from_storage(resource, self.stored(resource, namespace, name))

    @property
    def kubernetes_version(self) -> str:
        """Which kube-apiserver it imitates, ``v1.36.3``."""
        return str(tables()["version"])


def new_uid() -> str:
    """A UID for an object."""
    return str(uuid.uuid4())
