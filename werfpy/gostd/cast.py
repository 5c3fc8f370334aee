"""Numbers out of anything, as spf13/cast 1.7 makes them for ``int``, ``int64``, ``float64`` and the arithmetic.

What cannot be converted is zero; nothing is raised.
"""

from __future__ import annotations

import math
from typing import Any

from werfpy.gostd.kinds import GoError
from werfpy.gostd.reflect import type_name
from werfpy.gostd.strconv import parse_float, parse_int

INT64_MIN = -(1 << 63)
_INT64_END = 1 << 63
_NUMBERS = frozenset({"int", "int64", "int32", "uint8", "uint64", "time.Weekday", "time.Month"})


def to_int64(value: Any) -> int:
    """Return the int64 of *value*.

    Strings are read in Go's bases (``0x10``, ``010``) after ``.0`` was cut off, floats are truncated, booleans are 0
    and 1, nil and all else 0.
    """
    kind = type(value)
    if kind is int:
        return int(value)
    if kind is float:
        return _truncated(value)
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int):
        return int(value) if type_name(value) in _NUMBERS else 0
    if isinstance(value, str):
        try:
            return parse_int(_without_zero_decimals(value), 0, 64)
        except GoError:
            return 0
    return 0


def to_float64(value: Any) -> float:
    """Return the float64 of *value*; strings are read as strconv.ParseFloat reads them."""
    kind = type(value)
    if kind is float:
        return float(value)
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, int):
        return float(value) if type_name(value) in _NUMBERS else 0.0
    if isinstance(value, str):
        try:
            return parse_float(value)
        except GoError:
            return 0.0
    return 0.0


def wrap_int64(value: int) -> int:
    """Return what is left of *value* in 64 bits, as Go's arithmetic leaves it."""
    if INT64_MIN <= value < _INT64_END:
        return value
    return (value + _INT64_END) % (1 << 64) - _INT64_END


def _truncated(value: float) -> int:
    """Drop the fraction; what int64 cannot hold becomes its minimum, as on amd64."""
    if not math.isfinite(value):
        return INT64_MIN
    whole = int(value)
    return whole if INT64_MIN <= whole < _INT64_END else INT64_MIN


def _without_zero_decimals(text: str) -> str:
    """Cut ``.0``, ``.00`` off the end."""
    stripped = text.rstrip("0")
    return stripped[:-1] if stripped.endswith(".") and len(stripped) < len(text) else text
