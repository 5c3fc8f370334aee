"""Who wrote which field."""

from __future__ import annotations

from typing import Any

from .conftest import MERGE, STRATEGIC, Server, config_map, deployment

APPS = "apps/v1"


def _fields(manifest: dict[str, Any]) -> dict[str, Any]:
    entries = manifest["metadata"]["managedFields"]
    return {(item["manager"], item.get("subresource", "")): item["fieldsV1"] for item in entries}


def test_create_owns_what_it_sets(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", {"app": "x"}, k="1"), fieldManager="chart")
    entry = made["metadata"]["managedFields"][0]
    assert (entry["operation"], entry["apiVersion"], entry["fieldsType"]) == ("Update", "v1", "FieldsV1")
    data = {".": {}, "f:k": {}}
    assert _fields(made) == {("chart", ""): {"f:data": data, "f:metadata": {"f:labels": {".": {}, "f:app": {}}}}}


def test_another_writer_takes_over_what_it_changes(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a", k="1", l="2"), fieldManager="chart")
    path = api.path("configmaps", "a")
    patched = api.patched(path, {"data": {"k": "3", "m": "4"}}, MERGE, fieldManager="person")
    assert _fields(patched) == {
        ("chart", ""): {"f:data": {".": {}, "f:l": {}}},
        ("person", ""): {"f:data": {"f:k": {}, "f:m": {}}},
    }


def test_removed_fields_are_nobodys(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a", k="1", l="2"), fieldManager="chart")
    patched = api.patched(api.path("configmaps", "a"), {"data": {"k": None}}, MERGE, fieldManager="person")
    assert _fields(patched) == {("chart", ""): {"f:data": {".": {}, "f:l": {}}}}


def test_scaling_belongs_to_the_scaler(api: Server) -> None:
    api.made(api.path("deployments", group=APPS), deployment(replicas=0), fieldManager="chart")
    patch = {"spec": {"replicas": 1}}
    patched = api.patched(api.path("deployments", "web", group=APPS), patch, MERGE, fieldManager="scaler")
    fields = _fields(patched)
    assert fields["scaler", ""] == {"f:spec": {"f:replicas": {}}}
    assert "f:replicas" not in fields["chart", ""]["f:spec"]


def test_items_of_keyed_lists(api: Server) -> None:
    api.made(api.path("deployments", group=APPS), deployment(replicas=0), fieldManager="chart")
    item = {"name": "main", "env": [{"name": "B", "value": "2"}]}
    patch = {"spec": {"template": {"spec": {"containers": [item]}}}}
    patched = api.patched(api.path("deployments", "web", group=APPS), patch, STRATEGIC, fieldManager="person")
    container = _fields(patched)["person", ""]["f:spec"]["f:template"]["f:spec"]["f:containers"]
    env = {'k:{"name":"B"}': {".": {}, "f:name": {}, "f:value": {}}}
    assert container == {'k:{"name":"main"}': {"f:env": env}}


def test_manager_from_the_user_agent(api: Server) -> None:
    body, agent = config_map("a", k="1"), {"User-Agent": "some-tool/1.0"}
    made = api.request("POST", api.path("configmaps"), body, headers=agent).body
    assert [manager for manager, _ in _fields(made)] == ["some-tool"]


def test_status_writers_have_their_own_entry(api: Server) -> None:
    spec = {"type": "LoadBalancer", "ports": [{"port": 80}]}
    api.made(api.path("services"), {"metadata": {"name": "s"}, "spec": spec}, fieldManager="chart")
    body = {
        "status": {
            "conditions": [
                {
                    "type": "Mine",
                    "status": "True",
                    "reason": "R",
                    "message": "m",
                    "lastTransitionTime": "2026-01-01T00:00:00Z",
                }
            ]
        }
    }
    patched = api.patched(api.path("services", "s/status"), body, MERGE, fieldManager="cloud")
    assert ("cloud", "status") in _fields(patched)
    assert "f:status" not in _fields(patched)["chart", ""]
