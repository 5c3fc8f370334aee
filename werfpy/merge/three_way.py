"""The front door of the merge: from three states to the patch to send.

The patch is the difference from *current* to the desired state (``desired``), so it is right for exactly the live
object it was computed from: send it conditional on that ``resourceVersion``, and on conflict read and merge again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from werfpy.errors import MergeError, ResourceMismatch
from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.desired import desired_state
from werfpy.merge.equality import json_equal, without_nulls
from werfpy.merge.field_path import FieldPath
from werfpy.merge.json_merge import apply_json_merge, json_two_way
from werfpy.merge.json_patch_apply import apply_json_patch
from werfpy.merge.merge_keys import known_schema
from werfpy.merge.merge_schema import MergeSchema
from werfpy.merge.normalise import align, as_written
from werfpy.merge.patch_type import PatchType
from werfpy.merge.scalar_types import check_types
from werfpy.merge.strategic_apply import apply_strategic
from werfpy.merge.strategic_diff import strategic_two_way
from werfpy.merge.yielding import without_paths


@dataclass(frozen=True, slots=True)
class MergePatch:
    """A patch and its kind; ``body`` is an object, or the list of operations of a JSON patch."""

    body: JSONValue
    type: PatchType

    @property
    def is_empty(self) -> bool:
        """There is nothing to send."""
        return not self.body


def three_way_patch(
    original: Manifest,
    modified: Manifest,
    current: Manifest,
    *,
    schema: MergeSchema | None,
    yielded: Iterable[FieldPath] = (),
) -> MergePatch:
    """The patch that brings *current* to *modified*, and drops only what *original* had set.

    Args:
        original: What our last revisions said (``union_of_originals``); ``{}`` or *modified* itself on adoption.
        modified: What the chart says now.
        current: The live object as GET returned it.
        schema: Of the kind (``schema_for``); None for custom resources.
        yielded: Fields that the chart dropped but another manager now owns (``yielded_paths``): they are left alone.

    Returns:
        A strategic merge patch, or a JSON merge patch for custom resources and where strategic merge cannot express
        the result, because a list's merge key is not unique. Empty when there is nothing to do.

    Raises:
        ResourceMismatch: The manifests do not name one object.
        ResourceError: *modified* has a value of a type that the API cannot take.
        MergeError: A list that is merged by key has items that are no objects.
    """
    _check_same_object(original, modified, current)
    desired, comparable = _desired_and_current(original, modified, current, schema, yielded)
    return patch_between(comparable, desired, schema)


def desired_object(
    original: Manifest,
    modified: Manifest,
    current: Manifest,
    *,
    schema: MergeSchema | None,
    yielded: Iterable[FieldPath] = (),
) -> Manifest:
    """What will be live after ``three_way_patch`` with the same arguments has been applied."""
    return _desired_and_current(original, modified, current, schema, yielded)[0]


def _desired_and_current(
    original: Manifest,
    modified: Manifest,
    current: Manifest,
    schema: MergeSchema | None,
    yielded: Iterable[FieldPath],
) -> tuple[Manifest, Manifest]:
    check_types(modified, schema)
    known = known_schema(modified, schema)
    written, comparable = align(as_written(modified), current, known)
    before = without_paths(as_written(original), yielded, known)
    return desired_state(before, written, comparable, known), comparable


def two_way_patch(original: Manifest, modified: Manifest, schema: MergeSchema | None) -> MergePatch:
    """Helm 2's patch: from *original* to *modified*, the live object unseen."""
    check_types(modified, schema)
    before, after = as_written(original), as_written(modified)
    if schema is None:
        return MergePatch(json_two_way(before, after), PatchType.MERGE)
    return MergePatch(strategic_two_way(before, after, schema, always_order=True), PatchType.STRATEGIC)


def patch_between(current: Manifest, desired: Manifest, schema: MergeSchema | None) -> MergePatch:
    """The patch that turns one state into another; strategic if that is exact, else a JSON merge patch.

    The strategic patch is tried out here, with the server's own rules, before it is trusted.
    """
    if json_equal(current, desired):
        return MergePatch({}, PatchType.MERGE if schema is None else PatchType.STRATEGIC)
    if schema is not None:
        body = strategic_two_way(current, desired, schema)
        if _leads_to(body, current, desired, schema):
            return MergePatch(body, PatchType.STRATEGIC)
    return MergePatch(json_two_way(current, desired), PatchType.MERGE)


def _leads_to(body: Manifest, current: Manifest, desired: Manifest, schema: MergeSchema) -> bool:
    try:
        result = apply_strategic(current, body, schema)
    except MergeError:
        return False
    return json_equal(without_nulls(result), without_nulls(desired))


def apply_patch(document: Manifest, patch: MergePatch, schema: MergeSchema | None) -> Manifest:
    """The object after the patch, before the server's defaulting.

    Raises:
        MergeError: The patch cannot be applied; a JSON patch whose ``test`` fails included.
    """
    if patch.type is PatchType.STRATEGIC:
        return apply_strategic(document, patch.body, schema)
    if patch.type is PatchType.MERGE:
        return apply_json_merge(document, patch.body)  # type: ignore[no-any-return]
    return apply_json_patch(document, patch.body)  # type: ignore[no-any-return]


def _check_same_object(original: Manifest, modified: Manifest, current: Manifest) -> None:
    wanted = _name(modified)
    for role, manifest in (("original", original), ("live object", current)):
        if manifest and _name(manifest) != wanted:
            raise ResourceMismatch(
                f"cannot merge {' '.join(wanted)}: the {role} is {' '.join(_name(manifest))}",
            )


def _name(manifest: Manifest) -> tuple[str, str]:
    metadata = manifest.get("metadata")
    return str(manifest.get("kind", "")), str(metadata.get("name", "")) if isinstance(metadata, dict) else ""
