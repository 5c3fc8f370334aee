"""Complaint 8: API versions that the cluster serves no more, in records of earlier revisions."""

from __future__ import annotations

import json
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.objects import QUICK, uid
from e2e.scenarios.records import edit_record, record

pytestmark = pytest.mark.cluster


def ingress(host: str) -> dict[str, Any]:
    backend = {"service": {"name": "web", "port": {"number": 80}}}
    rule = {"host": host, "http": {"paths": [{"path": "/", "pathType": "Prefix", "backend": backend}]}}
    return {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "Ingress",
        "metadata": {"name": "web"},
        "spec": {"rules": [rule], "ingressClassName": "nginx"},
    }


OLD_INGRESS = {
    "apiVersion": "extensions/v1beta1",
    "kind": "Ingress",
    "metadata": {"name": "web"},
    "spec": {
        "rules": [{"host": "a.example", "http": {"paths": [{"backend": {"serviceName": "web", "servicePort": 80}}]}}],
        "ingressClassName": "nginx",
    },
}
POLICY = {
    "apiVersion": "policy/v1beta1",
    "kind": "PodSecurityPolicy",
    "metadata": {"name": "app-restricted"},
    "spec": {"privileged": False},
}


def record_as(live: Live, *manifests: dict[str, Any]) -> None:
    """Make the release's first revision state these objects, as a record of another time would."""
    parts = [f"---\n# Source: app/templates/all.yaml\n{json.dumps(manifest)}\n" for manifest in manifests]
    edit_record(live, "app", 1, manifest="".join(parts))
    assert manifests[0]["apiVersion"] in record(live, "app", 1)["manifest"]


def test_complaint_08_a_removed_api_version_in_the_record_does_not_block(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=[ingress("a.example"), config_map("settings", {"a": "1"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    before = uid(live, "Ingress", "web")
    record_as(live, OLD_INGRESS, POLICY, config_map("settings", {"a": "1", "old": "x"}))
    live.patch("ConfigMap", "settings", {"data": {"old": "x"}})
    chart.write(all=[ingress("b.example"), config_map("settings", {"a": "2"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    found = live.get("Ingress", "web")
    assert found["metadata"]["uid"] == before
    (rule,) = found["spec"]["rules"]
    assert rule == ingress("b.example")["spec"]["rules"][0]
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}


@pytest.mark.parametrize("command", ["deploy", "uninstall"])
def test_complaint_08_an_object_recorded_under_a_removed_version_is_deleted_when_dropped(
    werfpy: Werfpy, live: Live, chart: ChartFolder, command: str
) -> None:
    chart.write(all=[ingress("a.example"), config_map("settings", {"a": "1"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    record_as(live, OLD_INGRESS, POLICY, config_map("settings", {"a": "1"}))
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK) if command == "deploy" else werfpy.ok("uninstall", "app")
    assert not live.exists("Ingress", "web")


def autoscaler(version: str, cpu: dict[str, Any]) -> dict[str, Any]:
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
    spec = {"minReplicas": 1, "maxReplicas": 3, "scaleTargetRef": target, **cpu}
    name = {"name": "web"}
    return {"apiVersion": f"autoscaling/{version}", "kind": "HorizontalPodAutoscaler", "metadata": name, "spec": spec}


def test_complaint_08_another_version_in_the_chart_is_an_update(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=[deployment("web"), autoscaler("v1", {"targetCPUUtilizationPercentage": 50})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    before = uid(live, "HorizontalPodAutoscaler", "web")
    target = {"type": "Utilization", "averageUtilization": 70}
    metric = {"type": "Resource", "resource": {"name": "cpu", "target": target}}
    chart.write(all=[deployment("web"), autoscaler("v2", {"metrics": [metric]})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert uid(live, "HorizontalPodAutoscaler", "web") == before
    assert live.get("HorizontalPodAutoscaler", "web")["spec"]["metrics"] == [metric]


def test_complaint_08_a_removed_version_in_the_chart_is_told_with_the_one_that_is_served(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=[OLD_INGRESS, config_map("settings", {"a": "1"})])
    told = werfpy.fails("deploy", "app", str(chart), QUICK).err
    assert 'no matches for kind "Ingress" in version "extensions/v1beta1"' in told
    assert "networking.k8s.io/v1" in told
    assert not live.exists("ConfigMap", "settings")
