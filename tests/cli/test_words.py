"""Durations, variables of the environment, and values with commas, as flags take them."""

from __future__ import annotations

import pytest

from werfpy.cli.durations import seconds
from werfpy.cli.environment import from_environment, name_value_pairs, with_environment
from werfpy.cli.slices import split_csv
from werfpy.errors import UsageError


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0", 0.0), ("300", 300.0), ("1.5", 1.5), ("10m", 600.0), ("5m30s", 330.0), ("1h2m3.5s", 3723.5), ("250ms", 0.25)],
)
def test_reads_durations(text: str, expected: float) -> None:
    assert seconds(text, "--timeout") == pytest.approx(expected)


@pytest.mark.parametrize("text", ["", "-5", "-5m", "5x", "m", "5m x", "1 m", "inf", "nan"])
def test_refuses_other_durations_and_names_the_flag(text: str) -> None:
    with pytest.raises(UsageError, match="bad --timeout"):
        seconds(text, "--timeout")


ENVIRON = {
    "WERF_SET_B": "b=2",
    "WERF_SET_A": "a=1",
    "WERF_SET_EMPTY": "",
    "WERF_SET_STRING_X": "x=3",
    "WERF_SET_FILE_Y": "y=f",
    "OTHER": "z=4",
}


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        pytest.param("WERF_SET_", ["a=1", "b=2"], id="by name, without empty and longer ones"),
        pytest.param("WERF_SET_STRING_", ["x=3"], id="longer"),
        pytest.param("WERF_VALUES_", [], id="none"),
    ],
)
def test_variables_stand_for_repeated_flags(prefix: str, expected: list[str]) -> None:
    assert from_environment(prefix, ENVIRON) == expected


def test_flags_come_after_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WERF_ADD_LABEL_1", "a=env")
    pairs = name_value_pairs(with_environment("WERF_ADD_LABEL_", ["a=flag"]), "--add-label")
    assert pairs == {"a": "flag"}


def test_a_pair_ends_its_name_at_the_first_equals_sign() -> None:
    assert name_value_pairs(["a=b=c", "d="], "--add-label") == {"a": "b=c", "d": ""}


@pytest.mark.parametrize("entry", ["a", "=b", ""], ids=["no equals sign", "no name", "empty"])
def test_what_is_no_pair_is_refused(entry: str) -> None:
    with pytest.raises(UsageError, match=r"bad --add-label .*: must be name=value"):
        name_value_pairs([entry], "--add-label")


@pytest.mark.parametrize(
    ("entries", "expected"),
    [(["a,b", "c"], ["a", "b", "c"]), (['"a,b"'], ["a,b"]), ([], []), ([""], [])],
    ids=["commas", "quotes", "none", "empty"],
)
def test_one_flag_may_give_several_values(entries: list[str], expected: list[str]) -> None:
    assert list(split_csv(entries)) == expected
