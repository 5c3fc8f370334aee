"""The changed fields of an object, one by one, as people read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.diff_types import ABSENT, Absent, FieldChange
from werfpy.merge.equality import json_equal
from werfpy.merge.field_path import FieldPath, ItemIndex, ItemKey, format_path
from werfpy.merge.list_identity import Identity, fine_identities
from werfpy.merge.merge_keys import known_schema
from werfpy.merge.merge_schema import Field, MergeSchema, field_of
from werfpy.merge.normalise import SERVER_OWNED
from werfpy.merge.secrets import masked

_Change = tuple[FieldPath, "JSONValue | Absent", "JSONValue | Absent"]


def field_changes(
    before: Manifest,
    after: Manifest,
    schema: MergeSchema | None,
    *,
    secret: bool,
    include_server_fields: bool = False,
) -> tuple[FieldChange, ...]:
    """Every field that differs, in the order of the documents.

    Args:
        before: ``{}`` for an object that is created.
        after: ``{}`` for one that is deleted.
        schema: Of the kind; names the items of lists by their merge key. None: as a custom resource.
        secret: The object is a Secret: its values are masked, so that equal ones stay equal and none is shown.
        include_server_fields: Also ``status`` and what the server keeps in metadata (managedFields, resourceVersion…).

    Returns:
        Leaves; a subtree that appears or vanishes whole is one change. Nulls count as absent.
    """
    if secret:
        before, after = masked(before), masked(after)
    if not include_server_fields:
        before, after = _declared(before), _declared(after)
    changes = _in_objects(before, after, known_schema(after or before, schema), (), secret)
    return tuple(FieldChange(format_path(path), old, new) for path, old, new in changes)


def _declared(manifest: Manifest) -> Manifest:
    declared = {key: value for key, value in manifest.items() if key != "status"}
    metadata = declared.get("metadata")
    if isinstance(metadata, dict):
        declared["metadata"] = {key: value for key, value in metadata.items() if key not in SERVER_OWNED}
    return declared


def _in_objects(
    before: Manifest, after: Manifest, schema: MergeSchema | None, path: FieldPath, opens: bool = False
) -> Iterator[_Change]:
    """*opens*: show the parts of a subtree that appears or vanishes, one level down (each key of a Secret)."""
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = _present(before.get(key)), _present(after.get(key))
        if opens and (isinstance(old, dict) or isinstance(new, dict)) and key in ("data", "stringData"):
            old, new = ({} if side is ABSENT else side for side in (old, new))
        yield from _in_values(old, new, field_of(schema, key), (*path, key))


def _present(value: JSONValue) -> JSONValue | Absent:
    return ABSENT if value is None else value


def _in_values(old: JSONValue | Absent, new: JSONValue | Absent, field: Field, path: FieldPath) -> Iterator[_Change]:
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _in_objects(old, new, field.schema, path)
    elif isinstance(old, list) and isinstance(new, list) and not json_equal(old, new):
        yield from _in_lists(old, new, field, path)
    elif old is ABSENT or new is ABSENT:
        if old is not new:
            yield path, old, new
    elif not json_equal(old, new):
        yield path, old, new


def _in_lists(old: list[Any], new: list[Any], field: Field, path: FieldPath) -> Iterator[_Change]:
    are_objects = all(isinstance(item, dict) for item in [*old, *new])
    if not are_objects or not old or not new:
        yield path, old, new
    elif field.keys:
        yield from _in_keyed_lists(old, new, field, path)
    elif len(old) == len(new):
        for index, (left, right) in enumerate(zip(old, new, strict=True)):
            yield from _in_objects(left, right, field.schema, (*path, ItemIndex(index)))
    else:
        yield path, old, new


def _in_keyed_lists(old: list[Any], new: list[Any], field: Field, path: FieldPath) -> Iterator[_Change]:
    left = dict(zip(fine_identities(old, field), old, strict=True))
    right = dict(zip(fine_identities(new, field), new, strict=True))
    depth = _depth([*old, *new], field)
    for identity in [*left, *(identity for identity in right if identity not in left)]:
        item = left[identity] if identity in left else right[identity]
        part = _name(item, identity, field, depth)
        before, after = left.get(identity, ABSENT), right.get(identity, ABSENT)
        yield from _in_values(before, after, Field(shape=field.shape, table=field.table), (*path, part))
    shared = [identity for identity in right if identity in left]
    if shared != [identity for identity in left if identity in right]:
        yield path, _order(left, field, depth), _order(right, field, depth)


def _depth(items: list[Any], field: Field) -> int:
    """How many keys it takes to name the items: one if the merge key is enough."""
    by_first: dict[Any, set[Identity]] = {}
    for item, identity in zip(items, fine_identities(items, field), strict=True):
        if isinstance(identity, tuple):
            by_first.setdefault(str(item.get(field.keys[0])), set()).add(identity[1])
    return 1 if all(len(found) == 1 for found in by_first.values()) else len(field.keys)


def _name(item: Manifest, identity: Identity, field: Field, depth: int) -> ItemKey:
    parts = [(name, item.get(name)) for name in field.keys[:depth] if item.get(name) is not None]
    if isinstance(identity, tuple) and identity[2]:
        parts.append(("copy", identity[2] + 1))
    return ItemKey(tuple(parts))


def _order(items: dict[Identity, Any], field: Field, depth: int) -> list[str]:
    return [str(_name(item, identity, field, depth)) for identity, item in items.items()]
