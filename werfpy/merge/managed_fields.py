"""Who wrote which field: the API server's ``metadata.managedFields``.

Source: structured-merge-diff's serialisation of field sets, ``FieldsV1``: ``f:NAME`` field, ``k:{...}`` list item by
keys, ``v:VALUE`` list item by value, ``i:N`` item by position, ``.`` the node itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.desired import is_open
from werfpy.merge.equality import json_equal
from werfpy.merge.field_path import FieldPath, ItemIndex, ItemKey, ItemValue
from werfpy.merge.list_identity import fine_identities
from werfpy.merge.merge_schema import Field, MergeSchema, field_of

OUR_MANAGERS: Final = ("werfpy", "helm", "Helm", "tiller", "werf")


@dataclass(frozen=True, slots=True)
class Writer:
    """One entry of managedFields: ``operation`` is Apply or Update, ``time`` RFC 3339 in UTC, ``""`` if unknown."""

    manager: str
    operation: str
    subresource: str
    time: str


@dataclass(frozen=True, slots=True)
class FieldSet:
    """What one writer owns: ``leaves`` with all that is below them, ``nodes`` only themselves."""

    writer: Writer
    leaves: tuple[FieldPath, ...]
    nodes: tuple[FieldPath, ...]

    def owns(self, path: FieldPath) -> bool:
        """Whether the writer owns the field, a part of it, or a whole that it is part of."""
        return any(_is_prefix(leaf, path) or _is_prefix(path, leaf) for leaf in self.leaves) or any(
            len(node) == len(path) and _is_prefix(node, path) for node in self.nodes
        )


def field_sets(current: Manifest) -> list[FieldSet]:
    """All entries of an object's managedFields. What cannot be understood is left out."""
    metadata = current.get("metadata")
    entries = metadata.get("managedFields") if isinstance(metadata, dict) else None
    return [_field_set(entry) for entry in entries or [] if isinstance(entry, dict)]


def writers_of(current: Manifest, path: FieldPath) -> list[Writer]:
    """Who owns a field, the last writer last.

    Args:
        current: The live object, ``metadata.managedFields`` included.
        path: The field; items of lists as ``ItemKey`` or ``ItemValue``.
    """
    found = [fields.writer for fields in field_sets(current) if fields.owns(path)]
    return sorted(found, key=lambda writer: writer.time)


def yielded_paths(
    original: Manifest,
    modified: Manifest,
    current: Manifest,
    our_managers: Sequence[str] = OUR_MANAGERS,
    *,
    schema: MergeSchema | None = None,
) -> list[tuple[FieldPath, str]]:
    """Fields that the chart dropped and somebody else writes now: they are to be left alone, not nulled.

    A field counts when the last who wrote it is none of *our_managers*, and it is plain that they mean it: the value is
    another than we had stated, or they scaled the object, or claim the field by server-side apply. Who merely made an
    object that we adopted as it was does not hold its fields for ever. An object counts when that is so for every part
    of it that we had set. Writers of ``status`` do not count.

    Returns:
        The field and the manager that has it, for ``three_way_patch(yielded=...)``.
    """
    dropped = list(_dropped(original, modified, current, schema, ()))
    if not dropped:  # reading managedFields takes longer than all the rest
        return []
    sets = [fields for fields in field_sets(current) if fields.writer.subresource != "status"]
    found: list[tuple[FieldPath, str]] = []
    for path, before, live, field in dropped:
        leaves = _leaves(before, live, field, path)
        managers = {_foreign_owner(sets, leaf, our_managers, is_changed=changed) for leaf, changed in leaves}
        if managers and None not in managers:
            found.append((path, sorted(manager for manager in managers if manager)[0]))
    return found


def _foreign_owner(
    sets: list[FieldSet], path: FieldPath, our_managers: Sequence[str], *, is_changed: bool
) -> str | None:
    writers = [fields.writer for fields in sets if fields.owns(path)]
    ours = max((writer.time for writer in writers if writer.manager in our_managers), default=None)
    others = [
        writer
        for writer in writers
        if writer.manager not in our_managers
        and (ours is None or writer.time > ours)
        and (is_changed or writer.subresource == "scale" or writer.operation == "Apply")
    ]
    return max(others, key=lambda writer: writer.time).manager if others else None


