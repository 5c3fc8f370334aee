"""Modes, and the memory that onlyNewReleases has."""

from __future__ import annotations

import pytest

from werfpy.errors import UsageError
from werfpy.plan.mode import MergeMode, is_three_way, merge_mode


@pytest.mark.parametrize(
    ("mode", "install", "deployed", "expected"),
    [
        pytest.param("enabled", True, False, True, id="enabled, install"),
        pytest.param("enabled", False, False, True, id="enabled, upgrade of an old release"),
        pytest.param("disabled", True, False, False, id="disabled, install"),
        pytest.param("disabled", False, True, False, id="disabled, upgrade of a three-way one"),
        pytest.param("onlyNewReleases", True, False, True, id="onlyNew, install"),
        pytest.param("onlyNewReleases", False, True, True, id="onlyNew, upgrade of a three-way one"),
        pytest.param("onlyNewReleases", False, False, False, id="onlyNew, upgrade of an old one"),
    ],
)
def test_decides_on_the_merge(mode: str, install: bool, deployed: bool, expected: bool) -> None:
    assert is_three_way(merge_mode(mode), is_install=install, deployed_was_three_way=deployed) is expected


def test_empty_means_enabled() -> None:
    assert merge_mode("") is MergeMode.ENABLED


@pytest.mark.parametrize("value", ["Enabled", "only-new", "true"])
def test_a_bad_value_is_told_with_the_good_ones(value: str) -> None:
    with pytest.raises(UsageError, match="enabled, onlyNewReleases, disabled"):
        merge_mode(value)
