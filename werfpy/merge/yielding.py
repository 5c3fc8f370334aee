"""Hand fields over: take them out of *original*, so that dropping them from the chart does not null them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.equality import json_equal
from werfpy.merge.field_path import FieldPath, ItemKey, ItemValue
from werfpy.merge.merge_schema import UNKNOWN, Field, MergeSchema, field_of


def without_paths(original: Manifest, paths: Iterable[FieldPath], schema: MergeSchema | None) -> Manifest:
    """*original* without the given fields: what it does not name, a merge leaves alone.

    Args:
        original: What our revisions said; it is not changed.
        paths: As ``yielded_paths`` finds them. What is not there is passed over.
        schema: Of the kind, for the keys of lists.
    """
    for path in paths:
        original = _without_path(original, path, UNKNOWN, schema)
    return original


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
        is_meant = head.matches(item, field) if isinstance(head, ItemKey) else json_equal(item, head.value)
        if not is_meant:
            kept.append(item)
        elif rest:
            kept.append(_without_path(item, rest, field, schema))
    return kept
