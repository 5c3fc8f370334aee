"""The Go types of function parameters: their names in messages, and which values they take."""

from __future__ import annotations

import re
from typing import Any

from werfpy.gostd.kinds import StringList, StringMap
from werfpy.gostd.reflect import type_name

_ANY_WORD = re.compile(r"\bany\b|interface\{\}")
_ALIASES = {"byte": "uint8", "rune": "int32", "[]byte": "[]uint8"}

EXACT_CLASSES = {
    "string": "str",
    "bool": "bool",
    "int": "int",
    "int64": "Int64",
    "float64": "float",
    "[]interface {}": "list",
    "[]string": "StringList",
    "map[string]interface {}": "dict",
    "map[string]string": "StringMap",
}
"""The class (by its name in compiled code) whose instances are of the type without a further look."""


class NilMap(dict[str, Any]):
    """A nil map: it can be read, and writing into it panics in Go."""

    __slots__ = ()
    go_nil = True

    def __setitem__(self, key: str, value: Any) -> None:
        from werfpy.gostd.kinds import GoPanic

        raise GoPanic("assignment to entry in nil map")


class NilList(list[Any]):
    """A nil slice of interfaces."""

    __slots__ = ()
    go_nil = True


class NilStringList(StringList):
    """A nil []string."""

    __slots__ = ()
    go_nil = True


def go_name(declared: str) -> str:
    """Return a type as Go's messages write it: ``any`` is ``interface {}``."""
    return _ALIASES.get(declared) or _ANY_WORD.sub("interface {}", declared)


def takes_anything(typ: str) -> bool:
    """Tell whether every value, nil included, fits."""
    return typ in ("interface {}", "reflect.Value")


def can_be_nil(typ: str) -> bool:
    """Tell whether an untyped nil can be given."""
    return takes_anything(typ) or typ.startswith(("[]", "map[", "*", "func", "chan")) or typ == "error"


def zero_of(typ: str) -> Any:
    """Return the nil of a type that can be nil."""
    if typ.startswith("map["):
        return NilMap()
    if typ == "[]string":
        return NilStringList()
    return NilList() if typ.startswith("[]") else None


def assignable(value: Any, typ: str) -> bool:
    """Tell whether a value that is not nil can be given for a parameter."""
    if takes_anything(typ):
        return True
    name = type_name(value)
    if name == typ or (name.startswith("*") and name[1:] == typ):
        return True
    return _same_underlying(value, typ)


def _same_underlying(value: Any, typ: str) -> bool:
    """A named map or slice type fits the unnamed type that it is made of."""
    if typ == "map[string]interface {}":
        return isinstance(value, dict) and not isinstance(value, StringMap)
    if typ == "map[string]string":
        return isinstance(value, StringMap)
    if typ == "[]interface {}":
        return isinstance(value, list) and not isinstance(value, StringList)
    if typ == "[]string":
        return isinstance(value, StringList)
    return typ == "error" and isinstance(value, BaseException)
