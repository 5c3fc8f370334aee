"""One release of a corpus chart in the hands of a test, from its install to the last trace of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from e2e.cluster.build import locked
from e2e.corpus.comparing import differences, settled
from e2e.corpus.live_objects import CrdsBefore, Id, Objects, Release
from e2e.corpus.subjects import Subject
from e2e.driver import Ran, Werfpy

QUICK = ("--wait=false", "--no-hooks")


@dataclass
class Run:
    """What one deploy printed, and the writes it sent to objects of the chart."""

    ran: Ran
    writes: list[str]


@dataclass
class Deployer:
    """Deploys one subject as one release, and counts what it writes."""

    cluster: Any
    werfpy: Werfpy
    subject: Subject
    release: Release

    def deploy(self, values: tuple[str, ...], *, waits: bool = False) -> Run:
        """A deploy that must succeed."""
        mark = self.cluster.audit.mark() if self.cluster.audit else 0
        arguments = [*self.subject.arguments(values), *(() if waits else QUICK)]
        ran = self.werfpy.ok("deploy", self.release.name, self.subject.path, *arguments)
        return Run(ran, self._writes(mark))

    def live(self) -> dict[Id, dict[str, Any]]:
        return self.release.live()

    def _writes(self, mark: int) -> list[str]:
        """Writes to anything but the release's records and the lock."""
        if self.cluster.audit is None:
            return []
        sent = self.cluster.audit.requests(mark, user_agent="werfpy")
        assert sent, "the audit log shows no request at all"
        return [f"{item.verb} {item.resource} {item.name}" for item in sent if item.is_write and not _is_ours(item)]


def _is_ours(request: Any) -> bool:
    if request.resource == "secrets":
        return bool(request.name.startswith("sh.helm.release.v1.")) or (request.verb == "create" and not request.name)
    return bool(request.resource == "leases")


@contextmanager
def deployed(cluster: Any, werfpy: Werfpy, subject: Subject) -> Iterator[Deployer]:
    """A release that does not exist yet, under a name that nobody uses; afterwards nothing of it is left.

    One at a time, whichever process of the run asks: the charts' CRDs have fixed names.
    """
    with locked(cluster.folder / "corpus.lock"):
        before = CrdsBefore(cluster.http)
        name = f"r{werfpy.namespace[-6:]}"
        deployer = Deployer(cluster, werfpy, subject, Release(Objects(cluster.http, werfpy.namespace), name))
        try:
            yield deployer
        finally:
            werfpy.run("uninstall", name, "--no-hooks", "--wait=false", "--ignore-not-found")
            before.delete_new_ones()


def problems(
    expected: dict[Id, dict[str, Any]],
    found: dict[Id, dict[str, Any]],
    recreated: frozenset[Id] | set[Id] = frozenset(),
) -> list[str]:
    """Where the release's objects are not as expected; objects that are not the same ones any more too."""
    told: list[str] = []
    for target in sorted({*expected, *found}):
        if target not in expected or target not in found:
            told.append(f"{target}: {'is there' if target in found else 'is missing'}")
            continue
        left, right = expected[target], found[target]
        told += [f"{target}: {each}" for each in differences(target.kind, settled(left), settled(right))]
        if target not in recreated and left["metadata"]["uid"] != right["metadata"]["uid"]:
            told.append(f"{target}: was deleted and made again")
    return told
