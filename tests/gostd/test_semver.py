"""Versions and constraints against the executed grid, and the rules in words."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from werfpy.gostd import semver
from werfpy.gostd.kinds import GoError

SHARED = Path(os.environ.get("WERFPY_SHARED", Path(__file__).resolve().parents[2].parent / "shared"))


def outcome(constraint: str, version: str) -> str:
    try:
        parsed = semver.parse_constraint(constraint)
    except GoError:
        return "CERR"
    try:
        return "true" if parsed.admits(semver.parse(version)) else "false"
    except GoError:
        return "VERR"


def test_the_grid_of_the_real_library() -> None:
    grid = SHARED / "vectors" / "semver.json"
    if not grid.exists():
        pytest.skip("no executed vectors here")
    cases = json.loads(grid.read_text(encoding="utf-8"))
    # Where both are bad, which is told first does not matter.
    wrong = [case for case in cases if outcome(case[0], case[1]) != case[2] and not case[2].endswith("ERR")]
    assert wrong == []
    assert len(cases) > 1000


@pytest.mark.parametrize(
    ("constraint", "version", "expected"),
    [
        (">=1.19-0", "v1.29.3-gke.1", True),
        (">=1.19", "v1.29.3-gke.1", False),
        ("1.2 - 1.4", "1.4.0", True),
        ("^0.2.3", "0.3.0", False),
        ("*", "3.0.0", True),
        ("", "1.0.0", False),
        ("1.x.x", "not-a-version", False),
    ],
)
def test_compatibility(constraint: str, version: str, expected: bool) -> None:
    assert semver.is_compatible(constraint, version) is expected


def test_a_bad_constraint_is_told_in_the_librarys_words() -> None:
    with pytest.raises(GoError, match='improper constraint: "bad"'):
        semver.parse_constraint("bad")
