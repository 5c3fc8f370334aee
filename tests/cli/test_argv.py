"""pflag's forms of arguments, and where persistent flags may stand."""

from __future__ import annotations

import dataclasses
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.cli.argv import FALSE, PERSISTENT_WITH_VALUE, TRUE, FlagShapes, command_first, normalise
from werfpy.cli.flags import ClusterFlags

SHAPES = FlagShapes({"--wait": "--no-wait", "--debug": ""}, {"--dry-run": "client"}, {"-n", "--namespace", "--set"})
_ARGUMENTS = st.lists(
    st.sampled_from(["-n", "-n=shop", "--namespace", "--debug", "--", "-", "list", "deploy", "shop", "--set", "a=b"]),
    max_size=7,
)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(["list"], ["list"], id="nothing to move"),
        pytest.param(["-n", "shop", "list"], ["list", "-n", "shop"], id="flag and value"),
        pytest.param(["-n=shop", "list", "-q"], ["list", "-n=shop", "-q"], id="joined value"),
        pytest.param(["--debug", "list"], ["list", "--debug"], id="switch"),
        pytest.param(["--kube-config-base64", "YQ==", "list"], ["list", "--kube-config-base64", "YQ=="], id="base64"),
        pytest.param(["--help", "list"], ["--help", "list"], id="help stays"),
        pytest.param(["--debug", "--version"], ["--debug", "--version"][::-1], id="version is a command"),
        pytest.param(["-n", "shop"], ["-n", "shop"], id="no command"),
        pytest.param([], [], id="empty"),
    ],
)
def test_the_command_comes_first(given: list[str], expected: list[str]) -> None:
    assert command_first(given) == expected


@given(_ARGUMENTS)
def test_moving_loses_nothing_and_happens_once(argv: list[str]) -> None:
    moved = command_first(argv)
    assert sorted(moved) == sorted(argv)
    if moved and not moved[0].startswith("-"):
        assert command_first(moved) == moved


def test_every_flag_of_the_cluster_that_takes_a_value_may_stand_before_the_command() -> None:
    hints = get_type_hints(ClusterFlags, include_extras=True)
    stated: set[str] = set()
    for item in dataclasses.fields(ClusterFlags):
        kind, option = get_args(hints[item.name])
        if kind is not bool:
            declared: Any = option
            stated.update([declared.default, *declared.param_decls])
    assert stated <= PERSISTENT_WITH_VALUE


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(["--wait=true"], ["--wait"], id="switch on"),
        pytest.param(["--wait=false"], ["--no-wait"], id="switch off"),
        pytest.param(["--debug=false"], [], id="switch without a negative"),
        pytest.param(["-n=shop"], ["-n", "shop"], id="short flag"),
        pytest.param(["--namespace=shop"], ["--namespace=shop"], id="long flag"),
        pytest.param(["--dry-run", "x"], ["--dry-run=client", "x"], id="optional value left out"),
        pytest.param(["--dry-run=server"], ["--dry-run=server"], id="optional value given"),
        pytest.param(["-n", "--wait=false"], ["-n", "--wait=false"], id="a value that looks like a flag"),
        pytest.param(["--set", "--dry-run"], ["--set", "--dry-run"], id="a value that is a flag"),
        pytest.param(["--", "--wait=false"], ["--", "--wait=false"], id="after the double dash"),
        pytest.param(["-", "x"], ["-", "x"], id="stdin"),
        pytest.param(["-n"], ["-n"], id="value missing"),
    ],
)
def test_normalises(given: list[str], expected: list[str]) -> None:
    assert normalise(given, SHAPES) == expected


@pytest.mark.parametrize("word", sorted(TRUE | FALSE))
def test_switches_take_gos_words(word: str) -> None:
    assert normalise([f"--wait={word}"], SHAPES) == ["--wait" if word in TRUE else "--no-wait"]


@pytest.mark.parametrize("word", ["", "yes", "TrUe", "2"], ids=["empty", "yes", "mixed case", "two"])
def test_other_words_are_refused_as_pflag_does(word: str) -> None:
    with pytest.raises(ValueError, match=f'invalid argument "{word}" for "--wait" flag: strconv.ParseBool'):
        normalise([f"--wait={word}"], SHAPES)


@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=6), max_size=5))
def test_values_stay_as_they_are(values: list[str]) -> None:
    argv = [part for value in values for part in ("--set", value)]
    assert normalise(argv, SHAPES) == argv
    assert normalise(["--", *values], SHAPES) == ["--", *values]
