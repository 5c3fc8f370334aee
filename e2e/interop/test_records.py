"""Helm 3 and 4 and we read one another's revisions, on a real API server."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from werfpy.kube.client import Client
from werfpy.kube.config import KubeOptions, load
from werfpy.release.codec import decode, encode
from werfpy.release.record import HookRecord, Info, Release, Status
from werfpy.release.store import ReleaseStore, open_store
from werfpy.release.times import format_time

pytestmark = [pytest.mark.cluster, pytest.mark.peers]

CONFIG_MAP = """apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-cm
data:
  a: {{ .Values.a | quote }}
"""
HOOK = """apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ .Release.Name }}-hook
  annotations:
    helm.sh/hook: pre-install,post-upgrade
    helm.sh/hook-weight: "2"
    helm.sh/hook-delete-policy: before-hook-creation
"""


@dataclass(frozen=True)
class Helm:
    """One of the two helms in one namespace."""

    binary: Path
    kubeconfig: Path
    namespace: str
    driver: str

    def __call__(self, *arguments: str) -> str:
        environ = {**os.environ, "HELM_DRIVER": self.driver, "KUBECONFIG": str(self.kubeconfig)}
        done = subprocess.run(
            [str(self.binary), "-n", self.namespace, *arguments],
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def json(self, *arguments: str) -> Any:
        return json.loads(self(*arguments, "-o", "json"))


@pytest.fixture(params=["helm3", "helm4"])
def binary(request: pytest.FixtureRequest) -> Path:
    path: Path = request.getfixturevalue(request.param)
    return path


@pytest.fixture(params=["secret", "configmap"])
def helm(binary: Path, cluster: Any, request: pytest.FixtureRequest) -> Helm:
    return Helm(binary, cluster.kubeconfig, cluster.new_namespace("records"), request.param)


@pytest.fixture
def client(helm: Helm) -> Client:
    return Client.of(load(KubeOptions(kubeconfig=str(helm.kubeconfig), namespace=helm.namespace)))


@pytest.fixture
def store(helm: Helm, client: Client) -> ReleaseStore:
    return open_store(helm.driver, client, helm.namespace)


@pytest.fixture
def chart(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "templates").mkdir()
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\nappVersion: '1.0'\n")
    (tmp_path / "values.yaml").write_text("a: 1\n")
    (tmp_path / "values.schema.json").write_text('{"type": "object"}')
    (tmp_path / "templates" / "cm.yaml").write_text(CONFIG_MAP)
    (tmp_path / "templates" / "hook.yaml").write_text(HOOK)
    (tmp_path / "templates" / "NOTES.txt").write_text("notes of {{ .Release.Name }} é")
    yield tmp_path


def test_what_helm_writes_is_read_and_comes_back_the_same(
    helm: Helm, store: ReleaseStore, chart: Path, client: Client
) -> None:
    helm("install", "web", str(chart), "--set", "a=7,big=12345678901234567890", "--labels", "team=x")
    helm("upgrade", "web", str(chart), "--set", "a=8,z.y=null")
    first, second = store.history("web").releases
    assert (first.status, second.status) == (Status.SUPERSEDED, Status.DEPLOYED)
    assert (second.config["a"], second.labels, second.info.description) == (8, {"team": "x"}, "Upgrade complete")
    assert second.info.notes == "notes of web é"
    assert second.info.updated is not None
    assert 'a: "8"' in second.manifest
    (hook,) = second.hooks
    assert (hook.events, hook.weight, hook.last_run.phase) == (("pre-install", "post-upgrade"), 2, "Succeeded")
    for record in (first, second):
        raw = client.raw("GET", _path(helm, record.revision)).body
        told = _document(json.loads(raw), helm.driver)
        again = json.loads(_inflate(encode(record)))
        assert _without_empty_times(again) == _without_empty_times(told)
        assert decode(encode(record), "x") == replace(record, labels={}, annotations={})


def test_what_we_write_helm_lists_shows_upgrades_and_rolls_back(helm: Helm, store: ReleaseStore, chart: Path) -> None:
    helm("install", "template", str(chart))
    (theirs,) = store.history("template").releases
    now = format_time(datetime.now(UTC))
    info = Info(Status.SUPERSEDED, now, now, description="Install complete", notes="our notes")
    hook = HookRecord(
        "web-hook",
        "ConfigMap",
        "web/templates/hook.yaml",
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web-hook}\n",
        ("pre-install",),
    )
    manifest = theirs.manifest.replace("template-cm", "web-cm")
    ours = Release(
        "web", helm.namespace, 1, info, theirs.chart, {"a": 5}, manifest, (hook,), "csa", {"team": "x"},
        {"werf.io/three-way-merge-enabled": "true"},
    )  # fmt: skip
    store.create(ours)
    pending = store.create(replace(ours, revision=2).with_status(Status.PENDING_UPGRADE, "Preparing upgrade"))
    store.update(pending.with_status(Status.DEPLOYED, "Upgrade complete"))

    assert [(item["name"], item["revision"], item["status"]) for item in helm.json("list", "-f", "^web$")] == [
        ("web", "2", "deployed")
    ]
    assert [(item["revision"], item["status"], item["chart"]) for item in helm.json("history", "web")] == [
        (1, "superseded", "web-0.1.0"),
        (2, "deployed", "web-0.1.0"),
    ]
    assert helm.json("get", "values", "web") == {"a": 5}
    assert helm.json("get", "values", "web", "-a") == {"a": 5}
    assert helm("get", "manifest", "web").strip() == manifest.strip()
    assert "web-hook" in helm("get", "hooks", "web")
    assert "our notes" in helm("get", "notes", "web")
    assert helm.json("status", "web")["info"]["description"] == "Upgrade complete"
    assert "web-0.1.0" in helm("list", "-l", "team=x")

    helm("upgrade", "web", str(chart), "--take-ownership")
    helm("rollback", "web", "1")
    statuses = [item.status for item in store.history("web").releases]
    assert statuses == [Status.SUPERSEDED, Status.SUPERSEDED, Status.SUPERSEDED, Status.DEPLOYED]
    assert store.history("web").releases[-1].config == {"a": 5}
    helm("uninstall", "web")
    assert not store.history("web")


def test_the_fields_of_our_objects_are_helms(helm: Helm, store: ReleaseStore, chart: Path, client: Client) -> None:
    helm("install", "theirs", str(chart))
    store.create(replace(store.history("theirs").releases[0], name="ours"))
    objects = [json.loads(client.raw("GET", _path(helm, 1, name)).body) for name in ("theirs", "ours")]
    theirs, ours = ({key for key in item if key != "metadata"} for item in objects)
    assert ours == theirs
    assert objects[0].get("type") == objects[1].get("type")


def test_history_is_read_while_others_write(helm: Helm, store: ReleaseStore, chart: Path) -> None:
    helm("install", "web", str(chart))
    (record,) = store.history("web").releases

    def write(revision: int) -> None:
        store.create(replace(record, revision=revision, resource_version=""))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(2, 30)))
    assert [item.revision for item in store.history("web").releases] == list(range(1, 30))
    assert [item.revision for item in store.list().releases] == [29]


def _path(helm: Helm, revision: int, name: str = "web") -> str:
    plural = "secrets" if helm.driver == "secret" else "configmaps"
    return f"/api/v1/namespaces/{helm.namespace}/{plural}/sh.helm.release.v1.{name}.v{revision}"


def _document(item: dict[str, Any], driver: str) -> Any:
    payload = item["data"]["release"]
    return json.loads(_inflate(base64.b64decode(payload).decode() if driver == "secret" else payload))


def _inflate(payload: str) -> bytes:
    import gzip

    return gzip.decompress(base64.b64decode(payload))


def _without_empty_times(value: Any) -> Any:
    """Helm 3 writes a time that there is not as "", Helm 4 leaves it out: both mean the same to both."""
    if isinstance(value, dict):
        return {key: _without_empty_times(item) for key, item in value.items() if item != ""}
    return [_without_empty_times(item) for item in value] if isinstance(value, list) else value
