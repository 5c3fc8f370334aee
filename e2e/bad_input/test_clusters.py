"""Clusters that cannot be reached, or do not let us in."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest

from e2e.bad_input.conftest import Refusing
from e2e.driver import ChartFolder, Live, config_map, deployment

pytestmark = pytest.mark.cluster


@pytest.fixture(autouse=True)
def some_chart(chart: ChartFolder) -> None:
    chart.write(all=[config_map("settings", {"a": "1"}), deployment("web")])


def test_closed_port(refused: Refusing, cluster: Any, namespace: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        address = f"https://127.0.0.1:{listening.getsockname()[1]}"
    config = cluster.kubeconfig_for("token", namespace, server=address)
    told = refused.deploy(kubeconfig=config)
    assert address in told.splitlines()[0]
    assert "refused" in told
    assert "\n  hint " in told


def test_bad_token(refused: Refusing, cluster: Any, namespace: str) -> None:
    told = refused.deploy(kubeconfig=cluster.kubeconfig_for("no-such-token", namespace))
    assert "credentials" in told.splitlines()[0]
    assert "\n  hint " in told


def test_unknown_certificate(refused: Refusing, cluster: Any, namespace: str, tmp_path: Path) -> None:
    document = json.loads(cluster.kubeconfig_for(cluster.token, namespace).read_text())
    del document["clusters"][0]["cluster"]["certificate-authority"]
    (tmp_path / "config").write_text(json.dumps(document))
    told = refused.deploy(kubeconfig=tmp_path / "config")
    assert "certificate" in told


def test_no_kubeconfig(refused: Refusing, tmp_path: Path) -> None:
    told = refused.deploy(kubeconfig=tmp_path / "none", HOME=str(tmp_path))
    assert "\n  hint " in told
    assert "kubeconfig" in told


def test_unknown_context(refused: Refusing) -> None:
    told = refused.deploy("--kube-context", "production")
    assert "production" in told.splitlines()[0]


ALL_VERBS = ["get", "list", "watch", "create", "update", "patch", "delete"]
BASE = [
    {"apiGroups": [""], "resources": ["secrets", "configmaps"], "verbs": ALL_VERBS},
    {"apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ALL_VERBS},
]


def test_forbidden_creation_is_found_before_the_first_write(refused: Refusing, cluster: Any, namespace: str) -> None:
    rules = [*BASE, {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get", "list", "watch"]}]
    told = refused.deploy(kubeconfig=cluster.restricted_kubeconfig(namespace, rules))
    assert f"Deployment {namespace}/web: you may not create it" in told
    assert "\n  hint " in told


def test_everything_forbidden_is_told_at_once(
    refused: Refusing, live: Live, cluster: Any, namespace: str, chart: ChartFolder
) -> None:
    chart.write(all=[config_map("settings", {}), config_map("old", {}), deployment("web")])
    refused.werfpy.ok("deploy", "app", str(chart), "--wait=false")
    chart.write(all=[config_map("settings", {"a": "2"}), deployment("web", "nginx:2"), deployment("new")])
    reading = ["get", "list", "watch"]
    rules = [
        {"apiGroups": [""], "resources": ["secrets"], "verbs": ALL_VERBS},
        {"apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ALL_VERBS},
        {"apiGroups": [""], "resources": ["configmaps"], "verbs": [*reading, "patch"]},
        {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": reading},
    ]
    told = refused.deploy(kubeconfig=cluster.restricted_kubeconfig(namespace, rules))
    assert "3 problems" in told.splitlines()[0]
    assert f"Deployment {namespace}/web: you may not update it" in told
    assert f"Deployment {namespace}/new: you may not create it" in told
    assert f"ConfigMap {namespace}/old: you may not delete it" in told
    assert sorted(live.revisions("app")) == [1]


def test_releases_that_may_not_be_written(refused: Refusing, cluster: Any, namespace: str) -> None:
    rules = [
        {"apiGroups": [""], "resources": ["secrets"], "verbs": ["get", "list", "watch"]},
        {"apiGroups": ["coordination.k8s.io"], "resources": ["leases"], "verbs": ALL_VERBS},
        {"apiGroups": [""], "resources": ["configmaps"], "verbs": ALL_VERBS},
        {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ALL_VERBS},
    ]
    told = refused.deploy(kubeconfig=cluster.restricted_kubeconfig(namespace, rules))
    assert "the revisions of release app may not be written" in told.splitlines()[0]
    assert "\n  hint " in told


def test_lock_that_may_not_be_written(refused: Refusing, cluster: Any, namespace: str) -> None:
    rules = [
        {"apiGroups": [""], "resources": ["secrets", "configmaps"], "verbs": ALL_VERBS},
        {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ALL_VERBS},
    ]
    told = refused.deploy(kubeconfig=cluster.restricted_kubeconfig(namespace, rules))
    assert "Leases" in told.splitlines()[0]
    assert "--no-lock" in told


def test_namespace_missing_and_not_to_be_created(refused: Refusing, werfpy: Any) -> None:
    werfpy.namespace = "no-such-namespace-here"
    told = refused.deploy("--no-create-namespace")
    assert "no-such-namespace-here" in told.splitlines()[0]
    assert "--no-create-namespace" in told
