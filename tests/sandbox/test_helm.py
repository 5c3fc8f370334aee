"""The real helm against the sandbox: what it needs of a server is there."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from werfpy.sandbox.sandbox import Sandbox

pytestmark = pytest.mark.peers

CHART = "apiVersion: v2\nname: shop\nversion: 1.0.0\n"
TEMPLATE = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}}
spec:
  replicas: {{ .Values.replicas }}
  selector: {matchLabels: {app: {{ .Release.Name }}}}
  template:
    metadata: {labels: {app: {{ .Release.Name }}}}
    spec: {containers: [{name: main, image: "nginx:1"}]}
"""
Helm = Callable[..., str]


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text(CHART)
    (folder / "values.yaml").write_text("replicas: 1\n")
    (folder / "templates" / "deployment.yaml").write_text(TEMPLATE)
    return folder


@pytest.fixture(params=["helm3", "helm4"])
def helm(request: pytest.FixtureRequest, running: Sandbox) -> Helm:
    binary = request.getfixturevalue(request.param)

    def run(action: str, *arguments: str) -> str:
        writes = request.param == "helm4" and action in ("install", "upgrade")
        more = ["--server-side=false"] if writes else []
        command = [str(binary), "--kubeconfig", str(running.kubeconfig), action, *arguments, *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=90)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_life_of_a_release(helm: Helm, chart: Path, running: Sandbox) -> None:
    helm("install", "shop", str(chart), "--wait", "--timeout", "30s")
    helm("upgrade", "shop", str(chart), "--set", "replicas=2", "--wait", "--timeout", "30s")
    live = running.api.store.get("apps/deployments", ("default", "shop"))
    assert live is not None and live["status"]["readyReplicas"] == 2
    helm("rollback", "shop", "1")
    statuses = [item["status"] for item in json.loads(helm("history", "shop", "-o", "json"))]
    assert statuses == ["superseded", "superseded", "deployed"]
    helm("uninstall", "shop")
    assert running.api.store.get("apps/deployments", ("default", "shop")) is None
