"""Complaint 12: what the API server merely spells differently is no drift: no repair patch, and no write."""

from __future__ import annotations

import json
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.conftest import Writes
from e2e.scenarios.objects import QUICK, REPAIR_PATCH, container, pod_template, workload

pytestmark = pytest.mark.cluster


def odd_container() -> dict[str, Any]:
    """Everything in another spelling than the stored one."""
    return container(
        env=[
            {"name": "EMPTY", "value": ""},
            {"name": "NULL", "value": None},
            {"name": "NODE", "valueFrom": {"fieldRef": {"fieldPath": "spec.nodeName"}}},
        ],
        resources={
            "requests": {"cpu": 0.5, "memory": "1024Mi", "ephemeral-storage": "1000M"},
            "limits": {"cpu": "2000m", "memory": "2048Mi", "ephemeral-storage": 2000000000},
        },
        command=[],
        args=None,
        securityContext={},
        livenessProbe={"httpGet": {"path": "/", "port": 80}},
        volumeMounts=[{"name": "info", "mountPath": "/info"}, {"name": "tmp", "mountPath": "/tmp"}],
    )


def odd_pod() -> dict[str, Any]:
    field = {"path": "labels", "fieldRef": {"fieldPath": "metadata.labels"}}
    return pod_template(
        "web",
        odd_container(),
        volumes=[{"name": "info", "downwardAPI": {"items": [field]}}, {"name": "tmp", "emptyDir": {}}],
        securityContext={},
        nodeSelector={},
        tolerations=[],
        affinity=None,
    )


def odd_objects() -> list[dict[str, Any]]:
    web = workload("web")
    web["spec"].update(template=odd_pod(), strategy={"type": "Recreate", "rollingUpdate": None})
    web["metadata"].update(labels=None, creationTimestamp=None)
    rolling = workload("rolling")
    rolling["spec"]["strategy"] = {"rollingUpdate": {"maxSurge": "25%"}}
    claim = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1024Mi"}}}
    db = workload("db", kind="StatefulSet")
    db["spec"].update(serviceName="db", volumeClaimTemplates=[{"metadata": {"name": "data"}, "spec": claim}])
    template = {**pod_template("cron"), "spec": {**odd_pod()["spec"], "restartPolicy": "Never"}}
    cron = {"schedule": "@yearly", "jobTemplate": {"spec": {"template": template}}}
    return [web, rolling, db, _named("batch/v1", "CronJob", "cron", cron), *_small_objects()]


def _named(api_version: str, kind: str, name: str, spec: dict[str, Any]) -> dict[str, Any]:
    return {"apiVersion": api_version, "kind": kind, "metadata": {"name": name}, "spec": spec}


def _small_objects() -> list[dict[str, Any]]:
    cpu = {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 50}}}
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "rolling"}
    scaling = {"maxReplicas": 1, "metrics": [cpu], "scaleTargetRef": target}
    return [
        config_map("empty", {}),
        {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "words"}, "stringData": {"word": "x", "no": ""}},
        _named("v1", "Service", "web", {"selector": {"app": "web"}, "ports": [{"port": 80}], "clusterIP": ""}),
        _named("networking.k8s.io/v1", "NetworkPolicy", "shut", {"podSelector": {}, "ingress": []}),
        _named("policy/v1", "PodDisruptionBudget", "one", {"minAvailable": 1, "selector": {}}),
        _named("autoscaling/v2", "HorizontalPodAutoscaler", "web", scaling),
        {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "robot"}, "secrets": None},
    ]


def test_complaint_12_nothing_is_to_repair_where_nothing_drifted(
    werfpy: Werfpy, live: Live, chart: ChartFolder, writes: Writes
) -> None:
    chart.write(all=odd_objects())
    flags = ("--three-way-merge-mode", "disabled", QUICK)
    werfpy.ok("deploy", "app", str(chart), *flags)
    told = werfpy.ok("deploy", "app", str(chart), *flags).text
    assert "WARNING" not in told
    assert "kubectl" not in told
    for kind in ("Deployment", "StatefulSet", "CronJob", "Service", "Secret", "HorizontalPodAutoscaler"):
        for item in live.items(kind):
            if not item["metadata"]["name"].startswith("sh.helm"):
                assert item["metadata"]["annotations"][REPAIR_PATCH] == "{}", item["metadata"]["name"]
    assert "in sync" in werfpy.ok("repair", "app").out
    writes.mark()
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert writes.objects() == []


def test_complaint_12_three_way_an_unchanged_chart_sends_no_write(
    werfpy: Werfpy, live: Live, chart: ChartFolder, writes: Writes
) -> None:
    chart.write(all=odd_objects())
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert ("create", "deployments") in writes.objects()
    writes.mark()
    told = json.loads(werfpy.ok("plan", "app", str(chart), "-o", "json").out)
    assert (told["hasChanges"], set(told["counts"])) == (False, {"unchanged"})
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert writes.objects() == []


def test_complaint_12_only_what_really_drifted_is_in_the_patch(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=odd_objects())
    flags = ("--three-way-merge-mode", "disabled", QUICK)
    werfpy.ok("deploy", "app", str(chart), *flags)
    changed = {"containers": [{"name": "main", "env": [{"name": "EMPTY", "value": "full"}]}]}
    live.patch("Deployment", "web", {"spec": {"template": {"spec": changed}}})
    werfpy.ok("deploy", "app", str(chart), *flags)
    annotation = live.get("Deployment", "web")["metadata"]["annotations"][REPAIR_PATCH]
    (main,) = json.loads(annotation)["spec"]["template"]["spec"]["containers"]
    assert main["name"] == "main"
    (variable,) = main["env"]
    assert variable["name"] == "EMPTY"
    werfpy.ok("repair", "app", "--apply", "--yes")
    (found,) = live.get("Deployment", "web")["spec"]["template"]["spec"]["containers"]
    assert found["env"][0].get("value", "") == ""


def test_complaint_12_a_strategy_that_leaves_rolling_updates(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    """The API server fills ``rollingUpdate`` in, and then refuses it next to another type."""
    web = workload("web")
    chart.write(all=web)
    for mode in ("enabled", "disabled"):
        for kind in ("Recreate", "RollingUpdate"):
            web["spec"]["strategy"] = {"type": kind}
            chart.write(all=web)
            werfpy.ok("deploy", "app", str(chart), QUICK, "--three-way-merge-mode", mode)
            assert live.get("Deployment", "web")["spec"]["strategy"]["type"] == kind
