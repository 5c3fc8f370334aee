"""The functions that text/template itself brings (funcs.go)."""

from __future__ import annotations

import urllib.parse
from collections.abc import Sequence
from typing import Any

from werfpy.gostd import compare, fmt
from werfpy.gostd.kinds import GoError, StringMap
from werfpy.gostd.reflect import Uint8, type_name
from werfpy.gostd.text import is_invalid_byte, is_print, to_bytes
from werfpy.gotemplate.functions import GoFunction

_HTML = {"\0": "\ufffd", '"': "&#34;", "'": "&#39;", "&": "&amp;", "<": "&lt;", ">": "&gt;"}
_HTML_TABLE = str.maketrans(_HTML)
_JS = {
    "\\": "\\\\",
    "'": "\\'",
    '"': '\\"',
    "<": "\\u003C",
    ">": "\\u003E",
    "&": "\\u0026",
    "=": "\\u003D",
}


def index(item: Any, *indexes: Any) -> Any:
    """Return ``item[i][j]...`` for maps, lists and strings; a missing key gives the zero value.

    Raises:
        GoError: With Go's message.
    """
    if item is None:
        raise GoError("index of untyped nil")
    for position in indexes:
        if item is None:
            raise GoError("index of nil pointer")
        if isinstance(item, dict):
            item = _index_map(item, position)
        elif isinstance(item, (list, tuple, str, bytes)):
            item = _index_sequence(item, position)
        else:
            raise GoError(f"can't index item of type {type_name(item).lstrip('*')}")
    return item


def _index_map(item: dict[str, Any], key: Any) -> Any:
    if key is None:
        raise GoError("value is nil; should be of type string")
    if not isinstance(key, str):
        raise GoError(f"value has type {type_name(key)}; should be string")
    return item.get(key, "" if isinstance(item, StringMap) else None)


def _index_sequence(item: Any, position: Any) -> Any:
    data = to_bytes(item) if isinstance(item, str) else item
    at = _index_arg(position, len(data))
    if at == len(data):
        sort = "string" if isinstance(item, str) else "slice"
        raise GoError(f"reflect: {sort} index out of range")
    return Uint8(data[at]) if isinstance(data, bytes) else data[at]


def _index_arg(position: Any, size: int) -> int:
    if position is None:
        raise GoError("cannot index slice/array with nil")
    if compare.basic_kind(position) != "int":
        raise GoError(f"cannot index slice/array with type {type_name(position)}")
    if not 0 <= position <= size:
        raise GoError(f"index out of range: {int(position)}")
    return int(position)


def slice_item(item: Any, *indexes: Any) -> Any:
    """Return ``item[i:j]`` of a string or list.

    Raises:
        GoError: With Go's message.
    """
    if item is None:
        raise GoError("slice of untyped nil")
    if len(indexes) > 3:
        raise GoError(f"too many slice indexes: {len(indexes)}")
    if isinstance(item, str):
        if len(indexes) == 3:
            raise GoError("cannot 3-index slice a string")
    elif not isinstance(item, (list, tuple, bytes)):
        raise GoError(f"can't slice item of type {type_name(item).lstrip('*')}")
    data = to_bytes(item) if isinstance(item, str) else item
    bounds = [_index_arg(position, len(data)) for position in indexes]
    low = bounds[0] if bounds else 0
    high = bounds[1] if len(bounds) > 1 else len(data)
    if low > high:
        raise GoError(f"invalid slice index: {low} > {high}")
    if len(bounds) == 3 and high > bounds[2]:
        raise GoError(f"invalid slice index: {high} > {bounds[2]}")
    part = data[low:high]
    if isinstance(item, str):
        return bytes(part).decode("utf-8", "surrogateescape")
    return type(item)(part) if type(part) is not type(item) else part


def _text(args: Sequence[Any]) -> str:
    if len(args) == 1 and isinstance(args[0], str):
        return args[0]
    return fmt.sprint(["<no value>" if arg is None else arg for arg in args])


def html(*args: Any) -> str:
    """Escape for HTML."""
    return _text(args).translate(_HTML_TABLE)


def js(*args: Any) -> str:
    """Escape for a JavaScript string."""
    return "".join([_js_char(char) for char in _text(args)])


def _js_char(char: str) -> str:
    known = _JS.get(char)
    if known is not None:
        return known
    if char < " ":
        return f"\\u{ord(char):04X}"
    if char < "\x80" or is_print(char) or is_invalid_byte(char):
        return char
    return f"\\u{ord(char):04X}"


def urlquery(*args: Any) -> str:
    """Escape for the query of a URL."""
    return urllib.parse.quote_plus(to_bytes(_text(args)), safe="-_.~")


def _unreachable(*_args: Any) -> Any:
    raise AssertionError("compiled in place")


def _not(value: Any) -> bool:
    return not value


def _print(*args: Any) -> str:
    return fmt.sprint(args)


def _println(*args: Any) -> str:
    return fmt.sprintln(args)


def _printf(template: str, *args: Any) -> str:
    return fmt.sprintf(template, args)


_VALUE = ("reflect.Value",)
_TWO = ("reflect.Value", "reflect.Value")

BUILTINS: dict[str, GoFunction] = {
    "and": GoFunction(_unreachable, _VALUE, "reflect.Value"),
    "or": GoFunction(_unreachable, _VALUE, "reflect.Value"),
    "call": GoFunction(_unreachable, _VALUE, "reflect.Value"),
    "html": GoFunction(html, (), "any"),
    "index": GoFunction(index, _VALUE, "reflect.Value"),
    "slice": GoFunction(slice_item, _VALUE, "reflect.Value"),
    "js": GoFunction(js, (), "any"),
    "len": GoFunction(compare.length, _VALUE),
    "not": GoFunction(_not, _VALUE),
    "print": GoFunction(_print, (), "any"),
    "printf": GoFunction(_printf, ("string",), "any"),
    "println": GoFunction(_println, (), "any"),
    "urlquery": GoFunction(urlquery, (), "any"),
    "eq": GoFunction(compare.eq, _VALUE, "reflect.Value"),
    "ge": GoFunction(compare.ge, _TWO),
    "gt": GoFunction(compare.gt, _TWO),
    "le": GoFunction(compare.le, _TWO),
    "lt": GoFunction(compare.lt, _TWO),
    "ne": GoFunction(compare.ne, _TWO),
}
"""By name; a function of the same name given to a template set hides it."""
