"""Command lines that cannot be understood."""

from __future__ import annotations

import pytest

from e2e.bad_input.conftest import Refusing
from e2e.driver import ChartFolder, config_map

pytestmark = pytest.mark.cluster


@pytest.fixture(autouse=True)
def some_chart(chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))


FLAGS = {
    "unknown flag": (["--no-such-flag"], "unknown flag: --no-such-flag"),
    "unknown shorthand": (["-Z"], "-Z"),
    "too many arguments": (["third"], "3 arguments"),
    "mode": (["--three-way-merge-mode", "sometimes"], "must be one of enabled, onlyNewReleases, disabled"),
    "timeout": (["--timeout", "soon"], "--timeout"),
    "negative timeout": (["--timeout", "-3s"], "--timeout"),
    "lock timeout": (["--lock-timeout", "later"], "--lock-timeout"),
    "wait": (["--wait=perhaps"], "--wait"),
    "output": (["--output", "xml"], "--output"),
    "history": (["--history-max", "many"], "--history-max"),
    "negative history": (["--history-max", "-1"], "--history-max"),
    "annotation": (["--add-annotation", "novalue"], "--add-annotation"),
    "label": (["--add-label", "team=a b"], "a b"),
    "set": (["--set", "a.b"], "has no value"),
    "set-json": (["--set-json", "a={"], "--set-json"),
    "field validation": (["--field-validation", "maybe"], "--field-validation"),
    "helm compat": (["--helm-compat", "2"], "--helm-compat"),
}


@pytest.mark.parametrize(("flags", "words"), FLAGS.values(), ids=FLAGS)
def test_bad_flag(refused: Refusing, flags: list[str], words: str) -> None:
    assert words in refused.deploy(*flags)


@pytest.mark.parametrize("name", ["WERF_THREE_WAY_MERGE_MODE", "WERF_THREE_WAY_MERGE"])
def test_bad_mode_of_the_environment(refused: Refusing, name: str) -> None:
    told = refused.deploy(**{name: "sometimes"})
    assert "sometimes" in told
    assert "must be one of enabled, onlyNewReleases, disabled" in told


@pytest.mark.parametrize("name", ["Bad_Name", "a" * 54, "-app"], ids=["characters", "length", "dash"])
def test_bad_release_name(refused: Refusing, chart: ChartFolder, name: str) -> None:
    told = refused.run("deploy", f"--release={name}", str(chart))
    assert name in told.splitlines()[0]
    assert "\n  hint " in told


def test_bad_namespace(refused: Refusing) -> None:
    refused.werfpy.namespace = "Not_A_Namespace"
    assert "Not_A_Namespace" in refused.deploy()
