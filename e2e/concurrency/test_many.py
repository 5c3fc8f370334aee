"""Several deploys of one release at the same time: one after the other, and none is lost."""

from __future__ import annotations

import re

import pytest

from e2e.crash.end_state import statuses
from e2e.driver import ChartFolder, Live, Ran, Werfpy

pytestmark = pytest.mark.cluster

TEMPLATE = """apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data:
  run: {{ .Values.run | quote }}
  {{ .Values.run }}: "stated by this run alone"
"""


def at_once(werfpy: Werfpy, chart: ChartFolder, names: list[str]) -> dict[str, Ran]:
    """Start a deploy for each name, then wait for all of them."""
    running = {name: werfpy.start("deploy", "app", str(chart), "--set", f"run={name}") for name in names}
    found = {}
    for name, process in running.items():
        out, err = process.communicate(timeout=180)
        found[name] = Ran(process.returncode, out, err)
    return found


def revision_of(ran: Ran) -> int:
    told = re.search(r"release app is deployed: revision (\d+)", ran.out)
    assert told, ran.text
    return int(told.group(1))


@pytest.mark.parametrize("is_installed", [False, True], ids=["install", "upgrade"])
@pytest.mark.parametrize("count", [2, 5])
def test_deploys_at_once_come_one_after_the_other(
    werfpy: Werfpy, live: Live, chart: ChartFolder, count: int, is_installed: bool
) -> None:
    chart.write(all=TEMPLATE)
    if is_installed:
        werfpy.ok("deploy", "app", str(chart), "--set", "run=first")
    before = len(statuses(live, "app"))
    ran = at_once(werfpy, chart, [f"run{number}" for number in range(count)])
    assert {name: item.code for name, item in ran.items()} == dict.fromkeys(ran, 0), ran
    revisions = {revision_of(item): name for name, item in ran.items()}
    assert sorted(revisions) == list(range(before + 1, before + count + 1))
    last = max(revisions)
    expected = {number: "superseded" for number in range(1, last)} | {last: "deployed"}
    assert statuses(live, "app") == expected
    winner = revisions[last]
    # The keys of all earlier runs are gone: each run merged from what the one before it had recorded.
    assert live.get("ConfigMap", "settings")["data"] == {"run": winner, winner: "stated by this run alone"}
