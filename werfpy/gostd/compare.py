"""Comparison, truth and length as the functions of text/template see them."""

from __future__ import annotations

from typing import Any

from werfpy.gostd.fmt import sprint_value, sprintf
from werfpy.gostd.kinds import GoError
from werfpy.gostd.reflect import kind_name, type_name

_BASIC: dict[str, str] = {
    "bool": "bool",
    "string": "string",
    "float32": "float",
    "float64": "float",
    "complex64": "complex",
    "complex128": "complex",
    **{f"int{bits}": "int" for bits in ("", "8", "16", "32", "64")},
    **{f"uint{bits}": "int" for bits in ("", "8", "16", "32", "64", "ptr")},
}
_FAST: dict[type, str] = {str: "string", bool: "bool", int: "int", float: "float"}
_NILLABLE = frozenset({"map", "slice", "func", "ptr"})
_BAD_TYPE = "invalid type for comparison"


def basic_kind(value: Any) -> str:
    """Return bool, string, int (signed or not), float or complex; empty for all that cannot be ordered."""
    return _FAST.get(type(value)) or _BASIC.get(kind_name(value), "")


def eq(first: Any, *others: Any) -> bool:
    """Tell whether *first* equals one of the others, as the template function eq.

    Raises:
        GoError: Types that Go does not compare, or nothing to compare with.
    """
    if not others:
        raise GoError("missing argument for comparison")
    kind = basic_kind(first)
    for other in others:
        other_kind = basic_kind(other)
        if kind != other_kind:
            if first is not None and other is not None:
                names = f"{type_name(first)} and {type_name(other)}"
                raise GoError(f"incompatible types for comparison: {names}")
            continue
        if _same_kind_equal(kind, first, other):
            return True
    return False


def _same_kind_equal(kind: str, first: Any, other: Any) -> bool:
    if kind:
        return bool(first == other)
    if first is None or other is None:
        return _is_nil(first) and _is_nil(other)
    first_kind, other_kind = kind_name(first), kind_name(other)
    if first_kind != other_kind:
        text = f"{_plain(first)}: {type_name(first)}, {type_name(other)}: {sprint_value(other)}"
        raise GoError(f"non-comparable types {text}")
    if _is_nil(first) or _is_nil(other):
        return _is_nil(first) and _is_nil(other)
    if other_kind in ("slice", "map", "func"):
        raise GoError(f"non-comparable type {_plain(other)}: {type_name(other)}")
    return first is other or (type(first) is type(other) and bool(first == other))


def _plain(value: Any) -> str:
    return sprintf("%s", (value,))


def _is_nil(value: Any) -> bool:
    return value is None or bool(getattr(value, "go_nil", False))


def ne(first: Any, other: Any) -> bool:
    """Tell whether two values differ; see :func:`eq`."""
    return not eq(first, other)


def lt(first: Any, other: Any) -> bool:
    """Tell whether *first* is less than *other*: both integers, both floats or both strings.

    Raises:
        GoError: Anything else.
    """
    kind, other_kind = basic_kind(first), basic_kind(other)
    if not kind or not other_kind:
        raise GoError(_BAD_TYPE)
    if kind != other_kind:
        raise GoError(f"incompatible types for comparison: {type_name(first)} and {type_name(other)}")
    if kind in ("bool", "complex"):
        raise GoError(_BAD_TYPE)
    return bool(first < other)


def le(first: Any, other: Any) -> bool:
    """Tell whether *first* is at most *other*; see :func:`lt`."""
    return lt(first, other) or eq(first, other)


def gt(first: Any, other: Any) -> bool:
    """Tell whether *first* is greater than *other*; see :func:`lt`."""
    return not le(first, other)


def ge(first: Any, other: Any) -> bool:
    """Tell whether *first* is at least *other*; see :func:`lt`."""
    return not lt(first, other)


def length(value: Any) -> int:
    """Return the length of a string (in bytes), list or map.

    Raises:
        GoError: The value has none.
    """
    if isinstance(value, str):
        return len(value) if value.isascii() else len(value.encode("utf-8", "surrogateescape"))
    if isinstance(value, (list, dict, tuple, bytes)):
        return len(value)
    if value is None:
        raise GoError("len of nil pointer")
    raise GoError(f"len of type {type_name(value).lstrip('*')}")


def is_true(value: Any) -> bool:
    """Tell whether ``if`` takes the value for true: not nil, zero or empty; structs always are."""
    return bool(value)
