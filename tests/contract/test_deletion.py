"""Deletion: preconditions, finalizers, propagation, namespaces."""

from __future__ import annotations

import pytest

from .conftest import Server, config_map, deployment

APPS = "apps/v1"


def _owned(api: Server, name: str, owner: dict, *, blocks: bool = False) -> None:
    manifest = config_map(name)
    reference = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "name": owner["metadata"]["name"],
        "uid": owner["metadata"]["uid"],
    }
    manifest["metadata"]["ownerReferences"] = [{**reference, "blockOwnerDeletion": blocks}]
    api.made(api.path("configmaps"), manifest)


def test_delete_answers_with_a_status(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a"))
    answer = api.request("DELETE", api.path("configmaps", "a"))
    assert answer.status == 200
    assert answer.body == {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Success",
        "details": {"name": "a", "kind": "configmaps", "uid": made["metadata"]["uid"]},
    }
    assert api.request("GET", api.path("configmaps", "a")).status == 404


def test_delete_answers_with_the_object_for_some_kinds(api: Server) -> None:
    api.made(api.path("serviceaccounts"), {"metadata": {"name": "robot"}})
    answer = api.request("DELETE", api.path("serviceaccounts", "robot"))
    assert (answer.body["kind"], answer.body["metadata"]["name"]) == ("ServiceAccount", "robot")


def test_delete_of_nothing(api: Server) -> None:
    assert api.request("DELETE", api.path("configmaps", "a")).status == 404


@pytest.mark.parametrize("precondition", [{"uid": "0000"}, {"resourceVersion": "1"}], ids=["uid", "resourceVersion"])
def test_preconditions(api: Server, precondition: dict) -> None:
    api.made(api.path("configmaps"), config_map("a"))
    answer = api.request("DELETE", api.path("configmaps", "a"), {"preconditions": precondition})
    assert (answer.status, answer.body["reason"]) == (409, "Conflict")
    assert "does not match" in answer.body["message"]


def test_bad_propagation_policy(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a"))
    answer = api.request("DELETE", api.path("configmaps", "a"), {"propagationPolicy": "Sideways"})
    assert answer.status == 422


def test_finalizer_keeps_the_object(api: Server) -> None:
    manifest = config_map("a", x="1")
    manifest["metadata"]["finalizers"] = ["x.example/hold"]
    api.made(api.path("configmaps"), manifest)
    answer = api.request("DELETE", api.path("configmaps", "a"))
    assert answer.status == 200 and answer.body["metadata"]["deletionTimestamp"]
    assert answer.body["metadata"]["deletionGracePeriodSeconds"] == 0
    again = api.request("DELETE", api.path("configmaps", "a"))
    assert again.body["metadata"]["deletionTimestamp"] == answer.body["metadata"]["deletionTimestamp"]
    api.patched(api.path("configmaps", "a"), {"metadata": {"finalizers": None}})
    assert api.request("GET", api.path("configmaps", "a")).status == 404


def test_no_new_finalizers_on_an_ending_object(api: Server) -> None:
    manifest = config_map("a")
    manifest["metadata"]["finalizers"] = ["x.example/hold"]
    api.made(api.path("configmaps"), manifest)
    api.request("DELETE", api.path("configmaps", "a"))
    path = api.path("configmaps", "a")
    patch = {"metadata": {"finalizers": ["x.example/hold", "x.example/more"]}}
    answer = api.request("PATCH", path, patch, content_type="application/merge-patch+json")
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")
    api.patched(path, {"metadata": {"finalizers": None}})


def test_background_deletion_takes_the_dependents(api: Server) -> None:
    owner = api.made(api.path("configmaps"), config_map("owner"))
    _owned(api, "child", owner)
    api.request("DELETE", api.path("configmaps", "owner"), {"propagationPolicy": "Background"})
    api.until_gone(api.path("configmaps", "child"))


def test_foreground_deletion_waits_for_the_dependents(api: Server) -> None:
    owner = api.made(api.path("configmaps"), config_map("owner"))
    child = config_map("child")
    reference = {"apiVersion": "v1", "kind": "ConfigMap", "name": "owner", "uid": owner["metadata"]["uid"]}
    child["metadata"] |= {
        "ownerReferences": [{**reference, "blockOwnerDeletion": True}],
        "finalizers": ["x.example/hold"],
    }
    api.made(api.path("configmaps"), child)
    answer = api.request("DELETE", api.path("configmaps", "owner"), {"propagationPolicy": "Foreground"})
    assert answer.body["metadata"]["finalizers"] == ["foregroundDeletion"]
    api.until(lambda: "deletionTimestamp" in api.got(api.path("configmaps", "child"))["metadata"])
    assert api.request("GET", api.path("configmaps", "owner")).status == 200
    api.patched(api.path("configmaps", "child"), {"metadata": {"finalizers": None}})
    api.until_gone(api.path("configmaps", "owner"))


def test_orphaning_keeps_the_dependents(api: Server) -> None:
    owner = api.made(api.path("configmaps"), config_map("owner"))
    _owned(api, "child", owner)
    api.request("DELETE", api.path("configmaps", "owner"), {"propagationPolicy": "Orphan"})
    api.until_gone(api.path("configmaps", "owner"))
    assert "ownerReferences" not in api.got(api.path("configmaps", "child"))["metadata"]


def test_dependents_of_nobody_are_collected(api: Server) -> None:
    ghost = {"metadata": {"name": "ghost", "uid": "11111111-1111-1111-1111-111111111111"}}
    _owned(api, "child", ghost)
    api.until_gone(api.path("configmaps", "child"))


def test_delete_collection(api: Server) -> None:
    for name, app in (("a", "x"), ("b", "x"), ("c", "y")):
        api.made(api.path("configmaps"), config_map(name, {"app": app}))
    answer = api.request("DELETE", api.path("configmaps"), query={"labelSelector": "app=x"})
    assert answer.status == 200 and answer.body["kind"] == "ConfigMapList"
    assert [api.request("GET", api.path("configmaps", name)).status for name in "abc"] == [404, 404, 200]


def test_deployment_takes_its_replica_sets_and_pods(api: Server) -> None:
    api.made(api.path("deployments", group=APPS), deployment())
    api.until(lambda: len(api.got(api.path("pods"))["items"]) == 2)
    api.request("DELETE", api.path("deployments", "web", group=APPS), {"propagationPolicy": "Background"})
    api.until(
        lambda: not api.got(api.path("replicasets", group=APPS))["items"] and not api.got(api.path("pods"))["items"]
    )


def test_namespace_takes_its_content(api: Server) -> None:
    name = f"{api.namespace}-x"
    api.made("/api/v1/namespaces", {"metadata": {"name": name}})
    api.made(api.path("configmaps", namespace=name), config_map("a"))
    answer = api.request("DELETE", f"/api/v1/namespaces/{name}")
    assert answer.body["status"]["phase"] == "Terminating"
    api.until_gone(f"/api/v1/namespaces/{name}")
    assert api.got(api.path("configmaps", namespace=name))["items"] == []


def test_nothing_can_be_created_in_an_ending_namespace(api: Server) -> None:
    name = f"{api.namespace}-y"
    api.made("/api/v1/namespaces", {"metadata": {"name": name}})
    held = config_map("held")
    held["metadata"]["finalizers"] = ["x.example/hold"]
    api.made(api.path("configmaps", namespace=name), held)
    api.request("DELETE", f"/api/v1/namespaces/{name}")
    answer = api.request("POST", api.path("configmaps", namespace=name), config_map("late"))
    assert (answer.status, answer.body["reason"]) == (403, "Forbidden")
    assert answer.body["details"]["causes"][0]["reason"] == "NamespaceTerminating"
    api.patched(api.path("configmaps", "held", namespace=name), {"metadata": {"finalizers": None}})
