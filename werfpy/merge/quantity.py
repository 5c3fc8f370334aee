"""Kubernetes quantities: ``1000m``, ``1`` and ``1e0`` are one value.

Source: apimachinery ``resource.Quantity`` and its documented canonical form.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import Final

from werfpy.json_types import JSONValue

_QUANTITY: Final = re.compile(r"([+-]?)(\d+\.?\d*|\.\d+)([eE][+-]?\d+|[numkMGTPE]|[KMGTPE]i|)")
_DECIMAL: Final = {"n": -9, "u": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18}
_BINARY: Final = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
_NANO: Final = 10**9


@lru_cache(maxsize=4096)
def _parse(text: str) -> tuple[Fraction, str] | None:
    match = _QUANTITY.fullmatch(text)
    if match is None:
        return None
    sign, digits, suffix = match.groups()
    value = Fraction(digits if not digits.endswith(".") else digits[:-1])
    if suffix in _BINARY:
        value *= 2 ** _BINARY[suffix]
    elif suffix in _DECIMAL:
        value *= Fraction(10) ** _DECIMAL[suffix]
    elif len(suffix) <= 4:
        value *= Fraction(10) ** int(suffix[1:])
    else:
        return None
    value = Fraction(ceil(value * _NANO), _NANO)
    return (-value if sign == "-" else value), suffix


def same_quantity(left: JSONValue, right: JSONValue) -> bool:
    """Whether two values, strings or numbers, are the same quantity. False when one is none at all."""
    parsed = [_parse(_text(value)) for value in (left, right)]
    if parsed[0] is None or parsed[1] is None:
        return False
    return parsed[0][0] == parsed[1][0]


def canonical_quantity(value: JSONValue) -> JSONValue:
    """The form in which the API server gives a quantity back; what is no quantity comes back as it is.

    >>> canonical_quantity("1000m"), canonical_quantity("1.5Gi"), canonical_quantity(0.5), canonical_quantity("1e3")
    ('1', '1536Mi', '500m', '1e3')
    """
    parsed = _parse(_text(value))
    if parsed is None:
        return value
    number, suffix = parsed
    sign, number = ("-" if number < 0 else ""), abs(number)
    if suffix in _BINARY and number.denominator == 1 and number >= 1024:
        return sign + _with_binary_suffix(number.numerator)
    return sign + _with_decimal_suffix(number, is_exponent=suffix[:1] in ("e", "E") and len(suffix) > 1)


def _with_binary_suffix(number: int) -> str:
    for suffix, power in reversed(_BINARY.items()):
        if number % 2**power == 0:
            return f"{number >> power}{suffix}"
    return str(number)


def _with_decimal_suffix(number: Fraction, *, is_exponent: bool) -> str:
    if not number:
        return "0"
    for suffix, power in reversed(_DECIMAL.items()):
        scaled = number / Fraction(10) ** power
        if scaled.denominator == 1:
            return f"{scaled}e{power}" if is_exponent and power else f"{scaled}{'' if is_exponent else suffix}"
    return str(number)


def _text(value: JSONValue) -> str:
    if isinstance(value, bool):
        return ""
    if isinstance(value, float):
        return format(value, "f") if value == int(value) else repr(value)
    return value.strip() if isinstance(value, str) else str(value) if isinstance(value, int) else ""
