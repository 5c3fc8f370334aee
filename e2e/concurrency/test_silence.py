"""Whoever reads our output may go away: the deploy is brought to its end all the same."""

from __future__ import annotations

import pytest

from e2e.crash.end_state import statuses
from e2e.driver import ChartFolder, Live, Werfpy, config_map

pytestmark = pytest.mark.cluster


@pytest.mark.parametrize("output", ["text", "json"])
def test_nobody_reads_any_more(werfpy: Werfpy, live: Live, chart: ChartFolder, output: str) -> None:
    chart.write(all=[config_map(f"settings-{number}", {"a": "1"}) for number in range(4)])
    running = werfpy.start("deploy", "app", str(chart), "--output", output)
    assert running.stdout is not None
    running.stdout.close()
    running.wait(timeout=60)
    assert running.stderr is not None
    told = running.stderr.read()
    running.stderr.close()
    assert (running.returncode, told) == (0, "")
    assert statuses(live, "app") == {1: "deployed"}
    assert live.exists("ConfigMap", "settings-3")
    (lease,) = live.items("Lease")
    assert not lease["spec"].get("holderIdentity")