_Dropped = tuple[FieldPath, JSONValue, JSONValue, Field]


def _dropped(
    original: Manifest, modified: Manifest, current: Manifest, schema: MergeSchema | None, path: FieldPath
) -> Iterator[_Dropped]:
    for key, before in original.items():
        live, wanted, field = current.get(key), modified.get(key), field_of(schema, key)
        if before is None or live is None:
            continue
        if wanted is None and not (is_open(field) and isinstance(before, dict) and isinstance(live, dict)):
            yield (*path, key), before, live, field
        elif isinstance(before, dict) and isinstance(live, dict) and isinstance(wanted, dict | None):
            yield from _dropped(before, wanted or {}, live, field.schema, (*path, key))
        elif isinstance(before, list) and isinstance(live, list) and isinstance(wanted, list) and field.keys:
            yield from _dropped_in_items(before, wanted, live, field, (*path, key))


def _dropped_in_items(
    before: list[Any], wanted: list[Any], live: list[Any], field: Field, path: FieldPath
) -> Iterator[_Dropped]:
    places = dict(zip(fine_identities(live, field), live, strict=True))
    kept = dict(zip(fine_identities(wanted, field), wanted, strict=True))
    for identity, item in zip(fine_identities(before, field), before, strict=True):
        if identity not in places or not isinstance(item, dict) or not isinstance(places[identity], dict):
            continue
        key = ItemKey(tuple((name, item[name]) for name in field.keys if item.get(name) is not None))
        one = Field(shape=field.shape, table=field.table)
        if identity in kept and isinstance(kept[identity], dict):
            yield from _dropped(item, kept[identity], places[identity], field.schema, (*path, key))
        else:
            yield (*path, key), item, places[identity], one


def _leaves(before: JSONValue, live: JSONValue, field: Field, path: FieldPath) -> Iterator[tuple[FieldPath, bool]]:
    """The leaves of what we had set that are still live, and whether they have another value than we had stated."""
    if isinstance(before, dict) and isinstance(live, dict) and before:
        for key, value in before.items():
            if value is not None and live.get(key) is not None:
                yield from _leaves(value, live[key], field_of(field.schema, key), (*path, key))
    else:
        yield path, not json_equal(before, live)


def _field_set(entry: Manifest) -> FieldSet:
    writer = Writer(
        str(entry.get("manager", "")),
        str(entry.get("operation", "")),
        str(entry.get("subresource", "")),
        str(entry.get("time", "")),
    )
    leaves: list[FieldPath] = []
    nodes: list[FieldPath] = []
    fields = entry.get("fieldsV1")
    _collect(fields if isinstance(fields, dict) else {}, (), leaves, nodes)
    return FieldSet(writer, tuple(leaves), tuple(nodes))


def _collect(tree: Manifest, path: FieldPath, leaves: list[FieldPath], nodes: list[FieldPath]) -> None:
    for code, below in tree.items():
        if code == ".":
            nodes.append(path)
            continue
        part = _part(code)
        if part is None:
            continue
        if isinstance(below, dict) and below:
            _collect(below, (*path, part), leaves, nodes)
        else:
            leaves.append((*path, part))


def _part(code: str) -> str | ItemKey | ItemValue | ItemIndex | None:
    mark, colon, rest = code.partition(":")
    if not colon:
        return None
    if mark == "f":
        return rest
    try:
        value = json.loads(rest)
    except ValueError:
        return None
    if mark == "k" and isinstance(value, dict):
        return ItemKey(tuple(value.items()))
    if mark == "v":
        return ItemValue(value)
    return ItemIndex(value) if mark == "i" and isinstance(value, int) else None


def _is_prefix(short: FieldPath, long: FieldPath) -> bool:
    return len(short) <= len(long) and all(map(_is_same_part, short, long))


def _is_same_part(left: Any, right: Any) -> bool:
    if isinstance(left, ItemKey) and isinstance(right, ItemKey):
        ours, theirs = dict(left.parts), dict(right.parts)
        shared = ours.keys() & theirs.keys()
        return bool(shared) and all(json_equal(ours[name], theirs[name]) for name in shared)
    if isinstance(left, ItemValue) and isinstance(right, ItemValue):
        return json_equal(left.value, right.value)
    return type(left) is type(right) and left == right
