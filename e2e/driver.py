"""Runs the real command against a real cluster, and does to the cluster what people do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

COLLECTIONS = {
    "ConfigMap": "/api/v1/namespaces/{ns}/configmaps",
    "Secret": "/api/v1/namespaces/{ns}/secrets",
    "Service": "/api/v1/namespaces/{ns}/services",
    "ServiceAccount": "/api/v1/namespaces/{ns}/serviceaccounts",
    "Pod": "/api/v1/namespaces/{ns}/pods",
    "PersistentVolumeClaim": "/api/v1/namespaces/{ns}/persistentvolumeclaims",
    "Deployment": "/apis/apps/v1/namespaces/{ns}/deployments",
    "StatefulSet": "/apis/apps/v1/namespaces/{ns}/statefulsets",
    "DaemonSet": "/apis/apps/v1/namespaces/{ns}/daemonsets",
    "Job": "/apis/batch/v1/namespaces/{ns}/jobs",
    "CronJob": "/apis/batch/v1/namespaces/{ns}/cronjobs",
    "Ingress": "/apis/networking.k8s.io/v1/namespaces/{ns}/ingresses",
    "HorizontalPodAutoscaler": "/apis/autoscaling/v2/namespaces/{ns}/horizontalpodautoscalers",
    "Lease": "/apis/coordination.k8s.io/v1/namespaces/{ns}/leases",
}
MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
JSON_PATCH = "application/json-patch+json"


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err

    def events(self) -> list[dict[str, Any]]:
        """The events of a run with ``--output json``."""
        return [json.loads(line) for line in self.out.splitlines() if line.startswith("{")]


@dataclass
class Werfpy:
    """The command line of werfpy, as a user's shell would run it."""

    kubeconfig: Path
    namespace: str
    environ: Mapping[str, str] = field(default_factory=dict)
    timeout_s: float = 180.0

    def argv(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "werfpy", *arguments, "-n", self.namespace]

    def env(self) -> dict[str, str]:
        kept = {key: value for key, value in os.environ.items() if not key.startswith(("WERF_", "HELM_", "KUBE"))}
        return {**kept, "KUBECONFIG": str(self.kubeconfig), "NO_COLOR": "1", **self.environ}

    def run(self, *arguments: str, cwd: Path | None = None) -> Ran:
        """Run a command to its end, whatever its exit code."""
        done = subprocess.run(
            self.argv(*arguments), env=self.env(), cwd=cwd, capture_output=True, text=True, timeout=self.timeout_s
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Begin a command and let it run."""
        return subprocess.Popen(
            self.argv(*arguments), env=self.env(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def shell(self, command: str) -> str:
        """Run a line in the shell, as a person would who copied it; it must succeed."""
        done = subprocess.run(["sh", "-c", command], env=self.env(), check=False, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"
        return done.stdout

    def ok(self, *arguments: str, cwd: Path | None = None) -> Ran:
        """Run a command that must succeed."""
        ran = self.run(*arguments, cwd=cwd)
        assert ran.code == 0, f"werfpy {' '.join(arguments)} exited with {ran.code}:\n{ran.text}"
        return ran

    def fails(self, *arguments: str, cwd: Path | None = None) -> Ran:
        """Run a command that must fail with 1 and an error, and without a traceback."""
        ran = self.run(*arguments, cwd=cwd)
        assert ran.code == 1, f"werfpy {' '.join(arguments)} exited with {ran.code}:\n{ran.text}"
        assert ran.err.startswith("Error: ") or "\nError: " in ran.err, ran.err
        assert "Traceback" not in ran.err, ran.err
        return ran


@dataclass
class Live:
    """The cluster's objects in one namespace, through the raw API: no code of werfpy is involved."""

    http: Any
    namespace: str

    def path(self, kind: str, name: str = "") -> str:
        collection = COLLECTIONS[kind].format(ns=self.namespace)
        return f"{collection}/{name}" if name else collection

    def get(self, kind: str, name: str) -> dict[str, Any]:
        answer = self.http.request("GET", self.path(kind, name))
        assert answer.status == 200, f"GET {kind} {name}: {answer.status} {answer.body}"
        found: dict[str, Any] = answer.body
        return found

    def exists(self, kind: str, name: str) -> bool:
        return bool(self.http.request("GET", self.path(kind, name)).status == 200)

    def items(self, kind: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.http.request("GET", self.path(kind)).body["items"]
        return found

    def create(self, manifest: Mapping[str, Any]) -> dict[str, Any]:
        answer = self.http.request("POST", self.path(manifest["kind"]), manifest)
        assert answer.status == 201, f"POST {manifest['kind']}: {answer.status} {answer.body}"
        made: dict[str, Any] = answer.body
        return made

    def patch(self, kind: str, name: str, body: Any, content_type: str = STRATEGIC) -> dict[str, Any]:
        answer = self.http.request("PATCH", self.path(kind, name), body, content_type=content_type)
        assert answer.status == 200, f"PATCH {kind} {name}: {answer.status} {answer.body}"
        found: dict[str, Any] = answer.body
        return found

    def annotate(self, kind: str, name: str, **annotations: str | None) -> None:
        """Set annotations; ``__`` in a name stands for ``/`` and ``_`` for ``-``."""
        names = {key.replace("__", "/").replace("_", "-"): value for key, value in annotations.items()}
        self.patch(kind, name, {"metadata": {"annotations": names}}, MERGE)

    def delete(self, kind: str, name: str) -> None:
        answer = self.http.request("DELETE", self.path(kind, name))
        assert answer.status in (200, 202), f"DELETE {kind} {name}: {answer.status} {answer.body}"

    def revisions(self, release: str) -> dict[int, dict[str, Any]]:
        """The release's storage Secrets by revision."""
        prefix = f"sh.helm.release.v1.{release}.v"
        secrets = [item for item in self.items("Secret") if item["metadata"]["name"].startswith(prefix)]
        return {int(item["metadata"]["name"].removeprefix(prefix)): item for item in secrets}


@dataclass
class ChartFolder:
    """A chart that a test writes and changes."""

    folder: Path
    name: str = "app"

    def __post_init__(self) -> None:
        (self.folder / "templates").mkdir(parents=True, exist_ok=True)
        (self.folder / "Chart.yaml").write_text(f"apiVersion: v2\nname: {self.name}\nversion: 0.1.0\n")

    def __str__(self) -> str:
        return str(self.folder)

    def write(self, **templates: str | Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> ChartFolder:
        """Replace all templates: text, or one object or several as JSON (which is YAML)."""
        for path in (self.folder / "templates").iterdir():
            path.unlink()
        for name, content in templates.items():
            if isinstance(content, Mapping):
                content = [content]
            text = (
                content if isinstance(content, str) else "\n---\n".join(json.dumps(item, indent=1) for item in content)
            )
            (self.folder / "templates" / f"{name}.yaml").write_text(text)
        return self

    def values(self, text: str) -> ChartFolder:
        (self.folder / "values.yaml").write_text(text)
        return self


def config_map(name: str, data: Mapping[str, str], **metadata: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, **metadata}, "data": dict(data)}


def deployment(name: str, image: str = "nginx:1", replicas: int | None = 1, **container: Any) -> dict[str, Any]:
    spec: dict[str, Any] = {
        "selector": {"matchLabels": {"app": name}},
        "template": {
            "metadata": {"labels": {"app": name}},
            "spec": {"containers": [{"name": "main", "image": image, **container}]},
        },
    }
    if replicas is not None:
        spec["replicas"] = replicas
    return {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": name}, "spec": spec}
