"""Scenarios 9 and 10: what a failed deploy leaves behind."""

from __future__ import annotations

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.objects import annotated, containers, uid
from e2e.scenarios.records import statuses

pytestmark = pytest.mark.cluster

STRICT = {"werf.io/failures-allowed-per-replica": "0"}


def write(chart: ChartFolder, image: str) -> None:
    """The application, with a Deployment that is new in the second revision."""
    chart.write(all=[config_map("settings", {"a": "1"}), annotated(deployment("web", image), STRICT)])


def start_with_settings_only(werfpy: Werfpy, chart: ChartFolder, *flags: str) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), *flags)


def test_scenario_09_two_way_a_failed_deploy_deletes_what_it_created(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    mode = ("--three-way-merge-mode", "disabled")
    start_with_settings_only(werfpy, chart, *mode)
    write(chart, "nginx:missing")
    told = werfpy.fails("deploy", "app", str(chart), *mode)
    assert "ImagePull" in told.text
    assert not live.exists("Deployment", "web")
    assert live.exists("ConfigMap", "settings")
    write(chart, "nginx:1")
    werfpy.ok("deploy", "app", str(chart), *mode)
    assert live.get("Deployment", "web")["status"]["readyReplicas"] == 1
    assert statuses(live, "app") == {1: "superseded", 2: "failed", 3: "deployed"}


def test_scenario_10_three_way_a_failed_deploy_keeps_what_it_created(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    start_with_settings_only(werfpy, chart)
    write(chart, "nginx:missing")
    werfpy.fails("deploy", "app", str(chart))
    first = uid(live, "Deployment", "web")
    write(chart, "nginx:1")
    werfpy.ok("deploy", "app", str(chart))
    assert uid(live, "Deployment", "web") == first
    assert containers(live, "Deployment", "web")["main"]["image"] == "nginx:1"
    assert live.get("Deployment", "web")["status"]["readyReplicas"] == 1
    assert statuses(live, "app") == {1: "superseded", 2: "failed", 3: "deployed"}


def test_scenario_10_the_clean_up_can_be_asked_for_and_spares_what_was_there_before(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    start_with_settings_only(werfpy, chart)
    before = uid(live, "ConfigMap", "settings")
    write(chart, "nginx:missing")
    werfpy.fails("deploy", "app", str(chart), "--cleanup-on-fail")
    assert not live.exists("Deployment", "web")
    assert uid(live, "ConfigMap", "settings") == before
