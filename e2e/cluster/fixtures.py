"""Fixtures that give tests the real API server, the sandbox and the real helm binaries; loaded by the root conftest.py.

One cluster serves a whole run, all xdist workers included; it ends with the run, even with a killed one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from e2e.cluster.build import CannotBuild, helm_binary
from e2e.cluster.choose import NoCluster, chosen, stop
from e2e.cluster.cluster import Cluster

if TYPE_CHECKING:
    from werfpy.sandbox.sandbox import Sandbox

_ABSENT = "no cluster: "
_NO_PEER = "no real helm: "


@pytest.fixture(scope="session")
def cluster(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """The run's real API server. Without any: skipped by hand, failed where ``CI=true``."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    base = tmp_path_factory.getbasetemp()
    folder, owner = (base.parent, os.getppid()) if worker else (base, os.getpid())
    try:
        found = chosen(folder, owner, f"admin-{worker}" if worker else "admin")
    except NoCluster as error:
        _give_up(f"{_ABSENT}{error}")
    yield found
    if found.origin == "given":
        found.delete_namespaces()
    found.http.close()


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """The embedded API server, in this process, one for each worker; pods are ready after 0.2 s."""
    from werfpy.sandbox.sandbox import Sandbox

    with Sandbox(tmp_path_factory.mktemp("sandbox"), ready_after_s=0.2) as running:
        yield running


@pytest.fixture(scope="session")
def helm4() -> Path:
    """The real helm 4."""
    return _peer("helm4")


@pytest.fixture(scope="session")
def helm3() -> Path:
    """The real helm 3, built with the Kubernetes version that its releases carry."""
    return _peer("helm3")


def _peer(name: str) -> Path:
    try:
        return helm_binary(name)
    except CannotBuild as error:
        _give_up(f"{_NO_PEER}{error}")


def _give_up(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the run's cluster once all workers are done."""
    factory = getattr(session.config, "_tmp_path_factory", None)
    if hasattr(session.config, "workerinput") or factory is None or factory._basetemp is None:
        return
    stop(factory.getbasetemp())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the end, in words, when the tests that need the real thing did not run."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.getreports("skipped"):
        text = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        for word in (_ABSENT, _NO_PEER):
            if word in text:
                reasons[text[text.index(word) :]] = reasons.get(text[text.index(word) :], 0) + 1
    if reasons:
        terminalreporter.section("NOT TESTED against the real thing", sep="!", red=True)
    for reason, count in reasons.items():
        terminalreporter.line(f"{count} tests: {reason}")
