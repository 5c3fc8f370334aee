"""Custom resource definitions and what they define."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import MERGE, STRATEGIC, Server

_SPEC_SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["size"],
    "properties": {
        "size": {"type": "integer", "minimum": 1},
        "colour": {"type": "string", "enum": ["red", "green"], "default": "red"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "free": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        "labelText": {"type": "string", "pattern": "^[a-z]+$"},
    },
}
_SCHEMA = {
    "type": "object",
    "properties": {
        "spec": _SPEC_SCHEMA,
        "status": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
    },
}


class Kind:
    """A CRD of one's own."""

    def __init__(self, api: Server) -> None:
        self.api = api
        self.group = f"g{uuid.uuid4().hex[:8]}.example.com"
        self.crd = f"/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gizmos.{self.group}"
        scale = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}
        version = {"served": True, "schema": {"openAPIV3Schema": _SCHEMA}}
        newest = {"name": "v1", "storage": True, "subresources": {"status": {}, "scale": scale}, **version}
        manifest = {
            "metadata": {"name": f"gizmos.{self.group}"},
            "spec": {
                "group": self.group,
                "scope": "Namespaced",
                "names": {"plural": "gizmos", "kind": "Gizmo", "shortNames": ["gz"]},
                "versions": [newest, {"name": "v1beta1", "storage": False, **version}],
            },
        }
        self.made = api.made(self.crd.rpartition("/")[0], manifest)
        api.until(lambda: api.request("GET", self.path()).status == 200)

    def path(self, name: str = "", version: str = "v1") -> str:
        return self.api.path("gizmos", name, group=f"{self.group}/{version}")

    def object(self, name: str = "one", version: str = "v1", **spec: Any) -> dict[str, Any]:
        return {"apiVersion": f"{self.group}/{version}", "kind": "Gizmo", "metadata": {"name": name}, "spec": spec}


@pytest.fixture
def kind(api: Server) -> Iterator[Kind]:
    made = Kind(api)
    yield made
    api.request("DELETE", made.crd)


def test_definition_is_defaulted_and_established(kind: Kind) -> None:
    spec = kind.made["spec"]
    assert (spec["names"]["singular"], spec["names"]["listKind"]) == ("gizmo", "GizmoList")
    assert spec["conversion"] == {"strategy": "None"} and kind.made["metadata"]["generation"] == 1
    found = kind.api.got(kind.crd)
    conditions = {item["type"]: item["status"] for item in found["status"]["conditions"]}
    assert conditions == {"NamesAccepted": "True", "Established": "True"}
    assert found["status"]["storedVersions"] == ["v1"]


def test_defaults_and_pruning(kind: Kind) -> None:
    manifest = kind.object(size=1, unknown=2, free={"a": {"b": 1}})
    answer = kind.api.request("POST", kind.path(), manifest)
    assert answer.status == 201
    assert answer.body["spec"] == {"size": 1, "colour": "red", "free": {"a": {"b": 1}}}
    assert answer.headers["Warning"] == '299 - "unknown field \\"spec.unknown\\""'


def test_strict_field_validation(kind: Kind) -> None:
    answer = kind.api.request("POST", kind.path(), kind.object(size=1, unknown=2), query={"fieldValidation": "Strict"})
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")
    assert answer.body["message"].endswith('strict decoding error: unknown field "spec.unknown"')


@pytest.mark.parametrize(
    ("spec", "field", "reason"),
    [
        ({}, "spec.size", "FieldValueRequired"),
        ({"size": 0}, "spec.size", "FieldValueInvalid"),
        ({"size": 1, "colour": "blue"}, "spec.colour", "FieldValueNotSupported"),
        ({"size": 1, "labelText": "A1"}, "spec.labelText", "FieldValueInvalid"),
    ],
    ids=["required", "minimum", "enum", "pattern"],
)
def test_schema_violations(kind: Kind, spec: dict, field: str, reason: str) -> None:
    answer = kind.api.request("POST", kind.path(), kind.object(**spec))
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")
    assert [(item["field"], item["reason"]) for item in answer.body["details"]["causes"]] == [(field, reason)]


