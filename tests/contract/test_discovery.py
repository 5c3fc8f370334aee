"""Discovery, version, OpenAPI."""

from __future__ import annotations

import pytest

from .conftest import Server

AGGREGATED = {"Accept": "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"}


def test_version(api: Server) -> None:
    found = api.got("/version")
    assert (found["major"], found["minor"]) == ("1", "36") and found["gitVersion"].startswith("v1.36.3")


@pytest.mark.parametrize("path", ["/readyz", "/livez", "/healthz"])
def test_health(api: Server, path: str) -> None:
    answer = api.request("GET", path)
    assert (answer.status, answer.body) == (200, "ok")


def test_core_versions(api: Server) -> None:
    assert api.got("/api")["versions"] == ["v1"]


def test_group(api: Server) -> None:
    found = api.got("/apis/autoscaling")
    assert [item["version"] for item in found["versions"]] == ["v2", "v1"]
    assert found["preferredVersion"] == {"groupVersion": "autoscaling/v2", "version": "v2"}


def test_resource_list(api: Server) -> None:
    lines = {line["name"]: line for line in api.got("/apis/apps/v1")["resources"]}
    wanted = lines["deployments"]
    assert (wanted["kind"], wanted["singularName"], wanted["shortNames"]) == ("Deployment", "deployment", ["deploy"])
    assert wanted["namespaced"] is True
    assert (lines["deployments/scale"]["group"], lines["deployments/scale"]["kind"]) == ("autoscaling", "Scale")


@pytest.mark.parametrize("path", ["/api", "/apis"])
def test_aggregated_discovery(api: Server, path: str) -> None:
    answer = api.request("GET", path, headers=AGGREGATED)
    assert answer.headers["Content-Type"] == AGGREGATED["Accept"]
    assert (answer.body["kind"], answer.body["apiVersion"]) == ("APIGroupDiscoveryList", "apidiscovery.k8s.io/v2")
    groups = {item["metadata"].get("name", ""): item for item in answer.body["items"]}
    resources = groups["" if path == "/api" else "apps"]["versions"][0]["resources"]
    names = {item["resource"]: item for item in resources}
    sample = names["pods" if path == "/api" else "deployments"]
    assert sample["scope"] == "Namespaced" and "status" in [item["subresource"] for item in sample["subresources"]]


def test_openapi_v3_has_patch_rules(api: Server) -> None:
    index = api.got("/openapi/v3")["paths"]
    document = api.got(index["apis/apps/v1"]["serverRelativeURL"])
    kinds = {"group": "apps", "version": "v1", "kind": "Deployment"}
    schemas = document["components"]["schemas"].values()
    assert any(kinds in schema.get("x-kubernetes-group-version-kind", []) for schema in schemas)
    patches = [
        field
        for schema in schemas
        for name, field in schema.get("properties", {}).items()
        if name == "containers" and field.get("x-kubernetes-patch-merge-key") == "name"
    ]
    assert patches


def test_openapi_v2(api: Server) -> None:
    document = api.got("/openapi/v2")
    assert document["swagger"] == "2.0" and len(document["definitions"]) > 400
