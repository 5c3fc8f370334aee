"""Computes what an update sends, from the three states of one object."""

from __future__ import annotations

from dataclasses import replace

from werfpy.json_types import Manifest
from werfpy.merge.creation_only import drop_creation_only
from werfpy.merge.field_path import FieldPath, format_path
from werfpy.merge.managed_fields import yielded_paths
from werfpy.merge.merge_keys import schema_for
from werfpy.merge.merge_schema import MergeSchema
from werfpy.merge.three_way import MergePatch, apply_patch, three_way_patch, two_way_patch
from werfpy.plan.changes import changes_between, without_notes
from werfpy.plan.operations import Operation, Verb, Yielded
from werfpy.resource.annotations import LEGACY_REPAIR_ANNOTATIONS, REPAIR_ANNOTATIONS, annotations_of


def merged(operation: Operation, scale_path: str = "") -> Operation:
    """*operation* with its patch, the changes that it makes, and the fields that it yields.

    Nothing to send makes it Verb.NOTHING.

    Args:
        operation: An update or adoption with original, modified and current.
        scale_path: Where a custom resource keeps its replicas, ``.spec.replicas``; empty for built-in kinds.

    Raises:
        MergeError, ResourceError, ResourceMismatch: The three states cannot be merged.
    """
    assert operation.current is not None
    gvk = operation.ref.gvk
    schema = schema_for(gvk.group, gvk.version, gvk.kind)
    if operation.is_three_way:
        patch, yielded = _three_way(operation, schema, scale_path)
    else:
        patch, yielded = _two_way(operation, schema, scale_path), ()
    after = apply_patch(operation.current, patch, schema)
    changes = changes_between(operation.current, after, gvk)
    told = tuple(Yielded(format_path(path), manager) for path, manager in yielded)
    if patch.is_empty or not changes:
        return replace(operation, verb=Verb.NOTHING, patch=None, changes=(), yielded=told)
    return replace(operation, patch=patch, changes=without_notes(changes), yielded=told)


def _three_way(
    operation: Operation, schema: MergeSchema | None, scale_path: str
) -> tuple[MergePatch, tuple[tuple[FieldPath, str], ...]]:
    assert operation.current is not None
    original, modified, current = _without_creation_only(
        operation, _with_repair_marks(operation.original, operation.current), scale_path
    )
    yielded = tuple(yielded_paths(original, modified, current, schema=schema))
    paths = [path for path, _ in yielded]
    return three_way_patch(original, modified, current, schema=schema, yielded=paths), yielded


def _two_way(operation: Operation, schema: MergeSchema | None, scale_path: str) -> MergePatch:
    """Helm 2's patch: from what was recorded to what the chart states now; what is live does not count."""
    original, modified, _ = _without_creation_only(operation, operation.original, scale_path)
    return two_way_patch(original, modified, schema)


def _without_creation_only(
    operation: Operation, original: Manifest, scale_path: str
) -> tuple[Manifest, Manifest, Manifest]:
    assert operation.current is not None
    return drop_creation_only(
        annotations_of(operation.modified),
        original,
        operation.modified,
        operation.current,
        replicas_path=scale_path or ".spec.replicas",
    )


def _with_repair_marks(original: Manifest, current: Manifest) -> Manifest:
    """Count the repair annotations of two-way mode as ours, so that a three-way update takes them away."""
    live = annotations_of(current)
    ours = {name: live[name] for name in (*REPAIR_ANNOTATIONS, *LEGACY_REPAIR_ANNOTATIONS) if name in live}
    if not ours:
        return original
    metadata = dict(original.get("metadata") or current.get("metadata") or {})
    metadata = {"name": metadata.get("name"), **(original.get("metadata") or {})}
    metadata["annotations"] = {**annotations_of(original), **ours}
    stated = original or {"apiVersion": current.get("apiVersion"), "kind": current.get("kind")}
    return {**stated, "metadata": metadata}
