"""Where revisions are kept: the seam, and the choice of a store."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from werfpy.errors import UsageError
from werfpy.kube.client import Client
from werfpy.release.history import CorruptRevision, History
from werfpy.release.record import Release

DRIVERS = ("secret", "configmap", "memory")


@dataclass(frozen=True, slots=True)
class Listed:
    """The newest revision of each release, by namespace and name; the corrupt ones apart."""

    releases: tuple[Release, ...] = ()
    corrupt: tuple[CorruptRevision, ...] = ()


class ReleaseStore(Protocol):
    """Revisions of the releases of one namespace (for `list` perhaps of all). Every write is a request at once."""

    def history(self, name: str) -> History:
        """All revisions of *name*, empty when there is none. Corrupt ones are told apart, not raised."""
        ...

    def get(self, name: str, revision: int) -> Release:
        """One revision; raises `ReleaseNotFound` or `RecordCorrupt`."""
        ...

    def list(self) -> Listed:
        """The newest revision of every release, whatever its status."""
        ...

    def create(self, release: Release) -> Release:
        """Keep a new revision; raises `RecordTooLarge` before it sends, `ReleasePending` if the number is taken."""
        ...

    def check_access(self, name: str, revision: int) -> None:
        """Find out, without writing, that a new revision could be kept and updated; raises `Forbidden`."""
        ...

    def update(self, release: Release) -> Release:
        """Replace a revision; raises `Conflict` when somebody changed it since it was read, `RecordTooLarge`."""
        ...

    def delete(self, name: str, revision: int) -> None:
        """Forget a revision; nothing happens when it is not there."""
        ...


def open_store(driver: str, client: Client, namespace: str | None) -> ReleaseStore:
    """The store that HELM_DRIVER names (``""`` is secret); None as *namespace* can only list.

    Raises:
        UsageError: There is no such driver.
    """
    from werfpy.release.configmaps import ConfigMapStore
    from werfpy.release.memory import MemoryStore
    from werfpy.release.secrets import SecretStore

    match driver.lower().removesuffix("s"):
        case "" | "secret":
            return SecretStore(client, namespace)
        case "configmap":
            return ConfigMapStore(client, namespace)
        case "memory":
            return MemoryStore(namespace)
    raise UsageError(
        f"unknown driver {driver!r} in HELM_DRIVER",
        hint=f"use one of {', '.join(DRIVERS)}; releases in an SQL database cannot be read",
    )
