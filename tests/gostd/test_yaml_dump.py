"""Writing YAML as go-yaml v2 (toYaml) and v3 (toYamlPretty) do."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoError
from werfpy.gostd.timefmt import Time


def test_strings_equal_helms(vectors) -> None:
    wrong = []
    for case in vectors("to-yaml-strings.json")["cases"]:
        try:
            got = yaml.dump({"k": [case["string"]]}).removesuffix("\n")
        except GoError:
            got = ""
        if got != case["toYaml"]:
            wrong.append((case["string"], case["toYaml"], got))
    assert wrong == []


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null\n"),
        ({}, "{}\n"),
        ([], "[]\n"),
        ({"a": [1.0, [2, {"b": {}}]]}, "a:\n- 1\n- - 2\n  - b: {}\n"),
        ([{"a": 1, "b": "x"}], "- a: 1\n  b: x\n"),
        ({"y": True, "n": "no"}, '"n": "no"\n"y": true\n'),
        ("a\nb\n", "|\n  a\n  b\n"),
        ({"a": " x\ny"}, "a: |2-\n   x\n  y\n"),
        ({"a": "x\n\n"}, "a: |+\n  x\n\n"),
        ({"a": "x \ny"}, 'a: "x \\ny"\n'),
        ({"a": "\U0001f600 é"}, 'a: "\\U0001F600 é"\n'),
        ({"a": "12:30:45", "b": "2020-01-01", "c": "0o17"}, 'a: "12:30:45"\nb: "2020-01-01"\nc: "0o17"\n'),
        ({"k" * 129: 1}, "? " + "k" * 129 + "\n: 1\n"),
        ({"a\nb": {"c": [1]}}, "? |-\n  a\n  b\n: c:\n  - 1\n"),
        ({"a": b"hi"}, "a: aGk=\n"),
        ({"a": "x\x85y"}, "a: x y\n"),
        pytest.param({"a": Time(0)}, 'a: "1970-01-01T00:00:00Z"\n', id="a time"),
    ],
    ids=repr,
)
def test_values(value: Any, text: str) -> None:
    assert yaml.dump(value) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (5.0, "5"),
        (-0.0, "0"),
        (1e6, "1000000"),
        (1.5e6, "1500000"),
        (123456789.123, "1.23456789123e+08"),
        (1e20, "1e+20"),
        (1e18, "1000000000000000000"),
        (9.223372036854776e18, "9223372036854776000"),
        (1e-7, "1e-07"),
        (0.1, "0.1"),
    ],
    ids=repr,
)
def test_numbers(number: float, text: str) -> None:
    assert yaml.dump(number) == text + "\n"


def test_keys_stand_in_natural_order() -> None:
    keys = ["é", "true", "a10", "a2", "a01", "a1", "a_1", "a.b/c", "a-b", "a b", "B", "A", "10", "2", "1.5", "1", "_x"]
    keys += ["-x", "", "null", "b", "ab"]
    order = ["", "-x", "_x", "1", "1.5", "2", "10", "A", "B", "a b", "a-b", "a.b/c", "a_1", "a1", "a01", "a2", "a10"]
    order += ["ab", "b", "null", "true", "é"]
    written = yaml.load_typed(yaml.dump(dict.fromkeys(keys, 1)))
    assert list(written) == order


def test_long_strings_fold_behind_column_80() -> None:
    words = " ".join(["word"] * 30)
    lines = yaml.dump({"a": words}).splitlines()
    assert [len(line) for line in lines[:1]] == [82]
    assert lines[1].startswith("  word")
    assert yaml.load("\n".join(lines)) == {"a": words}


@pytest.mark.parametrize(
    "value", ["\x7f", {"k" * 1023: 1}, {"a\x85": 1}, float("nan")], ids=["DEL", "key", "NEL", "NaN"]
)
def test_what_go_cannot_write_is_an_error(value: Any) -> None:
    with pytest.raises(GoError):
        yaml.dump(value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1.0, {"b": [2]}]}, "a:\n  - 1\n  - b:\n      - 2\n"),
        ([[1, [2]]], "- - 1\n  - - 2\n"),
        ({"a": "<<", "b": "yes", "c": "x\ty\n"}, 'a: <<\nb: "yes"\nc: |\n  x\ty\n'),
        ({"a": 1e6}, "a: 1e+06\n"),
        ({"a": " ".join(["word"] * 30)}, "a: " + " ".join(["word"] * 30) + "\n"),
        ({"a": b"hi"}, "a:\n  - 104\n  - 105\n"),
        pytest.param({"a": Time(0)}, "a: 1970-01-01T00:00:00Z\n", id="a time"),
        pytest.param({"a": "\udcff"}, "a: !!binary /w==\n"),
        ({"a": "\udcff" * 60}, "a: !!binary |\n  " + "/" * 70 + "\n  " + "/" * 10 + "\n"),
    ],
    ids=repr,
)
def test_pretty(value: Any, text: str) -> None:
    assert yaml.dump_pretty(value) == text
