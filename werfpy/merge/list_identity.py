"""Which item of one list is which item of another.

Strategic merge knows one key per list, and that key is not always unique: a Service may have port 53 twice, once for
TCP and once for UDP. Where the key alone is ambiguous, the other keys that the API declares for the list, defaults
included, tell items apart; after that, only the position among equals.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import chain
from typing import Any, Final

from werfpy.merge.diff_types import ABSENT
from werfpy.merge.equality import json_equal, json_key
from werfpy.merge.merge_schema import Field, field_of

Identity = Hashable

UNIQUE_NAMES: Final = {"core.v1.ServicePort": "name", "core.v1.ContainerPort": "name"}
"""Item types in which a second field must be unique too, so that two items which share it are one, renumbered."""


def identities(
    original: Sequence[Any], modified: Sequence[Any], current: Sequence[Any], field: Field
) -> tuple[list[Identity], list[Identity], list[Identity]]:
    """One identity per item of the three lists; items with equal identities are the same item.

    Args:
        original: The list of the last revision.
        modified: The list as rendered now.
        current: The live list.
        field: A list with at least one key. Items that lack the key are the same only if they are wholly equal.
    """
    coarse = [_keys(items, field, 1) for items in (original, modified, current)]
    if _is_unambiguous(coarse, original, modified, current, field):
        return coarse[0], coarse[1], coarse[2]
    return (
        fine_identities(original, field),
        fine_identities(modified, field),
        fine_identities(current, field),
    )


def fine_identities(items: Sequence[Any], field: Field) -> list[Identity]:
    """By all keys of the list, and by number among items that are equal in all of them."""
    return _numbered(_keys(items, field, len(field.keys)))


def same_but_for_number(identity: Identity) -> Identity:
    """The identity without its position among equals."""
    return identity[1] if isinstance(identity, tuple) and identity[0] == "nth" else identity


def second_name(item: Any, field: Field) -> str | None:
    """What must be unique in the list besides the keys; None where there is no such thing."""
    if field.schema is None or not isinstance(item, dict):
        return None
    name = item.get(UNIQUE_NAMES.get(field.schema.name, ""))
    return name if isinstance(name, str) and name else None


def _keys(items: Sequence[Any], field: Field, depth: int) -> list[Identity]:
    return [_key(item, field, depth) for item in items]


def _key(item: Any, field: Field, depth: int) -> Identity:
    if not isinstance(item, dict) or item.get(field.keys[0]) is None:
        return ("whole", json_key(item))
    if depth == 1:
        return ("key", json_key(item[field.keys[0]]))
    return ("keys", *(json_key(_key_value(item, name, field)) for name in field.keys[:depth]))


def _key_value(item: dict[str, Any], name: str, field: Field) -> Any:
    value = item.get(name)
    if value is None or value == "":
        default = field_of(field.schema, name).default
        return None if default is ABSENT else default
    return value


def _numbered(keys: list[Identity]) -> list[Identity]:
    seen: dict[Identity, int] = {}
    numbered: list[Identity] = []
    for key in keys:
        seen[key] = seen.get(key, -1) + 1
        numbered.append(("nth", key, seen[key]))
    return numbered


def _is_unambiguous(
    coarse: list[list[Identity]], original: Sequence[Any], modified: Sequence[Any], current: Sequence[Any], field: Field
) -> bool:
    """Whether the merge key alone suffices.

    It does not if one list has it twice, nor if a live item shares it with one that we only had or only want, but
    differs in the other keys.
    """
    if any(len(set(keys)) != len(keys) for keys in coarse):
        return False
    if len(field.keys) == 1:
        return True
    ours = dict(zip(coarse[0], original, strict=True))
    wanted = dict(zip(coarse[1], modified, strict=True))
    return all(
        _is_surely_ours(item, ours.get(key), wanted.get(key), field)
        for key, item in zip(coarse[2], current, strict=True)
        if key in wanted or key in ours
    )


def _is_surely_ours(live: Any, ours: Any, wanted: Any, field: Field) -> bool:
    """Whether a live item is the one of the same merge key that we had or want, and not somebody else's."""
    if ours is None or wanted is None:
        return _may_be_same(live, wanted if ours is None else ours, field)
    # Equal to what we had: the chart changes it. What we had is what we want: drift, to be reverted.
    return _may_be_same(ours, live, field) or _may_be_same(ours, wanted, field)


def _may_be_same(left: Any, right: Any, field: Field) -> bool:
    """Whether no key but the first says otherwise; one that is missing on a side says nothing."""
    pairs = ((_key_value(left, name, field), _key_value(right, name, field)) for name in field.keys[1:])
    return all(one is None or other is None or json_equal(one, other) for one, other in pairs)


def secondary_defaults(field: Field) -> dict[str, Any]:
    """The defaults of the keys after the first, where there are any: ``protocol`` is TCP."""
    defaults = {key: field_of(field.schema, key).default for key in field.keys[1:]}
    return {key: default for key, default in defaults.items() if default is not ABSENT}


def has_unique_merge_key(items: Sequence[Any], field: Field) -> bool:
    """Whether the API server can match every item by the merge key alone."""
    keys = [item.get(field.keys[0]) if isinstance(item, dict) else None for item in items]
    return all(key is not None for key in keys) and len({json_key(key) for key in keys}) == len(keys)


def all_objects(*lists: Sequence[Any]) -> bool:
    """Whether every item is an object."""
    return all(isinstance(item, dict) for item in chain(*lists))
