from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.kinds import GoError
from werfpy.gostd.strconv import (
    NumError,
    atoi,
    format_float,
    format_int,
    parse_bool,
    parse_float,
    parse_int,
    parse_uint,
    unquote,
)

FLOATS = [
    (1.0, "g", -1, "1"),
    (1234567.0, "g", -1, "1.234567e+06"),
    (123456.0, "g", -1, "123456"),
    (1e21, "f", -1, "1000000000000000000000"),
    (1e-7, "f", -1, "0.0000001"),
    (0.0, "e", -1, "0e+00"),
    (-0.0, "g", -1, "-0"),
    (3.14159, "f", 2, "3.14"),
    (2.5, "f", 0, "2"),
    (100.0, "g", 3, "100"),
    (100.0, "g", 2, "1e+02"),
    (0.00001234, "G", 2, "1.2E-05"),
    (1.0, "b", -1, "4503599627370496p-52"),
    (5e-324, "b", -1, "1p-1074"),
    (1.0, "x", -1, "0x1p+00"),
    (3.5, "X", 3, "0X1.C00P+01"),
    (math.inf, "g", -1, "+Inf"),
    (math.nan, "f", 3, "NaN"),
]


@pytest.mark.parametrize(("value", "fmt", "prec", "expected"), FLOATS, ids=[f"{f[3]}-{f[1]}" for f in FLOATS])
def test_format_float(value: float, fmt: str, prec: int, expected: str) -> None:
    assert format_float(value, fmt, prec) == expected


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from("gefGE"))
def test_shortest_form_reads_back(value: float, fmt: str) -> None:
    assert parse_float(format_float(value, fmt)) == value


def test_float32_takes_fewer_digits() -> None:
    assert format_float(0.10000000149011612, "g", -1, 32) == "0.1"


INTS = [
    ("0x1F", 0, 31),
    ("010", 0, 8),
    ("0o17", 0, 15),
    ("0b101", 0, 5),
    ("1_000", 0, 1000),
    ("-7", 10, -7),
    ("zz", 36, 1295),
    ("+5", 10, 5),
]


@pytest.mark.parametrize(("text", "base", "expected"), INTS, ids=[i[0] for i in INTS])
def test_parse_int(text: str, base: int, expected: int) -> None:
    assert parse_int(text, base) == expected


BAD_INTS = [
    ("", 0),
    ("1_", 0),
    ("_1", 0),
    ("1__0", 0),
    ("08", 0),
    ("1_000", 10),
    ("0x", 0),
    ("5.0", 10),
    ("é", 10),
    (" 5", 10),
]


@pytest.mark.parametrize(("text", "base"), BAD_INTS, ids=[repr(b[0]) for b in BAD_INTS])
def test_parse_int_refuses(text: str, base: int) -> None:
    with pytest.raises(NumError, match="invalid syntax") as caught:
        parse_int(text, base)
    assert caught.value.value == 0


def test_range_error_carries_the_nearest_number() -> None:
    with pytest.raises(NumError, match=r"ParseInt: parsing .* value out of range") as caught:
        parse_int("-9223372036854775809")
    assert caught.value.value == -(1 << 63)
    with pytest.raises(NumError) as caught:
        parse_uint("300", 10, 8)
    assert caught.value.value == 255


def test_atoi_names_itself() -> None:
    with pytest.raises(GoError, match='Atoi: parsing "5x": invalid syntax'):
        atoi("5x")
    assert atoi("010") == 10


FLOAT_TEXTS = [
    ("1e3", 1000.0),
    (".5", 0.5),
    ("5.", 5.0),
    ("0x1p4", 16.0),
    ("0x_1p4", 16.0),
    ("inf", math.inf),
    ("-Infinity", -math.inf),
]


@pytest.mark.parametrize(("text", "expected"), FLOAT_TEXTS, ids=[f[0] for f in FLOAT_TEXTS])
def test_parse_float(text: str, expected: float) -> None:
    assert parse_float(text) == expected


@pytest.mark.parametrize("text", ["", "_1.5", "1e_5", "1__0.5", "1e", "e5", "0x1", "1e5x", "--1", "+nan"])
def test_parse_float_refuses(text: str) -> None:
    with pytest.raises(NumError, match="invalid syntax"):
        parse_float(text)


def test_parse_float_out_of_range() -> None:
    with pytest.raises(NumError, match="value out of range") as caught:
        parse_float("-1e400")
    assert caught.value.value == -math.inf


def test_parse_bool() -> None:
    assert parse_bool("T") is True
    assert parse_bool("0") is False
    with pytest.raises(NumError):
        parse_bool("yes")


@given(st.integers(-(1 << 63), (1 << 63) - 1), st.integers(2, 36))
def test_integers_read_back(value: int, base: int) -> None:
    assert parse_int(format_int(value, base), base) == value


@pytest.mark.parametrize(
    ("literal", "expected"),
    [(r'"a\x41\101\u00e9\n"', "aAAé\n"), ("`a\r\\n`", "a\\n"), ("'x'", "x"), (r'"\xff"', "\udcff")],
)
def test_unquote(literal: str, expected: str) -> None:
    assert unquote(literal) == expected


@pytest.mark.parametrize(
    "literal", ['"a', "''", "'ab'", r'"\q"', r'"\ud800"', '"a\nb"', r'"\400"', r'"\x4"', '"a"b"', ""]
)
def test_unquote_refuses(literal: str) -> None:
    with pytest.raises(GoError, match="invalid syntax"):
        unquote(literal)
