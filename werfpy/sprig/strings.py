"""Strings: cutting, padding, quoting, splitting. Lengths count bytes, as in Go."""

from __future__ import annotations

from typing import Any

from werfpy.gostd.cast import wrap_int64
from werfpy.gostd.fmt import sprint_value
from werfpy.gostd.kinds import GoPanic, StringList, StringMap
from werfpy.gostd.quote import quote as go_quote
from werfpy.gostd.text import from_bytes, to_bytes
from werfpy.gostd.utf8 import to_valid
from werfpy.sprig.values import strval

SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def hello() -> str:
    """Return sprig's greeting."""
    return "Hello!"


def trim(text: str) -> str:
    """Cut white space off both ends."""
    return text.strip(SPACES)


def trim_all(cutset: str, text: str) -> str:
    """Cut the characters of *cutset* off both ends."""
    return text.strip(cutset)


def trim_prefix(prefix: str, text: str) -> str:
    """Cut *prefix* off the start."""
    return text.removeprefix(prefix)


def trim_suffix(suffix: str, text: str) -> str:
    """Cut *suffix* off the end."""
    return text.removesuffix(suffix)


def upper(text: str) -> str:
    """Map every letter to upper case; letters whose upper case is two letters stay, as in Go."""
    if text.isascii():
        return text.upper()
    return "".join(big if len(big := char.upper()) == 1 else char for char in to_valid(text))


def lower(text: str) -> str:
    """Map every letter to lower case."""
    if text.isascii():
        return text.lower()
    return "".join(char.lower()[0] for char in to_valid(text))


def to_title(char: str) -> str:
    """Return the title case of one character, itself where that is longer."""
    big = char.title()
    return big if len(big) == 1 else char


def title(text: str) -> str:
    """Map the first letter of every word to title case (strings.Title): digits and ``_`` belong to words."""
    out = []
    at_start = True
    for char in to_valid(text):
        out.append(to_title(char) if at_start else char)
        at_start = _separates(char)
    return "".join(out)


def _separates(char: str) -> bool:
    if char.isascii():
        return not (char.isalnum() or char == "_")
    return not (char.isalpha() or char.isdecimal()) and char in SPACES


def repeat(count: int, text: str) -> str:
    """Return *text* *count* times.

    Raises:
        GoPanic: *count* is negative.
    """
    if count < 0:
        raise GoPanic("strings: negative Repeat count")
    return text * count


def substring(start: int, end: int, text: str) -> str:
    """Return the bytes from *start* to *end*; a negative start means 0, a negative or too large end the end.

    Raises:
        GoPanic: The bounds do not fit, in Go's words.
    """
    data = to_bytes(text)
    size = len(data)
    if start < 0:
        if end < 0:
            raise GoPanic(f"runtime error: slice bounds out of range [:{end}]")
        if end > size:
            raise GoPanic(f"runtime error: slice bounds out of range [:{end}] with length {size}")
        return from_bytes(data[:end])
    if end < 0 or end > size:
        end = size
    if start > end:
        raise GoPanic(f"runtime error: slice bounds out of range [{start}:{end}]")
    return from_bytes(data[start:end])


def trunc(count: int, text: str) -> str:
    """Return the first *count* bytes, the last ones where it is negative."""
    if text.isascii():
        size = len(text)
        if count < 0 and size + count > 0:
            return text[count:]
        return text[:count] if 0 <= count < size else text
    data = to_bytes(text)
    if count < 0 and len(data) + count > 0:
        return from_bytes(data[count:])
    return from_bytes(data[:count]) if 0 <= count < len(data) else text


def contains(part: str, text: str) -> bool:
    """Say whether *text* has *part* in it."""
    return part in text


def has_prefix(prefix: str, text: str) -> bool:
    """Say whether *text* begins with *prefix*."""
    return text.startswith(prefix)


def has_suffix(suffix: str, text: str) -> bool:
    """Say whether *text* ends with *suffix*."""
    return text.endswith(suffix)


def quote(*values: Any) -> str:
    """Return the values as Go's ``%q``, joined by spaces; nil vanishes."""
    return " ".join([go_quote(strval(value)) for value in values if value is not None])


def squote(*values: Any) -> str:
    """Return the values between single quotes, joined by spaces; nil vanishes, nothing is escaped."""
    return " ".join([f"'{sprint_value(value)}'" for value in values if value is not None])


def cat(*values: Any) -> str:
    """Join the values by spaces; nil vanishes."""
    return " ".join([sprint_value(value) for value in values if value is not None])


def indent(spaces: int, text: str) -> str:
    """Put *spaces* spaces before every line.

    Raises:
        GoPanic: *spaces* is negative.
    """
    pad = repeat(spaces, " ")
    return pad + text.replace("\n", "\n" + pad)


def nindent(spaces: int, text: str) -> str:
    """Do as indent, after a line break.

    Raises:
        GoPanic: *spaces* is negative.
    """
    return "\n" + indent(spaces, text)


def replace(old: str, new: str, text: str) -> str:
    """Replace every *old* by *new*."""
    return text.replace(old, new)


def plural(one: str, many: str, count: int) -> str:
    """Return *one* for a count of 1, else *many*."""
    return one if count == 1 else many


def strings_of(value: Any) -> list[str]:
    """Return the texts of a list's items but nil; one text for anything else, none for nil."""
    if isinstance(value, StringList):
        return value
    if isinstance(value, list | tuple):
        return StringList([strval(item) for item in value if item is not None])
    if isinstance(value, bytes):
        return StringList([str(item) for item in value])
    return StringList() if value is None else StringList([strval(value)])


def join(separator: str, values: Any) -> str:
    """Join the texts of *values*."""
    return separator.join(strings_of(values))


def sort_alpha(values: Any) -> list[str]:
    """Sort texts by their bytes; a []string is sorted in place, as in sprig."""
    if not isinstance(values, list | tuple | bytes):
        return StringList([strval(values)])
    listed = strings_of(values)
    listed.sort(key=to_bytes)
    return listed


def split_list(separator: str, text: str) -> StringList:
    """Split *text* into a []string; an empty separator splits characters."""
    return StringList(text.split(separator) if separator else text)


def split(separator: str, text: str) -> StringMap:
    """Split *text* into a map ``_0``, ``_1``…"""
    return StringMap({f"_{index}": part for index, part in enumerate(split_list(separator, text))})


def splitn(separator: str, limit: int, text: str) -> StringMap:
    """Split *text* into a map of at most *limit* parts; all where it is negative."""
    if limit == 0:
        return StringMap()
    if separator:
        parts = text.split(separator, limit - 1 if limit > 0 else -1)
    else:
        cut = len(text) if limit < 0 or limit > len(text) else limit - 1
        parts = [*text[:cut], *([text[cut:]] if cut < len(text) else [])]
    return StringMap({f"_{index}": part for index, part in enumerate(parts)})


def atoi(text: str) -> int:
    """Return the decimal number in *text*; 0 where there is none, the nearest int where it is too large."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not digits or not digits.isascii() or not digits.isdigit():
        return 0
    limit = (1 << 63) - 1
    value = int(digits[-20:]) if not digits[:-20].strip("0") else limit + 1
    if text[0] == "-":
        return wrap_int64(-min(value, limit + 1))
    return min(value, limit)
