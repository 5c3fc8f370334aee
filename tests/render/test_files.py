"""``.Files`` and its globs."""

from __future__ import annotations

import pytest

from werfpy.gostd.kinds import GoPanic
from werfpy.render.files import Files, Files3
from werfpy.render.glob import BadGlob, compile_glob, glob_matches

FILES = {"a.txt": b"one\ntwo\n", "conf/b.yaml": b"x: 1", "conf/deep/c.bin": b"\xff\x00", "empty": b""}


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*", ["a.txt", "empty"]),
        ("**", ["a.txt", "conf/b.yaml", "conf/deep/c.bin", "empty"]),
        ("conf/*", ["conf/b.yaml"]),
        ("conf/**", ["conf/b.yaml", "conf/deep/c.bin"]),
        ("**.{yaml,txt}", ["a.txt", "conf/b.yaml"]),
        ("?.txt", ["a.txt"]),
        ("[a-c].txt", ["a.txt"]),
        ("[!a].txt", []),
        ("{bad", ["a.txt", "conf/b.yaml", "conf/deep/c.bin", "empty"]),
    ],
)
def test_globs(pattern: str, expected: list[str]) -> None:
    assert sorted(Files(FILES).glob(pattern)) == expected


@pytest.mark.parametrize("pattern", ["{a", "[a", "[", "[]", "[b-a]", "[!]"])
def test_bad_globs(pattern: str) -> None:
    with pytest.raises(BadGlob):
        compile_glob(pattern)


def test_a_backslash_makes_a_mark_literal() -> None:
    assert glob_matches(r"\*", "*")
    assert not glob_matches(r"\*", "a")


def test_contents() -> None:
    files = Files(FILES)
    assert files.text("a.txt") == "one\ntwo\n"
    assert files.text("none") == ""
    assert files.content("conf/deep/c.bin") == b"\xff\x00"


def test_config_and_secrets_use_base_names() -> None:
    files = Files(FILES).glob("conf/*")
    assert files.as_config() == "b.yaml: 'x: 1'"
    assert files.as_secrets() == "b.yaml: eDogMQ=="
    assert Files().as_config() == "{}"


def test_lines() -> None:
    assert Files(FILES).lines("a.txt") == ["one", "two"]
    assert Files(FILES).lines("none") == []
    assert Files3(FILES).lines("empty") == []
    with pytest.raises(GoPanic, match="index out of range"):
        Files(FILES).lines("empty")
