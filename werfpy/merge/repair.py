"""The repair patch: what would still differ from the chart after Helm 2's two-way patch.

In the two-way modes a deploy does not touch what was changed behind its back. It computes this patch instead, says so,
and leaves applying it to a person. Both ends of the patch are states as the API server would store them, so that
defaults, quantities and empty values never show up as differences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.creation_only import REPLICAS_ANNOTATION, RESOURCES_ANNOTATION, drop_creation_only
from werfpy.merge.directives import PATCH, RETAIN_KEYS, SET_ORDER
from werfpy.merge.merge_schema import MergeSchema
from werfpy.merge.normalise import as_written
from werfpy.merge.patch_type import PatchType
from werfpy.merge.three_way import MergePatch, apply_patch, desired_object, patch_between, two_way_patch

REPAIR_ANNOTATIONS: Final = frozenset(
    {
        "werf.io/repair-patch",
        "werf.io/repair-patch-errors",
        "werf.io/repair-messages",
        "debug.werf.io/repair-patch",
        "debug.werf.io/repair-patch-errors",
        "debug.werf.io/repair-messages",
        "debug.werf.io/validation-messages",
    }
)
"""Where repair patches are written; never part of one."""

Normalise = Callable[[Manifest], Manifest]
"""From a manifest to what the server would store: a server-side dry run, or ``normalise.canonical``."""


@dataclass(frozen=True, slots=True)
class Repair:
    """What would put one object right.

    ``before`` and ``after`` are the two states that the patch leads between, without the server's own fields.
    """

    patch: MergePatch
    messages: tuple[str, ...]
    before: Manifest
    after: Manifest

    @property
    def is_in_sync(self) -> bool:
        """There is nothing to repair."""
        return self.patch.is_empty


def repair_patch(
    original: Manifest,
    modified: Manifest,
    current: Manifest,
    *,
    normalise: Normalise,
    schema: MergeSchema | None,
    replicas_path: str = ".spec.replicas",
) -> Repair:
    """Compute the repair patch of one object, on top of Helm's two-way patch.

    Args:
        original: The manifest of the last deployed revision.
        modified: The manifest rendered now.
        current: The live object before the deploy.
        normalise: See Normalise. What it raises goes through.
        schema: Of the kind; None for custom resources.
        replicas_path: Of the kind's scale subresource, see ``drop_creation_only``.

    Raises:
        ResourceError, MergeError: *modified* cannot be merged at all.
    """
    before, target, live = (_without_repairs(one) for one in (original, modified, current))
    annotations = (target.get("metadata") or {}).get("annotations")
    _, kept, _ = drop_creation_only(annotations, before, target, live, replicas_path=replicas_path)
    after_helm = apply_patch(live, two_way_patch(before, kept, schema), schema)
    start = as_written(normalise(after_helm))
    _, kept, _ = drop_creation_only(annotations, before, target, start, replicas_path=replicas_path)
    end = as_written(normalise(desired_object(kept, kept, start, schema=schema)))
    patch = _readable(patch_between(start, end, schema))
    if patch.is_empty:
        end = start
    return Repair(patch, _messages(modified, patch), start, end)


def repair_json(patch: MergePatch) -> str:
    """The patch as the annotation has it: compact JSON, keys sorted, ``{}`` when in sync."""
    return json.dumps(patch.body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _without_repairs(manifest: Manifest) -> Manifest:
    metadata = manifest.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    if not isinstance(metadata, dict) or not isinstance(annotations, dict):
        return manifest
    if REPAIR_ANNOTATIONS.isdisjoint(annotations):
        return manifest
    kept = {key: value for key, value in annotations.items() if key not in REPAIR_ANNOTATIONS}
    rest = {key: value for key, value in metadata.items() if key != "annotations"}
    return {**manifest, "metadata": {**rest, "annotations": kept} if kept else rest}


def _readable(patch: MergePatch) -> MergePatch:
    """Without instructions about order and unions: the states already carry them, and people read the rest."""
    if patch.type is not PatchType.STRATEGIC:
        return patch
    return MergePatch(_without_order(patch.body), patch.type)


def _without_order(value: JSONValue) -> JSONValue:
    if isinstance(value, dict):
        if PATCH in value:
            return value
        return {
            key: shorter
            for key, item in value.items()
            if not _is_order(key) and ((shorter := _without_order(item)) or not item)
        }
    if isinstance(value, list):
        shorter_items = [(item, _without_order(item)) for item in value]
        return [shorter for item, shorter in shorter_items if not _is_only_named(item, shorter)]
    return value


def _is_order(key: str) -> bool:
    return key == RETAIN_KEYS or key.startswith(SET_ORDER)


def _is_only_named(item: JSONValue, shorter: JSONValue) -> bool:
    """Whether nothing but the merge key is left of an item that only said an order."""
    return isinstance(item, dict) and len(shorter) == 1 and len(item) > 1


def _messages(modified: Manifest, patch: MergePatch) -> tuple[str, ...]:
    if patch.is_empty:
        return ()
    name = (modified.get("metadata") or {}).get("name", "")
    headline = f"{modified.get('kind')} {name} differs from the chart"
    paths = set(_touched(patch.body, ()))
    hints = []
    if ("spec", "replicas") in paths:
        hints.append(_hint("spec.replicas", "a HorizontalPodAutoscaler", REPLICAS_ANNOTATION))
    if any("resources" in path and path[0] == "spec" and _is_pod_part(path) for path in paths):
        hints.append(_hint("resources", "a VerticalPodAutoscaler", RESOURCES_ANNOTATION))
    return (headline, *hints)


def _is_pod_part(path: tuple[str, ...]) -> bool:
    return not {"containers", "initContainers", "ephemeralContainers"}.isdisjoint(path)


def _touched(value: JSONValue, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _touched(item, (*path, key))
    elif isinstance(value, list):
        for item in value:
            yield from _touched(item, path)


def _hint(field: str, autoscaler: str, annotation: str) -> str:
    return "\n".join(
        (
            f"{field} was changed on the live object; if {autoscaler} does that, take the field out of the chart,",
            f'or leave it alone after creation: annotation "{annotation}": "true" in the chart',
            f"(--add-annotation={annotation}=true puts it on every object)",
        )
    )
