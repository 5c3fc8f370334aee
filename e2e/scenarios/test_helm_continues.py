"""Complaint 16: a release that Helm made is continued, with its record as the original; and Helm continues ours."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.objects import QUICK, container, containers, owner, uid, workload
from e2e.scenarios.records import statuses

pytestmark = [pytest.mark.cluster, pytest.mark.peers]

Helm: TypeAlias = Callable[..., str]


@pytest.fixture(params=["helm3", "helm4"])
def helm(request: pytest.FixtureRequest, werfpy: Werfpy) -> Helm:
    """The real helm, in the namespace of the test."""
    binary: Path = request.getfixturevalue(request.param)

    def run(*arguments: str) -> str:
        argv = [str(binary), *arguments, "-n", werfpy.namespace]
        done = subprocess.run(argv, env=werfpy.env(), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def objects(image: str, *more: dict[str, Any], **data: str) -> list[dict[str, Any]]:
    return [workload("web", container(image=image), *more), config_map("settings", data)]


def test_complaint_16_a_field_that_leaves_the_chart_does_not_leak(
    werfpy: Werfpy, live: Live, chart: ChartFolder, helm: Helm
) -> None:
    chart.write(all=objects("nginx:1", container("leak"), a="1", leak="x"), gone=config_map("gone", {}))
    helm("install", "app", str(chart))
    before = uid(live, "Deployment", "web"), uid(live, "ConfigMap", "settings")
    live.patch("ConfigMap", "settings", {"data": {"a": "by hand", "theirs": "kept"}})
    chart.write(all=objects("nginx:2", a="1"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert (uid(live, "Deployment", "web"), uid(live, "ConfigMap", "settings")) == before
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1", "theirs": "kept"}
    assert {name: item["image"] for name, item in containers(live, "Deployment", "web").items()} == {"main": "nginx:2"}
    assert not live.exists("ConfigMap", "gone")
    assert statuses(live, "app") == {1: "superseded", 2: "deployed"}


def test_complaint_16_helm_goes_on_with_what_we_deployed(
    werfpy: Werfpy, live: Live, chart: ChartFolder, helm: Helm
) -> None:
    chart.write(all=objects("nginx:1", container("leak"), a="1", leak="x"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    chart.write(all=objects("nginx:2", a="2"))
    helm("upgrade", "app", str(chart))
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}
    assert list(containers(live, "Deployment", "web")) == ["main"]
    chart.write(all=objects("nginx:3", a="3"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    helm("rollback", "app", "1")
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1", "leak": "x"}
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "3"}
    assert owner(live, "ConfigMap", "settings") == ("app", live.namespace)
    told = {item["revision"]: item["status"] for item in json.loads(helm("history", "app", "-o", "json"))}
    assert told == {**dict.fromkeys(range(1, 5), "superseded"), 5: "deployed"}
    helm("uninstall", "app")
    assert live.items("Deployment") == []


def test_complaint_16_a_release_of_helms_counts_as_old_for_the_modes(
    werfpy: Werfpy, live: Live, chart: ChartFolder, helm: Helm
) -> None:
    """Its record does not say that it was merged three-way, and ``onlyNewReleases`` leaves old releases two-way."""
    chart.write(all=objects("nginx:1", a="1"))
    helm("install", "app", str(chart))
    live.patch("ConfigMap", "settings", {"data": {"a": "by hand"}})
    werfpy.ok("deploy", "app", str(chart), QUICK, "--three-way-merge-mode", "onlyNewReleases")
    assert live.get("ConfigMap", "settings")["data"] == {"a": "by hand"}
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}


def test_complaint_16_an_upgrade_that_failed_in_helm_does_not_leak(
    werfpy: Werfpy, live: Live, chart: ChartFolder, helm: Helm
) -> None:
    chart.write(all=objects("nginx:1", a="1"))
    helm("install", "app", str(chart))
    broken = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"ports": [{"port": 99999}]}}
    chart.write(all=objects("nginx:1", container("leak"), a="1", leak="x"), broken=broken)
    with pytest.raises(AssertionError):
        helm("upgrade", "app", str(chart))
    assert statuses(live, "app") == {1: "deployed", 2: "failed"}
    chart.write(all=objects("nginx:1", a="1"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    assert list(containers(live, "Deployment", "web")) == ["main"]
