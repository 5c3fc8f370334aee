"""Hand fields over: take them out of *original*, so that dropping them from the chart does not null them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.field_path import FieldPath, ItemKey, ItemValue
from werfpy.merge.merge_schema import UNKNOWN, Field, MergeSchema, field_of


def yield_fields(
    original: Manifest, modified: Manifest, paths: Iterable[FieldPath], schema: MergeSchema | None
) -> tuple[Manifest, Manifest]:
    """*original* without the given fields, and *modified* with an empty object wherever it dropped their parent.

    Without the empty parent the merge would take the parent away, and the field with it.
    """
    for path in paths:
        original = _without_path(original, path, Field(), schema)
        modified = _with_parents(modified, original, path)
    return original, modified


def _without_path(value: JSONValue, path: FieldPath, field: Field, schema: MergeSchema | None) -> JSONValue:
    head, rest = path[0], path[1:]
    if isinstance(value, dict) and isinstance(head, str):
        if head not in value:
            return value
        if not rest:
            return {key: item for key, item in value.items() if key != head}
        below = field_of(schema, head)
        return {**value, head: _without_path(value[head], rest, below, below.schema)}
    if isinstance(value, list) and isinstance(head, ItemKey | ItemValue):
        return _without_item_path(value, head, rest, field, schema)
    return value


def _without_item_path(
    items: list[Any], head: ItemKey | ItemValue, rest: FieldPath, field: Field, schema: MergeSchema | None
) -> list[Any]:
    kept: list[Any] = []
    for item in items:
        is_meant = head.matches(item, field) if isinstance(head, ItemKey) else item == head.value
        if not is_meant:
            kept.append(item)
        elif rest:
            kept.append(_without_path(item, rest, UNKNOWN, schema))
    return kept


def _with_parents(modified: Manifest, original: Manifest, path: FieldPath) -> Manifest:
    if len(path) < 2 or not isinstance(path[0], str):
        return modified
    key = path[0]
    child = modified.get(key)
    if child is None and isinstance(original.get(key), dict):
        child = {}
    if not isinstance(child, dict):
        return modified
    before = original.get(key)
    return {**modified, key: _with_parents(child, before if isinstance(before, dict) else {}, path[1:])}
