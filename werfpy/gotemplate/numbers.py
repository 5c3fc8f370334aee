"""Number literals of templates: one text, all the Go types that can hold it (Go's ideal constants)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import quote, unquote_char
from werfpy.gostd.strconv import NumError, parse_float, parse_int, parse_uint

_COMPLEX = re.compile(r"(.*[^eEpP])([+-].*)i\Z", re.DOTALL)


@dataclass(slots=True)
class Number:
    """A literal's values; None where the type cannot hold it."""

    integer: int | None = None
    unsigned: int | None = None
    float: float | None = None
    complex: complex | None = None


def parse_number(text: str, kind: str) -> Number:
    """Parse a ``number``, ``complex`` or ``charconst`` token.

    Raises:
        GoError: Go's message.
    """
    if kind == "charconst":
        return _char(text)
    if kind == "complex":
        match = _COMPLEX.match(text)
        assert match is not None
        return _simplify(complex(parse_float(match[1]), parse_float(match[2])))
    if text.endswith("i"):
        try:
            return _simplify(complex(0, parse_float(text[:-1])))
        except NumError:
            pass
    return _plain(text)


def _char(text: str) -> Number:
    value, _, tail = unquote_char(text[1:], "'")
    if tail != "'":
        raise GoError(f"malformed character constant: {text}")
    return Number(value, value, float(value))


def _plain(text: str) -> Number:
    number = Number(_try_int(text), _try_uint(text))
    if number.integer == 0:
        number.unsigned = 0
    if number.integer is not None:
        number.float = float(number.integer)
    elif number.unsigned is not None:
        number.float = float(number.unsigned)
    else:
        _add_float(number, text)
    if number.float is None:
        raise GoError(f"illegal number syntax: {quote(text)}")
    return number


def _add_float(number: Number, text: str) -> None:
    try:
        value = parse_float(text)
    except NumError:
        return
    if not any(letter in text for letter in ".eEpP"):
        raise GoError(f"integer overflow: {quote(text)}")
    number.float = value
    _add_integers(number, value)


def _add_integers(number: Number, value: float) -> None:
    if math.isfinite(value) and value == int(value):
        whole = int(value)
        if -(1 << 63) <= whole < 1 << 63:
            number.integer = whole
        if 0 <= whole < 1 << 64:
            number.unsigned = whole


def _simplify(value: complex) -> Number:
    number = Number(complex=value)
    if value.imag == 0:
        number.float = value.real
        _add_integers(number, value.real)
    return number


def _try_int(text: str) -> int | None:
    try:
        return parse_int(text, 0)
    except NumError:
        return None


def _try_uint(text: str) -> int | None:
    try:
        return parse_uint(text, 0)
    except NumError:
        return None
