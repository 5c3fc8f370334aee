"""The scenarios of a three-way deploy: what is ours is put right, what is not is left."""

from __future__ import annotations

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment

pytestmark = pytest.mark.cluster


def test_scenario_4_drift_of_ours_is_reverted_and_theirs_is_kept(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=[deployment("web"), config_map("settings", {"aloe": "aloha", "moloko": "omlet"})])
    werfpy.ok("deploy", "app", str(chart))
    live.patch("Deployment", "web", {"spec": {"replicas": 2}})
    live.patch(
        "ConfigMap",
        "settings",
        {
            "data": {"aloe": None, "moloko": "changed", "theirs": "kept"},
            "metadata": {"annotations": {"extra": "a"}, "labels": {"extra": "l"}},
        },
    )
    werfpy.ok("deploy", "app", str(chart))
    settings = live.get("ConfigMap", "settings")
    assert live.get("Deployment", "web")["spec"]["replicas"] == 1
    assert settings["data"] == {"aloe": "aloha", "moloko": "omlet", "theirs": "kept"}
    assert settings["metadata"]["annotations"]["extra"] == "a"
    assert settings["metadata"]["labels"]["extra"] == "l"
