"""PATCH: the three kinds, their lists, their conditions."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import JSON_PATCH, MERGE, STRATEGIC, Server, config_map, deployment

APPS = "apps/v1"


def _deployed(api: Server, **container: Any) -> str:
    manifest = deployment(replicas=0)
    manifest["spec"]["template"]["spec"]["containers"][0] |= container
    api.made(api.path("deployments", group=APPS), manifest)
    return api.path("deployments", "web", group=APPS)


def _containers(patch: Any) -> dict[str, Any]:
    return {"spec": {"template": {"spec": {"containers": patch}}}}


def _found(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return answer["spec"]["template"]["spec"]["containers"]


def test_merge_patch_sets_and_deletes(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a", x="1", y="2"))
    patched = api.patched(api.path("configmaps", "a"), {"data": {"x": None, "z": "3"}})
    assert patched["data"] == {"y": "2", "z": "3"}


def test_merge_patch_replaces_lists(api: Server) -> None:
    path = _deployed(api)
    patched = api.patched(path, _containers([{"name": "only", "image": "a:1"}]), MERGE)
    assert [item["name"] for item in _found(patched)] == ["only"]


def test_strategic_patch_merges_lists_by_key(api: Server) -> None:
    path = _deployed(api)
    patched = api.patched(
        path, _containers([{"name": "side", "image": "s:1"}, {"name": "main", "image": "m:2"}]), STRATEGIC
    )
    assert sorted((item["name"], item["image"]) for item in _found(patched)) == [("main", "m:2"), ("side", "s:1")]
    main = next(item for item in _found(patched) if item["name"] == "main")
    assert main["env"] == [{"name": "A", "value": "1"}]


def test_strategic_patch_deletes_items(api: Server) -> None:
    path = _deployed(api, env=[{"name": "A", "value": "1"}, {"name": "B", "value": "2"}])
    patch = _containers([{"name": "main", "env": [{"name": "A", "$patch": "delete"}]}])
    assert _found(api.patched(path, patch, STRATEGIC))[0]["env"] == [{"name": "B", "value": "2"}]


def test_strategic_patch_replaces_a_list_when_told(api: Server) -> None:
    path = _deployed(api)
    patch = _containers([{"$patch": "replace"}, {"name": "new", "image": "n:1"}])
    assert [item["name"] for item in _found(api.patched(path, patch, STRATEGIC))] == ["new"]


def test_strategic_patch_orders_lists(api: Server) -> None:
    path = _deployed(api, env=[{"name": "A", "value": "1"}, {"name": "B", "value": "2"}])
    order = [{"name": "B"}, {"name": "C"}, {"name": "A"}]
    env = {"name": "main", "$setElementOrder/env": order, "env": [{"name": "C", "value": "3"}]}
    patched = api.patched(path, _containers([env]), STRATEGIC)
    assert [item["name"] for item in _found(patched)[0]["env"]] == ["B", "C", "A"]


def test_strategic_patch_of_scalars(api: Server) -> None:
    manifest = config_map("a")
    manifest["metadata"]["finalizers"] = ["x.example/a", "x.example/b"]
    api.made(api.path("configmaps"), manifest)
    path = api.path("configmaps", "a")
    added = api.patched(path, {"metadata": {"finalizers": ["x.example/c"]}}, STRATEGIC)
    assert sorted(added["metadata"]["finalizers"]) == ["x.example/a", "x.example/b", "x.example/c"]
    removed = {"metadata": {"$deleteFromPrimitiveList/finalizers": ["x.example/a", "x.example/b", "x.example/c"]}}
    assert "finalizers" not in api.patched(path, removed, STRATEGIC)["metadata"]


def test_strategic_patch_retains_keys(api: Server) -> None:
    path = _deployed(api)
    patch = {"spec": {"strategy": {"$retainKeys": ["type"], "type": "Recreate"}}}
    assert api.patched(path, patch, STRATEGIC)["spec"]["strategy"] == {"type": "Recreate"}


def test_json_patch(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a", x="1"))
    operations = [
        {"op": "test", "path": "/data/x", "value": "1"},
        {"op": "replace", "path": "/data/x", "value": "2"},
        {"op": "add", "path": "/data/y", "value": "3"},
    ]
    assert api.patched(api.path("configmaps", "a"), operations, JSON_PATCH)["data"] == {"x": "2", "y": "3"}


@pytest.mark.parametrize(
    "operation",
    [{"op": "test", "path": "/data/x", "value": "9"}, {"op": "remove", "path": "/data/absent"}],
    ids=["test fails", "path absent"],
)
def test_json_patch_that_does_not_fit(api: Server, operation: dict) -> None:
    api.made(api.path("configmaps"), config_map("a", x="1"))
    answer = api.request("PATCH", api.path("configmaps", "a"), [operation], content_type=JSON_PATCH)
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")
    assert api.got(api.path("configmaps", "a"))["data"] == {"x": "1"}


def test_patch_with_an_old_resource_version_is_a_conflict(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    api.patched(api.path("configmaps", "a"), {"data": {"x": "2"}})
    patch = {"metadata": {"resourceVersion": made["metadata"]["resourceVersion"]}, "data": {"x": "3"}}
    answer = api.request("PATCH", api.path("configmaps", "a"), patch, content_type=MERGE)
    assert (answer.status, answer.body["reason"]) == (409, "Conflict")


def test_empty_patch_changes_nothing(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    for kind in (MERGE, STRATEGIC):
        assert api.patched(api.path("configmaps", "a"), {}, kind) == made


def test_patch_of_nothing_is_not_found(api: Server) -> None:
    answer = api.request("PATCH", api.path("configmaps", "a"), {}, content_type=MERGE)
    assert answer.status == 404


def test_unknown_kind_of_patch(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a"))
    answer = api.request("PATCH", api.path("configmaps", "a"), {}, content_type="application/foo")
    assert (answer.status, answer.body["reason"]) == (415, "UnsupportedMediaType")


def test_nulls_of_a_strategic_patch_restore_defaults(api: Server) -> None:
    path = _deployed(api)
    api.patched(path, {"spec": {"revisionHistoryLimit": 3}})
    assert api.patched(path, {"spec": {"revisionHistoryLimit": None}}, STRATEGIC)["spec"]["revisionHistoryLimit"] == 10


def test_patch_of_an_immutable_field(api: Server) -> None:
    path = _deployed(api)
    patch = {
        "spec": {
            "selector": {"matchLabels": {"app": "other"}},
            "template": {"metadata": {"labels": {"app": "other"}}},
        }
    }
    answer = api.request("PATCH", path, patch, content_type=STRATEGIC)
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")
    assert answer.body["details"]["causes"][0]["field"] == "spec.selector"
    assert "field is immutable" in answer.body["message"]
