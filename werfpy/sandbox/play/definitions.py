"""Custom resource definitions: established when they are made, emptied when they are deleted."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.play.garbage import drop_finalizer
from werfpy.sandbox.play.hand import Hand, condition
from werfpy.sandbox.resources import Resource, Subresource

KEY: Final = "apiextensions.k8s.io/customresourcedefinitions"
_CLEANUP: Final = "customresourcecleanup.apiextensions.k8s.io"
_VERBS: Final = ("delete", "deletecollection", "get", "list", "patch", "create", "update", "watch")


def refresh_registry(api: Api) -> None:
    """Serve just the definitions that are established."""
    found: list[Resource] = []
    for definition in api.store.objects(KEY):
        conditions = (definition.get("status") or {}).get("conditions") or ()
        if any(item["type"] == "Established" and item["status"] == "True" for item in conditions):
            found += resources_of(definition)
    api.registry.replace_custom(found)


def resources_of(definition: Manifest) -> list[Resource]:
    """The resources that a definition adds, one for each served version."""
    spec = definition["spec"]
    storage = next((item["name"] for item in spec["versions"] if item.get("storage")), "")
    served = [item for item in spec["versions"] if item.get("served")]
    return [_resource(spec, item, storage) for item in sorted(served, key=_age, reverse=True)]


def _age(version: dict[str, Any]) -> tuple[int, int, int]:
    """Sorts versions as the API prefers them: GA before beta before alpha, then by number."""
    import re

    matched = re.fullmatch(r"v(\d+)(?:(alpha|beta)(\d+))?", version["name"])
    if matched is None:
        return (-1, 0, 0)
    return ({None: 2, "beta": 1, "alpha": 0}[matched[2]], int(matched[1]), int(matched[3] or 0))


def _resource(spec: Manifest, version: dict[str, Any], storage: str) -> Resource:
    names = spec["names"]
    subresources: dict[str, Subresource] = {}
    declared = version.get("subresources") or {}
    if declared.get("status") is not None:
        subresources["status"] = Subresource("status", names["kind"])
    if declared.get("scale") is not None:
        subresources["scale"] = Subresource("scale", "Scale", "autoscaling", "v1")
    return Resource(
        group=spec["group"],
        version=version["name"],
        kind=names["kind"],
        plural=names["plural"],
        singular=names.get("singular", ""),
        namespaced=spec["scope"] == "Namespaced",
        verbs=_VERBS,
        short_names=tuple(names.get("shortNames") or ()),
        categories=tuple(names.get("categories") or ()),
        subresources=subresources,
        schema=(version.get("schema") or {}).get("openAPIV3Schema"),
        definition=version,
        storage_version=storage,
    )


def reconcile_definition(hand: Hand, _namespace: str, name: str) -> float | None:
    """Establish a definition, or delete its objects and let it go."""
    definition = hand.get(KEY, "", name)
    if definition is None:
        return None
    if definition["metadata"].get("deletionTimestamp"):
        return _clean_up(hand, definition)
    if _CLEANUP not in (definition["metadata"].get("finalizers") or ()):
        hand.modify(KEY, "", name, _protect)
    names, before, now = definition["spec"]["names"], definition.get("status") or {}, hand.api.now()
    conditions = [
        condition(now, before, "NamesAccepted", "True", reason="NoConflicts", message="no conflicts found"),
        condition(
            now,
            before,
            "Established",
            "True",
            reason="InitialNamesAccepted",
            message="the initial names have been accepted",
        ),
    ]
    hand.set_status(KEY, "", name, {**before, "conditions": conditions, "acceptedNames": names})
    return None


def _protect(manifest: Manifest) -> None:
    finalizers = manifest["metadata"].get("finalizers") or []
    manifest["metadata"]["finalizers"] = [*finalizers, _CLEANUP]


def _clean_up(hand: Hand, definition: Manifest) -> float | None:
    key = f"{definition['spec']['group']}/{definition['spec']['names']['plural']}"
    for item in hand.all(key):
        metadata = item["metadata"]
        if not metadata.get("deletionTimestamp"):
            hand.delete(key, metadata.get("namespace", ""), metadata["name"])
    if hand.all(key):
        return 0.2
    hand.modify(KEY, "", definition["metadata"]["name"], lambda manifest: drop_finalizer(manifest, _CLEANUP))
    return None
