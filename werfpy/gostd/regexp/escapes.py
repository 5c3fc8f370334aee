"""Escapes that stand for one character (``parser.unescape`` in Go's regexp/syntax)."""

from __future__ import annotations

from werfpy.gostd.kinds import GoError
from werfpy.gostd.regexp.syntax import MAX_RUNE, syntax_error

_CONTROLS = {"a": 7, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_HEX = frozenset("0123456789abcdefABCDEF")


def read_escape(source: str, start: int) -> tuple[int, int]:
    """Return the code point of the escape at *start*, and where it ends.

    Raises:
        GoError: It is no such escape: ``invalid escape sequence: `\\1```.
    """
    char = source[start + 1 : start + 2]
    if not char:
        raise GoError("error parsing regexp: trailing backslash at end of expression: ``")
    position = start + 2
    if char in "01234567":
        return _octal(source, start, char)
    if char == "x":
        return _hexadecimal(source, start, position)
    if char in _CONTROLS:
        return _CONTROLS[char], position
    if ord(char) < 0x80 and not char.isalnum():
        return ord(char), position
    raise syntax_error("invalid escape sequence", source[start:position])


def _octal(source: str, start: int, char: str) -> tuple[int, int]:
    position = start + 2
    following = source[position : position + 1]
    if char != "0" and (not following or following not in "01234567"):
        raise syntax_error("invalid escape sequence", source[start:position])
    value = int(char)
    end = position
    while end < position + 2 and source[end : end + 1] and source[end] in "01234567":
        value = value * 8 + int(source[end])
        end += 1
    return value, end


def _hexadecimal(source: str, start: int, position: int) -> tuple[int, int]:
    if source.startswith("{", position):
        end = position + 1
        while end < len(source) and source[end] in _HEX:
            end += 1
        digits = source[position + 1 : end]
        if not digits or int(digits, 16) > MAX_RUNE or not source.startswith("}", end):
            raise syntax_error("invalid escape sequence", source[start : end + 1])
        return int(digits, 16), end + 1
    digits = source[position : position + 2]
    if len(digits) < 2 or not set(digits) <= _HEX:
        raise syntax_error("invalid escape sequence", source[start : position + 2])
    return int(digits, 16), position + 2
