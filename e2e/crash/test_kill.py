"""``kill -9`` at every request of a deploy, then deploy again: as if nothing had happened.

Each position is tried twice: the process dies before its request reaches the API server, and after the API server
has served it but before the process has heard of it. WERFPY_SOAK=1 tries all positions, otherwise a few are drawn.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from e2e.crash.end_state import end_state, statuses
from e2e.crash.proxy import Proxy, Seen, proxied
from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment

pytestmark = [pytest.mark.cluster, pytest.mark.peers]

DRAWN = 5
"""How many positions of the install and of the upgrade each are tried in a normal run."""

SOAK = os.environ.get("WERFPY_SOAK") == "1"


@dataclass(frozen=True)
class Position:
    """Where to kill: at the request *number*, before it is sent on or after it was served."""

    number: int
    is_before: bool

    def __str__(self) -> str:
        return f"{'before' if self.is_before else 'after'} request {self.number}"


def hook(version: str) -> dict[str, Any]:
    template = {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": f"migrate:{version}"}]}}
    annotations = {"helm.sh/hook": "pre-install,pre-upgrade"}
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "migrate", "annotations": annotations},
        "spec": {"backoffLimit": 0, "template": template},
    }


def service(port: int) -> dict[str, Any]:
    spec = {"selector": {"app": "web"}, "ports": [{"name": "http", "port": port}]}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": spec}


INSTALLED = [
    config_map("settings", {"a": "1", "b": "1"}),
    config_map("old", {}),
    service(80),
    deployment("web"),
    hook("1"),
]
UPGRADED = [
    config_map("settings", {"a": "2"}),
    config_map("new", {}),
    service(81),
    deployment("web", "nginx:2"),
    hook("2"),
]


@dataclass
class Stage:
    """One deploy that is to be killed: what comes before it, what it deploys, and how it ends undisturbed."""

    werfpy: Werfpy
    proxy: Proxy
    chart: ChartFolder
    cluster: Any
    is_upgrade: bool

    def fresh(self) -> Live:
        """A new namespace, in which the release is where it was before the deploy."""
        namespace = self.cluster.new_namespace("crash")
        self.werfpy = replace(self.werfpy, namespace=namespace)
        if self.is_upgrade:
            self.chart.write(all=INSTALLED)
            self.werfpy.ok("deploy", "app", str(self.chart))
        self.chart.write(all=UPGRADED if self.is_upgrade else INSTALLED)
        return Live(self.cluster.http, namespace)

    def undisturbed(self) -> tuple[list[Seen], dict[tuple[str, str], Any]]:
        """The requests of the deploy, and what it leaves behind."""
        live = self.fresh()
        self.proxy.faults.reset()
        through = replace(self.werfpy, kubeconfig=self.proxy.kubeconfig)
        through.ok("deploy", "app", str(self.chart))
        return list(self.proxy.faults.seen), end_state(live)

    def killed(self, position: Position) -> bool:
        """Deploy and kill; False when the run ended before it came to the position."""
        faults, started = self.proxy.faults, _Victim()
        faults.reset()
        if position.is_before:
            faults.before = lambda request: started.kill() if request.number == position.number else None
        else:
            faults.after = lambda request: started.kill() if request.number == position.number else None
        through = replace(self.werfpy, kubeconfig=self.proxy.kubeconfig)
        process = through.start("deploy", "app", str(self.chart))
        started.process = process
        process.communicate(timeout=120)
        return process.returncode == -signal.SIGKILL

    def killed_by_then(self, position: Position) -> tuple[Live, Position]:
        """Deploy and kill at the position, or earlier where the run ended before it came there.

        Watches come and go, so one run may send a few requests fewer than another.
        """
        while True:
            live = self.fresh()
            if self.killed(position):
                return live, position
            assert position.number > 1, "the run cannot be killed at all"
            position = replace(position, number=position.number - 1)


class _Victim:
    process: subprocess.Popen[str]

    def kill(self) -> None:
        # The process has sent a request, so it has been started, and set, long ago.
        self.process.kill()
        self.process.wait()


@pytest.fixture
def proxy(cluster: Any, tmp_path: Path) -> Iterator[Proxy]:
    with proxied(cluster, tmp_path) as running:
        yield running


def positions(count: int, seed: int) -> list[Position]:
    """All positions of a deploy of *count* requests, or a few of them, the ends always among them."""
    every = [Position(number, is_before) for number in range(1, count + 1) for is_before in (True, False)]
    if SOAK:
        return every
    drawn = random.Random(seed).sample(every[1:-1], DRAWN - 1)
    return [*sorted(drawn, key=every.index), every[-1]]


@pytest.mark.parametrize("is_upgrade", [False, True], ids=["install", "upgrade"])
def test_deploy_after_a_kill_ends_as_if_nothing_had_happened(
    werfpy: Werfpy, proxy: Proxy, chart: ChartFolder, cluster: Any, helm3: Path, helm4: Path, is_upgrade: bool
) -> None:
    stage = Stage(werfpy, proxy, chart, cluster, is_upgrade)
    stage.undisturbed()  # Fills the cache of the cluster's kinds: from here on all runs send the same requests.
    requests, expected = stage.undisturbed()
    chosen = positions(len(requests), seed=len(requests))
    reached = set()
    for wanted in chosen:
        live, position = stage.killed_by_then(wanted)
        reached.add(position)
        where = f"{position} of {len(requests)}: {requests[position.number - 1]}"
        # The lock of a process of this machine that was killed is taken over at once.
        stage.werfpy.ok("deploy", "app", str(chart), "--lock-timeout", "0")
        assert end_state(live) == expected, where
        assert_closed(statuses(live, "app"), where)
        assert_helm_reads(helm4, stage.werfpy, where)
        assert_helm_reads(helm3, stage.werfpy, where)
    name = "upgrade" if is_upgrade else "install"
    print(f"{name}: {len(requests)} requests, {len(chosen)} kills at {len(reached)} positions")


def assert_closed(found: dict[int, str], where: str) -> None:
    """The newest revision is deployed, it alone, and nothing is pending."""
    *older, newest = found.values()
    assert newest == "deployed", f"{where}: {found}"
    assert set(older) <= {"failed", "superseded"}, f"{where}: {found}"


def assert_helm_reads(helm: Path, werfpy: Werfpy, where: str) -> None:
    def run(*arguments: str) -> str:
        argv = [str(helm), *arguments, "app", "-n", werfpy.namespace, "--kubeconfig", str(werfpy.kubeconfig)]
        done = subprocess.run(argv, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{where}: {argv}: {done.stderr}"
        return done.stdout

    assert json.loads(run("history", "-o", "json"))[-1]["status"] == "deployed", where
    assert re.search(r'name"?: "?settings', run("get", "manifest")), where
