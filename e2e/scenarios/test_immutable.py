"""Complaint 9: fields that the API server does not let change. Said before the first write; nothing is recreated."""

from __future__ import annotations

from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.conftest import Writes
from e2e.scenarios.objects import QUICK, job, uid, workload

pytestmark = pytest.mark.cluster


def selecting(name: str, label: str) -> dict[str, Any]:
    found = deployment(name)
    found["spec"]["selector"] = {"matchLabels": {"app": label}}
    found["spec"]["template"]["metadata"]["labels"] = {"app": label}
    return found


def service(cluster_ip: str | None) -> dict[str, Any]:
    spec: dict[str, Any] = {"selector": {"app": "web"}, "ports": [{"port": 80}]}
    if cluster_ip:
        spec["clusterIP"] = cluster_ip
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": spec}


def test_complaint_09_all_immutable_fields_are_told_and_nothing_is_changed(
    werfpy: Werfpy, live: Live, chart: ChartFolder, writes: Writes
) -> None:
    frozen = {**config_map("frozen", {"a": "1"}), "immutable": True}
    chart.write(
        all=[config_map("settings", {"a": "1"}), selecting("web", "one"), frozen, service(None), job("once")],
        db=workload("db", kind="StatefulSet"),
    )
    werfpy.ok("deploy", "app", str(chart), QUICK)
    changed_db = workload("db", kind="StatefulSet")
    changed_db["spec"]["serviceName"] = "other"
    chart.write(
        all=[
            config_map("settings", {"a": "2"}),
            selecting("web", "two"),
            {**frozen, "data": {"a": "2"}},
            service("None"),
            job("once", image="tool:2"),
        ],
        db=changed_db,
    )
    writes.mark()
    told = werfpy.fails("deploy", "app", str(chart), QUICK).err
    for name in ("Deployment", "StatefulSet", "ConfigMap", "Service", "Job"):
        assert f"{name} " in told or f"{name}/" in told
    assert "settings" not in told
    assert told.count("immutable-field") == 5, told
    assert "app/templates/db.yaml" in told
    assert writes.objects() == []
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    assert list(live.revisions("app")) == [1]


def test_complaint_09_deleting_the_object_is_the_way_out(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=[selecting("web", "one"), service(None)])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    before, address = uid(live, "Deployment", "web"), live.get("Service", "web")["spec"]["clusterIP"]
    chart.write(all=[selecting("web", "two"), service(None)])
    assert "delete the object" in werfpy.fails("deploy", "app", str(chart), QUICK).err
    live.delete("Deployment", "web")
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert uid(live, "Deployment", "web") != before
    assert live.get("Service", "web")["spec"]["clusterIP"] == address
