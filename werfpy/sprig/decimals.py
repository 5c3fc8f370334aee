"""Decimal arithmetic: addf and its kin, as shopspring/decimal computes them."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import Any

from werfpy.gostd.cast import to_float64
from werfpy.gostd.kinds import GoPanic
from werfpy.gostd.strconv import format_float

_EXACT = Context(prec=2_000)
_DIVISION_PLACES = Decimal(1).scaleb(-16)


def _decimal(value: Any) -> Decimal:
    number = to_float64(value)
    if not math.isfinite(number):
        raise GoPanic(f"Cannot create a Decimal from {format_float(number)}")
    return Decimal(repr(number))


def _folded(first: Any, others: tuple[Any, ...], operation: Callable[[Decimal, Decimal], Decimal]) -> float:
    result = _decimal(first)
    for other in others:
        result = operation(result, _decimal(other))
    return float(result) + 0.0


def _quotient(left: Decimal, right: Decimal) -> Decimal:
    """Divide to 16 decimals, halves away from zero (shopspring's DivisionPrecision)."""
    if not right:
        raise GoPanic("decimal division by 0")
    return _EXACT.divide(left, right).quantize(_DIVISION_PLACES, rounding=ROUND_HALF_UP, context=_EXACT)


def addf(*values: Any) -> float:
    """Return the exact decimal sum, then a float64."""
    return _folded(0.0, values, _EXACT.add)


def add1f(value: Any) -> float:
    """Return *value* + 1, exactly."""
    return _folded(value, (1,), _EXACT.add)


def subf(first: Any, *others: Any) -> float:
    """Subtract all others from the first, exactly."""
    return _folded(first, others, _EXACT.subtract)


def mulf(first: Any, *others: Any) -> float:
    """Multiply exactly."""
    return _folded(first, others, _EXACT.multiply)


def divf(first: Any, *others: Any) -> float:
    """Divide to 16 decimals.

    Raises:
        GoPanic: One of the others is zero.
    """
    return _folded(first, others, _quotient)
