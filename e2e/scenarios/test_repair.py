"""Scenarios 11 and 12: two-way mode computes repair patches and never applies them.

The annotation is ``werf.io/repair-patch``; the reference wrote ``debug.werf.io/repair-patch``.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.objects import QUICK, REPAIR_PATCH, annotated, annotation, container, workload

pytestmark = pytest.mark.cluster

MODE = ("--three-way-merge-mode", "disabled", QUICK)
ENV = [{"name": "EMPTY", "value": ""}, {"name": "WITHOUT"}, {"name": "SET", "value": "x"}]
SETTINGS = config_map("settings", {"aloe": "aloha", "moloko": "omlet"})
ONLY_ON_CREATION = {"werf.io/set-replicas-only-on-creation": "true"}


def web(annotations: dict[str, str] | None = None) -> dict[str, Any]:
    return annotated(workload("web", container(env=ENV)), annotations or {})


@pytest.fixture
def drifted(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    """A release in two-way mode that people changed behind its back."""
    chart.write(all=[web(), SETTINGS])
    werfpy.ok("deploy", "app", str(chart), *MODE)
    live.patch("ConfigMap", "settings", {"data": {"aloe": None, "moloko": None, "newKey": "theirs"}})
    live.patch("Deployment", "web", {"spec": {"replicas": 2}})


def command_in(text: str, name: str) -> str:
    """The kubectl line for an object, as a person would copy it."""
    (found,) = [line for line in text.splitlines() if line.startswith("kubectl ") and name in line]
    return found


@pytest.mark.usefixtures("drifted")
def test_scenario_11_repair_patches_are_written_and_nothing_is_repaired(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    told = werfpy.ok("deploy", "app", str(chart), *MODE).text
    assert annotation(live, "ConfigMap", "settings", REPAIR_PATCH) == '{"data":{"aloe":"aloha","moloko":"omlet"}}'
    assert annotation(live, "Deployment", "web", REPAIR_PATCH) == '{"spec":{"replicas":1}}'
    assert live.get("ConfigMap", "settings")["data"] == {"newKey": "theirs"}
    assert live.get("Deployment", "web")["spec"]["replicas"] == 2
    messages = json.loads(annotation(live, "Deployment", "web", "werf.io/repair-messages") or "[]")
    assert any("Deployment web differs from the chart" in message for message in messages)
    assert any("spec.replicas" in message and "HorizontalPodAutoscaler" in message for message in messages)
    assert "WARNING Deployment web differs from the chart" in told
    assert command_in(told, "settings")


@pytest.mark.usefixtures("drifted")
def test_scenario_12_repaired_by_hand_or_excused_by_an_annotation(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    told = werfpy.ok("deploy", "app", str(chart), *MODE).text
    werfpy.shell(command_in(told, "settings"))
    chart.write(all=[web(ONLY_ON_CREATION), SETTINGS])
    told = werfpy.ok("deploy", "app", str(chart), *MODE).text
    assert live.get("ConfigMap", "settings")["data"] == {"aloe": "aloha", "moloko": "omlet", "newKey": "theirs"}
    assert annotation(live, "ConfigMap", "settings", REPAIR_PATCH) == "{}"
    assert annotation(live, "Deployment", "web", REPAIR_PATCH) == "{}"
    assert live.get("Deployment", "web")["spec"]["replicas"] == 2
    assert "WARNING" not in told


@pytest.mark.usefixtures("drifted")
def test_scenario_12_repaired_by_the_command(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    """Beyond the reference: ``werfpy repair`` lists the same patches, and applies them when told to."""
    assert "settings" in werfpy.ok("repair", "app").text
    assert live.get("ConfigMap", "settings")["data"] == {"newKey": "theirs"}
    werfpy.ok("repair", "app", "--apply", "--yes")
    assert live.get("ConfigMap", "settings")["data"] == {"aloe": "aloha", "moloko": "omlet", "newKey": "theirs"}
    assert live.get("Deployment", "web")["spec"]["replicas"] == 1
    assert "in sync" in werfpy.ok("repair", "app").text


@pytest.mark.usefixtures("drifted")
def test_scenario_12_the_next_three_way_deploy_takes_the_annotations_away(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    werfpy.ok("deploy", "app", str(chart), *MODE)
    werfpy.ok("deploy", "app", str(chart), QUICK)
    for kind, name in (("ConfigMap", "settings"), ("Deployment", "web")):
        assert not any("repair" in key for key in live.get(kind, name)["metadata"]["annotations"])
    assert live.get("Deployment", "web")["spec"]["replicas"] == 1
