"""The real kubectl against the sandbox."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from werfpy.sandbox.sandbox import Sandbox

from .conftest import Kubectl, kubectl_of

DEPLOYMENT = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, labels: {app: web}}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: main, image: "nginx:1", env: [{name: A, value: "1"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
"""
CRD = """
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gizmos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: gizmos, kind: Gizmo, shortNames: [gz]}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
    additionalPrinterColumns: [{name: Size, type: integer, jsonPath: .spec.size}]
"""
GIZMO = "apiVersion: example.com/v1\nkind: Gizmo\nmetadata: {name: one}\nspec: {size: 3}\n"


@pytest.fixture
def applied(kubectl: Kubectl) -> Iterator[Kubectl]:
    kubectl("apply", "-f", "-", text=DEPLOYMENT)
    yield kubectl
    kubectl("delete", "--ignore-not-found", "-f", "-", text=DEPLOYMENT)


def _json(kubectl: Kubectl, *arguments: str) -> dict:
    return json.loads(kubectl("get", *arguments, "-o", "json").stdout)


def test_version_and_nodes(kubectl: Kubectl) -> None:
    assert "Server Version: v1.36" in kubectl("version").stdout
    assert "Ready" in kubectl("get", "nodes").stdout


def test_apply_again_changes_nothing(applied: Kubectl) -> None:
    out = applied("apply", "-f", "-", text=DEPLOYMENT).stdout
    assert out == "deployment.apps/web unchanged\nservice/web unchanged\n"


def test_apply_merges_three_ways(applied: Kubectl) -> None:
    applied("set", "env", "deployment/web", "FOREIGN=1")
    applied("apply", "-f", "-", text=DEPLOYMENT.replace("nginx:1", "nginx:2"))
    container = _json(applied, "deployment", "web")["spec"]["template"]["spec"]["containers"][0]
    assert container["image"] == "nginx:2"
    assert {item["name"] for item in container["env"]} == {"A", "FOREIGN"}


def test_get_prints_columns(applied: Kubectl) -> None:
    applied("wait", "--for=condition=Available", "deployment/web", "--timeout=20s")
    header, line = applied("get", "deployment", "web").stdout.splitlines()
    assert header.split() == ["NAME", "READY", "UP-TO-DATE", "AVAILABLE", "AGE"]
    assert line.split()[:4] == ["web", "1/1", "1", "1"]


def test_get_by_label_and_wide(applied: Kubectl) -> None:
    assert "web" in applied("get", "deploy", "-l", "app=web", "-o", "wide").stdout
    assert "No resources found" in applied("get", "deploy", "-l", "app=other").stderr


def test_scale_and_rollout(applied: Kubectl) -> None:
    applied("scale", "deployment/web", "--replicas=3")
    out = applied("rollout", "status", "deployment/web", "--timeout=20s").stdout
    assert "successfully rolled out" in out
    assert _json(applied, "deployment", "web")["status"]["readyReplicas"] == 3


def test_edit(applied: Kubectl) -> None:
    applied("edit", "deployment", "web", EDITOR="sed -i s/nginx:1/nginx:9/", KUBE_EDITOR="sed -i s/nginx:1/nginx:9/")
    assert _json(applied, "deployment", "web")["spec"]["template"]["spec"]["containers"][0]["image"] == "nginx:9"


@pytest.mark.parametrize(
    ("kind", "patch"),
    [
        ("strategic", '{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"x:5"}]}}}}'),
        ("merge", '{"spec":{"template":{"spec":{"containers":[{"name":"main","image":"x:5"}]}}}}'),
        ("json", '[{"op":"replace","path":"/spec/template/spec/containers/0/image","value":"x:5"}]'),
    ],
)
def test_patch(applied: Kubectl, kind: str, patch: str) -> None:
    applied("patch", "deployment", "web", f"--type={kind}", "-p", patch)
    assert _json(applied, "deployment", "web")["spec"]["template"]["spec"]["containers"][0]["image"] == "x:5"


def test_describe(applied: Kubectl) -> None:
    out = applied("describe", "deployment", "web").stdout
    assert "Image:      nginx:1" in out and "RollingUpdateStrategy" in out


def test_logs(applied: Kubectl) -> None:
    applied("rollout", "status", "deployment/web", "--timeout=20s")
    assert "runs no containers" in applied("logs", "deployment/web").stdout


def test_diff_shows_a_change(applied: Kubectl) -> None:
    out = applied("diff", "-f", "-", text=DEPLOYMENT.replace("nginx:1", "nginx:2"), code=1).stdout
    assert "+        image: nginx:2" in out.replace("+      - image", "+        image")


