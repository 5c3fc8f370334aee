"""Everything that several revisions named, as one *original*."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import reduce
from typing import Any

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.equality import json_key
from werfpy.merge.list_identity import fine_identities
from werfpy.merge.merge_schema import Field, MergeSchema, field_of
from werfpy.merge.normalise import with_encoded_strings


def union_of_originals(originals: Sequence[Manifest], schema: MergeSchema | None) -> Manifest:
    """One manifest that names every field which any of the given ones names.

    A failed revision may have left fields that the last deployed one does not know. With the union as *original* the
    next deploy takes them away again.

    Args:
        originals: The manifests of one object in several revisions, oldest first; the newest value of a field counts.
        schema: Of the kind, for lists that are merged by key; other lists are taken from the newest.

    Returns:
        ``{}`` for no manifests. Shares parts with the arguments.
    """
    return reduce(lambda older, newer: _union(older, newer, schema), map(with_encoded_strings, originals), {})


def _union(older: Manifest, newer: Manifest, schema: MergeSchema | None) -> Manifest:
    united = dict(older)
    for key, value in newer.items():
        if value is not None:
            united[key] = _union_values(older.get(key), value, field_of(schema, key))
    return united


def _union_values(older: JSONValue, newer: JSONValue, field: Field) -> JSONValue:
    if isinstance(older, dict) and isinstance(newer, dict):
        return _union(older, newer, field.schema)
    if isinstance(older, list) and isinstance(newer, list) and field.is_merged:
        return _union_lists(older, newer, field)
    return newer


def _union_lists(older: list[Any], newer: list[Any], field: Field) -> list[Any]:
    united: dict[Hashable, Any] = dict(zip(_identify(older, field), older, strict=True))
    for identity, item in zip(_identify(newer, field), newer, strict=True):
        before = united.get(identity)
        united[identity] = _union_values(before, item, Field(shape=field.shape, table=field.table))
    return list(united.values())


def _identify(items: list[Any], field: Field) -> list[Hashable]:
    return fine_identities(items, field) if field.keys else [json_key(item) for item in items]
