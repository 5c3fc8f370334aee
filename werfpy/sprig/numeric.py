"""Arithmetic in int64, and float64 for rounding; decimals are in :mod:`werfpy.sprig.decimals`."""

from __future__ import annotations

import math
from typing import Any

from werfpy.gostd.cast import to_float64, to_int64, wrap_int64
from werfpy.gostd.fmt import sprint_value
from werfpy.gostd.kinds import GoError, GoPanic, Int64
from werfpy.gostd.strconv import parse_int
from werfpy.sprig.values import IntList


def to_int(value: Any) -> int:
    """Return the int of *value*, as cast.ToInt."""
    return to_int64(value)


def int64(value: Any) -> Int64:
    """Return the int64 of *value*, as cast.ToInt64."""
    return Int64(to_int64(value))


def add1(value: Any) -> Int64:
    """Return *value* + 1."""
    return Int64(wrap_int64(to_int64(value) + 1))


def add(*values: Any) -> Int64:
    """Return the sum."""
    return Int64(wrap_int64(sum(map(to_int64, values))))


def sub(left: Any, right: Any) -> Int64:
    """Return *left* - *right*."""
    return Int64(wrap_int64(to_int64(left) - to_int64(right)))


def _divided(left: int, right: int) -> tuple[int, int]:
    """Divide towards zero.

    Raises:
        GoPanic: *right* is zero.
    """
    if right == 0:
        raise GoPanic("runtime error: integer divide by zero")
    quotient = abs(left) // abs(right)
    if (left < 0) != (right < 0):
        quotient = -quotient
    return quotient, left - quotient * right


def div(left: Any, right: Any) -> Int64:
    """Return *left* / *right*, towards zero.

    Raises:
        GoPanic: *right* is zero.
    """
    return Int64(wrap_int64(_divided(to_int64(left), to_int64(right))[0]))


def mod(left: Any, right: Any) -> Int64:
    """Return the remainder, with the sign of *left*.

    Raises:
        GoPanic: *right* is zero.
    """
    return Int64(_divided(to_int64(left), to_int64(right))[1])


def mul(first: Any, *others: Any) -> Int64:
    """Return the product."""
    product = to_int64(first)
    for other in others:
        product = wrap_int64(product * to_int64(other))
    return Int64(product)


def biggest(first: Any, *others: Any) -> Int64:
    """Return the largest int64."""
    return Int64(max(map(to_int64, (first, *others))))


def smallest(first: Any, *others: Any) -> Int64:
    """Return the smallest int64."""
    return Int64(min(map(to_int64, (first, *others))))


def maxf(first: Any, *others: Any) -> float:
    """Return the largest float64; NaN where one is."""
    numbers = [to_float64(value) for value in (first, *others)]
    return math.nan if any(map(math.isnan, numbers)) else max(numbers)


def minf(first: Any, *others: Any) -> float:
    """Return the smallest float64; NaN where one is."""
    numbers = [to_float64(value) for value in (first, *others)]
    return math.nan if any(map(math.isnan, numbers)) else min(numbers)


def ceil(value: Any) -> float:
    """Return the next integral float64 upwards."""
    number = to_float64(value)
    return math.copysign(float(math.ceil(number)), number) if math.isfinite(number) else number


def floor(value: Any) -> float:
    """Return the next integral float64 downwards."""
    number = to_float64(value)
    return math.copysign(float(math.floor(number)), number) if math.isfinite(number) else number


def round_to(value: Any, places: int, *round_on: float) -> float:
    """Round to *places* decimals; up from *round_on* (.5) on the signed value, so that -2.4 becomes -3."""
    threshold = round_on[0] if round_on else 0.5
    power = math.inf if places > 308 else 10.0**places
    digit = power * to_float64(value)
    if not math.isfinite(digit) or power == 0:
        return math.nan if math.isnan(digit / power if power else math.nan) else digit / power
    fraction, _ = math.modf(digit)
    whole = ceil(digit) if fraction >= threshold else floor(digit)
    return whole / power


def to_decimal(value: Any) -> Int64:
    """Read the text of *value* as an octal number; 0 where it is none."""
    try:
        return Int64(parse_int(sprint_value(value), 8, 64))
    except GoError:
        return Int64(0)


def until(count: int) -> IntList:
    """Return 0, 1… up to but without *count*, downwards where it is negative."""
    return until_step(0, count, 1 if count >= 0 else -1)


def until_step(start: int, stop: int, step: int) -> IntList:
    """Return the numbers from *start* to before *stop*; none where *step* leads away."""
    if step == 0 or (stop < start) != (step < 0):
        return IntList()
    return IntList(range(start, stop, step))


def seq(*bounds: int) -> str:
    """Return what seq(1) prints: end; start and end; start, step and end."""
    if len(bounds) == 1:
        start, step, end = 1, 1 if bounds[0] >= 1 else -1, bounds[0]
    elif len(bounds) == 2:
        start, end = bounds
        step = 1 if end >= start else -1
    elif len(bounds) == 3:
        start, step, end = bounds
        if end < start and step > 0:
            return ""
    else:
        return ""
    past = end + (1 if end >= start else -1)
    return " ".join(map(str, until_step(start, past, step)))
