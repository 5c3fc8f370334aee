"""Ctrl-C and SIGTERM in the middle of a deploy: exit code 130, a closed revision, a free lock."""

from __future__ import annotations

import json
import signal
import subprocess
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from e2e.crash.end_state import statuses
from e2e.crash.proxy import Proxy, Seen
from e2e.driver import ChartFolder, Live, Ran, Werfpy, config_map, deployment

pytestmark = pytest.mark.cluster

SIGNALS = [signal.SIGINT, signal.SIGTERM]


def hook(behaviour: str = "") -> dict[str, Any]:
    container = {"name": "main", "image": "migrate:1"}
    template: dict[str, Any] = {"spec": {"restartPolicy": "Never", "containers": [container]}}
    if behaviour:
        template["metadata"] = {"annotations": {"e2e.werfpy.dev/pod": behaviour}}
    metadata = {"name": "migrate", "annotations": {"helm.sh/hook": "pre-install,pre-upgrade"}}
    spec = {"backoffLimit": 0, "template": template}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec}


def is_check(request: Seen) -> bool:
    return request.method == "POST" and "dryRun=All" in request.path and "configmaps" in request.path


def is_creation(request: Seen) -> bool:
    return request.method == "POST" and request.is_write and "/configmaps" in request.path


def is_watch_of(plural: str) -> Callable[[Seen], bool]:
    return lambda request: request.is_watch and f"/{plural}" in request.path


def interrupted(werfpy: Werfpy, proxy: Proxy, chart: ChartFolder, number: int, moment: Callable[[Seen], bool]) -> Ran:
    """Deploy, and send the signal at the first request that *moment* knows."""
    once, started = threading.Lock(), threading.Event()
    process: list[subprocess.Popen[str]] = []

    def look(request: Seen) -> None:
        if moment(request) and once.acquire(blocking=False):
            started.wait(10)
            process[0].send_signal(number)

    proxy.faults.reset()
    proxy.faults.before = look
    process.append(replace(werfpy, kubeconfig=proxy.kubeconfig).start("deploy", "app", str(chart)))
    started.set()
    out, err = process[0].communicate(timeout=60)
    assert once.locked(), f"the run never came to the moment:\n{out}{err}"
    return Ran(process[0].returncode, out, err)


def assert_interrupted(ran: Ran) -> None:
    assert ran.code == 130, ran.text
    assert ran.err.startswith("Error: interrupted"), ran.err
    assert "Traceback" not in ran.text


def is_free(live: Live) -> bool:
    leases = live.items("Lease")
    return all(not lease["spec"].get("holderIdentity") for lease in leases)


def description(werfpy: Werfpy, revision: int) -> str:
    found = json.loads(werfpy.ok("history", "app", "-o", "json").out)
    return str(next(item["description"] for item in found if item["revision"] == revision))


MOMENTS = {
    "writing": is_creation,
    "waiting for readiness": is_watch_of("deployments"),
    "waiting for a hook": is_watch_of("jobs"),
}


@pytest.mark.parametrize("number", SIGNALS, ids=["ctrl-c", "sigterm"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_signal_closes_the_revision_and_frees_the_lock(
    werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder, moment: str, number: int
) -> None:
    web = deployment("web")
    web["spec"]["template"]["metadata"]["annotations"] = {"e2e.werfpy.dev/pod": "never-ready"}
    slow = hook("slow" if moment == "waiting for a hook" else "")
    chart.write(all=[config_map("settings", {"a": "1"}), web, slow])
    assert_interrupted(interrupted(werfpy, proxy, chart, number, MOMENTS[moment]))
    assert statuses(live, "app") == {1: "failed"}
    assert is_free(live)
    assert "interrupted" in description(werfpy, 1)
    chart.write(all=[config_map("settings", {"a": "1"}), deployment("web"), hook()])
    werfpy.ok("deploy", "app", str(chart), "--lock-timeout", "0")
    assert statuses(live, "app") == {1: "failed", 2: "deployed"}


@pytest.mark.parametrize("number", SIGNALS, ids=["ctrl-c", "sigterm"])
def test_a_signal_before_the_first_write_leaves_nothing(
    werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder, number: int
) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    assert_interrupted(interrupted(werfpy, proxy, chart, number, is_check))
    assert statuses(live, "app") == {}
    assert not live.exists("ConfigMap", "settings")
    assert is_free(live)


def test_a_signal_ends_the_wait_for_another_run(werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    spec = {"holderIdentity": "another run", "leaseDurationSeconds": 600, "acquireTime": now, "renewTime": now}
    lease = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "metadata": {"name": "werfpy-release-app"}}
    live.create({**lease, "spec": spec})
    asked: list[Seen] = []

    def second_look(request: Seen) -> bool:
        if request.method == "GET" and "/leases/" in request.path:
            asked.append(request)
        return len(asked) == 2

    assert_interrupted(interrupted(werfpy, proxy, chart, signal.SIGINT, second_look))
    assert statuses(live, "app") == {}
    assert live.get("Lease", "werfpy-release-app")["spec"]["holderIdentity"] == "another run"
