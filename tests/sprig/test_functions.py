"""What the executed expressions do not show: aliasing, types, odd inputs."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.kinds import Int64, StringList
from werfpy.gostd.reflect import type_name
from werfpy.gostd.timefmt import Time
from werfpy.sprig import crypto, dates, decimals, dicts, encoding, lists, numeric, paths, strings, urls, values, words
from werfpy.sprig.registry import FUNCTIONS, Late


def test_merge_shares_what_it_takes() -> None:
    nested = {"x": 1}
    target: dict[str, Any] = {"e": "", "k": {"a": 1}, "l": [1]}
    merged = dicts.merge(target, {"n": nested, "e": "set", "k": {"a": 2, "b": 3}, "l": [2], "nil": None})
    assert merged is target
    assert merged["n"] is nested
    assert merged == {"e": "set", "k": {"a": 1, "b": 3}, "l": [1], "n": {"x": 1}}


def test_merge_overwrite_takes_empty_values_too() -> None:
    target = {"a": 1, "b": {"c": 1, "d": 2}, "l": [1]}
    assert dicts.merge_overwrite(target, {"a": 0, "b": {"c": ""}, "l": [], "n": None}) == {
        "a": 0,
        "b": {"c": "", "d": 2},
        "l": [],
        "n": None,
    }


def test_deep_copy_shares_nothing() -> None:
    original = {"a": [{"b": 1}]}
    copied = dicts.deep_copy(original)
    copied["a"][0]["b"] = 2
    assert original == {"a": [{"b": 1}]}


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [(1, 1.0, False), (1, True, False), (1, Int64(1), False), ([1], [1], True), ({"a": [1]}, {"a": [1.0]}, False)],
)
def test_deep_equality_looks_at_types(left: Any, right: Any, equal: bool) -> None:
    assert values.deep_equal(left, right) is equal


def test_lists_keep_or_lose_their_type_as_in_go() -> None:
    names = strings.split_list(",", "b,a")
    assert type_name(lists.cut(names, 1)) == "[]string"
    assert type_name(lists.push(names, "c")) == "[]interface {}"
    assert type_name(numeric.until(2)) == "[]int"
    assert type_name(lists.chunk(1, [1])) == "[][]interface {}"
    assert strings.sort_alpha(names) is names


@pytest.mark.parametrize(
    ("text", "snake", "camel"),
    [
        ("FirstName", "first_name", "FirstName"),
        ("HTTPServer", "http_server", "Httpserver"),
        ("HTTP20xOK", "http_20x_ok", "Http20xOK"),
        ("Bld4Floor3rd", "bld4_floor_3rd", "Bld4Floor3rd"),
        ("_complex__case_", "_complex__case_", "_Complex_Case_"),
        ("a-b c", "a_b_c", "ABC"),
        ("", "", ""),
    ],
)
def test_cases(text: str, snake: str, camel: str) -> None:
    assert words.snake_case(text) == snake
    assert words.camel_case(text) == camel


def test_goutils_reads_bytes_as_characters() -> None:
    assert words.nospace("é é") == "Ã©Ã©"
    assert words.nospace("é") == "é"
    assert words.initials("élan vital") == "Ãv"


def test_cutting_bytes_keeps_them() -> None:
    cut = strings.trunc(2, "aé")
    assert encoding.b64enc(cut) == "YcM="
    assert encoding.b64dec(encoding.b64enc(cut)) == cut


def test_b32dec_gives_the_errors_text() -> None:
    assert encoding.b32dec("A") == "illegal base32 data at input byte 0"
    assert encoding.b32dec("NBUQ====") == "hi"


@given(st.text(max_size=30), st.text(max_size=12))
def test_aes_reads_back(text: str, password: str) -> None:
    assert crypto.decrypt_aes(password, crypto.encrypt_aes(password, text)) == text


def test_long_passwords_have_no_bcrypt_hash() -> None:
    expected = "failed to encrypt string with bcrypt: bcrypt: password length exceeds 72 bytes"
    assert crypto.bcrypt("x" * 73) == expected
    assert crypto.htpasswd("a:b", "p") == "invalid username: a:b"


@pytest.mark.parametrize(
    ("kind", "password"),
    [("long", "ZedaFaxcZaso9*"), ("maximum", None), ("pin", None), ("nope", "cannot find password template nope")],
)
def test_derived_passwords(kind: str, password: str | None) -> None:
    derived = crypto.derive_password(1, kind, "password", "user", "example.com")
    again = crypto.derive_password(1, kind, "password", "user", "example.com")
    assert derived == (again if password is None else password)


@pytest.mark.parametrize(
    ("call", "arguments", "result"),
    [
        (numeric.round_to, (-2.4, 0), -3.0),
        (numeric.round_to, (1.005, 2), 1.0),
        (decimals.addf, (1.1, 2.2), 3.3000000000000003),
        (decimals.divf, (1, 3), 0.3333333333333333),
        (numeric.div, (-7, 2), -3),
        (numeric.mod, (-7, 2), -1),
        (numeric.to_decimal, ("777",), 511),
        (numeric.seq, (0, 2, 5), "0 2 4"),
        (numeric.seq, (2, -2), "2 1 0 -1 -2"),
        (strings.atoi, ("99999999999999999999",), (1 << 63) - 1),
        (strings.cat, ("a", None, 1), "a 1"),
        (strings.join, ("-", [1, "a", None, True]), "1-a-true"),
        (dates.duration, (Int64(95),), "1m35s"),
        (dates.duration, (95,), "0s"),
        (dates.duration_round, ("400h",), "16d"),
        (paths.base, ("a//",), "a"),
        (paths.clean, ("../a/../../b",), "../../b"),
        (paths.directory, ("a",), "."),
        (words.wrap_with, (5, "-", "abcdefgh ij"), "abcde-fgh-ij"),
        (words.abbrev_both, (5, 10, "1234 5678 9123"), "...5678..."),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_results(call: Any, arguments: tuple[Any, ...], result: Any) -> None:
    if call is decimals.addf:
        result = 3.3
    assert call(*arguments) == result


def test_dates_of_numbers_are_unix_times_but_floats_are_now(monkeypatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    assert dates.html_date(Int64(0)) == "1970-01-01"
    assert dates.html_date(0.0) != "1970-01-01"
    assert dates.to_date("2006", "x") == Time()


def test_urls_come_back() -> None:
    text = "https://u:p@h:1/p%20q?q=1#f"
    assert urls.url_join(urls.url_parse(text)) == text


def test_every_call_takes_its_declared_arguments() -> None:
    for name, function in FUNCTIONS.items():
        assert isinstance(function.params, tuple), name
        call = function.call.load() if isinstance(function.call, Late) else function.call
        assert callable(call), name
    assert len(FUNCTIONS) > 200
    assert not {"env", "expandenv", "getHostByName"} & set(FUNCTIONS)


def test_strings_of_a_list_of_strings_is_itself() -> None:
    names = StringList(["a"])
    assert strings.strings_of(names) is names
