"""``.helmignore`` and Go's path patterns."""

from __future__ import annotations

import pytest

from werfpy.chart.ignore import IgnoreRules
from werfpy.chart.path_match import BadPattern, path_match
from werfpy.errors import ChartError


@pytest.mark.parametrize(
    ("rules", "path", "is_dir", "ignored"),
    [
        ("*.txt", "a.txt", False, True),
        ("*.txt", "deep/a.txt", False, True),
        ("/*.txt", "deep/a.txt", False, False),
        ("/a.txt", "a.txt", False, True),
        ("a/b.txt", "a/b.txt", False, True),
        ("a/b.txt", "x/a/b.txt", False, False),
        ("cargo/", "cargo", True, True),
        ("cargo/", "cargo", False, False),
        ("# a.txt", "a.txt", False, False),
        ("  a.txt  ", "a.txt", False, True),
        ("!a.txt", "b.txt", False, True),
        ("!a.txt", "a.txt", False, False),
        ("", "templates/.hidden", False, True),
        ("", "templates/a.yaml", False, False),
    ],
)
def test_rules(rules: str, path: str, is_dir: bool, ignored: bool) -> None:
    assert IgnoreRules(rules).ignores(path, is_dir) is ignored


@pytest.mark.parametrize(
    ("rule", "message"),
    [("a/**/b", "double-star"), ("[a", "syntax error in pattern"), ("a\\", "syntax error in pattern")],
)
def test_bad_rules_are_refused(rule: str, message: str) -> None:
    with pytest.raises(ChartError, match=message):
        IgnoreRules(rule)


@pytest.mark.parametrize(
    ("pattern", "name", "matches"),
    [
        ("abc", "abc", True),
        ("*", "abc", True),
        ("*c", "abc", True),
        ("a*/b", "abc/b", True),
        ("a*/b", "a/c/b", False),
        ("a?c", "a/c", False),
        ("ab[b-d]", "abc", True),
        ("ab[^e-g]", "abc", True),
        ("ab[^b-d]", "abc", False),
        ("a\\*b", "a*b", True),
        ("a[\\]]b", "a]b", True),
        ("[-]", "-", None),
        ("a[", "a", None),
        ("a[]b]", "a]b", None),
    ],
)
def test_patterns(pattern: str, name: str, matches: bool | None) -> None:
    if matches is None:
        with pytest.raises(BadPattern):
            path_match(pattern, name)
    else:
        assert path_match(pattern, name) is matches
