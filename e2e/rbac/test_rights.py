"""The Roles of docs/reference/rbac.md are enough, and with less one learns what is missing."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from e2e.cluster.audit import AuditLog
from e2e.crash.end_state import statuses
from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment

pytestmark = pytest.mark.cluster

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "rbac.md"


def documented(name: str) -> list[dict[str, Any]]:
    """The rules of the Role *name* in the documentation."""
    blocks = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (role,) = [role for role in map(yaml.safe_load, blocks) if role["metadata"]["name"] == name]
    rules: list[dict[str, Any]] = role["rules"]
    return rules


def limited(werfpy: Werfpy, cluster: Any, rules: list[dict[str, Any]]) -> Werfpy:
    """The command as a new ServiceAccount that may do just this."""
    return replace(werfpy, kubeconfig=cluster.restricted_kubeconfig(werfpy.namespace, rules))


def without(rules: list[dict[str, Any]], resource: str, *verbs: str) -> list[dict[str, Any]]:
    """The rules without some verbs on a resource."""
    kept = []
    for rule in rules:
        others = [name for name in rule["resources"] if name != resource]
        if others:
            kept.append({**rule, "resources": others})
        if resource in rule["resources"]:
            left = [verb for verb in rule["verbs"] if verb not in verbs]
            kept.append({**rule, "resources": [resource], "verbs": left or ["nothing"]})
    return kept


def service(port: int) -> dict[str, Any]:
    spec = {"selector": {"app": "web"}, "ports": [{"name": "http", "port": port}]}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": spec}


def hook(point: str) -> dict[str, Any]:
    template = {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "migrate:1"}]}}
    metadata = {"name": f"migrate-{point}", "annotations": {"helm.sh/hook": f"{point}-install,{point}-upgrade"}}
    return {"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": {"template": template}}


MANY = [config_map(f"settings-{number}", {"a": "1"}) for number in range(7)]
FIRST = [*MANY, config_map("old", {}), service(80), deployment("web"), hook("pre"), hook("post")]
SECOND = [*MANY, config_map("new", {}), service(81), deployment("web", "nginx:2"), hook("pre"), hook("post")]


def test_the_documented_role_can_deploy(werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any) -> None:
    allowed = limited(werfpy, cluster, documented("deploy"))
    for objects in (FIRST, SECOND, SECOND):
        ran = allowed.ok("deploy", "app", str(chart.write(all=objects)), "--history-max", "2")
        assert ran.err == ""
    assert statuses(live, "app") == {2: "superseded", 3: "deployed"}
    assert not live.exists("ConfigMap", "old")
    assert live.get("Deployment", "web")["spec"]["template"]["spec"]["containers"][0]["image"] == "nginx:2"


def test_the_documented_role_can_tell_why_a_rollout_fails(werfpy: Werfpy, chart: ChartFolder, cluster: Any) -> None:
    allowed = limited(werfpy, cluster, documented("deploy"))
    ran = allowed.fails("deploy", "app", str(chart.write(all=deployment("web", "nginx:missing"))), "--timeout", "60")
    assert "ImagePullBackOff" in ran.text or "ErrImagePull" in ran.text
    assert "forbidden" not in ran.text


def test_the_documented_role_can_plan(werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any) -> None:
    allowed = limited(werfpy, cluster, documented("deploy"))
    ran = allowed.ok("plan", "app", str(chart.write(all=FIRST)))
    assert ran.err == ""
    assert statuses(live, "app") == {}


@pytest.mark.parametrize("is_upgrade", [False, True], ids=["install", "upgrade"])
def test_a_reader_can_plan_and_is_told_what_was_not_checked(
    werfpy: Werfpy, chart: ChartFolder, cluster: Any, is_upgrade: bool
) -> None:
    if is_upgrade:
        werfpy.ok("deploy", "app", str(chart.write(all=FIRST)), "--wait=false", "--no-hooks")
    reader = limited(werfpy, cluster, documented("plan"))
    full = werfpy.ok("plan", "app", str(chart.write(all=SECOND)), "-o", "json")
    ran = reader.ok("plan", "app", str(chart), "-o", "json")
    assert "not checked by the API server" in ran.err
    for name in ("ConfigMap {}/new", "Service {}/web", "Deployment {}/web", "Job {}/migrate-pre"):
        assert name.format(werfpy.namespace) in ran.err
    if is_upgrade:
        assert f"ConfigMap {werfpy.namespace}/old" in ran.err
    assert ran.out == full.out
    assert_sent_no_write(cluster, reader)


def assert_sent_no_write(cluster: Any, reader: Werfpy) -> None:
    if cluster.audit is not None:
        everything = AuditLog(cluster.audit._path).requests(namespace=reader.namespace, user_agent="werfpy")
        mine = [item for item in everything if item.user.startswith(f"system:serviceaccount:{reader.namespace}:")]
        assert mine
        assert [item for item in mine if item.is_write] == []


def test_a_reader_is_still_told_what_is_invalid_and_may_be_checked(
    werfpy: Werfpy, chart: ChartFolder, cluster: Any
) -> None:
    rules = [*documented("plan"), {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["create"]}]
    wrong = deployment("web")
    wrong["spec"]["template"]["spec"]["containers"][0]["imagePolicy"] = "Always"
    ran = limited(werfpy, cluster, rules).fails("plan", "app", str(chart.write(all=[wrong, config_map("a", {})])))
    assert "imagePolicy" in ran.err


LESS = {
    "records cannot be kept": ("secrets", "create", "the revisions of release app may not be written"),
    "records cannot be closed": ("secrets", "update", "the revisions of release app may not be written"),
    "no lock": ("leases", "get", "Leases"),
    "a kind cannot be created": ("services", "create", "you may not create it"),
    "hooks cannot be created": ("jobs", "create", "you may not create it"),
}


@pytest.mark.parametrize(("resource", "verb", "words"), LESS.values(), ids=LESS)
def test_with_less_nothing_is_begun(
    werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any, resource: str, verb: str, words: str
) -> None:
    allowed = limited(werfpy, cluster, without(documented("deploy"), resource, verb))
    ran = allowed.fails("deploy", "app", str(chart.write(all=FIRST)))
    assert words in ran.err
    assert statuses(live, "app") == {}
    assert not live.exists("ConfigMap", "old")


def test_a_hook_that_cannot_be_replaced_is_found_first(
    werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any
) -> None:
    werfpy.ok("deploy", "app", str(chart.write(all=[config_map("settings", {"a": "1"}), hook("pre")])))
    allowed = limited(werfpy, cluster, without(documented("deploy"), "jobs", "delete"))
    ran = allowed.fails("deploy", "app", str(chart.write(all=[config_map("settings", {"a": "2"}), hook("pre")])))
    assert f"Job {werfpy.namespace}/migrate-pre: you may not delete it" in ran.err
    assert statuses(live, "app") == {1: "deployed"}
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}


def test_without_leases_no_lock_is_the_way_out(werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any) -> None:
    allowed = limited(werfpy, cluster, without(documented("deploy"), "leases", "get", "create", "update"))
    allowed.ok("deploy", "app", str(chart.write(all=FIRST)), "--no-lock")
    assert statuses(live, "app") == {1: "deployed"}


def test_quota_is_not_told_as_a_missing_right(werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any) -> None:
    quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "few"}}
    path = f"/api/v1/namespaces/{werfpy.namespace}/resourcequotas"
    spec = {"spec": {"hard": {"services": "0"}}}
    assert cluster.http.request("POST", path, {**quota, **spec}).status == 201
    assert (
        cluster.http.request(
            "PUT", f"{path}/few/status", {**quota, "status": {"hard": {"services": "0"}, "used": {"services": "0"}}}
        ).status
        == 200
    )
    ran = werfpy.fails("deploy", "app", str(chart.write(all=FIRST)))
    assert "exceeded quota" in ran.err
    assert "you may not" not in ran.err
    assert statuses(live, "app") == {}
