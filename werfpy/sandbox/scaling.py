"""The scale subresource of workloads and of custom resources that declare one."""

from __future__ import annotations

from typing import Any

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.patching import patch_builder
from werfpy.sandbox.refusals import bad_request, not_found
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.writing import Written, change


def read_scale(api: Api, target: Target) -> Manifest:
    """GET of a scale."""
    return _scale_of(target.resource, api.live(target.resource, target.namespace, target.name))


def write_scale(api: Api, target: Target, call: Call) -> Written:
    """PUT or PATCH of a scale."""
    build = patch_builder(target.resource, call) if call.method == "PATCH" else None
    document = None if build else call.document()

    def scaled(live: Manifest) -> Manifest:
        wanted = build(_scale_of(target.resource, live)) if build else document
        if not isinstance(wanted, dict) or not isinstance(wanted.get("spec") or {}, dict):
            raise bad_request("the object provided is unrecognized (must be of type Scale)")
        replicas = (wanted.get("spec") or {}).get("replicas", 0)
        if isinstance(replicas, bool) or not isinstance(replicas, int):
            text = "json: cannot unmarshal into Go struct field ScaleSpec.spec.replicas of type int32"
            raise bad_request(text)
        revision = (wanted.get("metadata") or {}).get("resourceVersion")
        if revision:
            live["metadata"]["resourceVersion"] = revision
        _put(live, _paths(target.resource)[0], replicas)
        return live

    written = change(api, target, scaled, call, "UpdateOptions")
    return Written(_scale_of(target.resource, written.manifest))


def _paths(resource: Resource) -> tuple[list[str], list[str], list[str]]:
    """Where replicas, current replicas and the selector stand."""
    if not isinstance(resource.definition, dict):
        return ["spec", "replicas"], ["status", "replicas"], []
    scale = (resource.definition.get("subresources") or {}).get("scale") or {}
    names = ("specReplicasPath", "statusReplicasPath", "labelSelectorPath")
    spec, status, selector = ([part for part in str(scale.get(name, "")).split(".") if part] for name in names)
    return spec, status, selector


def _scale_of(resource: Resource, live: Manifest) -> Manifest:
    spec_path, status_path, selector_path = _paths(resource)
    metadata = live["metadata"]
    replicas = _get(live, spec_path)
    if replicas is None and resource.is_custom:
        raise not_found(resource.group, resource.plural, metadata["name"])
    status: Manifest = {"replicas": _get(live, status_path) or 0}
    selector = _get(live, selector_path) if selector_path else _selector_text(_get(live, ["spec", "selector"]))
    if selector:
        status["selector"] = selector
    names = ("name", "namespace", "uid", "resourceVersion", "creationTimestamp")
    spec = {"replicas": replicas} if replicas else {}
    return {
        "kind": "Scale",
        "apiVersion": "autoscaling/v1",
        "metadata": {name: metadata[name] for name in names if name in metadata},
        "spec": spec,
        "status": status,
    }


def _selector_text(selector: Any) -> str:
    if not isinstance(selector, dict):
        return ""
    labels = selector.get("matchLabels") if "matchLabels" in selector or "matchExpressions" in selector else selector
    terms = [f"{key}={value}" for key, value in sorted((labels or {}).items())]
    for item in selector.get("matchExpressions") or ():
        values = ",".join(item.get("values") or ())
        words = {"In": f"{item['key']} in ({values})", "NotIn": f"{item['key']} notin ({values})"}
        words |= {"Exists": item["key"], "DoesNotExist": f"!{item['key']}"}
        terms.append(words.get(item["operator"], item["key"]))
    return ",".join(terms)


def _get(document: Any, path: list[str]) -> Any:
    for key in path:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def _put(document: Manifest, path: list[str], value: Any) -> None:
    for key in path[:-1]:
        document = document.setdefault(key, {})
    document[path[-1]] = value
