"""Apply a strategic merge patch as the API server does, its peculiarities included.

Source: apimachinery ``strategicpatch.StrategicMergeMapPatch``. Among the peculiarities: the first item with a merge
key is *the* item with that key, however many there are, and two new items of one key become one. The planner relies on
this being exact: it applies its own patch here first and looks whether the result is what the chart says.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from werfpy.errors import MergeError
from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.directives import (
    DELETE,
    DELETE_SCALARS,
    PATCH,
    REPLACE,
    RETAIN_KEYS,
    SET_ORDER,
    delete_scalars_key,
    is_directive,
    set_order_key,
    without_directives,
)
from werfpy.merge.equality import copy_json, json_key
from werfpy.merge.list_order import merged_order
from werfpy.merge.merge_schema import Field, MergeSchema, field_of


def apply_strategic(document: Manifest, patch: Manifest, schema: MergeSchema | None) -> Manifest:
    """What the API server stores when *patch* is sent for *document*.

    Args:
        document: The live object. It is not changed, and the result shares nothing with it.
        patch: A strategic merge patch, instructions included.
        schema: Of the object's kind; with None all lists are replaced.

    Returns:
        The patched object, before defaulting. Nulls of the patch never get into it.

    Raises:
        MergeError: The API server would refuse the patch: unknown instruction, item without merge key, list of lists.
    """
    return copy_json(_merge_maps(document, patch, schema))  # type: ignore[no-any-return]


def _merge_maps(document: Manifest, patch: Manifest, schema: MergeSchema | None) -> Manifest:
    directive = patch.get(PATCH)
    if directive == REPLACE:
        return without_directives({key: value for key, value in patch.items() if key != PATCH})  # type: ignore[no-any-return]
    if directive == DELETE:
        return {}
    if directive is not None:
        raise MergeError(f"unknown patch type {directive!r} in a strategic merge patch")
    merged = _retain_keys(document, patch)
    for key in _named_fields(patch):
        _merge_field(merged, patch, key, schema)
    return merged


def _named_fields(patch: Manifest) -> list[str]:
    """The fields that a patch speaks about, each once, be it by value or by an instruction only."""
    names: dict[str, None] = {}
    for key in patch:
        prefix, slash, name = key.partition("/")
        if slash and prefix in (SET_ORDER, DELETE_SCALARS):
            names[name] = None
        elif not is_directive(key):
            names[key] = None
    return list(names)


def _retain_keys(document: Manifest, patch: Manifest) -> Manifest:
    if RETAIN_KEYS not in patch:
        return dict(document)
    retained = patch[RETAIN_KEYS]
    if not isinstance(retained, list):
        raise MergeError(f"{RETAIN_KEYS} must be a list")
    for key, value in patch.items():
        if value is not None and not is_directive(key) and key not in retained:
            raise MergeError(f"{RETAIN_KEYS} does not name {key}, which the patch sets")
    return {key: value for key, value in document.items() if key in retained}


def _merge_field(merged: Manifest, patch: Manifest, key: str, schema: MergeSchema | None) -> None:
    field = field_of(schema, key)
    value = patch.get(key)
    live = merged.get(key)
    if key in patch and value is None:
        merged.pop(key, None)
    elif isinstance(live, list) and (isinstance(value, list) or key not in patch):
        merged[key] = _merge_list_field(live, patch, key, field)
    elif key not in patch:
        return
    elif isinstance(live, dict) and isinstance(value, dict) and not field.is_replaced:
        merged[key] = _merge_maps(live, value, field.schema if not field.is_list else None)
    elif isinstance(value, dict) and PATCH in value:
        merged.pop(key, None)
    else:
        merged[key] = without_directives(value)


def _merge_list_field(live: list[Any], patch: Manifest, key: str, field: Field) -> list[Any]:
    added = patch.get(key, [])
    order = patch.get(set_order_key(key))
    removed = patch.get(delete_scalars_key(key))
    if not field.is_merged and order is None and removed is None:
        return without_directives(added)  # type: ignore[no-any-return]
    for name, value in ((set_order_key(key), order), (delete_scalars_key(key), removed)):
        if value is not None and not isinstance(value, list):
            raise MergeError(f"{name} must be a list")
    items = [*live, *added]
    if items and all(isinstance(item, dict) for item in items) and removed is None:
        return _merge_keyed(live, added, order, field)
    if any(isinstance(item, dict | list) for item in items):
        raise MergeError(f"the items of {key} are not all scalars or all objects with a merge key")
    if key not in patch and order is None:
        return _without(live, removed)
    return _without(_merge_scalars(live, added, order), removed)


def _merge_scalars(live: list[Any], added: list[Any], order: list[Any] | None) -> list[Any]:
    unique: dict[Hashable, Any] = {}
    for item in [*live, *added]:
        unique.setdefault(json_key(item), item)
    wanted = [json_key(item) for item in (added if order is None else order)]
    return merged_order(list(unique.values()), wanted, [json_key(item) for item in live], json_key)


def _without(items: list[Any], removed: list[Any] | None) -> list[Any]:
    gone = {json_key(item) for item in removed or ()}
    return [item for item in items if json_key(item) not in gone]


def _merge_keyed(live: list[Any], added: list[Any], order: list[Any] | None, field: Field) -> list[Any]:
    if not field.keys:
        raise MergeError("a list of objects without merge key cannot be merged")
    merge_key = field.keys[0]
    _check_order(added, order, merge_key)
    kept, additions = _obey_item_directives(live, added, merge_key)
    merged = _merge_items(kept, additions, merge_key, field.schema)
    wanted = [_key_of(item, merge_key) for item in (additions if order is None else order)]
    return merged_order(
        merged, wanted, [_key_of(item, merge_key) for item in kept], lambda item: _key_of(item, merge_key)
    )


def _check_order(added: list[Any], order: list[Any] | None, merge_key: str) -> None:
    """The API server refuses a patch whose items do not stand in the order that it asks for."""
    if not order:
        return
    ranks = iter([_key_of(item, merge_key) for item in order])
    for item in added:
        if PATCH not in item and _key_of(item, merge_key) not in ranks:
            raise MergeError(f"the order of the items in the patch does not match {SET_ORDER}")


def _obey_item_directives(live: list[Any], added: list[Any], merge_key: str) -> tuple[list[Any], list[Any]]:
    kept, additions, replaces = list(live), [], False
    for item in added:
        directive = item.get(PATCH)
        if directive is None:
            additions.append(item)
        elif directive == DELETE:
            gone = _key_of(item, merge_key)
            kept = [one for one in kept if merge_key not in one or json_key(one[merge_key]) != gone]
        elif directive == REPLACE:
            replaces = True
        else:
            raise MergeError(f"unknown patch type {directive!r} in an item of a list")
    return (without_directives(additions), []) if replaces else (kept, additions)


def _merge_items(kept: list[Any], additions: list[Any], merge_key: str, schema: MergeSchema | None) -> list[Any]:
    merged = list(kept)
    places: dict[Hashable, int] = {}
    for index, item in enumerate(merged):
        if merge_key in item:
            places.setdefault(json_key(item[merge_key]), index)
    for item in additions:
        key = _key_of(item, merge_key)
        if key in places:
            merged[places[key]] = _merge_maps(merged[places[key]], item, schema)
        else:
            places[key] = len(merged)
            merged.append(without_directives(item))
    return merged


def _key_of(item: JSONValue, merge_key: str) -> Hashable:
    if not isinstance(item, dict) or merge_key not in item:
        names = sorted(item) if isinstance(item, dict) else type(item).__name__
        raise MergeError(f"an item with {names} does not contain the declared merge key {merge_key}")
    return json_key(item[merge_key])
