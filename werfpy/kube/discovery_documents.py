"""Discovery documents of the API server, aggregated and old, as one table of kinds.

Source: k8s.io/api/apidiscovery/v2 and client-go ``discovery.SplitGroupsAndResources``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from werfpy.json_types import JSONValue
from werfpy.kube.discovery_cache import Document
from werfpy.resource.refs import GVK

AGGREGATED = ",".join(
    [f"application/json;g=apidiscovery.k8s.io;v={version};as=APIGroupDiscoveryList" for version in ("v2", "v2beta1")]
    + ["application/json"]
)
"""The Accept header that asks for all groups in one document."""


@dataclass(frozen=True, slots=True)
class APIResource:
    """One kind that the server serves. ``subresources`` are bare names: ``status``, ``scale``."""

    group: str
    version: str
    kind: str
    plural: str
    singular: str
    namespaced: bool
    verbs: tuple[str, ...] = ()
    subresources: tuple[str, ...] = ()
    short_names: tuple[str, ...] = ()

    @property
    def gvk(self) -> GVK:
        """The kind's name."""
        return GVK(self.group, self.version, self.kind)

    @property
    def base_path(self) -> str:
        """``/api/v1`` or ``/apis/GROUP/VERSION``."""
        return f"/apis/{self.group}/{self.version}" if self.group else f"/api/{self.version}"


@dataclass(slots=True)
class Table:
    """All kinds in the server's order; ``silent`` are the (group, version) whose own server did not answer."""

    by_gvk: dict[GVK, APIResource] = field(default_factory=dict)
    api_versions: tuple[str, ...] = ()
    silent: frozenset[tuple[str, str]] = frozenset()


def read_aggregated(documents: Mapping[str, Document]) -> Table:
    """The table of the two aggregated documents (/api and /apis)."""
    table, names, silent = Table(), set[str](), set[tuple[str, str]]()
    for group, version in _group_versions(documents):
        gv = GVK(group, str(version["version"]), "")
        names.add(gv.api_version)
        if version.get("freshness") == "Stale":
            silent.add((gv.group, gv.version))
        for entry in version.get("resources") or []:
            resource = _aggregated_resource(gv, entry)
            kinds = [resource.kind, *_subresource_kinds(entry)]
            names.update(f"{gv.api_version}/{kind}" for kind in kinds if kind)
            if resource.kind:
                table.by_gvk.setdefault(GVK(gv.group, gv.version, resource.kind), resource)
    table.api_versions, table.silent = tuple(sorted(names)), frozenset(silent)
    return table


def read_legacy(lists: Iterable[tuple[tuple[str, str], JSONValue]]) -> Table:
    """The table of one APIResourceList (None: no answer) for each (group, version)."""
    table, names, silent = Table(), set[str](), set[tuple[str, str]]()
    for (group, version), document in lists:
        gv = GVK(group, version, "")
        names.add(gv.api_version)
        if document is None:
            silent.add((group, version))
            continue
        entries = document.get("resources") or []
        subresources = _legacy_subresources(entries)
        for entry in entries:
            names.add(f"{gv.api_version}/{entry['kind']}")
            if "/" not in entry["name"]:
                resource = _legacy_resource(gv, entry, subresources.get(entry["name"], ()))
                table.by_gvk.setdefault(GVK(group, version, resource.kind), resource)
    table.api_versions, table.silent = tuple(sorted(names)), frozenset(silent)
    return table


def _group_versions(documents: Mapping[str, Document]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for path in ("/api", "/apis"):
        for group in documents[path].value.get("items") or []:
            name = str((group.get("metadata") or {}).get("name") or "")
            for version in group.get("versions") or []:
                yield name, version


def _aggregated_resource(gv: GVK, entry: Mapping[str, Any]) -> APIResource:
    return APIResource(
        group=gv.group,
        version=gv.version,
        kind=str((entry.get("responseKind") or {}).get("kind") or ""),
        plural=str(entry["resource"]),
        singular=str(entry.get("singularResource") or ""),
        namespaced=entry.get("scope") == "Namespaced",
        verbs=tuple(entry.get("verbs") or ()),
        subresources=tuple(str(sub["subresource"]) for sub in entry.get("subresources") or ()),
        short_names=tuple(entry.get("shortNames") or ()),
    )


def _subresource_kinds(entry: Mapping[str, Any]) -> Iterator[str]:
    for subresource in entry.get("subresources") or ():
        yield str((subresource.get("responseKind") or {}).get("kind") or "")


def _legacy_subresources(entries: Iterable[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        plural, slash, name = str(entry["name"]).partition("/")
        if slash:
            found[plural] = (*found.get(plural, ()), name)
    return found


def _legacy_resource(gv: GVK, entry: Mapping[str, Any], subresources: tuple[str, ...]) -> APIResource:
    return APIResource(
        group=gv.group,
        version=gv.version,
        kind=str(entry["kind"]),
        plural=str(entry["name"]),
        singular=str(entry.get("singularName") or ""),
        namespaced=bool(entry.get("namespaced")),
        verbs=tuple(entry.get("verbs") or ()),
        subresources=subresources,
        short_names=tuple(entry.get("shortNames") or ()),
    )
