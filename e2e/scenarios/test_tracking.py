"""Scenario 20: a deploy says when things are ready, and why they are not.

Thresholds and annotations are the reference's; the wording of messages is this project's.
"""

from __future__ import annotations

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, deployment
from e2e.scenarios.objects import workload
from e2e.scenarios.records import statuses

pytestmark = pytest.mark.cluster


def test_scenario_20_a_deploy_ends_when_all_replicas_are_available(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=workload("web", replicas=2))
    told = werfpy.ok("deploy", "app", str(chart)).out
    assert live.get("Deployment", "web")["status"]["availableReplicas"] == 2
    ready = next(line for line in told.splitlines() if line.startswith("ready") and "web" in line)
    assert told.index(ready) < told.index("is deployed")


def test_scenario_20_an_image_that_cannot_be_pulled_fails_after_one_allowed_error(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=deployment("web", "nginx:missing"))
    told = werfpy.fails("deploy", "app", str(chart), "--timeout", "120").text
    assert "ImagePullBackOff" in told or "ErrImagePull" in told
    assert "1 of 1 allowed" in told or "1/1 allowed" in told, told
    assert "nginx:missing" in told
    assert statuses(live, "app") == {1: "failed"}
