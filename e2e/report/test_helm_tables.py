"""Our tables are Helm's, byte for byte: the real helm prints both the data (JSON) and the table."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from werfpy.release.codec import decode
from werfpy.report.status_text import LiveResources, StatusView, status_text
from werfpy.report.tables import HistoryRow, ListRow, ansic, history_table, list_table

pytestmark = [pytest.mark.cluster, pytest.mark.peers]

Helm = Callable[..., str]

TEMPLATE = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}-long-name"}
data: {a: {{ .Values.a | quote }} }
---
apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Release.Name }}"}
---
apiVersion: v1
kind: Pod
metadata: {name: t, annotations: {helm.sh/hook: test}}
spec: {restartPolicy: Never, containers: [{name: c, image: i}]}
"""


@pytest.fixture
def namespace(cluster: Any) -> str:
    return str(cluster.new_namespace("tables"))


@pytest.fixture
def helm(cluster: Any, helm4: Path, namespace: str, tmp_path: Path) -> Helm:
    environ = os.environ | {"KUBECONFIG": str(cluster.kubeconfig), "HELM_NAMESPACE": namespace, "NO_COLOR": "1",
                            "HELM_CACHE_HOME": str(tmp_path / "cache")}  # fmt: skip

    def run(*argv: str, check: bool = True) -> str:
        done = subprocess.run([str(helm4), *argv], env=environ, capture_output=True, text=True, check=check)
        return done.stdout

    return run


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 1.2.3\nappVersion: 日本\n")
    (folder / "templates" / "all.yaml").write_text(TEMPLATE)
    (folder / "templates" / "NOTES.txt").write_text("\nHello {{ .Release.Name }}\n\n")
    (folder / "values.yaml").write_text("a: 1\n")
    return folder


def test_list(helm: Helm, chart: Path) -> None:
    helm("install", "one", str(chart))
    helm("install", "a-longer-name", str(chart))
    rows = [
        ListRow(**{key: value for key, value in one.items() if key != "revision"}, revision=int(one["revision"]))
        for one in json.loads(helm("list", "-o", "json"))
    ]
    assert list_table(rows) == helm("list")
    assert list_table(rows, has_headers=False) == helm("list", "--no-headers")


def test_an_empty_list(helm: Helm) -> None:
    assert list_table([]) == helm("list")


def test_history(helm: Helm, chart: Path) -> None:
    helm("install", "one", str(chart))
    helm("upgrade", "one", str(chart), "--set", "a=2", "--description", "two\nlines")
    helm("rollback", "one", "1")
    rows = [
        HistoryRow(**one | {"updated": ansic(datetime.fromisoformat(one["updated"]))})
        for one in json.loads(helm("history", "one", "-o", "json"))
    ]
    assert len(rows) == 3
    assert history_table(rows) == helm("history", "one")


@pytest.mark.parametrize("has_tested", [False, True], ids=["before its test", "after its test"])
def test_status(helm: Helm, chart: Path, cluster: Any, namespace: str, has_tested: bool) -> None:
    helm("install", "one", str(chart))
    if has_tested:
        # Its pod never ends there; that is recorded too.
        helm("test", "one", "--timeout", "1s", check=False)
    printed = helm("status", "one")
    path = f"/api/v1/namespaces/{namespace}/secrets/sh.helm.release.v1.one.v1"
    secret = cluster.http.request("GET", path).body
    document = secret if isinstance(secret, dict) else json.loads(secret)
    release = decode(base64.b64decode(document["data"]["release"]), path)
    view = StatusView(resources=_resources(printed))
    assert status_text(release, view) == printed


def _resources(printed: str) -> list[LiveResources]:
    """The live objects as helm printed them: their ages are of that moment."""
    section = printed.partition("RESOURCES:\n")[2].partition("\n\n\n")[0]
    found = []
    for block in section.split("==> ")[1:]:
        kind, *rows = block.strip().split("\n")
        found.append(LiveResources(kind, [re.split(r"\s{2,}", row.rstrip()) for row in rows]))
    return found
