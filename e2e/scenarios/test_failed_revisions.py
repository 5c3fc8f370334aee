"""Complaints 1 to 3: what failed revisions leave behind, and what is not done about it behind one's back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.objects import annotated, container, containers, uid, workload
from e2e.scenarios.records import record, statuses

pytestmark = pytest.mark.cluster

BROKEN = annotated(deployment("broken", "nginx:missing"), {"werf.io/failures-allowed-per-replica": "0"})


def fail(werfpy: Werfpy, chart: ChartFolder, *objects: dict[str, Any], flags: Sequence[str] = ()) -> None:
    """A deploy that writes these objects and then fails, for one of them never becomes ready."""
    chart.write(all=[*objects, BROKEN])
    werfpy.fails("deploy", "app", str(chart), *flags)


@pytest.mark.parametrize("mode", ["enabled", "disabled"])
def test_complaint_01_fields_of_a_failed_revision_do_not_leak(
    werfpy: Werfpy, live: Live, chart: ChartFolder, mode: str
) -> None:
    """In two-way mode too, where the reference rolled back first to be rid of them."""
    flags = ("--three-way-merge-mode", mode)
    chart.write(all=[config_map("settings", {"a": "1"}), workload("web")])
    werfpy.ok("deploy", "app", str(chart), *flags)
    two = workload("web", container(), container("leak"))
    fail(werfpy, chart, config_map("settings", {"a": "1", "leak": "2"}), two, flags=flags)
    fail(werfpy, chart, config_map("settings", {"a": "1", "more": "3"}), workload("web"), flags=flags)
    chart.write(all=[config_map("settings", {"a": "1"}), workload("web")])
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    assert list(containers(live, "Deployment", "web")) == ["main"]
    assert statuses(live, "app") == {1: "superseded", 2: "failed", 3: "failed", 4: "deployed"}


def test_complaint_01_objects_of_a_failed_revision_are_deleted_when_they_leave_the_chart(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart))
    fail(werfpy, chart, config_map("settings", {"a": "1"}), config_map("leak", {"a": "1"}))
    assert live.exists("ConfigMap", "leak")
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart))
    assert not live.exists("ConfigMap", "leak")
    assert not live.exists("Deployment", "broken")
    assert live.exists("ConfigMap", "settings")


def test_complaint_01_a_rollback_takes_away_what_the_failed_revision_added(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=workload("web"))
    werfpy.ok("deploy", "app", str(chart))
    fail(werfpy, chart, workload("web", container(), container("leak")))
    assert sorted(containers(live, "Deployment", "web")) == ["leak", "main"]
    werfpy.ok("rollback", "app", "1")
    assert list(containers(live, "Deployment", "web")) == ["main"]
    assert not live.exists("Deployment", "broken")


def test_complaint_02_a_failed_first_install_is_continued_not_purged(
    werfpy: Werfpy, live: Live, chart: ChartFolder, tmp_path: Path
) -> None:
    """The second deploy runs as on another machine: nothing about the first is kept on disk."""
    fail(werfpy, chart, config_map("settings", {"a": "1"}))
    before = uid(live, "ConfigMap", "settings"), uid(live, "Deployment", "broken")
    live.patch("ConfigMap", "settings", {"data": {"theirs": "kept"}})
    chart.write(all=[config_map("settings", {"a": "2"}), deployment("broken")])
    elsewhere = replace(werfpy, environ={"WERFPY_CACHE_DIR": str(tmp_path / "elsewhere"), "HOME": str(tmp_path)})
    elsewhere.ok("deploy", "app", str(chart))
    assert (uid(live, "ConfigMap", "settings"), uid(live, "Deployment", "broken")) == before
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2", "theirs": "kept"}
    assert statuses(live, "app") == {1: "failed", 2: "deployed"}


def test_complaint_03_a_failed_revision_is_not_rolled_back_before_the_next_deploy(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    """Two-way mode too: the reference rolled back first, which was a change nobody had asked for."""
    flags = ("--three-way-merge-mode", "disabled")
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), *flags)
    chart.write(all=[config_map("settings", {"a": "2"}), BROKEN])
    werfpy.fails("deploy", "app", str(chart), *flags)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}
    chart.write(all=config_map("settings", {"a": "3"}))
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "3"}
    assert statuses(live, "app") == {1: "superseded", 2: "failed", 3: "deployed"}
    descriptions = [record(live, "app", number)["info"]["description"] for number in (1, 2, 3)]
    assert not any("ollback" in text for text in descriptions)
