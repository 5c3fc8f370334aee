"""Complaint 16: a release that Helm 2 (or werf 1) made is continued, with Tiller's record as the original.

The record is encoded here by Google's protobuf implementation, not by werfpy.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Sequence
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.objects import QUICK, container, containers, owner, uid, workload
from e2e.scenarios.records import statuses
from tests.release.hapi import release_message

pytestmark = pytest.mark.cluster

DEPLOYED, FAILED = 1, 4


@pytest.fixture
def tiller(cluster: Any) -> Live:
    """A namespace with Tiller's records."""
    return Live(cluster.http, cluster.new_namespace("tiller"))


def keep(
    tiller: Live, kind: str, namespace: str, objects: Sequence[dict[str, Any]], version: int = 1, code: int = DEPLOYED
) -> None:
    """Store a revision as Tiller does."""
    manifest = "".join(f"\n---\n# Source: app/templates/all.yaml\n{json.dumps(item)}" for item in objects)
    moment = {"seconds": 1577836800}
    message = release_message(
        name="app",
        namespace=namespace,
        version=version,
        manifest=manifest,
        info={"status": {"code": code}, "first_deployed": moment, "last_deployed": moment},
        chart={"metadata": {"name": "app", "version": "0.1.0"}},
    )
    payload = base64.b64encode(gzip.compress(message.SerializeToString())).decode()
    status = {DEPLOYED: "DEPLOYED", FAILED: "FAILED"}[code]
    labels = {"NAME": "app", "OWNER": "TILLER", "STATUS": status, "VERSION": str(version)}
    stored = {"apiVersion": "v1", "kind": kind, "metadata": {"name": f"app.v{version}", "labels": labels}}
    tiller.create({**stored, "data" if kind == "ConfigMap" else "stringData": {"release": payload}})


def storage(tiller: Live, kind: str) -> tuple[str, ...]:
    place = ("--helm-release-storage-namespace", tiller.namespace)
    return (*place, "--helm-release-storage-type", kind.lower(), QUICK)


@pytest.mark.parametrize("kind", ["ConfigMap", "Secret"])
def test_complaint_16_nothing_of_helm_2s_release_leaks(
    werfpy: Werfpy, live: Live, chart: ChartFolder, tiller: Live, kind: str
) -> None:
    """Helm 2 put no marks on objects: its record makes them ours, and the marks are added."""
    old = [workload("web", container(), container("leak")), config_map("settings", {"a": "1", "leak": "x"})]
    gone = config_map("gone", {})
    for item in (*old, gone):
        live.create(item)
    keep(tiller, kind, live.namespace, [*old, gone])
    live.patch("ConfigMap", "settings", {"data": {"failed": "x"}})
    keep(tiller, kind, live.namespace, [config_map("settings", {"failed": "x"})], 2, FAILED)
    before = uid(live, "Deployment", "web")
    chart.write(all=[workload("web"), config_map("settings", {"a": "2"})])
    werfpy.ok("deploy", "app", str(chart), *storage(tiller, kind))
    assert uid(live, "Deployment", "web") == before
    assert list(containers(live, "Deployment", "web")) == ["main"]
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}
    assert owner(live, "ConfigMap", "settings") == ("app", live.namespace)
    assert not live.exists("ConfigMap", "gone")
    assert statuses(live, "app") == {1: "superseded", 2: "failed", 3: "deployed"}
    assert len([item for item in tiller.items(kind) if item["metadata"]["name"].startswith("app.v")]) == 2


def test_complaint_16_a_release_of_helm_2_in_another_namespace_is_another_release(
    werfpy: Werfpy, live: Live, chart: ChartFolder, tiller: Live, cluster: Any
) -> None:
    """Helm 2's names were the cluster's, today's are a namespace's: its objects there are not ours to delete."""
    other = Live(cluster.http, cluster.new_namespace("e2e"))
    other.create(config_map("theirs", {"a": "1"}))
    keep(tiller, "ConfigMap", other.namespace, [config_map("theirs", {"a": "1"}, namespace=other.namespace)])
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), *storage(tiller, "ConfigMap"))
    assert other.exists("ConfigMap", "theirs")
    assert statuses(live, "app") == {1: "deployed"}