def test_wrong_type(kind: Kind) -> None:
    answer = kind.api.request("POST", kind.path(), kind.object(size="big"))
    assert answer.status == 422
    assert 'spec.size in body must be of type integer: "string"' in answer.body["message"]


def test_merge_patch_and_generation(kind: Kind) -> None:
    made = kind.api.made(kind.path(), kind.object(size=1, tags=["a"]))
    assert made["metadata"]["generation"] == 1
    patched = kind.api.patched(kind.path("one"), {"spec": {"tags": ["b"]}}, MERGE)
    assert patched["spec"]["tags"] == ["b"] and patched["metadata"]["generation"] == 2
    labelled = kind.api.patched(kind.path("one"), {"metadata": {"labels": {"a": "b"}}}, MERGE)
    assert labelled["metadata"]["generation"] == 2


def test_strategic_patch_is_refused(kind: Kind) -> None:
    kind.api.made(kind.path(), kind.object(size=1))
    answer = kind.api.request("PATCH", kind.path("one"), {}, content_type=STRATEGIC)
    assert (answer.status, answer.body["reason"]) == (415, "UnsupportedMediaType")


def test_replace_needs_a_resource_version(kind: Kind) -> None:
    kind.api.made(kind.path(), kind.object(size=1))
    answer = kind.api.request("PUT", kind.path("one"), kind.object(size=2))
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")
    assert "metadata.resourceVersion" in answer.body["message"]


def test_status_subresource(kind: Kind) -> None:
    made = kind.api.made(kind.path(), {**kind.object(size=1), "status": {"ready": True}})
    assert "status" not in made
    body = {"status": {"ready": True}, "spec": {"size": 9}}
    patched = kind.api.patched(kind.path("one/status"), body, MERGE)
    assert patched["status"] == {"ready": True} and patched["spec"]["size"] == 1
    assert patched["metadata"]["generation"] == 1


def test_scale_subresource(kind: Kind) -> None:
    kind.api.made(kind.path(), kind.object(size=3))
    assert kind.api.got(kind.path("one/scale"))["spec"] == {"replicas": 3}
    kind.api.patched(kind.path("one/scale"), {"spec": {"replicas": 5}}, MERGE)
    assert kind.api.got(kind.path("one"))["spec"]["size"] == 5


def test_other_version_is_the_same_object(kind: Kind) -> None:
    kind.api.made(kind.path(version="v1beta1"), kind.object(version="v1beta1", size=1))
    found = kind.api.got(kind.path("one"))
    assert found["apiVersion"] == f"{kind.group}/v1"


def test_lists_carry_kinds(kind: Kind) -> None:
    kind.api.made(kind.path(), kind.object(size=1))
    found = kind.api.got(kind.path())
    assert (found["kind"], found["items"][0]["kind"]) == ("GizmoList", "Gizmo")


def test_discovery_knows_it(kind: Kind) -> None:
    lines = kind.api.got(f"/apis/{kind.group}/v1")["resources"]
    assert sorted(line["name"] for line in lines) == ["gizmos", "gizmos/scale", "gizmos/status"]
    accept = {"Accept": "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"}

    def versions() -> list[str]:
        groups = kind.api.request("GET", "/apis", headers=accept).body["items"]
        mine = [item for item in groups if item["metadata"]["name"] == kind.group]
        return [version["version"] for version in mine[0]["versions"]] if mine else []

    # The real server's aggregator follows with a delay.
    kind.api.until(lambda: versions() == ["v1", "v1beta1"])


def test_deleting_the_definition_deletes_the_objects(kind: Kind) -> None:
    kind.api.made(kind.path(), kind.object(size=1))
    kind.api.request("DELETE", kind.crd)
    kind.api.until_gone(kind.crd)
    kind.api.until(lambda: kind.api.request("GET", kind.path()).status == 404)


def test_group_and_kind_are_fixed(kind: Kind) -> None:
    patch = {"spec": {"scope": "Cluster"}}
    answer = kind.api.request("PATCH", kind.crd, patch, content_type=MERGE)
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")
