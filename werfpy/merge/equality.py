"""Equality as JSON has it, which is not Python's: ``1`` and ``1.0`` are one number, ``True`` is none."""

from __future__ import annotations

from collections.abc import Hashable

from werfpy.json_types import JSONValue


def json_equal(left: JSONValue, right: JSONValue) -> bool:
    """Whether two JSON values are the same value. O(size of the smaller one); no I/O.

    >>> json_equal({"a": 1}, {"a": 1.0}), json_equal({"a": 1}, {"a": True})
    (True, False)
    """
    if left is right:
        return True
    if isinstance(left, dict):
        if not isinstance(right, dict) or len(left) != len(right):
            return False
        return all(key in right and json_equal(value, right[key]) for key, value in left.items())
    if isinstance(left, list):
        if not isinstance(right, list) or len(left) != len(right):
            return False
        return all(map(json_equal, left, right))
    if isinstance(left, bool) or isinstance(right, bool):
        return False  # both True or both False were identical above
    return bool(left == right)


def json_key(value: JSONValue) -> Hashable:
    """A hashable stand-in: equal for two values exactly when ``json_equal`` says so."""
    if isinstance(value, bool):
        return ("bool", value)
    if isinstance(value, dict):
        return ("map", frozenset((key, json_key(item)) for key, item in value.items()))
    if isinstance(value, list):
        return ("list", tuple(json_key(item) for item in value))
    return value  # type: ignore[no-any-return]


def copy_json(value: JSONValue) -> JSONValue:
    """A deep copy; several times faster than ``copy.deepcopy``, since JSON has no cycles and no types of its own."""
    if isinstance(value, dict):
        return {key: copy_json(item) for key, item in value.items()}
    if isinstance(value, list):
        return [copy_json(item) for item in value]
    return value


def without_nulls(value: JSONValue) -> JSONValue:
    """A copy in which no mapping has a null member: in a chart, null means that the field is not set.

    Null *items* of lists stay; they have a place in an order.
    """
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value
