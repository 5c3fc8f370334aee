"""The tests' own cluster does what tests rely on."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from e2e.cluster.cluster import Cluster

pytestmark = pytest.mark.cluster


def _pod(name: str, **annotations: str) -> dict:
    return {
        "metadata": {
            "name": name,
            "annotations": {f"e2e.werfpy.dev/{key}": value for key, value in annotations.items()},
        },
        "spec": {
            "containers": [{"name": "main", "image": "registry.example/app:missing" if name == "absent" else "app:1"}]
        },
    }


def _until(probe, within_s: float = 20):
    deadline = time.monotonic() + within_s
    while not (value := probe()):
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.05)
    return value


def _container_state(cluster: Cluster, namespace: str, name: str) -> dict:
    pod = cluster.http.request("GET", f"/api/v1/namespaces/{namespace}/pods/{name}").body
    statuses = pod.get("status", {}).get("containerStatuses", [])
    return statuses[0] if statuses else {}


@pytest.mark.parametrize(
    ("name", "annotations", "reason"),
    [("absent", {}, "ImagePullBackOff"), ("crashes", {"pod": "crash"}, "CrashLoopBackOff")],
    ids=["image", "crash"],
)
def test_pods_fail_as_asked(cluster: Cluster, name: str, annotations: dict, reason: str) -> None:
    if not cluster.plays_pods:
        pytest.skip(f"pods are not played on a {cluster.origin} cluster")
    namespace = cluster.new_namespace()
    cluster.http.request("POST", f"/api/v1/namespaces/{namespace}/pods", _pod(name, **annotations))
    _until(
        lambda: _container_state(cluster, namespace, name).get("state", {}).get("waiting", {}).get("reason") == reason
    )


def test_pods_become_ready_and_have_logs(cluster: Cluster) -> None:
    if not cluster.plays_pods:
        pytest.skip(f"pods are not played on a {cluster.origin} cluster")
    namespace = cluster.new_namespace()
    cluster.http.request("POST", f"/api/v1/namespaces/{namespace}/pods", _pod("good"))
    _until(lambda: _container_state(cluster, namespace, "good").get("ready"))
    log = cluster.http.request("GET", f"/api/v1/namespaces/{namespace}/pods/good/log", query={"tailLines": 1})
    assert log.body == "line 30 of the container\n"


def test_claims_are_bound_and_load_balancers_get_an_address(cluster: Cluster) -> None:
    if not cluster.plays_pods:
        pytest.skip(f"pods are not played on a {cluster.origin} cluster")
    path = f"/api/v1/namespaces/{cluster.new_namespace()}"
    resources = {"requests": {"storage": "1Gi"}}
    claim = {"metadata": {"name": "data"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": resources}}
    service = {"metadata": {"name": "edge"}, "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}}
    cluster.http.request("POST", f"{path}/persistentvolumeclaims", claim)
    cluster.http.request("POST", f"{path}/services", service)
    _until(
        lambda: (
            cluster.http.request("GET", f"{path}/persistentvolumeclaims/data").body["status"].get("phase") == "Bound"
            and cluster.http.request("GET", f"{path}/services/edge").body["status"]["loadBalancer"].get("ingress")
        )
    )


def test_restricted_users_may_do_just_what_their_rules_say(cluster: Cluster) -> None:
    namespace = cluster.new_namespace()
    rules = [{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["get", "list"]}]
    kubeconfig = cluster.restricted_kubeconfig(namespace, rules)

    def may(*question: str) -> str:
        command = ["kubectl", "--kubeconfig", str(kubeconfig), "auth", "can-i", *question]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()

    assert [may("list", "configmaps"), may("delete", "configmaps"), may("get", "secrets")] == ["yes", "no", "no"]


def test_the_audit_log_counts_requests(cluster: Cluster) -> None:
    if cluster.audit is None:
        pytest.skip(f"no audit log on a {cluster.origin} cluster")
    namespace = cluster.new_namespace()
    mark = cluster.audit.mark()
    path = f"/api/v1/namespaces/{namespace}/configmaps"
    cluster.http.request("POST", path, {"metadata": {"name": "a"}}, query={"dryRun": "All"})
    cluster.http.request("POST", path, {"metadata": {"name": "a"}})
    cluster.http.request("GET", f"{path}/a")
    seen = _until(lambda: [r for r in [cluster.audit.requests(mark, namespace=namespace)] if len(r) == 3])[0]
    assert [(item.verb, item.is_write, item.status) for item in seen] == [
        ("create", False, 201),
        ("create", True, 201),
        ("get", False, 200),
    ]


@pytest.mark.peers
def test_peers_are_the_real_ones(helm3: Path, helm4: Path) -> None:
    def version(binary: Path) -> str:
        command = [binary, "version", "--template", "{{.Version}}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert version(helm4).startswith("v4.2")
    assert version(helm3).startswith("v3")
