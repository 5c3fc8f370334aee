"""The grammar of ``--set``, ``--set-string``, ``--set-file``, ``--set-json`` and ``--set-literal``.

Source: helm ``pkg/strvals/parser.go`` and ``literal_parser.go``, its oddities included: an expression that ends early
inside an index is dropped without a word, and text after a value that was never started gives the empty string.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from werfpy.chart.model import Values
from werfpy.gostd.kinds import GoError, Int64
from werfpy.gostd.quote import quote

MAX_INDEX: Final = 65536
MAX_DEPTH: Final = 30

ValueReader = Callable[[str], Any]
"""Turns the text of one value into what is stored; raises GoError."""


def set_into(values: Values, expression: str, *, compat: int = 4) -> None:
    """``--set``: ``a.b[0].c=1,d={x,y}`` into *values*, in place; true, false, null and integers are typed.

    Raises:
        GoError: The expression is malformed; the text is Helm's.
    """
    SetParser(expression, values, typed_value, compat).parse()


def set_string_into(values: Values, expression: str, *, compat: int = 4) -> None:
    """``--set-string``: the same grammar, every value a string."""
    SetParser(expression, values, str, compat).parse()


def set_file_into(values: Values, expression: str, read: ValueReader, *, compat: int = 4) -> None:
    """``--set-file``: every value is a path; *read* gives the text of the file."""
    SetParser(expression, values, read, compat).parse()


def set_json_into(values: Values, expression: str, *, compat: int = 4) -> None:
    """``--set-json``: every value is JSON; an empty one is null."""
    JsonParser(expression, values, typed_value, compat).parse()


def set_literal_into(values: Values, expression: str, *, compat: int = 4) -> None:
    """``--set-literal``: one path, no escapes; everything behind the ``=`` is the value."""
    LiteralParser(expression, values, str, compat).parse()


def typed_value(text: str) -> Any:
    """What ``--set`` makes of *text*.

    >>> typed_value("TRUE"), typed_value("007"), typed_value("-5"), typed_value("1.5")
    (True, '007', -5, '1.5')
    """
    lower = text.lower()
    if lower in ("true", "false"):
        return lower == "true"
    if lower == "null":
        return None
    if text == "0":
        return Int64(0)
    if text and text[0] != "0":
        number = _int64(text)
        if number is not None:
            return number
    return text


def _int64(text: str) -> Int64 | None:
    digits = text[1:] if text[0] in "+-" else text
    if not digits.isascii() or not digits.isdigit():
        return None
    number = int(text)
    return Int64(number) if -(1 << 63) <= number < 1 << 63 else None


class SetParser:
    """Reads one expression into a table, key by key. The methods tell whether the text has ended."""

    key_stops = "=[,."
    item_stops = "[.="

    def __init__(self, text: str, data: Values, read: ValueReader, compat: int) -> None:
        self.text = text
        self.at = 0
        self.data = data
        self.read = read
        self.compat = compat

    def parse(self) -> None:
        """Read all keys.

        Raises:
            GoError: The expression is malformed.
        """
        while not self._key(self.data, 0):
            pass

    def _until(self, stops: str) -> tuple[str, str]:
        """Text up to one of *stops* (or the end: empty), with escapes resolved."""
        kept: list[str] = []
        while self.at < len(self.text):
            mark = self.text[self.at]
            self.at += 1
            if mark in stops:
                return "".join(kept), mark
            if mark == "\\":
                if self.at >= len(self.text):
                    break
                mark = self.text[self.at]
                self.at += 1
            kept.append(mark)
        return "".join(kept), ""

    def _key(self, data: Values, depth: int) -> bool:
        key, stop = self._until(self.key_stops)
        if stop == "":
            if key:
                raise GoError(f"key {quote(key)} has no value")
            return True
        if stop == "[":
            return self._indexed_key(data, key, depth)
        if stop == "=":
            return self._assign(data, key)
        if stop == ",":
            raise GoError(f"key {quote(key)} has no value (cannot end with ,)")
        return self._nested_key(data, key, depth + 1)

    def _indexed_key(self, data: Values, key: str, depth: int) -> bool:
        index = self._index()
        if index is None:
            return True
        items = _expect_list(data[key]) if key in data else []
        items, ended = self._item(items, index, depth)
        _put(data, key, items)
        return ended

    def _nested_key(self, data: Values, key: str, depth: int) -> bool:
        if depth > MAX_DEPTH:
            raise GoError(f"value name nested level is greater than maximum supported nested level of {MAX_DEPTH}")
        inner = _expect_table(data[key]) if key in data else {}
        ended = self._key(inner, depth)
        if not ended and not inner:
            raise GoError(f"key map {quote(key)} has no value")
        if inner:
            _put(data, key, inner)
        return ended

    def _index(self) -> int | None:
        """The number in ``[n]``; None where the text ends before the bracket."""
        text, stop = self._until("]")
        if stop == "":
            if self.compat == 3:
                raise GoError("error parsing index: EOF")
            return None
        number = _int64(text) if text else None
        if number is None:
            raise GoError(f"error parsing index: strconv.Atoi: parsing {quote(text)}: invalid syntax")
        return int(number)

    def _item(self, items: list[Any], index: int, depth: int) -> tuple[list[Any], bool]:
        if index < 0:
            raise GoError(f"negative {index} index not allowed")
        rest, stop = self._until(self.item_stops)
        if rest:
            runes = " ".join(f"'{rune}'" for rune in rest)
            raise GoError(f"unexpected data at end of array index: [{runes}]")
        if stop == "":
            return items, True
        if stop == "=":
            return _put_index(items, index, self._item_value()), False
        if stop == ".":
            return self._item_table(items, index, depth)
        return self._item_list(items, index, depth)

    def _item_table(self, items: list[Any], index: int, depth: int) -> tuple[list[Any], bool]:
        inner: Any = {}
        if index < len(items):
            if not isinstance(items[index], dict):
                items[index] = {}
            inner = items[index]
        if self._key(inner, depth):
            return items, True
        return _put_index(items, index, inner), False

    def _item_list(self, items: list[Any], index: int, depth: int) -> tuple[list[Any], bool]:
        next_index = self._index()
        if next_index is None:
            return items, True
        inner: list[Any] = []
        if index < len(items) and items[index] is not None:
            inner = _expect_list(items[index])
        inner, ended = self._item(inner, next_index, depth)
        return (items, True) if ended else (_put_index(items, index, inner), False)

    def _assign(self, data: Values, key: str) -> bool:
        ended = self.at >= len(self.text)
        _put(data, key, "" if ended else self._value())
        return ended

    def _item_value(self) -> Any:
        return "" if self.at >= len(self.text) else self._value()

    def _value(self) -> Any:
        if self.text[self.at] != "{":
            return self.read(self._until(",")[0])
        self.at += 1
        items = []
        while True:
            text, stop = self._until(",}")
            if stop == "":
                raise GoError("list must terminate with '}'")
            items.append(self.read(text))
            if stop == "}":
                if self.text[self.at : self.at + 1] == ",":
                    self.at += 1
                return items


class JsonParser(SetParser):
    """Values are JSON documents; blanks and one comma may follow each."""

    def _assign(self, data: Values, key: str) -> bool:
        _put(data, key, self._item_value())
        return False

    def _item_value(self) -> Any:
        if self._skip_blank():
            return None
        from werfpy.chart.json_value import decode_prefix

        value, length = decode_prefix(self.text[self.at :])
        self.at += length
        self._skip_blank()
        return value

    def _skip_blank(self) -> bool:
        """Skip white space and one comma; true where nothing else stood before the comma or the end."""
        while self.at < len(self.text):
            mark = self.text[self.at]
            if mark != "," and not mark.isspace():
                return False
            self.at += 1
            if mark == ",":
                return True
        return True


class LiteralParser(SetParser):
    """Neither escapes nor lists nor several keys."""

    key_stops = "=[."

    def _until(self, stops: str) -> tuple[str, str]:
        start = self.at
        for at in range(start, len(self.text)):
            if self.text[at] in stops:
                self.at = at + 1
                return self.text[start:at], self.text[at]
        self.at = len(self.text)
        return self.text[start:], ""

    def _assign(self, data: Values, key: str) -> bool:
        _put(data, key, self._item_value())
        return False

    def _item_value(self) -> Any:
        start, self.at = self.at, len(self.text)
        return self.text[start:]


def _put(data: Values, key: str, value: Any) -> None:
    if key:
        data[key] = value


def _put_index(items: list[Any], index: int, value: Any) -> list[Any]:
    if index > MAX_INDEX:
        raise GoError(f"index of {index} is greater than maximum supported index of {MAX_INDEX}")
    items.extend([None] * (index + 1 - len(items)))
    items[index] = value
    return items


def _expect_list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    raise GoError(
        f"unable to parse key: interface conversion: interface {{}} is {_go_type(value)}, not []interface {{}}"
    )


def _expect_table(value: Any) -> Values:
    if isinstance(value, dict):
        return value
    raise GoError(
        f"unable to parse key: interface conversion: interface {{}} is {_go_type(value)}, not map[string]interface {{}}"
    )


def _go_type(value: Any) -> str:
    names: list[tuple[type, str]] = [
        (bool, "bool"),
        (Int64, "int64"),
        (int, "int"),
        (float, "float64"),
        (str, "string"),
        (dict, "map[string]interface {}"),
        (list, "[]interface {}"),
    ]
    return next((name for kind, name in names if isinstance(value, kind)), "nil")
