"""What must hold after a merge, told without the merge's own code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from werfpy.merge.equality import json_equal
from werfpy.merge.merge_schema import Field, MergeSchema, field_of

OPEN = {"meta.v1.ObjectMeta", "core.v1.ResourceRequirements"}
NAMED = {"core.v1.ServicePort", "core.v1.ContainerPort"}


def keys(item: dict[str, Any], field: Field) -> tuple[Any, ...]:
    return tuple(item.get(key, "TCP" if key == "protocol" else None) for key in field.keys)


def missing_from(wanted: Any, found: Any, field: Field, path: str = "") -> Iterator[str]:
    """Paths at which *found* does not say what *wanted* says; the server may drop what is empty."""
    if found is None and is_empty(wanted) and field.drops_zero:
        return
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            if value is not None:
                yield from missing_from(value, found.get(key), field_of(field.schema, key), f"{path}.{key}")
    elif isinstance(wanted, list) and isinstance(found, list) and field.keys:
        left = list(found)
        for item in wanted:
            holders = [one for one in left if not list(missing_from(item, one, item_of(field)))]
            if holders:
                left.remove(holders[0])
            else:
                yield f"{path}{item}"
    elif isinstance(wanted, list) and isinstance(found, list) and field.is_merged:
        yield from (f"{path}[{item}]" for item in wanted if item not in found)
    elif not json_equal(wanted, found):
        yield path


def is_empty(value: Any) -> bool:
    return value == [] or (isinstance(value, dict) and all(is_empty(item) for item in value.values()))


def unnamed_in(named: Any, union: Any, field: Field, path: str = "") -> Iterator[str]:
    """Paths that *named* has and *union* has not, whatever the values."""
    if isinstance(named, dict) and isinstance(union, dict):
        for key, value in named.items():
            if key not in union:
                yield f"{path}.{key}"
            else:
                yield from unnamed_in(value, union[key], field_of(field.schema, key), f"{path}.{key}")
    elif isinstance(named, list) and isinstance(union, list) and field.keys:
        places = {keys(item, field): item for item in union}
        for item in named:
            if keys(item, field) not in places:
                yield f"{path}{item}"
            else:
                yield from unnamed_in(item, places[keys(item, field)], item_of(field), path)


def item_of(field: Field) -> Field:
    return Field(shape=field.shape, table=field.table, retains_keys=field.retains_keys)


def lost(ours: list[Any], modified: Any, before: Any, after: Any, field: Field, path: str = "") -> Iterator[str]:
    """Paths of *before* that neither *ours* (earlier revisions) nor *modified* name, and that *after* changed."""
    if field.is_replaced or (field.retains_keys and not field.is_list):
        return
    if isinstance(before, dict):
        yield from _lost_keys(ours, modified, before, after, field, path)
    elif isinstance(before, list) and field.keys:
        yield from _lost_items(ours, modified, before, after, field, path)
    elif isinstance(before, list) and field.is_merged:
        named = [item for one in (*ours, modified) if isinstance(one, list) for item in one]
        remaining = after if isinstance(after, list) else []
        yield from (f"{path}[{item}]" for item in before if item not in named and item not in remaining)


def _lost_keys(
    ours: list[Any], modified: Any, before: dict[str, Any], after: Any, field: Field, path: str
) -> Iterator[str]:
    modified = modified if isinstance(modified, dict) else {}
    revisions = [one for one in ours if isinstance(one, dict)]
    remaining = after if isinstance(after, dict) else {}
    for key, value in before.items():
        where, below = f"{path}.{key}", field_of(field.schema, key)
        was_ours = [one[key] for one in revisions if one.get(key) is not None]
        if modified.get(key) is None and not was_ours:
            if not json_equal(value, remaining.get(key)):
                yield where
        elif modified.get(key) is not None or is_open(below):
            yield from lost(was_ours, modified.get(key), value, remaining.get(key), below, where)


def is_open(field: Field) -> bool:
    type_name = field.schema.name if field.schema else ""
    return field.is_map or field.is_merged or type_name in OPEN


def _lost_items(
    ours: list[Any], modified: Any, before: list[Any], after: Any, field: Field, path: str
) -> Iterator[str]:
    revisions = [item for one in ours if isinstance(one, list) for item in one]
    wanted = modified if isinstance(modified, list) else []
    named = {keys(item, field) for item in (*revisions, *wanted)}
    first_keys = {keys(item, field)[0] for item in revisions}
    names = {item.get("name") for item in wanted} if field.schema and field.schema.name in NAMED else set()
    remaining = after if isinstance(after, list) else []
    for item in before:
        is_foreign = keys(item, field) not in named and keys(item, field)[0] not in first_keys
        if is_foreign and item.get("name", "") not in names and not any(json_equal(item, one) for one in remaining):
            yield f"{path}{item}"


def root(schema: MergeSchema | None) -> Field:
    """The field that stands for the whole object."""
    if schema is None:
        return Field()
    return Field(shape=f"@{schema.name}", table=schema._table)
