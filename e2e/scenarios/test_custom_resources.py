"""Complaint 7: custom resources are compared with what is live, which Helm 3 does not do."""

from __future__ import annotations

import pytest

from e2e.driver import ChartFolder, Werfpy
from e2e.scenarios.conftest import Widgets, Writes
from e2e.scenarios.objects import QUICK, REPAIR_PATCH

pytestmark = pytest.mark.cluster


def test_complaint_07_drift_of_a_custom_resource_is_reverted(
    werfpy: Werfpy, widgets: Widgets, chart: ChartFolder, writes: Writes
) -> None:
    """Its lists have no keys and are the chart's as a whole; foreign fields of its objects stay."""
    chart.write(all=widgets.manifest("one", color="red", old="gone soon", parts=[{"name": "a"}], more={"x": 1}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    widgets.patch("one", {"spec": {"color": "green", "theirs": "kept", "parts": [], "more": {"y": 2}}})
    chart.write(all=widgets.manifest("one", color="red", parts=[{"name": "a"}], more={"x": 1}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    stated = {"color": "red", "parts": [{"name": "a"}], "more": {"x": 1, "y": 2}, "theirs": "kept"}
    assert widgets.get("one")["spec"] == stated
    writes.mark()
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert writes.objects() == []


def test_complaint_07_the_repair_command_of_a_custom_resource_works(
    werfpy: Werfpy, widgets: Widgets, chart: ChartFolder
) -> None:
    """The reference's command had no ``--type=merge`` and was refused for custom resources; its quotes broke too."""
    flags = ("--three-way-merge-mode", "disabled", QUICK)
    chart.write(all=widgets.manifest("one", color="it's red"))
    werfpy.ok("deploy", "app", str(chart), *flags)
    widgets.patch("one", {"spec": {"color": "green"}})
    told = werfpy.ok("deploy", "app", str(chart), *flags).text
    assert widgets.get("one")["spec"] == {"color": "green"}
    annotation = widgets.get("one")["metadata"]["annotations"][REPAIR_PATCH]
    assert annotation == '{"spec":{"color":"it\'s red"}}'
    (command,) = [line for line in told.splitlines() if line.startswith("kubectl ")]
    assert "--type=merge" in command or "--type merge" in command
    werfpy.shell(command)
    assert widgets.get("one")["spec"] == {"color": "it's red"}
