"""Go string and character literals: strconv's Quote, Unquote and their kin."""

from __future__ import annotations

import re

from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import from_bytes, is_invalid_byte, is_print

_PLAIN = re.compile(r"[ !#-\[\]-~]*\Z")
_ESCAPES = {"\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v"}
_UNESCAPES = {"a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92}
_HEX_LENGTHS = {"x": 2, "u": 4, "U": 8}
_HEX = frozenset("0123456789abcdefABCDEF")
_OCTAL = frozenset("01234567")

SYNTAX = "invalid syntax"


def quote(s: str) -> str:
    """Return *s* as Go's strconv.Quote and ``%q`` write it."""
    if _PLAIN.match(s):
        return f'"{s}"'
    return '"' + "".join([_escape(c, '"', ascii_only=False) for c in s]) + '"'


def quote_to_ascii(s: str) -> str:
    """Return *s* as strconv.QuoteToASCII and ``%+q`` write it."""
    return '"' + "".join([_escape(c, '"', ascii_only=True) for c in s]) + '"'


def quote_rune(code: int, *, ascii_only: bool = False) -> str:
    """Return a code point as ``%q`` writes an integer; what is no character becomes U+FFFD."""
    return "'" + _escape(rune(code), "'", ascii_only=ascii_only) + "'"


def rune(code: int) -> str:
    """Return the character of a code point, U+FFFD where there is none."""
    if 0 <= code < 0xD800 or 0xDFFF < code <= 0x10FFFF:
        return chr(code)
    return "\ufffd"


def _escape(char: str, quote_char: str, *, ascii_only: bool) -> str:
    if char == quote_char or char == "\\":
        return "\\" + char
    code = ord(char)
    if code < 0x7F and code >= 0x20:
        return char
    if is_invalid_byte(char):
        return f"\\x{code - 0xDC00:02x}"
    if not ascii_only and is_print(char):
        return char
    short = _ESCAPES.get(char)
    if short is not None:
        return short
    if code < 0x20 or code == 0x7F:
        return f"\\x{code:02x}"
    if 0xD800 <= code <= 0xDFFF:
        return "\\ufffd"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def can_backquote(s: str) -> bool:
    """Tell whether *s* can stand between back quotes on one line."""
    for char in s:
        if char in ("\ufeff", "`", "\x7f") or (char < " " and char != "\t") or is_invalid_byte(char):
            return False
    return True


def unquote_char(s: str, quote_char: str) -> tuple[int, bool, str]:
    """Decode the first character of a literal's inside.

    Returns:
        The code point or byte, whether it is a character (not a byte), and the rest of *s*.

    Raises:
        GoError: ``invalid syntax``.
    """
    if not s or (s[0] == quote_char and quote_char in "'\""):
        raise GoError(SYNTAX)
    if s[0] != "\\":
        return ord(s[0]), ord(s[0]) >= 0x80, s[1:]
    if len(s) < 2:
        raise GoError(SYNTAX)
    kind, rest = s[1], s[2:]
    if kind in _UNESCAPES:
        return _UNESCAPES[kind], False, rest
    if kind in _HEX_LENGTHS:
        return _unquote_hex(kind, rest)
    if kind in _OCTAL:
        return _unquote_octal(kind, rest)
    if kind in "'\"" and kind == quote_char:
        return ord(kind), False, rest
    raise GoError(SYNTAX)


def _unquote_hex(kind: str, rest: str) -> tuple[int, bool, str]:
    length = _HEX_LENGTHS[kind]
    digits = rest[:length]
    if len(digits) < length or not _HEX.issuperset(digits):
        raise GoError(SYNTAX)
    value = int(digits, 16)
    if kind == "x":
        return value, False, rest[length:]
    if value > 0x10FFFF or 0xD800 <= value <= 0xDFFF:
        raise GoError(SYNTAX)
    return value, True, rest[length:]


def _unquote_octal(first: str, rest: str) -> tuple[int, bool, str]:
    digits = rest[:2]
    if len(digits) < 2 or not _OCTAL.issuperset(digits):
        raise GoError(SYNTAX)
    value = int(first + digits, 8)
    if value > 255:
        raise GoError(SYNTAX)
    return value, False, rest[2:]


def unquote(literal: str) -> str:
    """Return the string that a Go literal in double, single or back quotes stands for.

    Raises:
        GoError: ``invalid syntax``.
    """
    if len(literal) < 2 or literal[0] not in "\"'`" or literal[-1] != literal[0]:
        raise GoError(SYNTAX)
    quote_char, inside = literal[0], literal[1:-1]
    if quote_char == "`":
        if "`" in inside:
            raise GoError(SYNTAX)
        return inside.replace("\r", "")
    if quote_char == '"' and "\\" not in inside and "\n" not in inside and '"' not in inside:
        return inside
    return _unquote_escaped(inside, quote_char)


def _unquote_escaped(inside: str, quote_char: str) -> str:
    out = bytearray()
    count = 0
    while inside:
        if inside[0] == "\n":
            raise GoError(SYNTAX)
        value, is_rune, inside = unquote_char(inside, quote_char)
        if is_rune or value < 0x80:
            out += chr(value).encode("utf-8", "surrogateescape")
        else:
            out.append(value)
        count += 1
    if quote_char == "'" and count != 1:
        raise GoError(SYNTAX)
    return from_bytes(bytes(out))