def test_delete_in_the_foreground(applied: Kubectl) -> None:
    applied("delete", "deployment", "web", "--cascade=foreground", "--timeout=20s")
    assert _json(applied, "replicasets,pods", "-l", "app=web")["items"] == []


def test_custom_resources(kubectl: Kubectl) -> None:
    kubectl("apply", "-f", "-", text=CRD)
    kubectl("wait", "--for=condition=Established", "crd/gizmos.example.com", "--timeout=20s")
    kubectl("apply", "-f", "-", text=GIZMO)
    assert kubectl("get", "gz").stdout.split() == ["NAME", "SIZE", "one", "3"]
    kubectl("apply", "-f", "-", text=GIZMO.replace("3", "4"))
    assert _json(kubectl, "gizmo", "one")["spec"] == {"size": 4}
    kubectl("delete", "crd", "gizmos.example.com", "--timeout=20s")


@pytest.mark.parametrize(
    ("arguments", "kind", "found"),
    [
        (("configmap", "x", "--from-literal=a=b"), "configmap", {"data": {"a": "b"}}),
        (("secret", "generic", "x", "--from-literal=a=b"), "secret", {"data": {"a": "Yg=="}, "type": "Opaque"}),
        (("quota", "x", "--hard=cpu=1500m"), "quota", {"spec": {"hard": {"cpu": "1500m"}}}),
        (
            ("role", "x", "--verb=get,list", "--resource=pods"),
            "role",
            {"rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get", "list"]}]},
        ),
        (
            ("poddisruptionbudget", "x", "--selector=a=b", "--min-available=50%"),
            "pdb",
            {"spec": {"minAvailable": "50%", "selector": {"matchLabels": {"a": "b"}}}},
        ),
        (("priorityclass", "x", "--value=-5"), "priorityclass", {"value": -5}),
    ],
    ids=lambda item: item[0] if isinstance(item, tuple) else None,
)
def test_create_sends_protobuf(kubectl: Kubectl, arguments: tuple[str, ...], kind: str, found: dict) -> None:
    kubectl("create", *arguments)
    made = _json(kubectl, kind, "x")
    assert {key: made[key] for key in found} == found
    kubectl("delete", kind, "x")


def test_create_a_deployment_and_expose_it(kubectl: Kubectl) -> None:
    kubectl("create", "deployment", "shop", "--image=nginx:1", "--replicas=2", "--port=80")
    kubectl("expose", "deployment", "shop")
    kubectl("rollout", "status", "deployment/shop", "--timeout=20s")
    assert _json(kubectl, "service", "shop")["spec"]["ports"] == [{"port": 80, "protocol": "TCP", "targetPort": 80}]
    kubectl("delete", "service,deployment", "shop")


def test_namespaces_come_and_go(kubectl: Kubectl) -> None:
    kubectl("create", "namespace", "team")
    kubectl("-n", "team", "run", "tool", "--image=busybox")
    kubectl("delete", "namespace", "team", "--timeout=20s")
    assert "NotFound" in kubectl("get", "namespace", "team", code=1).stderr


def test_rights_are_all_given(kubectl: Kubectl) -> None:
    assert kubectl("auth", "can-i", "delete", "nodes").stdout == "yes\n"


def test_unknown_field_is_told(kubectl: Kubectl) -> None:
    done = kubectl("apply", "-f", "-", text=DEPLOYMENT.replace("replicas: 1", "replikas: 1"), code=1)
    assert 'unknown field "spec.replikas"' in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("apply", "--server-side", "-f", "-"), "does not do server-side apply"),
        (("exec", "pod/{pod}", "--", "ls"), "does not do pods/exec"),
        (("logs", "-f", "pod/{pod}"), "does not do following of logs"),
    ],
    ids=["server-side apply", "exec", "follow"],
)
def test_refuses_by_name(applied: Kubectl, arguments: tuple[str, ...], said: str) -> None:
    applied("rollout", "status", "deployment/web", "--timeout=20s")
    pod = _json(applied, "pods", "-l", "app=web")["items"][0]["metadata"]["name"]
    done = applied(*(item.format(pod=pod) for item in arguments), text=DEPLOYMENT, code=1)
    assert said in done.stderr


def test_wrong_token(running: Sandbox, tmp_path: Path) -> None:
    bad = tmp_path / "kubeconfig"
    bad.write_text(running.kubeconfig.read_text().replace(running.token, "wrong"))
    done = kubectl_of(bad, tmp_path)("get", "pods", code=1)
    assert "must be logged in" in done.stderr
