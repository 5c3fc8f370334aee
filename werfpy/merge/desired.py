"""The three-way merge itself: from *original*, *modified* and *current* to the object that should be.

Only fields that *modified* names, or that *original* named and *modified* no longer does, differ from *current*.
A patch is made from the result afterwards, so what a patch format can express never decides what is right.

Source: apimachinery ``strategicpatch.CreateThreeWayMergePatch`` applied to *current*. Three deliberate differences:
items are told apart as ``list_identity`` says; a map of free keys (or a keyed list) that the chart drops loses only the
keys that the chart had put there; a union (``retainKeys``) in which nothing changes is left alone.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from werfpy.errors import MergeError
from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.diff_types import ABSENT
from werfpy.merge.equality import json_equal, json_key, without_nulls
from werfpy.merge.list_identity import (
    Identity,
    all_objects,
    identities,
    same_but_for_number,
    second_name,
    secondary_defaults,
)
from werfpy.merge.list_order import merged_order
from werfpy.merge.merge_schema import Field, MergeSchema, field_of

OPEN_TYPES: Final = frozenset(
    {"meta.v1.ObjectMeta", "core.v1.ResourceRequirements", "core.v1.VolumeResourceRequirements"}
)
"""Types without rules among their fields, so that any part of them can stay when the chart drops its own part."""


def desired_state(original: Manifest, modified: Manifest, current: Manifest, schema: MergeSchema | None) -> Manifest:
    """The object that should be live.

    Args:
        original: What our last revision said; ``{}`` on adoption.
        modified: What the chart says now. A null means absent.
        current: What is live.
        schema: Of the kind; None merges objects and replaces lists.

    Returns:
        The desired object. It shares unchanged parts with *current*; none of the arguments is changed.

    Raises:
        MergeError: A list that is merged by key has an item that is no object.
    """
    desired: Manifest = {}
    for key, live in current.items():
        wanted, before = modified.get(key), original.get(key)
        field = field_of(schema, key)
        if wanted is not None:
            desired[key] = _desired_value(before, wanted, live, field)
        elif before is None:
            desired[key] = live
        else:
            rest = _without_ours(before, live, field)
            if rest is not ABSENT:
                desired[key] = rest
    for key, wanted in modified.items():
        if wanted is not None and key not in current:
            desired[key] = without_nulls(wanted)
    return desired


def _desired_value(before: JSONValue, wanted: JSONValue, live: JSONValue, field: Field) -> JSONValue:
    if isinstance(wanted, dict) and isinstance(live, dict) and not field.is_replaced:
        return _desired_object(before, wanted, live, field)
    if isinstance(wanted, list) and isinstance(live, list) and field.is_merged:
        ours = before if isinstance(before, list) else []
        return _desired_items(ours, wanted, live, field) if field.keys else _desired_scalars(ours, wanted, live)
    wanted = without_nulls(wanted)
    return live if json_equal(wanted, without_nulls(live)) else wanted


def _desired_object(before: JSONValue, wanted: Manifest, live: Manifest, field: Field) -> Manifest:
    desired = desired_state(before if isinstance(before, dict) else {}, wanted, live, field.schema)
    if field.retains_keys and not json_equal(desired, live):
        return {key: value for key, value in desired.items() if wanted.get(key) is not None}
    return desired


def _desired_scalars(ours: list[Any], wanted: list[Any], live: list[Any]) -> list[Any]:
    wanted_keys, our_keys = [json_key(item) for item in wanted], {json_key(item) for item in ours}
    kept: dict[Hashable, Any] = dict(zip(wanted_keys, wanted, strict=True))
    for item in live:
        if json_key(item) not in our_keys:
            kept.setdefault(json_key(item), item)
    return merged_order(list(kept.values()), wanted_keys, [json_key(item) for item in live], json_key)


def _desired_items(ours: list[Any], wanted: list[Any], live: list[Any], field: Field) -> list[Any]:
    wanted = [item for item in wanted if item is not None]
    if not all_objects(wanted):
        raise MergeError(f"an item of a list that is merged by {field.keys[0]} is not an object")
    our_ids, wanted_ids, live_ids = identities(ours, wanted, live, field)
    before = dict(zip(our_ids, ours, strict=True))
    matches = _match(wanted, wanted_ids, live, live_ids, field)
    merged: list[tuple[Identity, Any]] = []
    for identity, item in zip(wanted_ids, wanted, strict=True):
        if identity in matches:
            index = matches[identity]
            previous = _both(before.get(live_ids[index]), before.get(identity))
            merged.append((identity, _desired_item(previous, item, live[index], field)))
        else:
            merged.append((identity, without_nulls(item)))
    taken = set(matches.values())
    foreign = _foreign_items(wanted, [*our_ids, *wanted_ids], live, live_ids, field)
    merged += [(live_ids[index], live[index]) for index in foreign if index not in taken]
    renamed = {index: identity for identity, index in matches.items()}
    live_order = [renamed.get(index, identity) for index, identity in enumerate(live_ids)]
    return [item for _, item in merged_order(merged, wanted_ids, live_order, lambda pair: pair[0])]


def _desired_item(previous: JSONValue, wanted: Manifest, live: Manifest, field: Field) -> Manifest:
    """As any object, but a key that the chart leaves out is the default: a port without protocol is a TCP port."""
    implied = {key: default for key, default in secondary_defaults(field).items() if wanted.get(key) is None}
    for key, default in implied.items():
        if live.get(key) is not None and not json_equal(live[key], default):
            live = {name: value for name, value in live.items() if name != key}
    if implied and isinstance(previous, dict):
        previous = {name: value for name, value in previous.items() if name not in implied}
    return _desired_object(previous, wanted, live, field)


def _both(renumbered: JSONValue, same: JSONValue) -> JSONValue:
    """What we had said of an item under its old number and under its new one."""
    if isinstance(renumbered, dict) and isinstance(same, dict):
        return {**renumbered, **same}
    return renumbered if same is None else same


def _match(
    wanted: list[Any], wanted_ids: list[Identity], live: list[Any], live_ids: list[Identity], field: Field
) -> dict[Identity, int]:
    """For each wanted item that is live, where: by identity, else by the second name (a renumbered port)."""
    places = {identity: index for index, identity in enumerate(live_ids) if isinstance(live[index], dict)}
    matches = {identity: places[identity] for identity in wanted_ids if identity in places}
    taken = set(matches.values())
    by_name = {second_name(item, field): index for index, item in enumerate(live) if index not in taken}
    for identity, item in zip(wanted_ids, wanted, strict=True):
        name = second_name(item, field)
        if identity not in matches and name is not None and name in by_name:
            matches[identity] = by_name.pop(name)
    return matches


def _foreign_items(
    wanted: list[Any], our_ids: list[Identity], live: list[Any], live_ids: list[Identity], field: Field
) -> list[int]:
    """Indices of live items that are none of ours, former or wanted, under no name and in no second copy."""
    names = {second_name(item, field) for item in wanted} - {None}
    spoken_for = {same_but_for_number(identity) for identity in our_ids}
    return [
        index
        for index, identity in enumerate(live_ids)
        if same_but_for_number(identity) not in spoken_for and second_name(live[index], field) not in names
    ]


def is_open(field: Field) -> bool:
    """Whether parts of the object may stay when others go: maps with free keys and a few types."""
    return field.is_map or (field.schema is not None and field.schema.name in OPEN_TYPES and not field.is_list)


def _without_ours(before: JSONValue, live: JSONValue, field: Field) -> JSONValue:
    """What stays of a field that the chart no longer names; ABSENT if nothing does."""
    if is_open(field) and isinstance(before, dict) and isinstance(live, dict):
        return _without_our_keys(before, live, field)
    if field.is_merged and isinstance(before, list) and isinstance(live, list):
        return _without_our_items(before, live, field)
    return ABSENT


def _without_our_keys(before: Manifest, live: Manifest, field: Field) -> JSONValue:
    rest: Manifest = {}
    for key, value in live.items():
        kept = value if before.get(key) is None else _without_ours(before[key], value, field_of(field.schema, key))
        if kept is not ABSENT:
            rest[key] = kept
    return rest if any(value is not None for value in rest.values()) else ABSENT


def _without_our_items(before: list[Any], live: list[Any], field: Field) -> JSONValue:
    if field.keys:
        our_ids, _, live_ids = identities(before, [], live, field)
    else:
        our_ids, live_ids = [json_key(item) for item in before], [json_key(item) for item in live]
    ours = {same_but_for_number(identity) for identity in our_ids}
    rest = [item for identity, item in zip(live_ids, live, strict=True) if same_but_for_number(identity) not in ours]
    return rest or ABSENT
