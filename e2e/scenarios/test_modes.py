"""Scenarios 1 to 3: which merge each mode comes to, and how it is remembered.

The reference forgot the user's mode after a date; here a mode means the same for ever, and ``enabled`` is the default.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.objects import QUICK

pytestmark = pytest.mark.cluster

DISABLED = 'Three-way merge is DISABLED for the release "app"'
ENABLED = 'Three-way merge is ENABLED for the release "app"'


@pytest.fixture(autouse=True)
def written(chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"ours": "chart"}))


def drift(live: Live) -> None:
    live.patch("ConfigMap", "settings", {"data": {"ours": "by hand"}})


def ours(live: Live) -> str:
    found: str = live.get("ConfigMap", "settings")["data"]["ours"]
    return found


def memory(live: Live) -> dict[int, str | None]:
    """What each revision's Secret remembers of the merge."""
    marks = {n: item["metadata"].get("annotations", {}) for n, item in sorted(live.revisions("app").items())}
    return {n: annotations.get("werf.io/three-way-merge-enabled") for n, annotations in marks.items()}


def deploy(werfpy: Werfpy, chart: ChartFolder, mode: str) -> str:
    return werfpy.ok("deploy", "app", str(chart), QUICK, "--three-way-merge-mode", mode).out


def test_scenario_01_a_release_made_two_way_stays_so_with_only_new_releases(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    assert DISABLED in deploy(werfpy, chart, "disabled")
    drift(live)
    told = deploy(werfpy, chart, "onlyNewReleases")
    assert 'Using three-way-merge mode "onlyNewReleases"' in told
    assert DISABLED in told
    assert ours(live) == "by hand"
    assert memory(live) == {1: None, 2: None}


def test_scenario_02_a_release_installed_with_only_new_releases_is_merged_three_way(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    assert ENABLED in deploy(werfpy, chart, "onlyNewReleases")
    drift(live)
    assert ENABLED in deploy(werfpy, chart, "onlyNewReleases")
    assert ours(live) == "chart"
    assert memory(live) == {1: "true", 2: "true"}


def test_scenario_02_the_mode_comes_from_the_environment_under_both_names(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    for name, mode in (("WERF_THREE_WAY_MERGE_MODE", "disabled"), ("WERF_THREE_WAY_MERGE", "onlyNewReleases")):
        told = replace(werfpy, environ={**werfpy.environ, name: mode}).ok("deploy", "app", str(chart), QUICK).out
        assert f'Using three-way-merge mode "{mode}"' in told


def test_scenario_03_enabled_makes_a_two_way_release_three_way(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    deploy(werfpy, chart, "disabled")
    drift(live)
    told = deploy(werfpy, chart, "enabled")
    assert 'Using three-way-merge mode "enabled"' in told
    assert "DISABLED" not in told
    assert ours(live) == "chart"
    assert memory(live) == {1: None, 2: "true"}


def test_scenario_03_from_then_on_only_new_releases_counts_it_as_new_until_it_is_disabled(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    for mode in ("disabled", "enabled", "onlyNewReleases", "disabled", "onlyNewReleases"):
        deploy(werfpy, chart, mode)
    assert memory(live) == {1: None, 2: "true", 3: "true", 4: None, 5: None}


def test_scenario_03_an_unknown_mode_is_refused_before_anything_is_sent(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    for bad in ("Enabled", "yes"):
        told = werfpy.fails("deploy", "app", str(chart), "--three-way-merge-mode", bad).err
        assert "enabled, onlyNewReleases, disabled" in told
    assert live.revisions("app") == {}
    assert not live.exists("ConfigMap", "settings")
