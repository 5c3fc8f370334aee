"""What Go's reflect would say of a value: its type, its kind, and whether it prints itself.

Beside the values of :mod:`werfpy.gostd.kinds`, any class may take part by class attributes: ``go_type`` (what ``%T``
prints), ``go_kind`` (default: by its Python base, else struct) and ``go_methods`` (``String`` or ``Error`` make it
print itself).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from werfpy.gostd.kinds import GoError, GoStruct, Int64, StringList, StringMap


class Uint8(int):
    """A byte, as ``index "abc" 0`` returns it."""

    __slots__ = ()
    go_type: ClassVar[str] = "uint8"
    go_kind: ClassVar[str] = "uint8"


class Rune(int):
    """A rune (int32), as ranging over a string's characters would give it."""

    __slots__ = ()
    go_type: ClassVar[str] = "int32"
    go_kind: ClassVar[str] = "int32"


_TYPES: dict[type, str] = {
    type(None): "<nil>",
    bool: "bool",
    int: "int",
    Int64: "int64",
    float: "float64",
    complex: "complex128",
    str: "string",
    bytes: "[]uint8",
    list: "[]interface {}",
    tuple: "[]interface {}",
    StringList: "[]string",
    dict: "map[string]interface {}",
    StringMap: "map[string]string",
}

_KINDS: dict[type, str] = {
    type(None): "invalid",
    bool: "bool",
    int: "int",
    Int64: "int64",
    float: "float64",
    complex: "complex128",
    str: "string",
    bytes: "slice",
    list: "slice",
    tuple: "slice",
    StringList: "slice",
    dict: "map",
    StringMap: "map",
}

_BASES: tuple[tuple[type, str, str], ...] = (
    (bool, "bool", "bool"),
    (Int64, "int64", "int64"),
    (int, "int", "int"),
    (float, "float64", "float64"),
    (str, "string", "string"),
    (bytes, "[]uint8", "slice"),
    (StringList, "[]string", "slice"),
    (list, "[]interface {}", "slice"),
    (StringMap, "map[string]string", "map"),
    (dict, "map[string]interface {}", "map"),
)


def type_name(value: Any) -> str:
    """Return the Go type of *value* as ``%T`` prints it; ``<nil>`` for nil."""
    known = _TYPES.get(type(value))
    if known is not None:
        return known
    declared = getattr(type(value), "go_type", None)
    if declared is not None:
        return str(declared)
    for base, name, _ in _BASES:
        if isinstance(value, base):
            return name
    if isinstance(value, BaseException):
        return "*errors.errorString"
    return "func()" if callable(value) or hasattr(value, "params") else f"*{type(value).__name__}"


def kind_name(value: Any) -> str:
    """Return the name of the Go kind of *value*: ``map``, ``slice``, ``int``, ``ptr``...; ``invalid`` for nil."""
    known = _KINDS.get(type(value))
    if known is not None:
        return known
    cls = type(value)
    declared = getattr(cls, "go_kind", None)
    if declared is not None:
        return str(declared)
    for base, _, name in _BASES:
        if isinstance(value, base):
            return name
    if str(getattr(cls, "go_type", "")).startswith("*") or isinstance(value, GoError):
        return "ptr"
    if isinstance(value, GoStruct) or hasattr(cls, "go_type"):
        return "struct"
    return "func" if callable(value) or hasattr(value, "params") else "ptr"


def stringer(value: Any) -> Callable[[], str] | None:
    """Return the value's own Error or String method, or None where fmt prints its content."""
    methods = getattr(type(value), "go_methods", None)
    if methods is not None:
        for name in ("Error", "String"):
            if name in methods:
                method: Callable[[], str] = getattr(value, methods[name])
                return method
        return None
    if isinstance(value, GoError):
        return value.__str__
    return None
