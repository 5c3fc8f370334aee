"""A release that Helm 2 made goes on with ``werfpy deploy``; the records are encoded by the protobuf package."""

from __future__ import annotations

import base64
import gzip
import json
import subprocess
from pathlib import Path

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from tests.release.hapi import release_message

pytestmark = [pytest.mark.cluster, pytest.mark.peers]

DEPLOYED, FAILED = 1, 4


def store(live: Live, revision: int, code: int, *objects: dict[str, object], kind: str = "ConfigMap") -> None:
    """Keep a revision as Tiller does."""
    manifest = "".join(
        f"\n---\n# Source: app/templates/{number}.yaml\n{json.dumps(item)}" for number, item in enumerate(objects)
    )
    message = release_message(
        name="app", namespace=live.namespace, version=revision, manifest=manifest,
        info={"status": {"code": code}, "Description": "Install complete"},
        chart={"metadata": {"name": "app", "version": "0.1.0"}, "values": {"raw": "a: 1\n"}},
    )  # fmt: skip
    payload = base64.b64encode(gzip.compress(message.SerializeToString())).decode()
    labels = {"NAME": "app", "OWNER": "TILLER", "STATUS": "DEPLOYED", "VERSION": str(revision)}
    data = {"stringData" if kind == "Secret" else "data": {"release": payload}}
    live.create({"apiVersion": "v1", "kind": kind, "metadata": {"name": f"app.v{revision}", "labels": labels}, **data})


@pytest.mark.parametrize("kind", ["ConfigMap", "Secret"])
def test_the_release_goes_on_as_the_next_revision(
    werfpy: Werfpy, live: Live, chart: ChartFolder, helm4: Path, kind: str
) -> None:
    old = config_map("settings", {"kept": "1", "dropped": "x"})
    gone = config_map("gone", {"a": "b"})
    live.create({**old, "data": {**old["data"], "theirs": "y"}})
    live.create(gone)
    uid = live.get("ConfigMap", "settings")["metadata"]["uid"]
    store(live, 3, DEPLOYED, old, gone, kind=kind)
    store(live, 4, FAILED, {**old, "data": {**old["data"], "leaked": "z"}}, gone, kind=kind)
    live.patch("ConfigMap", "settings", {"data": {"leaked": "z"}})
    chart.write(all=config_map("settings", {"kept": "2"}))
    where = ["--helm2-storage-namespace", live.namespace, "--helm2-storage-type", kind.lower()]

    plan = werfpy.ok("plan", "app", str(chart), *where)
    assert "revision 5" in plan.out
    assert not live.revisions("app"), "plan must not copy records"
    werfpy.ok("deploy", "app", str(chart), *where)

    settings = live.get("ConfigMap", "settings")
    assert settings["data"] == {"kept": "2", "theirs": "y"}
    assert settings["metadata"]["uid"] == uid
    assert settings["metadata"]["annotations"]["meta.helm.sh/release-name"] == "app"
    assert not live.exists("ConfigMap", "gone")
    assert live.exists(kind, "app.v3"), "Tiller's record stays"
    history = subprocess.run(
        [helm4, "history", "app", "-n", live.namespace, "-o", "json"],
        env=werfpy.env(), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [(item["revision"], item["status"]) for item in json.loads(history.stdout)] == [
        (3, "superseded"),
        (4, "failed"),
        (5, "deployed"),
    ]


def test_a_release_of_our_own_is_not_looked_up_there(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart))
    store(live, 7, DEPLOYED, config_map("settings", {"a": "old"}))
    werfpy.ok("deploy", "app", str(chart), "--helm2-storage-namespace", live.namespace)
    assert sorted(live.revisions("app")) == [1, 2]
