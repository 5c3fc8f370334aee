"""encoding/json as Go writes and reads it: sorted keys, HTML escapes, ES6 numbers, Go's messages."""

from __future__ import annotations

import base64
import json as _json
import math
import re
from typing import Any

from werfpy.gostd.kinds import GoError, StringMap
from werfpy.gostd.reflect import kind_name, stringer, type_name
from werfpy.gostd.strconv import format_float

_SPECIAL = re.compile('[\x00-\x1f"\\\\\u2028\u2029\ud800-\udfff]')
_SPECIAL_HTML = re.compile('[\x00-\x1f"\\\\<>&\u2028\u2029\ud800-\udfff]')
_SURROGATES = re.compile("[\ud800-\udfff]")
_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def marshal(value: Any, *, escape_html: bool = True, indent: str = "") -> str:
    """Encode a value as json.Marshal does.

    Args:
        value: Anything of the value model; structs give their ``json_value()`` if they have one, else their fields.
        escape_html: Write ``<``, ``>`` and ``&`` as escapes; False is SetEscapeHTML(false).
        indent: One level of indentation, as json.MarshalIndent's; empty for the compact form.

    Raises:
        GoError: ``json: unsupported value: NaN`` or ``json: unsupported type: ...``.
    """
    encoder = _Encoder(_SPECIAL_HTML if escape_html else _SPECIAL, indent)
    encoder.write(value, 0)
    return "".join(encoder.out)


def unmarshal(text: str) -> Any:
    """Decode JSON as json.Unmarshal into an interface{}: numbers become float, objects dict.

    Raises:
        GoError: With Go's message (``invalid character 'b' looking for beginning of value``).
    """
    from werfpy.gostd.jsonscan import check

    if _SURROGATES.search(text):
        text = _SURROGATES.sub("\ufffd", text)
    try:
        value = _json.loads(text, parse_int=_number, parse_float=_number, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        check(text)
        raise GoError("exceeded max depth") from None
    return _without_surrogates(value) if "\\ud" in text or "\\uD" in text else value


def _without_surrogates(value: Any) -> Any:
    """Replace lone surrogates by U+FFFD, as Go does."""
    if isinstance(value, str):
        return _SURROGATES.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    return value


def _number(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise GoError(f"json: cannot unmarshal number {text} into Go value of type float64")
    return value


def _no_constant(text: str) -> float:
    raise ValueError(text)


def quote_json(text: str, *, escape_html: bool = True) -> str:
    """Return a string as encoding/json writes it, quotes included."""
    pattern = _SPECIAL_HTML if escape_html else _SPECIAL
    return f'"{pattern.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    short = _SHORT.get(char)
    if short is not None:
        return short
    code = ord(char)
    return "\\ufffd" if 0xD800 <= code <= 0xDFFF else f"\\u{code:04x}"


def format_number(value: float) -> str:
    """Return a float as encoding/json writes it: ES6 style, ``1e+21`` and ``1e-7``.

    Raises:
        GoError: The value is NaN or infinite.
    """
    if math.isnan(value) or math.isinf(value):
        raise GoError(f"json: unsupported value: {format_float(value)}")
    size = abs(value)
    if size != 0 and (size < 1e-6 or size >= 1e21):
        text = format_float(value, "e")
        return text[:-2] + text[-1] if text[-4:-1] == "e-0" else text
    return format_float(value, "f")


class _Encoder:
    def __init__(self, pattern: re.Pattern[str], indent: str) -> None:
        self.out: list[str] = []
        self.pattern = pattern
        self.indent = indent

    def write(self, value: Any, depth: int) -> None:
        if value is None:
            self.out.append("null")
        elif isinstance(value, str):
            self._string(value)
        elif isinstance(value, bool):
            self.out.append("true" if value else "false")
        elif isinstance(value, int):
            self.out.append(str(int(value)))
        elif isinstance(value, float):
            self.out.append(format_number(value))
        elif isinstance(value, dict):
            self._object(value, depth)
        elif isinstance(value, (list, tuple)):
            self._array(value, depth)
        elif isinstance(value, (bytes, bytearray)):
            self.out.append(f'"{base64.b64encode(value).decode("ascii")}"')
        else:
            self._other(value, depth)

    def _string(self, value: str) -> None:
        self.out.append(f'"{self.pattern.sub(_escape, value)}"')

    def _array(self, value: Any, depth: int) -> None:
        if getattr(value, "go_nil", False):
            self.out.append("null")
            return
        self._members("[", "]", [(None, item) for item in value], depth)

    def _object(self, value: dict[str, Any], depth: int) -> None:
        if getattr(value, "go_nil", False):
            self.out.append("null")
            return
        self._members("{", "}", [(key, value[key]) for key in sorted(value)], depth)

    def _members(self, start: str, end: str, members: list[tuple[str | None, Any]], depth: int) -> None:
        out = self.out
        if not members:
            out.append(start + end)
            return
        newline = "\n" + self.indent * (depth + 1) if self.indent else ""
        separator = start + newline
        for key, item in members:
            out.append(separator)
            separator = "," + newline
            if key is not None:
                self._string(key)
                out.append(": " if self.indent else ":")
            self.write(item, depth + 1)
        out.append(("\n" + self.indent * depth if self.indent else "") + end)

    def _other(self, value: Any, depth: int) -> None:
        own = getattr(value, "json_value", None)
        if own is not None:
            fields = own()
            if isinstance(fields, dict):
                # A struct's fields keep their order; only maps are sorted.
                self._members("{", "}", list(fields.items()), depth)
            else:
                self.write(fields, depth)
            return
        if kind_name(value) == "func":
            raise GoError(f"json: unsupported type: {type_name(value)}")
        fields = getattr(type(value), "go_fields", None)
        if fields is None:
            text = stringer(value)
            if text is None:
                raise GoError(f"json: unsupported type: {type_name(value)}")
            self._string(text())
            return
        pairs: list[tuple[str | None, Any]] = [(name, getattr(value, attr)) for name, attr in fields.items()]
        self._members("{", "}", pairs, depth)


def string_map(value: dict[str, Any]) -> StringMap:
    """Return a map[string]string of an object whose values are all strings.

    Raises:
        GoError: A value is no string.
    """
    for item in value.values():
        if not isinstance(item, str):
            raise GoError(f"json: cannot unmarshal {kind_name(item)} into Go value of type string")
    return StringMap(value)
