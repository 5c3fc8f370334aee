"""Values to YAML, block style, as go-yaml writes them.

Plain short strings are remembered with their quotes, so that a manifest of a megabyte is written in some 30 ms.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from werfpy.gostd.json import marshal, quote_json, unmarshal
from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import to_bytes
from werfpy.gostd.utf8 import to_valid
from werfpy.gostd.yaml.natural import natural_order
from werfpy.gostd.yaml.numbers import float64_text, json_float_text
from werfpy.gostd.yaml.writer import LITERAL, V2, V3, Dialect, is_simple_key, style_of, write

_FORBIDDEN = re.compile("[\x7f-\x84\x86-\x9f\ufffe\uffff]")
_RAW_BREAKS = re.compile(" *\x85(?: *\x85)* *")
_REMEMBERED_LENGTH = 120
_REMEMBERED = 50_000
_LONGEST_JSON_KEY = 1024
_BINARY_LINE = 70


def dump(value: Any) -> str:
    """Write *value* as sigs.k8s.io/yaml's Marshal does: JSON first, then go-yaml v2. The text ends with a newline.

    Args:
        value: JSON-able: None, bool, int, float, str, bytes (become base64), lists, dicts with string keys, and what
            ``gostd.json.marshal`` knows (structs, times).

    Raises:
        GoError: A string has a character that YAML's reader refuses, such as DEL: toYaml prints nothing then. Or a
            float is infinite or NaN.
    """
    return _Emitter(V2, _through_json).document(value)


def dump_pretty(value: Any) -> str:
    """Write *value* as go-yaml v3 with indent 2 does (toYamlPretty); no JSON in between, no folding.

    Raises:
        GoError: A value has no YAML form.
    """
    return _Emitter(V3, _directly).document(value)


def _through_json(text: str) -> str:
    """Return what is left of *text* after encoding/json wrote it and go-yaml read it back."""
    if text.isascii() and "\x7f" not in text:
        return text
    text = to_valid(text)
    if _FORBIDDEN.search(text):
        raise GoError("yaml: control characters are not allowed")
    if "\x85" in text:
        return _RAW_BREAKS.sub(lambda match: "\n" * (match[0].count("\x85") - 1) or " ", text)
    return text


def _check_json_key(key: str) -> None:
    """Refuse keys that go-yaml cannot read back from JSON: longer than 1024 with their quotes, or with a raw NEL."""
    if len(quote_json(key)) > _LONGEST_JSON_KEY or "\x85" in key:
        raise GoError("yaml: did not find expected ',' or '}'")


def _directly(text: str) -> str:
    return text


class _Emitter:
    """One run over one value; ``out`` collects the pieces of the text."""

    def __init__(self, dialect: Dialect, convert: Callable[[str], str]) -> None:
        self._dialect = dialect
        self._convert = convert
        self._texts = _TEXTS[dialect.version]
        self._keys = _KEYS[dialect.version]
        self._orders = _ORDERS[dialect.version]
        self._out: list[str] = []

    def document(self, value: Any) -> str:
        value = self._reduced(value)
        if isinstance(value, dict) and value:
            self._mapping(value, 0, "")
        elif isinstance(value, list | tuple) and value:
            self._sequence(value, 0, "")
        else:
            self._out.append(self._scalar(value, 0, 2))
        text = "".join(self._out)
        return text if text.endswith(_LINE_ENDS) else text + "\n"

    def _mapping(self, mapping: dict[str, Any], indent: int, first: str) -> None:
        """Write the pairs of a mapping; *first* is what stands before the first key instead of a new line."""
        out, keys, texts = self._out, self._keys, self._texts
        start = "\n" + " " * indent
        lead = first or (start if out else " " * indent)
        for key in self._ordered(mapping):
            out.append(lead if not self._at_line_start() else lead[1:])
            lead = start
            value = mapping[key]
            text = keys.get(key)
            if text is None:
                text = self._key(key)
                if text is None:
                    self._long_key(key, value, indent)
                    continue
            out.append(text)
            if type(value) is str:
                known = texts.get(value)
                if known is not None and indent + len(text) + len(known) < _LIMIT:
                    out.append(known)
                    continue
            self._value(value, indent, indent + len(text))

    def _at_line_start(self) -> bool:
        return bool(self._out) and self._out[-1].endswith(_LINE_ENDS)

    def _value(self, value: Any, indent: int, column: int) -> None:
        """Write what follows ``key:``."""
        value = self._reduced(value)
        if type(value) is dict and value:
            inner = indent + 2
            self._mapping(value, inner, "\n" + " " * inner)
        elif type(value) is list and value:
            inner = indent + (2 if self._dialect.version == 3 else 0)
            self._sequence(value, inner, "\n" + " " * inner)
        else:
            self._out.append(" " + self._scalar(value, column + 1, indent + 2))

    def _sequence(self, items: list[Any] | tuple[Any, ...], indent: int, first: str) -> None:
        out, texts = self._out, self._texts
        start = "\n" + " " * indent
        lead = first or (start if out else " " * indent)
        for item in items:
            out.append((lead if not self._at_line_start() else lead[1:]) + "-")
            lead = start
            if type(item) is str:
                known = texts.get(item)
                if known is not None and indent + len(known) < _LIMIT:
                    out.append(known)
                    continue
            item = self._reduced(item)
            if type(item) is dict and item:
                self._mapping(item, indent + 2, " ")
            elif type(item) is list and item:
                self._sequence(item, indent + 2, " ")
            else:
                out.append(" " + self._scalar(item, indent + 2, indent + 2))

    def _reduced(self, value: Any) -> Any:
        """Bring Go's own types down to what can be written."""
        kind = type(value)
        if kind in _READY:
            return value
        if isinstance(value, str | int | float):
            return value
        if getattr(value, "go_nil", False) and self._dialect.version == 2:
            return None
        if isinstance(value, dict):
            return dict(value)
        if isinstance(value, list | tuple):
            return list(value)
        return _foreign(value, self._dialect)

    def _ordered(self, mapping: dict[str, Any]) -> list[str]:
        signature = tuple(mapping)
        order = self._orders.get(signature)
        if order is None:
            order = natural_order(signature, version=self._dialect.version)
            if len(self._orders) > _REMEMBERED:
                self._orders.clear()
            self._orders[signature] = order
        return order

    def _key(self, key: str) -> str | None:
        """Return ``key:``; None where the key is too long or has line breaks."""
        converted = self._convert(key)
        if not is_simple_key(converted) or "\x85" in key:
            return None
        style = style_of(converted, self._dialect, is_key=True)
        text = write(converted, style, 0, 0, dialect=self._dialect, folds=False) + ":"
        if len(self._keys) > _REMEMBERED:
            self._keys.clear()
        self._keys[key] = text
        return text

    def _long_key(self, key: str, value: Any, indent: int) -> None:
        if self._dialect.version == 2:
            _check_json_key(key)
        out = self._out
        out.append("? " + self._scalar(key, indent + 2, indent + 2))
        out.append(" " * indent + ":" if self._at_line_start() else "\n" + " " * indent + ":")
        value = self._reduced(value)
        if type(value) is dict and value:
            self._mapping(value, indent + 2, " ")
        elif type(value) is list and value:
            self._sequence(value, indent + 2, " ")
        else:
            out.append(" " + self._scalar(value, indent + 2, indent + 2))

    def _scalar(self, value: Any, column: int, indent: int) -> str:
        if isinstance(value, str):
            return self._string(value, column, indent)
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return int.__repr__(value)
        if isinstance(value, float):
            return self._float(value)
        if _is_time(value):
            return str(value.json_value())
        return "{}" if isinstance(value, dict) else "[]"

    def _float(self, value: float) -> str:
        if self._dialect.version == 3:
            return float64_text(value)
        return json_float_text(value)

    def _string(self, text: str, column: int, indent: int) -> str:
        converted = self._convert(text)
        if to_valid(converted) != converted:
            return _binary(converted, indent)
        style = style_of(converted, self._dialect)
        written = write(converted, style, column, indent, dialect=self._dialect)
        if style != LITERAL and len(written) < _REMEMBERED_LENGTH and "\n" not in written:
            if len(self._texts) > _REMEMBERED:
                self._texts.clear()
            self._texts[text] = " " + written
        return written


