"""What sprig asks of any value: its text, whether it is empty, whether two are deeply equal."""

from __future__ import annotations

from typing import Any, ClassVar

from werfpy.gostd.fmt import sprint_value
from werfpy.gostd.kinds import GoPanic, GoStruct
from werfpy.gostd.reflect import kind_name, stringer, type_name
from werfpy.gostd.text import from_bytes

NIL_DEREFERENCE = "runtime error: invalid memory address or nil pointer dereference"


class IntList(list[int]):
    """A []int, as until makes it."""

    __slots__ = ()
    go_type: ClassVar[str] = "[]int"


class ListOfLists(list[list[Any]]):
    """A [][]interface {}, as chunk makes it."""

    __slots__ = ()
    go_type: ClassVar[str] = "[][]interface {}"


def strval(value: Any) -> str:
    """Return sprig's text of *value*: strings and bytes as they are, else Error, String or ``%v``."""
    if type(value) is str:
        return str(value)
    if isinstance(value, bytes):
        return from_bytes(value)
    own = stringer(value)
    return own() if own is not None else sprint_value(value)


def empty(value: Any) -> bool:
    """Say whether *value* is the zero of its type; structs never are."""
    if value is None:
        return True
    if isinstance(value, str | list | dict | bytes | tuple):
        return not value
    if isinstance(value, int | float):
        return not value
    return False


def deep_equal(left: Any, right: Any) -> bool:
    """Compare as reflect.DeepEqual does: the Go types must be the same (1 is not 1.0), nil is no empty list."""
    if type(left) is not type(right) and type_name(left) != type_name(right):
        return False
    if isinstance(left, dict):
        if getattr(left, "go_nil", False) != getattr(right, "go_nil", False):
            return False
        return left.keys() == right.keys() and all(deep_equal(left[key], right[key]) for key in left)
    if isinstance(left, list | tuple):
        if getattr(left, "go_nil", False) != getattr(right, "go_nil", False):
            return False
        return len(left) == len(right) and all(map(deep_equal, left, right))
    if isinstance(left, GoStruct) or not callable(left):
        return bool(left == right)
    return False


def kind_of(value: Any) -> str:
    """Return the kind of *value*.

    Raises:
        GoPanic: It is nil, which has no type that could be asked.
    """
    if value is None:
        raise GoPanic(NIL_DEREFERENCE)
    return kind_name(value)
