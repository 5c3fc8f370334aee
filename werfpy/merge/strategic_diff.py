"""From two states to the strategic merge patch that leads from one to the other.

Source: apimachinery ``strategicpatch.CreateTwoWayMergePatch``. Instructions about order are sent only where the order
would otherwise come out wrong, and a list whose merge key is not unique is replaced as a whole.
"""

from __future__ import annotations

from typing import Any

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.directives import DELETE, PATCH, REPLACE, RETAIN_KEYS, delete_scalars_key, set_order_key
from werfpy.merge.equality import copy_json, json_equal, json_key, without_nulls
from werfpy.merge.list_identity import has_unique_merge_key
from werfpy.merge.list_order import merged_order
from werfpy.merge.merge_schema import Field, MergeSchema, field_of


def strategic_two_way(
    original: Manifest, modified: Manifest, schema: MergeSchema | None, *, always_order: bool = False
) -> Manifest:
    """The patch that turns *original* into *modified*.

    Args:
        original: The state before.
        modified: The state after; nulls mean absent.
        schema: Of the kind; None replaces lists.
        always_order: Say the order of every list that changes, for a patch that is sent to another state than
            *original* (Helm 2's two-way patch).

    Returns:
        ``{}`` when there is nothing to do. It shares nothing with the arguments.
    """
    patch: Manifest = {}
    for key, after in modified.items():
        if after is None:
            continue
        before = original.get(key)
        field = field_of(schema, key)
        if isinstance(after, dict) and isinstance(before, dict) and not field.is_replaced:
            inner = _object_patch(before, after, field, always_order)
            if inner:
                patch[key] = inner
        elif isinstance(after, list) and isinstance(before, list) and field.is_merged:
            _patch_list(patch, key, before, after, field, always_order)
        elif before is None or not json_equal(before, after):
            patch[key] = without_nulls(after)
    for key, before in original.items():
        if before is not None and modified.get(key) is None:
            patch[key] = None
    return patch


def _object_patch(before: Manifest, after: Manifest, field: Field, always_order: bool) -> Manifest:
    inner = strategic_two_way(before, after, field.schema, always_order=always_order)
    if inner and field.retains_keys:
        inner[RETAIN_KEYS] = sorted(key for key, value in after.items() if value is not None)
    return inner


def _patch_list(
    patch: Manifest, key: str, before: list[Any], after: list[Any], field: Field, always_order: bool
) -> None:
    if json_equal(before, after):
        return
    if not field.keys:
        _patch_scalars(patch, key, before, after)
    elif has_unique_merge_key(before, field) and has_unique_merge_key(after, field):
        _patch_items(patch, key, before, after, field, always_order)
    else:
        patch[key] = [{PATCH: REPLACE}, *without_nulls(after)]


def _patch_scalars(patch: Manifest, key: str, before: list[Any], after: list[Any]) -> None:
    old, new = {json_key(item) for item in before}, {json_key(item) for item in after}
    added = [item for item in after if json_key(item) not in old]
    removed = [item for item in before if json_key(item) not in new]
    if added:
        patch[key] = copy_json(added)
    if removed:
        patch[delete_scalars_key(key)] = copy_json(removed)
    patch[set_order_key(key)] = copy_json(after)


def _patch_items(
    patch: Manifest, key: str, before: list[Any], after: list[Any], field: Field, always_order: bool
) -> None:
    merge_key = field.keys[0]
    old = {json_key(item[merge_key]): item for item in before}
    new = {json_key(item[merge_key]) for item in after}
    changed = [part for item in after if (part := _item_patch(old, item, field, always_order)) is not None]
    removed = [{merge_key: item[merge_key], PATCH: DELETE} for item in before if json_key(item[merge_key]) not in new]
    if changed or removed:
        patch[key] = changed + removed
    if always_order or not _comes_out_in_order(before, after, changed, merge_key):
        patch[set_order_key(key)] = [{merge_key: item[merge_key]} for item in after]


def _item_patch(old: dict[Any, Any], item: Manifest, field: Field, always_order: bool) -> JSONValue:
    merge_key = field.keys[0]
    before = old.get(json_key(item[merge_key]))
    if before is None:
        return without_nulls(item)
    inner = _object_patch(before, item, field, always_order)
    return {merge_key: item[merge_key], **inner} if inner else None


def _comes_out_in_order(before: list[Any], after: list[Any], changed: list[Any], merge_key: str) -> bool:
    """Whether the server, given only the changed items, puts the list into the order of *after*."""
    wanted = [json_key(item[merge_key]) for item in after]
    live = [json_key(item[merge_key]) for item in before]
    order = merged_order(wanted, [json_key(item[merge_key]) for item in changed], live, lambda key: key)
    return order == wanted
