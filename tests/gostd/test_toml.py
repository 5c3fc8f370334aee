"""TOML in BurntSushi's form."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.gostd import toml
from werfpy.gostd.kinds import GoError, GoPanic, Int64
from werfpy.gostd.timefmt import Time


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1.0, "a": "x"}, 'a = "x"\nb = 1.0\n'),
        ({"t": {"x": 1, "u": {"y": True}}, "k": 2}, "k = 2\n\n[t]\n  x = 1\n  [t.u]\n    y = true\n"),
        ({"l": [1.0, "a", 2.5]}, 'l = [1.0, "a", 2.5]\n'),
        ({"l": [{"a": 1}, {"b": 2}]}, "[[l]]\n  a = 1\n\n[[l]]\n  b = 2\n"),
        ({"l": [1, {"a": 1, "b": {"c": 2}}]}, "l = [1, {a = 1, b = {c = 2}}]\n"),
        ({"l": [1, {"a": 1, "b": None}]}, "l = [1, {a = 1, }]\n"),
        ({"a b": {"": 1}}, '["a b"]\n  "" = 1\n'),
        ({"n": None, "f": 1e6, "g": 1e21}, "f = 1e+06\ng = 1e+21\n"),
        ({"s": 'q"\\\n\x01é'}, 's = "q\\"\\\\\\n\\u0001é"\n'),
        pytest.param({"t": Time(0)}, "t = 1970-01-01T00:00:00Z\n", id="a time"),
        ({}, ""),
        ("x", '"x"'),
    ],
    ids=repr,
)
def test_dumps(value: Any, text: str) -> None:
    assert toml.dumps(value) == text


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"a": [None]}, "toml: cannot encode array with nil element"),
        ({"a": [[None]]}, "toml: cannot encode array with nil element"),
        ([{"a": 1}], "toml: top-level values must be Go maps or structs"),
    ],
    ids=repr,
)
def test_what_toml_cannot_say(value: Any, message: str) -> None:
    with pytest.raises(GoError) as caught:
        toml.dumps(value)
    assert str(caught.value) == message


def test_nil_panics() -> None:
    with pytest.raises(GoPanic):
        toml.dumps(None)


def test_loads_gives_gos_types() -> None:
    loaded = toml.loads("a = 1\nf = 1.5\n[b]\nc = 2020-01-01T00:00:00Z\nd = 2020-01-02\n")
    assert (type(loaded["a"]), loaded["f"]) == (Int64, 1.5)
    assert loaded["b"]["c"].text() == "2020-01-01 00:00:00 +0000 UTC"
    assert loaded["b"]["d"].format("2006-01-02") == "2020-01-02"


def test_errors_name_the_line() -> None:
    with pytest.raises(GoError, match=r"^toml: line 2: "):
        toml.loads("a = 1\nb = = 2\n")
