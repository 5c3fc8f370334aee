"""Complaints 13 and 15: runs at the same time, several deployed revisions, and runs that died."""

from __future__ import annotations

import contextlib
import signal
import subprocess
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.objects import QUICK, uid
from e2e.scenarios.records import copy_record, edit_record, record, statuses

pytestmark = pytest.mark.cluster

PLAY = "e2e.werfpy.dev/pod"


def endless(image: str = "nginx:1") -> dict[str, Any]:
    """A Deployment that never becomes ready: its deploy waits until it is told to stop."""
    found = deployment("web", image)
    found["spec"]["template"]["metadata"]["annotations"] = {PLAY: "never-ready"}
    return found


@contextlib.contextmanager
def deploying(werfpy: Werfpy, live: Live, chart: ChartFolder, revision: int) -> Iterator[subprocess.Popen[str]]:
    """A deploy that has written its objects and waits; killed at the end, if it still runs."""
    run = werfpy.start("deploy", "app", str(chart))
    try:
        deadline_s = time.monotonic() + 60
        while revision not in live.revisions("app") or not live.exists("Deployment", "web"):
            assert run.poll() is None, run.communicate()
            assert time.monotonic() < deadline_s
            time.sleep(0.05)
        yield run
    finally:
        run.kill()
        run.communicate()


def test_complaint_13_a_second_run_is_kept_out(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=[endless(), config_map("settings", {"a": "1"})])
    with deploying(werfpy, live, chart, 1) as first:
        chart.write(all=config_map("settings", {"a": "2"}))
        told = werfpy.fails("deploy", "app", str(chart), QUICK, "--lock-timeout", "0").err
        assert "another run works on release app" in told
        assert "--lock-timeout" in told
        assert statuses(live, "app") == {1: "pending-install"}
        assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=60)
        assert first.returncode == 130
    assert statuses(live, "app") == {1: "failed"}
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert statuses(live, "app") == {1: "failed", 2: "deployed"}


def test_complaint_13_runs_at_once_are_done_one_after_the_other(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    runs = [werfpy.start("deploy", "app", str(chart), QUICK) for _ in range(3)]
    told = [run.communicate(timeout=120) for run in runs]
    assert [run.returncode for run in runs] == [0, 0, 0], told
    assert statuses(live, "app") == {1: "superseded", 2: "superseded", 3: "deployed"}


def test_complaint_13_of_several_deployed_revisions_the_newest_counts_and_all_are_superseded(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=config_map("settings", {"a": "1", "b": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    for number in range(2, 12):
        copy_record(live, "app", 1, number, "deployed")
    edit_record(live, "app", 1, manifest="")
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK, "--history-max", "0")
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    assert statuses(live, "app") == {**dict.fromkeys(range(1, 12), "superseded"), 12: "deployed"}


def test_complaint_13_objects_of_one_name_in_two_namespaces_are_two_objects(
    werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any
) -> None:
    other = Live(cluster.http, cluster.new_namespace("e2e"))
    theirs = {"namespace": other.namespace}
    chart.write(
        all=[config_map("settings", {"a": "1", "x": "1"}), config_map("settings", {"b": "1", "y": "1"}, **theirs)]
    )
    werfpy.ok("deploy", "app", str(chart), QUICK)
    chart.write(all=[config_map("settings", {"a": "1"}), config_map("settings", {"b": "1"}, **theirs)])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    assert other.get("ConfigMap", "settings")["data"] == {"b": "1"}
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.exists("ConfigMap", "settings")
    assert not other.exists("ConfigMap", "settings")


@pytest.mark.parametrize("revision", [1, 2], ids=["install", "upgrade"])
def test_complaint_15_a_killed_run_does_not_block_the_next(
    werfpy: Werfpy, live: Live, chart: ChartFolder, revision: int
) -> None:
    if revision == 2:
        chart.write(all=[deployment("web"), config_map("settings", {"a": "1"})])
        werfpy.ok("deploy", "app", str(chart))
    chart.write(all=[endless("nginx:2"), config_map("settings", {"a": "1", "leak": "x"}), config_map("leak", {})])
    with deploying(werfpy, live, chart, revision) as run:
        run.kill()
        run.communicate()
    pending = "pending-install" if revision == 1 else "pending-upgrade"
    assert statuses(live, "app")[revision] == pending
    before = uid(live, "Deployment", "web")
    chart.write(all=[deployment("web", "nginx:3"), config_map("settings", {"a": "2"})])
    told = werfpy.ok("deploy", "app", str(chart)).out
    assert f"revision {revision} was left {pending} by a run that is gone" in told
    assert uid(live, "Deployment", "web") == before
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}
    assert not live.exists("ConfigMap", "leak")
    expected = {1: "superseded", revision: "failed", revision + 1: "deployed"}
    assert statuses(live, "app") == {number: expected[number] for number in range(1, revision + 2)}


def test_complaint_15_a_pending_revision_without_a_lock_blocks_only_while_it_is_young(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    """Helm takes no lock: what it may be at work on is left alone, what it left long ago is closed."""
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.delete("Lease", "werfpy-release-app")
    copy_record(live, "app", 1, 2, "pending-upgrade")
    made_at(live, 2, datetime.now(UTC))
    chart.write(all=config_map("settings", {"a": "2"}))
    told = werfpy.fails("deploy", "app", str(chart), QUICK, "--lock-timeout", "0").err
    assert "another operation (install/upgrade/rollback) is in progress" in told
    assert statuses(live, "app") == {1: "deployed", 2: "pending-upgrade"}
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    live.delete("Lease", "werfpy-release-app")
    made_at(live, 2, datetime.now(UTC) - timedelta(minutes=5))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}
    assert statuses(live, "app") == {1: "superseded", 2: "failed", 3: "deployed"}


def made_at(live: Live, revision: int, moment: datetime) -> None:
    info = record(live, "app", revision)["info"]
    edit_record(live, "app", revision, info={**info, "last_deployed": moment.isoformat()})
