"""The order of keys in go-yaml's output (``sorter.go``): letters by code point, digit runs by their number."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cmp_to_key
from typing import Any

_INT64 = 1 << 64


def natural_order(keys: Iterable[str], *, version: int = 2) -> list[str]:
    """Sort *keys* as go-yaml v2 (or v3) sorts the keys of a map."""
    listed = list(keys)
    if len(listed) < 2:
        return listed
    if all(map(_is_simple, listed)):
        return sorted(listed)
    return sorted(listed, key=_V3 if version == 3 else _V2)


def _is_simple(key: str) -> bool:
    """Keys of ASCII letters only sort by code point, which Python's own order does at once."""
    return key.isascii() and key.isalpha()


def _compare(left: str, right: str, *, version: int) -> int:
    for index, (a, b) in enumerate(zip(left, right, strict=False)):
        if a != b:
            return _decide(left, right, index, version)
    return len(left) - len(right)


def _decide(left: str, right: str, index: int, version: int) -> int:
    a, b = left[index], right[index]
    a_letter, b_letter = _is_letter(a), _is_letter(b)
    if a_letter and b_letter:
        return -1 if a < b else 1
    if a_letter or b_letter:
        after_digit = version == 3 and index > 0 and left[index - 1].isdecimal()
        return -1 if (a_letter if after_digit else b_letter) else 1
    start = _significant(left, index) if "0" in (a, b) else 0
    a_number, a_end = _number(left, index, start)
    b_number, b_end = _number(right, index, start)
    if a_number != b_number:
        return -1 if a_number < b_number else 1
    if a_end != b_end:
        return a_end - b_end
    return -1 if a < b else 1


def _significant(text: str, index: int) -> int:
    """Return 1 where a digit other than zero stands in the run of digits before *index*, else 0."""
    for position in range(index - 1, -1, -1):
        if not text[position].isdecimal():
            return 0
        if text[position] != "0":
            return 1
    return 0


def _number(text: str, start: int, value: int) -> tuple[int, int]:
    end = start
    while end < len(text) and text[end].isdecimal():
        value = value * 10 + ord(text[end]) - 48
        end += 1
    return (value + _INT64 // 2) % _INT64 - _INT64 // 2, end


def _is_letter(char: str) -> bool:
    """Say what unicode.IsLetter says: category L*, which str.isalpha is."""
    return char.isalpha()


def _key(version: int) -> Callable[[str], Any]:
    return cmp_to_key(lambda left, right: _compare(left, right, version=version))


_V2 = _key(2)
_V3 = _key(3)
