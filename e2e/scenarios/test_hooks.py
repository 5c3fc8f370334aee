"""Scenarios 17 and 18: hooks that delete themselves, and hooks that are made anew."""

from __future__ import annotations

from typing import Any

import pytest

from e2e.driver import MERGE, ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.objects import OWNER, job, uid
from e2e.scenarios.records import record

pytestmark = pytest.mark.cluster


def hook(name: str, event: str, policy: str = "") -> dict[str, Any]:
    annotations = {"helm.sh/hook": event}
    if policy:
        annotations["helm.sh/hook-delete-policy"] = policy
    return job(name, annotations)


def test_scenario_17_a_hook_is_deleted_when_it_succeeded(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=[config_map("settings", {"a": "1"}), hook("after", "post-install", "hook-succeeded")])
    told = werfpy.ok("deploy", "app", str(chart), "--timeout", "60").text
    assert "hook post-install" in told and "succeeded" in told
    assert "not delete" not in told
    found = live.http.request("GET", live.path("Job", "after"))
    assert found.status == 404 or found.body["metadata"].get("deletionTimestamp")
    (ran,) = record(live, "app", 1)["hooks"]
    assert ran["last_run"]["phase"] == "Succeeded"


@pytest.mark.parametrize("policy", ["before-hook-creation", ""], ids=["stated", "the default"])
def test_scenario_18_a_hook_without_marks_is_still_made_anew(
    werfpy: Werfpy, live: Live, chart: ChartFolder, policy: str
) -> None:
    chart.write(all=[config_map("settings", {"a": "1"}), hook("before", "pre-install,pre-upgrade", policy)])
    werfpy.ok("deploy", "app", str(chart))
    first = uid(live, "Job", "before")
    live.patch("Job", "before", {"metadata": {"annotations": dict.fromkeys(OWNER)}}, MERGE)
    werfpy.ok("deploy", "app", str(chart))
    second = live.get("Job", "before")
    assert second["metadata"]["uid"] != first
    assert second["status"]["succeeded"] == 1


def test_scenario_18_a_failed_hook_leaves_the_objects_alone(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart))
    broken = hook("before", "pre-upgrade")
    broken["spec"]["template"]["metadata"] = {"annotations": {"e2e.werfpy.dev/pod": "crash"}}
    chart.write(all=[config_map("settings", {"a": "2"}), broken])
    assert "pre-upgrade hook" in werfpy.fails("deploy", "app", str(chart)).err
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    chart.write(all=config_map("settings", {"a": "3"}))
    werfpy.ok("deploy", "app", str(chart))
    assert live.get("ConfigMap", "settings")["data"] == {"a": "3"}
