from __future__ import annotations

import pytest

from werfpy.gostd.compare import eq, ge, gt, is_true, le, length, lt, ne
from werfpy.gostd.kinds import GoError, GoStruct, Int64
from werfpy.gostd.reflect import Uint8


class Thing(GoStruct):
    go_type = "main.Thing"


THING = Thing()
EQUAL = [
    (1, 1, True),
    (1, Int64(1), True),
    (1, Uint8(1), True),
    (-1, Uint8(255), False),
    (1.0, 1.0, True),
    ("a", "a", True),
    (True, True, True),
    (None, None, True),
    (None, 1, False),
    ("a", None, False),
    (None, [], False),
    (THING, THING, True),
    (THING, Thing(), False),
]


@pytest.mark.parametrize(("first", "other", "expected"), EQUAL, ids=[f"{e[0]!r:.12}-{e[1]!r:.12}" for e in EQUAL])
def test_eq(first: object, other: object, expected: bool) -> None:
    assert eq(first, other) is expected
    assert ne(first, other) is not expected


def test_eq_takes_any_of_several() -> None:
    assert eq("b", "a", "b")
    assert not eq("c", "a", "b")


def test_eq_stops_at_the_first_match() -> None:
    assert eq("a", "a", 1)


BAD = [
    (("a", 1), "incompatible types for comparison: string and int"),
    ((1.0, 1), "incompatible types for comparison: float64 and int"),
    ((True, 1), "incompatible types for comparison: bool and int"),
    (([1.0], [1.0]), "non-comparable type [%!s(float64=1)]: []interface {}"),
    (({"a": "b"}, {"a": "b"}), "non-comparable type map[a:b]: map[string]interface {}"),
    (({}, []), "non-comparable types map[]: map[string]interface {}, []interface {}: []"),
    ((1,), "missing argument for comparison"),
]


@pytest.mark.parametrize(("args", "message"), BAD, ids=[b[1][:40] for b in BAD])
def test_eq_refuses(args: tuple[object, ...], message: str) -> None:
    with pytest.raises(GoError) as caught:
        eq(*args)
    assert str(caught.value) == message


def test_order() -> None:
    assert lt(1, 2) and le(2, Int64(2)) and gt("b", "a") and ge(2.5, 2.5)
    assert not lt(2, 1) and not le("b", "a") and not gt(1, 1) and not ge(1.0, 2.0)


@pytest.mark.parametrize(("first", "other"), [(None, 1), (True, False), ([], []), (1, {}), (complex(1), complex(2))])
def test_what_has_no_order(first: object, other: object) -> None:
    with pytest.raises(GoError, match="invalid type for comparison"):
        lt(first, other)


def test_order_of_different_types() -> None:
    with pytest.raises(GoError, match="incompatible types for comparison: int and string"):
        gt(1, "a")


def test_length_counts_bytes() -> None:
    assert (length("héé"), length([1]), length({}), length(b"ab")) == (5, 1, 0, 2)


@pytest.mark.parametrize(
    ("value", "message"), [(None, "len of nil pointer"), (3, "len of type int"), (THING, "len of type main.Thing")]
)
def test_length_refuses(value: object, message: str) -> None:
    with pytest.raises(GoError, match=message):
        length(value)


def test_truth() -> None:
    assert not any(is_true(value) for value in (None, 0, 0.0, "", [], {}, False, b""))
    assert all(is_true(value) for value in (1, -1.5, "a", [None], {"a": None}, True, THING, float("nan")))
