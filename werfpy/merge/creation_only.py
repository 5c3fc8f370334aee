"""Fields that the chart sets when it creates an object and leaves to others afterwards.

``werf.io/set-replicas-only-on-creation`` and ``werf.io/set-resources-only-on-creation``; in force only when the value
is exactly ``"true"`` in the *target*. Beyond the reference: init and ephemeral containers, CronJob templates, the
requests of volume claim templates and the scale path of custom resources.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from werfpy.json_types import JSONValue, Manifest

REPLICAS_ANNOTATION: Final = "werf.io/set-replicas-only-on-creation"
RESOURCES_ANNOTATION: Final = "werf.io/set-resources-only-on-creation"

_POD_SPECS: Final = (("spec",), ("spec", "template", "spec"), ("spec", "jobTemplate", "spec", "template", "spec"))
_CONTAINER_LISTS: Final = ("containers", "initContainers", "ephemeralContainers")


def drop_creation_only(
    annotations: Mapping[str, Any] | None,
    original: Manifest,
    modified: Manifest,
    current: Manifest,
    *,
    replicas_path: str = ".spec.replicas",
) -> tuple[Manifest, Manifest, Manifest]:
    """The three manifests such that a merge neither changes, nor removes, nor restores creation-only fields.

    The live value is written into *original* and *modified*, so that it also survives where a list has to be
    replaced as a whole. A container that is not live yet keeps what the chart says: for it, this is the creation.

    Args:
        annotations: Of the rendered manifest.
        original: Of the last revision.
        modified: As rendered now.
        current: The live object.
        replicas_path: ``specReplicasPath`` of the kind's scale subresource, ``.spec.replicas`` for built-ins.

    Returns:
        *original*, *modified*, *current*; the last unchanged, the others unchanged where no annotation is in force.
    """
    asked = annotations or {}
    if asked.get(REPLICAS_ANNOTATION) == "true":
        path = tuple(part for part in replicas_path.split(".") if part)
        original, modified = (_take_over(one, current, path) for one in (original, modified))
    if asked.get(RESOURCES_ANNOTATION) == "true":
        original, modified = (_take_over_resources(one, current) for one in (original, modified))
    return original, modified, current


def _take_over(document: Manifest, current: JSONValue, path: tuple[str, ...]) -> Manifest:
    """*document* with the value that *current* has at *path*, or without one where *current* has none."""
    key, *rest = path
    live = current.get(key) if isinstance(current, dict) else None
    if rest:
        child = document.get(key)
        if not isinstance(child, dict):
            return document
        return {**document, key: _take_over(child, live, tuple(rest))}
    if live is None:
        return {name: value for name, value in document.items() if name != key}
    return {**document, key: live}


def _take_over_resources(document: Manifest, current: Manifest) -> Manifest:
    for path in _POD_SPECS:
        for name in _CONTAINER_LISTS:
            document = _update(document, current, (*path, name), _with_live_resources)
    return _update(document, current, ("spec", "volumeClaimTemplates"), _with_live_claims)


Change = Callable[[JSONValue, JSONValue], JSONValue]


def _update(document: Manifest, current: JSONValue, path: tuple[str, ...], change: Change) -> Manifest:
    key, *rest = path
    if not isinstance(current, dict) or document.get(key) is None:
        return document
    ours, live = document[key], current.get(key)
    if rest:
        return {**document, key: _update(ours, live, tuple(rest), change)} if isinstance(ours, dict) else document
    return {**document, key: change(ours, live)}


def _by_name(items: JSONValue, name_of: Callable[[Manifest], JSONValue]) -> dict[str, Manifest]:
    if not isinstance(items, list):
        return {}
    named = ((name_of(item), item) for item in items if isinstance(item, dict))
    return {name: item for name, item in named if isinstance(name, str)}


def _with_live_resources(containers: JSONValue, live: JSONValue) -> JSONValue:
    running = _by_name(live, lambda item: item.get("name"))
    if not isinstance(containers, list):
        return containers
    return [
        _take_over(item, running[item["name"]], ("resources",))
        if isinstance(item, dict) and item.get("name") in running
        else item
        for item in containers
    ]


def _with_live_claims(claims: JSONValue, live: JSONValue) -> JSONValue:
    def name_of(item: Manifest) -> JSONValue:
        metadata = item.get("metadata")
        return metadata.get("name") if isinstance(metadata, dict) else None

    existing = _by_name(live, name_of)
    if not isinstance(claims, list):
        return claims
    return [
        _take_over(item, existing[name], ("spec", "resources"))
        if isinstance(item, dict) and (name := name_of(item)) in existing
        else item
        for item in claims
    ]