def _is_time(value: Any) -> bool:
    """Tell a time.Time without importing its package, which most runs do not need."""
    return getattr(value, "go_type", "") == "time.Time"


def _binary(text: str, indent: int) -> str:
    """Write bytes that are no UTF-8 as go-yaml v3 does: base64 in lines of 70 characters."""
    from base64 import b64encode

    encoded = b64encode(to_bytes(text)).decode("ascii")
    if len(encoded) < _BINARY_LINE:
        return "!!binary " + encoded
    lines = [encoded[start : start + _BINARY_LINE] for start in range(0, len(encoded), _BINARY_LINE)]
    return "!!binary |" + "".join(f"\n{' ' * indent}{line}" for line in lines) + "\n"


def _foreign(value: Any, dialect: Dialect) -> Any:
    """Reduce bytes, structs and times: to JSON's form for v2; v3 has times, and lists of numbers for bytes."""
    if dialect.version == 3:
        if isinstance(value, bytes):
            return list(value)
        if _is_time(value):
            return value
    return unmarshal(marshal(value))


_LIMIT = 80
_LINE_ENDS = ("\n", "\u2028", "\u2029")
_READY = frozenset({str, dict, list, int, float, bool, type(None)})
_TEXTS: dict[int, dict[str, str]] = {2: {}, 3: {}}
_KEYS: dict[int, dict[str, str]] = {2: {}, 3: {}}
_ORDERS: dict[int, dict[tuple[str, ...], list[str]]] = {2: {}, 3: {}}
