"""Scenario 19: how many revisions are kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.objects import QUICK
from e2e.scenarios.records import copy_record, statuses

pytestmark = pytest.mark.cluster

KEPT = 5


def test_scenario_19_the_history_never_grows_beyond_its_maximum(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    """Eight deploys instead of the reference's twenty: from the sixth on one is like the other."""
    limited = replace(werfpy, environ={**werfpy.environ, "WERF_RELEASES_HISTORY_MAX": str(KEPT)})
    for number in range(1, 9):
        chart.write(all=config_map("settings", {"a": str(number)}))
        limited.ok("deploy", "app", str(chart), QUICK)
        assert sorted(live.revisions("app")) == list(range(max(1, number - KEPT + 1), number + 1))
    assert statuses(live, "app") == {**dict.fromkeys(range(4, 8), "superseded"), 8: "deployed"}


def test_scenario_19_a_long_history_is_cut_when_the_maximum_is_set(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK, "--releases-history-max", "0")
    for number in range(2, 20):
        copy_record(live, "app", 1, number)
    werfpy.ok("deploy", "app", str(chart), QUICK, "--releases-history-max", "0")
    assert len(live.revisions("app")) == 20
    werfpy.ok("deploy", "app", str(chart), QUICK, "--releases-history-max", str(KEPT))
    assert len(live.revisions("app")) == KEPT
    assert statuses(live, "app")[21] == "deployed"


def test_scenario_19_the_deployed_revision_outlives_failed_ones(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    for number in range(2, 9):
        copy_record(live, "app", 1, number, "failed")
    chart.write(all=config_map("settings", {"b": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK, "--history-max", "2")
    assert 1 in live.revisions("app")
    assert live.get("ConfigMap", "settings")["data"] == {"b": "1"}
