"""Complaint 11: what others add to our objects survives; documented, for some expect it to be removed."""

from __future__ import annotations

from typing import Any

import pytest

from e2e.driver import STRATEGIC, ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.conftest import Writes
from e2e.scenarios.objects import QUICK, container, containers, workload

pytestmark = pytest.mark.cluster


def web(image: str) -> dict[str, Any]:
    return workload("web", container(image=image, env=[{"name": "A", "value": "1"}]))


def add_theirs(live: Live) -> None:
    sidecar = {"name": "sidecar", "image": "mesh:1"}
    main = {"name": "main", "env": [{"name": "THEIRS", "value": "x"}]}
    pod = {
        "metadata": {"annotations": {"restarted-at": "noon"}, "labels": {"mesh": "on"}},
        "spec": {"containers": [main, sidecar], "nodeSelector": {"pool": "fast"}, "priority": None},
    }
    body = {"metadata": {"labels": {"team": "x"}, "annotations": {"note": "y"}}, "spec": {"template": pod}}
    live.patch("Deployment", "web", body, STRATEGIC)
    live.patch("ConfigMap", "settings", {"data": {"theirs": "x"}, "binaryData": {"blob": "AAAA"}})


def test_complaint_11_what_others_added_survives_a_changed_chart(
    werfpy: Werfpy, live: Live, chart: ChartFolder, writes: Writes
) -> None:
    chart.write(all=[web("nginx:1"), config_map("settings", {"a": "1", "b": "1"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert {("create", "deployments"), ("create", "configmaps")} <= set(writes.objects())
    add_theirs(live)
    chart.write(all=[web("nginx:2"), config_map("settings", {"a": "2"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    found, settings = live.get("Deployment", "web"), live.get("ConfigMap", "settings")
    template, pods = found["spec"]["template"], containers(live, "Deployment", "web")
    assert (pods["main"]["image"], pods["sidecar"]["image"]) == ("nginx:2", "mesh:1")
    assert {item["name"]: item["value"] for item in pods["main"]["env"]} == {"A": "1", "THEIRS": "x"}
    assert (found["metadata"]["labels"]["team"], found["metadata"]["annotations"]["note"]) == ("x", "y")
    assert template["metadata"]["labels"] == {"app": "web", "mesh": "on"}
    assert template["metadata"]["annotations"] == {"restarted-at": "noon"}
    assert template["spec"]["nodeSelector"] == {"pool": "fast"}
    assert (settings["data"], settings["binaryData"]) == ({"a": "2", "theirs": "x"}, {"blob": "AAAA"})
    writes.mark()
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert writes.objects() == []


def test_complaint_11_a_field_of_theirs_that_the_chart_once_states_is_ours(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    """The way to have an extra field removed: state it once, then drop it."""
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.patch("ConfigMap", "settings", {"data": {"theirs": "x"}})
    for data in ({"a": "1", "theirs": "y"}, {"a": "1"}):
        chart.write(all=config_map("settings", data))
        werfpy.ok("deploy", "app", str(chart), QUICK)
        assert live.get("ConfigMap", "settings")["data"] == data
