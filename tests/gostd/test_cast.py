"""Numbers out of anything, as spf13/cast makes them."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.gostd.cast import to_float64, to_int64, wrap_int64
from werfpy.gostd.kinds import Int64
from werfpy.gostd.timefmt import Duration, Month


@pytest.mark.parametrize(
    ("value", "number"),
    [
        ("010", 8),
        ("0x10", 16),
        ("5.0", 5),
        ("5.00", 5),
        ("5.7", 0),
        ("1e3", 0),
        (" 5", 0),
        ("1_000", 1000),
        ("", 0),
        ("9223372036854775808", 0),
        (5.7, 5),
        (-5.7, -5),
        (1e300, -(1 << 63)),
        (float("nan"), -(1 << 63)),
        (True, 1),
        (None, 0),
        (Int64(7), 7),
        (Month(3), 3),
        (Duration(5), 0),
        ([1], 0),
    ],
    ids=repr,
)
def test_int64(value: Any, number: int) -> None:
    assert to_int64(value) == number


@pytest.mark.parametrize(
    ("value", "number"),
    [("3.5", 3.5), ("1e3", 1000.0), ("x", 0.0), ("1_0", 10.0), (7, 7.0), (False, 0.0), (None, 0.0), ({}, 0.0)],
    ids=repr,
)
def test_float64(value: Any, number: float) -> None:
    assert (type(to_float64(value)), to_float64(value)) == (float, number)


def test_arithmetic_wraps_at_64_bits() -> None:
    assert [wrap_int64(1 << 63), wrap_int64(-(1 << 63) - 1), wrap_int64(5)] == [-(1 << 63), (1 << 63) - 1, 5]
