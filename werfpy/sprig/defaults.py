"""Choosing between values, asking for types, and JSON."""

from __future__ import annotations

from typing import Any

from werfpy.gostd import json
from werfpy.gostd.kinds import GoError, GoPanic
from werfpy.gostd.reflect import kind_name, type_name
from werfpy.sprig.values import empty


def default(fallback: Any, *given: Any) -> Any:
    """Return the first given value, or *fallback* where it is empty or missing."""
    return fallback if not given or empty(given[0]) else given[0]


def coalesce(*values: Any) -> Any:
    """Return the first value that is not empty; nil where all are."""
    return next((value for value in values if not empty(value)), None)


def all_of(*values: Any) -> bool:
    """Say whether no value is empty."""
    return not any(map(empty, values))


def any_of(*values: Any) -> bool:
    """Say whether some value is not empty."""
    return not all(map(empty, values))


def ternary(if_true: Any, if_false: Any, test: bool) -> Any:
    """Return the first value where *test* is true, else the second."""
    return if_true if test else if_false


def type_is(target: str, value: Any) -> bool:
    """Say whether ``%T`` of *value* is *target*."""
    return type_name(value) == target


def type_is_like(target: str, value: Any) -> bool:
    """Do as typeIs, or for a pointer to *target*."""
    return type_name(value) in (target, "*" + target)


def kind_is(target: str, value: Any) -> bool:
    """Say whether the kind of *value* is *target*."""
    return kind_name(value) == target


def from_json(text: str) -> Any:
    """Decode JSON; nil where it is none (Helm has its own fromJson, which gives ``{Error: …}``)."""
    try:
        return json.unmarshal(text)
    except GoError:
        return None


def to_json(value: Any) -> str:
    """Encode as JSON; an empty string where that fails."""
    try:
        return json.marshal(value)
    except GoError:
        return ""


def must_to_pretty_json(value: Any) -> str:
    """Encode as JSON, indented by two spaces.

    Raises:
        GoError: JSON cannot say it.
    """
    return json.marshal(value, indent="  ")


def to_pretty_json(value: Any) -> str:
    """Do as mustToPrettyJson; an empty string where that fails."""
    try:
        return must_to_pretty_json(value)
    except GoError:
        return ""


def must_to_raw_json(value: Any) -> str:
    """Encode as JSON with ``<``, ``>`` and ``&`` as they are.

    Raises:
        GoError: JSON cannot say it.
    """
    return json.marshal(value, escape_html=False)


def to_raw_json(value: Any) -> str:
    """Do as mustToRawJson.

    Raises:
        GoPanic: JSON cannot say it.
    """
    try:
        return must_to_raw_json(value)
    except GoError as error:
        raise GoPanic(str(error)) from None
