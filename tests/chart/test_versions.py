"""Version ranges of charts, against the executed grid."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from werfpy.chart.versions import is_compatible, is_valid_version

SHARED = Path(os.environ.get("WERFPY_SHARED", Path(__file__).resolve().parents[2].parent / "shared"))


def test_the_grid_of_the_real_library() -> None:
    grid = SHARED / "vectors" / "semver.json"
    if not grid.exists():
        pytest.skip("no executed vectors here")
    cases = json.loads(grid.read_text(encoding="utf-8"))
    assert [case for case in cases if is_compatible(case[0], case[1]) != (case[2] == "true")] == []
    assert len(cases) > 1000


@pytest.mark.parametrize(
    ("text", "valid"), [("1", True), ("v1.2", True), ("1.2.3-a+b", True), ("x", False), ("", False)]
)
def test_versions_of_charts(text: str, valid: bool) -> None:
    assert is_valid_version(text) is valid
