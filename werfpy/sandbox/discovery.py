"""Which API there is: the aggregated and the older form of discovery, and ``/version``."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.refusals import Refused
from werfpy.sandbox.resources import Resource, Subresource

AGGREGATED_TYPE: Final = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
_LATEST: Final = {"autoscaling": ["v2", "v1"]}


def version(api: Api) -> Manifest:
    """``/version``."""
    full = api.kubernetes_version
    major, minor = full.lstrip("v").split(".")[:2]
    return {
        "major": major,
        "minor": minor,
        "gitVersion": f"{full}+werfpy-sandbox",
        "gitCommit": "",
        "gitTreeState": "",
        "buildDate": "1970-01-01T00:00:00Z",
        "goVersion": "",
        "compiler": "python",
        "platform": "linux/amd64",
    }


def is_aggregated(accept: str) -> bool:
    """Whether the client can read the aggregated form, in the version that the sandbox has."""
    return "as=APIGroupDiscoveryList" in accept and "v=v2;" in accept.replace(" ", "") + ";"


def aggregated(api: Api, *, is_core: bool) -> Manifest:
    """``/api`` or ``/apis`` in the aggregated form."""
    items = []
    for group, versions in _by_group(api).items():
        if (group == "") != is_core:
            continue
        entries = [
            {"version": name, "resources": [_aggregated_resource(item) for item in resources], "freshness": "Current"}
            for name, resources in versions.items()
        ]
        items.append({"metadata": {"name": group} if group else {}, "versions": entries})
    return {"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": items}


def _aggregated_resource(resource: Resource) -> dict[str, Any]:
    line: dict[str, Any] = {
        "resource": resource.plural,
        "responseKind": {"group": "", "version": "", "kind": resource.kind},
        "scope": "Namespaced" if resource.namespaced else "Cluster",
        "singularResource": resource.singular,
        "verbs": list(resource.verbs),
    }
    if resource.short_names:
        line["shortNames"] = list(resource.short_names)
    if resource.categories:
        line["categories"] = list(resource.categories)
    if resource.subresources:
        line["subresources"] = [_aggregated_subresource(item) for item in resource.subresources.values()]
    return line


def _aggregated_subresource(item: Subresource) -> dict[str, Any]:
    kind = {"group": item.group, "version": item.version, "kind": item.kind}
    return {"subresource": item.name, "responseKind": kind, "verbs": list(item.verbs)}


def core_versions() -> Manifest:
    """``/api`` in the older form."""
    addresses: list[Manifest] = []
    return {"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": addresses}


def groups(api: Api) -> Manifest:
    """``/apis`` in the older form."""
    found = [_group(name, list(versions)) for name, versions in _by_group(api).items() if name]
    return {"kind": "APIGroupList", "apiVersion": "v1", "groups": found}


def one_group(api: Api, name: str) -> Manifest:
    """``/apis/GROUP``.

    Raises:
        Refused: 404.
    """
    versions = _by_group(api).get(name)
    if not versions or not name:
        raise Refused(404, "NotFound", "the server could not find the requested resource", {})
    return {"kind": "APIGroup", "apiVersion": "v1", **_group(name, list(versions))}


def _group(name: str, versions: list[str]) -> Manifest:
    entries = [{"groupVersion": f"{name}/{item}", "version": item} for item in versions]
    return {"name": name, "versions": entries, "preferredVersion": entries[0]}


def resource_list(api: Api, group: str, group_version: str) -> Manifest:
    """``/api/v1`` or ``/apis/GROUP/VERSION``.

    Raises:
        Refused: 404.
    """
    resources = _by_group(api).get(group, {}).get(group_version)
    if not resources:
        raise Refused(404, "NotFound", "the server could not find the requested resource", {})
    lines: list[Manifest] = []
    for resource in resources:
        lines.append(_line(resource))
        lines.extend(_subresource_line(resource, item) for item in resource.subresources.values())
    name = f"{group}/{group_version}" if group else group_version
    return {"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": name, "resources": lines}


def _line(resource: Resource) -> Manifest:
    line: Manifest = {
        "name": resource.plural,
        "singularName": resource.singular,
        "namespaced": resource.namespaced,
        "kind": resource.kind,
        "verbs": list(resource.verbs),
    }
    if resource.short_names:
        line["shortNames"] = list(resource.short_names)
    if resource.categories:
        line["categories"] = list(resource.categories)
    return line


def _subresource_line(resource: Resource, item: Subresource) -> Manifest:
    line: Manifest = {
        "name": f"{resource.plural}/{item.name}",
        "singularName": "",
        "namespaced": resource.namespaced,
        "kind": item.kind,
        "verbs": list(item.verbs),
    }
    if item.version:
        line |= {"group": item.group, "version": item.version}
    return line


def _by_group(api: Api) -> dict[str, dict[str, list[Resource]]]:
    found: dict[str, dict[str, list[Resource]]] = {}
    for resource in api.registry.all():
        found.setdefault(resource.group, {}).setdefault(resource.version, []).append(resource)
    for group, order in _LATEST.items():
        found[group] = {name: found[group][name] for name in order}
    return found
