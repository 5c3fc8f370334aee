"""JSON patches, RFC 6902: exact, and with their inverse, for people who want to see and to undo every step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from werfpy.json_types import JSONValue
from werfpy.merge.equality import copy_json, json_equal

Operation = dict[str, Any]


def json_patch(before: JSONValue, after: JSONValue) -> list[Operation]:
    """The operations that turn *before* into *after*.

    Each change of an existing value stands behind a ``test`` of that value, so that the patch applies to exactly the
    state it was made for, or not at all. Lists of different length are replaced whole.

    >>> json_patch({"a": 1}, {"a": 2})
    [{'op': 'test', 'path': '/a', 'value': 1}, {'op': 'replace', 'path': '/a', 'value': 2}]
    """
    return list(_operations(before, after, ""))


def inverse_json_patch(before: JSONValue, after: JSONValue) -> list[Operation]:
    """The operations that lead back: ``json_patch`` from *after* to *before*."""
    return json_patch(after, before)


def _operations(before: JSONValue, after: JSONValue, path: str) -> Iterator[Operation]:
    if json_equal(before, after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _object_operations(before, after, path)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _operations(old, new, f"{path}/{index}")
    else:
        yield {"op": "test", "path": path, "value": copy_json(before)}
        yield {"op": "replace", "path": path, "value": copy_json(after)}


def _object_operations(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[Operation]:
    for key, old in before.items():
        where = f"{path}/{_escape(key)}"
        if key in after:
            yield from _operations(old, after[key], where)
        else:
            yield {"op": "test", "path": where, "value": copy_json(old)}
            yield {"op": "remove", "path": where}
    for key, new in after.items():
        if key not in before:
            yield {"op": "add", "path": f"{path}/{_escape(key)}", "value": copy_json(new)}


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
