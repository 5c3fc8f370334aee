"""Scenarios 4 to 8: what is ours is put right, what is not is left."""

from __future__ import annotations

from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.objects import QUICK, annotated, container, containers, resources, workload

pytestmark = pytest.mark.cluster


def drift_settings(live: Live) -> None:
    data = {"aloe": None, "moloko": "changed", "testo": "theirs"}
    metadata = {"annotations": {"extra": "a"}, "labels": {"extra": "l"}}
    live.patch("ConfigMap", "settings", {"data": data, "metadata": metadata})


def has_extras(found: dict[str, Any]) -> bool:
    metadata = found["metadata"]
    return bool(metadata["annotations"]["extra"] == "a" and metadata["labels"]["extra"] == "l")


def test_scenario_04_drift_of_ours_is_reverted_and_theirs_is_kept(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=[deployment("web"), config_map("settings", {"aloe": "aloha", "moloko": "omlet"})])
    werfpy.ok("deploy", "app", str(chart))
    spec = {"replicas": 2, "template": {"spec": {"containers": [{"name": "main", "image": "other:2"}]}}}
    live.patch("Deployment", "web", {"spec": spec})
    drift_settings(live)
    werfpy.ok("deploy", "app", str(chart))
    settings, web = live.get("ConfigMap", "settings"), live.get("Deployment", "web")
    assert (web["spec"]["replicas"], containers(live, "Deployment", "web")["main"]["image"]) == (1, "nginx:1")
    assert settings["data"] == {"aloe": "aloha", "moloko": "omlet", "testo": "theirs"}
    assert has_extras(settings)


@pytest.mark.parametrize("mode", ["enabled", "onlyNewReleases", "disabled"])
def test_scenario_04_what_was_deleted_by_hand_is_created_again(
    werfpy: Werfpy, live: Live, chart: ChartFolder, mode: str
) -> None:
    flags = (QUICK, "--three-way-merge-mode", mode)
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), *flags)
    live.delete("ConfigMap", "settings")
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}


def test_scenario_05_a_changed_chart_over_drift(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=[deployment("web"), config_map("settings", {"aloe": "aloha", "moloko": "omlet"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    drift_settings(live)
    live.patch("Deployment", "web", {"spec": {"replicas": 5}})
    changed = {"moloko": "kefir", "testo": "ours now", "new": "key"}
    chart.write(all=[workload("web", container("main2", "nginx:2"), replicas=3), config_map("settings", changed)])
    for _ in range(2):
        werfpy.ok("deploy", "app", str(chart))
        settings, web = live.get("ConfigMap", "settings"), live.get("Deployment", "web")
        found = containers(live, "Deployment", "web")
        assert {name: item["image"] for name, item in found.items()} == {"main2": "nginx:2"}
        assert (web["spec"]["replicas"], web["status"]["readyReplicas"]) == (3, 3)
        assert settings["data"] == changed
        assert has_extras(settings)


SIZES = resources("10m", "64Mi", "128Mi")


def scalable(annotations: dict[str, str], replicas: int = 1, sizes: dict[str, Any] = SIZES) -> dict[str, Any]:
    return annotated(workload("web", container(resources=sizes), replicas=replicas), annotations)


def autoscale(live: Live) -> None:
    """What autoscalers would do: 2 replicas, larger containers."""
    sized = {"spec": {"containers": [{"name": "main", "resources": resources("30m", "128Mi", "256Mi")}]}}
    live.patch("Deployment", "web", {"spec": {"replicas": 2, "template": sized}})


def sizes(live: Live) -> tuple[int, dict[str, Any]]:
    return live.get("Deployment", "web")["spec"]["replicas"], containers(live, "Deployment", "web")["main"]["resources"]


ONLY_ON_CREATION = {
    "werf.io/set-replicas-only-on-creation": "true",
    "werf.io/set-resources-only-on-creation": "true",
}


def test_scenario_06_without_annotations_sizes_are_the_charts(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=scalable({}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    autoscale(live)
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert sizes(live) == (1, SIZES)


def test_scenario_07_and_08_sizes_set_on_creation_only_survive(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=scalable({}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    autoscale(live)
    chart.write(all=scalable(ONLY_ON_CREATION))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert sizes(live) == (2, resources("30m", "128Mi", "256Mi"))
    chart.write(all=scalable(ONLY_ON_CREATION, 4, resources("20m", "32Mi", "64Mi")))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert sizes(live) == (2, resources("30m", "128Mi", "256Mi"))


def test_scenario_08_any_other_value_of_the_annotation_is_not_in_force(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=scalable(dict.fromkeys(ONLY_ON_CREATION, "True")))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    autoscale(live)
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert sizes(live) == (1, SIZES)
