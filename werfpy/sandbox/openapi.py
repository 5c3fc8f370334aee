"""OpenAPI documents, good enough for kubectl: types with their patch rules, and paths with their kinds."""

from __future__ import annotations

import hashlib
from typing import Any, Final

from werfpy.json_types import JSONValue, Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.refusals import Refused
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.schemas import tables

_V2_PREFIX: Final = "#/definitions/"
_V3_PREFIX: Final = "#/components/schemas/"
_PARAMETERS: Final = ("dryRun", "fieldManager", "fieldValidation")
_PATCH_TYPES: Final = (
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
)


def v3_index(api: Api) -> Manifest:
    """``/openapi/v3``: one document for each group and version."""
    versions = {(item.group, item.version) for item in api.registry.all()}
    paths = {}
    for group, version in sorted(versions):
        name = f"apis/{group}/{version}" if group else f"api/{version}"
        resources = [item for item in api.registry.all() if (item.group, item.version) == (group, version)]
        digest = hashlib.sha256(repr(resources).encode()).hexdigest()[:32].upper()
        paths[name] = {"serverRelativeURL": f"/openapi/v3/{name}?hash={digest}"}
    return {"paths": paths}


def v3_document(api: Api, group: str, version: str) -> Manifest:
    """``/openapi/v3/apis/GROUP/VERSION`` or ``/openapi/v3/api/v1``.

    Raises:
        Refused: 404.
    """
    resources = [item for item in api.registry.all() if (item.group, item.version) == (group, version)]
    if not resources:
        raise Refused(404, "NotFound", "the server could not find the requested resource", {})
    schemas = _schemas(resources, _V3_PREFIX)
    paths: Manifest = {}
    for resource in resources:
        paths.update(_paths(resource))
    info = {"title": "Kubernetes", "version": api.kubernetes_version}
    return {"openapi": "3.0.0", "info": info, "paths": paths, "components": {"schemas": schemas}}


def v2_document(api: Api) -> Manifest:
    """``/openapi/v2``."""
    definitions = _schemas(api.registry.all(), _V2_PREFIX)
    info = {"title": "Kubernetes", "version": api.kubernetes_version}
    return {"swagger": "2.0", "info": info, "paths": {}, "definitions": definitions}


def _schemas(resources: list[Resource], prefix: str) -> Manifest:
    wanted = [item.type_name for item in resources if item.type_name] + ["meta.v1.ObjectMeta", "meta.v1.Status"]
    types = tables()["types"]
    found: Manifest = {}
    while wanted:
        name = wanted.pop()
        if name in found or name not in types:
            continue
        schema = {key: value for key, value in types[name].items() if key not in ("x-emit", "x-wire")}
        found[name] = _with_references(schema, prefix, wanted)
    for resource in resources:
        if resource.is_custom:
            found[_custom_name(resource)] = _custom_schema(resource, prefix)
    return found


def _with_references(schema: JSONValue, prefix: str, wanted: list[str]) -> JSONValue:
    if isinstance(schema, list):
        return [_with_references(item, prefix, wanted) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found: Manifest = {}
    for key, value in schema.items():
        if key == "$ref" and isinstance(value, str):
            wanted.append(value)
            found[key] = prefix + value
        elif key == "properties":
            found[key] = {name: _with_references(inner, prefix, wanted) for name, inner in value.items()}
        else:
            found[key] = _with_references(value, prefix, wanted)
    if "$ref" in found and prefix == _V3_PREFIX:
        return {**{key: value for key, value in found.items() if key != "$ref"}, "allOf": [{"$ref": found["$ref"]}]}
    return found


def _custom_name(resource: Resource) -> str:
    reversed_group = ".".join(reversed(resource.group.split(".")))
    return f"{reversed_group}.{resource.version}.{resource.kind}"


def _custom_schema(resource: Resource, prefix: str) -> Manifest:
    schema: dict[str, Any] = dict(resource.schema) if isinstance(resource.schema, dict) else {"type": "object"}
    metadata = {"$ref": f"{prefix}meta.v1.ObjectMeta"}
    properties = {"apiVersion": {"type": "string"}, "kind": {"type": "string"}, **(schema.get("properties") or {})}
    kinds = [_gvk(resource)]
    return {**schema, "properties": {**properties, "metadata": metadata}, "x-kubernetes-group-version-kind": kinds}


def _gvk(resource: Resource) -> Manifest:
    return {"group": resource.group, "version": resource.version, "kind": resource.kind}


def _paths(resource: Resource) -> Manifest:
    root = f"/apis/{resource.group}/{resource.version}" if resource.group else f"/api/{resource.version}"
    scope = "/namespaces/{namespace}" if resource.namespaced else ""
    collection = f"{root}{scope}/{resource.plural}"
    return {
        collection: {"get": _operation(resource, "list"), "post": _operation(resource, "post")},
        f"{collection}/{{name}}": {
            "get": _operation(resource, "get"),
            "put": _operation(resource, "put"),
            "patch": _operation(resource, "patch"),
            "delete": _operation(resource, "delete"),
        },
    }


def _operation(resource: Resource, action: str) -> Manifest:
    name = _custom_name(resource) if resource.is_custom else resource.type_name
    schema = {"$ref": _V3_PREFIX + name}
    content = {"application/json": {"schema": schema}}
    operation: Manifest = {
        "x-kubernetes-action": action,
        "x-kubernetes-group-version-kind": _gvk(resource),
        "responses": {"200": {"description": "OK", "content": content}},
    }
    if action in ("post", "put", "patch", "delete"):
        parameters = _PARAMETERS if action != "delete" else ("dryRun",)
        operation["parameters"] = [{"name": item, "in": "query", "schema": {"type": "string"}} for item in parameters]
    if action == "patch":
        kinds = _PATCH_TYPES[:2] if resource.is_custom else _PATCH_TYPES
        operation["requestBody"] = {"content": {item: {"schema": {"type": "object"}} for item in kinds}}
    elif action in ("post", "put"):
        operation["requestBody"] = {"content": content}
    return operation
