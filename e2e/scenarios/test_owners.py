"""Scenario 13 and complaint 4: owner marks that somebody took away, or that name somebody else.

Marks are Helm's ``meta.helm.sh/*``; the reference's was ``service.werf.io/owner-release``. The reference refused to
deploy an object of its own record that had lost its mark, and gave no way out; here it is marked again.
"""

from __future__ import annotations

from typing import Any

import pytest

from e2e.driver import MERGE, ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.objects import OWNER, QUICK, annotated, owner, uid
from e2e.scenarios.records import statuses

pytestmark = pytest.mark.cluster


def take_marks_away(live: Live, kind: str, name: str) -> None:
    metadata = {"annotations": dict.fromkeys(OWNER), "labels": {"app.kubernetes.io/managed-by": None}}
    live.patch(kind, name, {"metadata": metadata}, MERGE)


def give_to(live: Live, kind: str, name: str, release: str) -> None:
    live.patch(kind, name, {"metadata": {"annotations": {OWNER[0]: release}}}, MERGE)


@pytest.mark.parametrize("mode", ["disabled", "enabled"])
def test_scenario_13_an_object_without_marks_is_marked_again_after_a_failed_revision(
    werfpy: Werfpy, live: Live, chart: ChartFolder, mode: str
) -> None:
    flags = ("--three-way-merge-mode", mode)
    settings = config_map("settings", {"a": "1"})
    chart.write(all=settings)
    werfpy.ok("deploy", "app", str(chart), *flags)
    first = uid(live, "ConfigMap", "settings")
    broken = annotated(deployment("web", "nginx:missing"), {"werf.io/failures-allowed-per-replica": "0"})
    chart.write(all=[settings, broken])
    werfpy.fails("deploy", "app", str(chart), *flags)
    take_marks_away(live, "ConfigMap", "settings")
    chart.write(all=[settings, deployment("web")])
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert owner(live, "ConfigMap", "settings") == ("app", live.namespace)
    assert uid(live, "ConfigMap", "settings") == first
    assert statuses(live, "app") == {1: "superseded", 2: "failed", 3: "deployed"}


def test_complaint_04_an_object_made_anew_by_hand_is_marked_again(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.delete("ConfigMap", "settings")
    made = live.create(config_map("settings", {"a": "2", "theirs": "x"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    found = live.get("ConfigMap", "settings")
    assert found["metadata"]["uid"] == made["metadata"]["uid"]
    assert found["data"] == {"a": "1", "theirs": "x"}
    assert owner(live, "ConfigMap", "settings") == ("app", live.namespace)


def test_complaint_04_another_owner_stops_the_deploy_and_the_way_out_is_told(
    werfpy: Werfpy, live: Live, chart: ChartFolder, cluster: Any
) -> None:
    chart.write(all=[config_map("settings", {"a": "1"}), config_map("other", {"a": "1"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    give_to(live, "ConfigMap", "settings", "foreign")
    chart.write(all=[config_map("settings", {"a": "2"}), config_map("other", {"a": "2"})])
    mark = cluster.audit.mark() if cluster.audit else None
    told = werfpy.fails("deploy", "app", str(chart), QUICK).err
    assert "belongs to release" in told and "foreign" in told
    assert "--take-ownership" in told
    assert live.get("ConfigMap", "other")["data"] == {"a": "1"}
    assert statuses(live, "app") == {1: "deployed"}
    if mark is not None:
        writes = cluster.audit.requests(mark, namespace=live.namespace, user_agent="werfpy")
        assert {item.resource for item in writes if item.is_write} <= {"leases"}
    werfpy.ok("deploy", "app", str(chart), QUICK, "--take-ownership")
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}
    assert owner(live, "ConfigMap", "settings") == ("app", live.namespace)


def test_complaint_04_a_dropped_object_of_another_owner_is_not_deleted(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=[config_map("settings", {"a": "1"}), config_map("gone", {"a": "1"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    give_to(live, "ConfigMap", "gone", "foreign")
    chart.write(all=config_map("settings", {"a": "1"}))
    assert "foreign" in werfpy.ok("deploy", "app", str(chart), QUICK).out
    assert live.exists("ConfigMap", "gone")
    werfpy.ok("uninstall", "app")
    assert live.exists("ConfigMap", "gone")
    assert not live.exists("ConfigMap", "settings")
