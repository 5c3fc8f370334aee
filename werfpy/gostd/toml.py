"""TOML as BurntSushi/toml 1.6 writes it (toToml), and read by tomllib (fromToml)."""

from __future__ import annotations

import math
import re
from datetime import date, datetime, time
from typing import Any

from werfpy.gostd.kinds import GoError, GoPanic, Int64
from werfpy.gostd.reflect import type_name
from werfpy.gostd.strconv import format_float
from werfpy.gostd.text import to_bytes
from werfpy.gostd.timefmt import Duration, Time
from werfpy.gostd.timefmt.moment import moment_of
from werfpy.gostd.timefmt.zones import UTC, fixed, local

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_ESCAPED = re.compile('["\\\\\x00-\x1f\x7f]')
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_AT_LINE = re.compile(r" \(at line (?P<line>\d+), column \d+\)\Z")


def dumps(value: Any) -> str:
    """Write *value* as toml.NewEncoder does: keys sorted, tables last and indented.

    Raises:
        GoError: TOML cannot say it: ``toml: cannot encode array with nil element``.
        GoPanic: *value* is nil.
    """
    if value is None:
        raise GoPanic("reflect: call of reflect.Value.Type on zero Value")
    writer = _Writer()
    writer.encode((), value)
    return "".join(writer.out)


def loads(text: str) -> dict[str, Any]:
    """Read a TOML document: integers become int64, dates times.

    Raises:
        GoError: The text is no TOML; the reason is tomllib's, in BurntSushi's form ``toml: line N: …``.
    """
    import tomllib

    try:
        loaded: dict[str, Any] = _go_value(tomllib.loads(text.replace("\r\n", "\n")))
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _AT_LINE.search(message)
        line = match["line"] if match else str(text.count("\n") + 1)
        reason = _AT_LINE.sub("", message).removesuffix(" (at end of document)")
        if message == "Expected '=' after a key in a key/value pair (at end of document)":
            reason = "unexpected EOF; expected key separator '='"
        raise GoError(f"toml: line {line}: {reason[:1].lower()}{reason[1:]}") from None
    return loaded


def _go_value(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _go_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_go_value(item) for item in value]
    if isinstance(value, bool) or not isinstance(value, int | datetime | date | time):
        return value
    return Int64(value) if isinstance(value, int) else _moment(value)


def _moment(value: datetime | date | time) -> Time:
    """Make a time.Time; values without an offset get BurntSushi's marker zones."""
    year, month, day = (0, 1, 1) if isinstance(value, time) else (value.year, value.month, value.day)
    clock = (0, 0, 0, 0)
    if isinstance(value, datetime | time):
        clock = (value.hour, value.minute, value.second, value.microsecond * 1000)
    civil = (year, month, day, *clock[:3])
    offset = value.utcoffset() if isinstance(value, datetime) else None
    if offset is not None:
        seconds = int(offset.total_seconds())
        return moment_of(civil, clock[3], fixed("", seconds) if seconds else UTC)
    name = (
        "datetime-local" if isinstance(value, datetime) else "time-local" if isinstance(value, time) else "date-local"
    )
    return moment_of(civil, clock[3], fixed(name, local().lookup(0)[1]))


def _quoted(text: str) -> str:
    return '"' + _ESCAPED.sub(lambda match: _SHORT.get(match[0]) or f"\\u{ord(match[0]):04x}", text) + '"'


def _key(text: str) -> str:
    return text if _BARE.match(text) else _quoted(text)


class _Writer:
    def __init__(self) -> None:
        self.out: list[str] = []

    def encode(self, key: tuple[str, ...], value: Any) -> None:
        """Write *value* under *key*: a pair, a table or tables; nil is left out."""
        if value is None:
            return
        if _is_table(value):
            self._table(key, value)
        elif _is_tables(value):
            self._tables(key, value)
        else:
            self._pair(key, value)

    def _newline(self) -> None:
        if self.out:
            self.out.append("\n")

    def _header(self, key: tuple[str, ...], left: str, right: str) -> None:
        name = ".".join(map(_key, key))
        self.out.append("  " * (len(key) - 1) + left + name + right)
        self._newline()

    def _table(self, key: tuple[str, ...], table: dict[str, Any]) -> None:
        if len(key) == 1:
            self._newline()
        if key:
            self._header(key, "[", "]")
        self._members(key, table)

    def _tables(self, key: tuple[str, ...], tables: list[Any]) -> None:
        if not key:
            raise GoError("toml: top-level values must be Go maps or structs")
        for table in tables:
            self._newline()
            self._header(key, "[[", "]]")
            self._members(key, table)

    def _members(self, key: tuple[str, ...], table: dict[str, Any]) -> None:
        direct, nested = _split(table)
        for name in (*direct, *nested):
            self.encode((*key, name), table[name])

    def _pair(self, key: tuple[str, ...], value: Any) -> None:
        if not key:
            self._element(value)
            return
        self.out.append(f"{'  ' * (len(key) - 1)}{_key(key[-1])} = ")
        self._element(value)
        self._newline()

    def _element(self, value: Any) -> None:
        if isinstance(value, str):
            self.out.append(_quoted(value))
        elif isinstance(value, bool):
            self.out.append("true" if value else "false")
        elif isinstance(value, Duration):
            self.out.append(_quoted(value.text()))
        elif isinstance(value, int):
            self.out.append(str(int(value)))
        elif isinstance(value, float):
            self.out.append(_float(value))
        elif isinstance(value, dict):
            self._inline(value)
        elif isinstance(value, list | tuple | bytes):
            self._array(list(value))
        elif isinstance(value, Time):
            self.out.append(value.json_value())
        else:
            raise GoError(f"unexpected type: {type_name(value)}")

    def _array(self, items: list[Any]) -> None:
        self.out.append("[")
        for index, item in enumerate(items):
            self.out.append(", " if index else "")
            self._element(item)
        self.out.append("]")

    def _inline(self, table: dict[str, Any]) -> None:
        """Write ``{a = 1, b = 2}``; as in Go, nil in the last place leaves its comma behind."""
        direct, nested = _split(table)
        self.out.append("{")
        for names, more in ((direct, bool(nested)), (nested, False)):
            for index, name in enumerate(names):
                if table[name] is None:
                    continue
                self.out.append(f"{_key(name)} = ")
                self._element(table[name])
                if more or index != len(names) - 1:
                    self.out.append(", ")
        self.out.append("}")


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_tables(value: Any) -> bool:
    """Say whether *value* is a list of tables only.

    Raises:
        GoError: It has a nil, at any depth of lists.
    """
    if not isinstance(value, list | tuple):
        return False
    only_tables = True
    for item in value:
        if item is None:
            raise GoError("toml: cannot encode array with nil element")
        _is_tables(item)
        only_tables = only_tables and _is_table(item)
    return bool(value) and only_tables


def _split(table: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the keys of plain values and those of tables, both in the order of their bytes."""
    keys = sorted(table, key=to_bytes)
    nested = [key for key in keys if _is_table(table[key]) or _is_tables(table[key])]
    known = set(nested)
    return [key for key in keys if key not in known], nested


def _float(value: float) -> str:
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "-inf" if value < 0 else "inf"
    text = format_float(value, "g", -1, 64)
    return text if "e" in text or "." in text else text + ".0"
