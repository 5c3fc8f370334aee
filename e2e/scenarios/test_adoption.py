"""Scenarios 14 to 16 and complaint 10: objects that were there before the release.

The reference adopted only when a release was upgraded, for its failed installs were purged with all that they had
adopted. Here objects are adopted by a first install too, and what a failed run adopted is never deleted.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from e2e.driver import MERGE, ChartFolder, Live, Werfpy, config_map, deployment
from e2e.scenarios.objects import (
    CONSENT,
    OWNER,
    QUICK,
    annotated,
    annotation,
    container,
    containers,
    owner,
    uid,
    workload,
)
from e2e.scenarios.records import statuses

pytestmark = pytest.mark.cluster

KEY = [{"name": "KEY", "value": "chart"}]
MYVAR = [{"name": "MYVAR", "value": "chart"}]


def deploys(*numbers: int) -> list[dict[str, Any]]:
    env = {2: KEY, 4: MYVAR}
    return [workload(f"deploy{n}", container(env=env.get(n, []))) for n in numbers]


def consent(live: Live, kind: str, name: str, release: str | None) -> None:
    live.patch(kind, name, {"metadata": {"annotations": {CONSENT: release}}}, MERGE)


def create_deploy2(live: Live) -> str:
    """Somebody's own: two other containers."""
    made = live.create(workload("deploy2", container("one"), container("two"), replicas=2))
    found: str = made["metadata"]["uid"]
    return found


def create_deploy4(live: Live) -> str:
    """Somebody's own: a label, an annotation and an environment of theirs."""
    env = [{"name": "MYVAR", "value": "theirs"}, {"name": "MYVAR2", "value": "theirs"}]
    manifest = annotated(workload("deploy4", container(env=env), replicas=2), {"alo": "theirs"})
    manifest["metadata"]["labels"] = {"helo": "theirs"}
    found: str = live.create(manifest)["metadata"]["uid"]
    return found


def test_scenario_14_adoption_needs_consent_and_keeps_what_is_theirs(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=deploys(1, 3))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    before = create_deploy2(live), create_deploy4(live)
    chart.write(all=deploys(1, 2, 3, 4))
    for allowed in (None, None, "another"):
        consent(live, "Deployment", "deploy2", allowed)
        consent(live, "Deployment", "deploy4", allowed)
        told = werfpy.fails("deploy", "app", str(chart), QUICK).err
        assert "deploy2 already exists" in told and "deploy4 already exists" in told
        assert f"{CONSENT}=app" in told and "delete" in told and "drop it from the chart" in told
        assert (uid(live, "Deployment", "deploy2"), uid(live, "Deployment", "deploy4")) == before
        assert statuses(live, "app") == {1: "deployed"}
    consent(live, "Deployment", "deploy2", "app")
    consent(live, "Deployment", "deploy4", "app")
    werfpy.ok("deploy", "app", str(chart))
    assert (uid(live, "Deployment", "deploy2"), uid(live, "Deployment", "deploy4")) == before
    _check_adopted(live)


def _check_adopted(live: Live) -> None:
    for name in ("deploy2", "deploy4"):
        assert owner(live, "Deployment", name) == ("app", live.namespace)
        assert live.get("Deployment", name)["spec"]["replicas"] == 1
    second = containers(live, "Deployment", "deploy2")
    assert sorted(second) == ["main", "one", "two"]
    assert second["main"]["env"] == KEY
    metadata = live.get("Deployment", "deploy4")["metadata"]
    assert (metadata["annotations"]["alo"], metadata["labels"]["helo"]) == ("theirs", "theirs")
    env = {item["name"]: item["value"] for item in containers(live, "Deployment", "deploy4")["main"]["env"]}
    assert env == {"MYVAR": "chart", "MYVAR2": "theirs"}


def test_scenario_14_adoption_is_three_way_in_two_way_mode_too(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    flags = (QUICK, "--three-way-merge-mode", "disabled")
    chart.write(all=deploys(1, 3))
    werfpy.ok("deploy", "app", str(chart), *flags)
    before = create_deploy2(live), create_deploy4(live)
    consent(live, "Deployment", "deploy2", "app")
    consent(live, "Deployment", "deploy4", "app")
    chart.write(all=deploys(1, 2, 3, 4))
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert (uid(live, "Deployment", "deploy2"), uid(live, "Deployment", "deploy4")) == before
    _check_adopted(live)


@pytest.mark.parametrize("mode", ["enabled", "disabled"])
def test_scenario_15_what_is_kept_outlives_the_chart_and_comes_back(
    werfpy: Werfpy, live: Live, chart: ChartFolder, mode: str
) -> None:
    """The reference could not take a kept object back in two-way mode."""
    flags = (QUICK, "--three-way-merge-mode", mode)
    base, kept = config_map("base", {}), {"helm.sh/resource-policy": "keep"}
    chart.write(all=[base, config_map("kept", {"a": "1"}, annotations=kept)])
    werfpy.ok("deploy", "app", str(chart), *flags)
    before = uid(live, "ConfigMap", "kept")
    chart.write(all=base)
    werfpy.ok("deploy", "app", str(chart), *flags)
    chart.write(all=[base, config_map("kept", {"a": "2"}, annotations=kept)])
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert live.get("ConfigMap", "kept")["data"] == {"a": "2"}
    assert uid(live, "ConfigMap", "kept") == before
    werfpy.ok("uninstall", "app")
    assert (live.exists("ConfigMap", "base"), live.exists("ConfigMap", "kept")) == (False, True)


def test_scenario_15_what_was_adopted_is_the_releases_and_goes_with_it(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    """The reference's dismiss also deleted the namespace; an uninstall leaves it, as Helm does."""
    chart.write(all=deploys(1, 2, 3, 4))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.create(workload("deploy5", container("five")))
    chart.write(all=deploys(1, 2, 3, 4, 5))
    werfpy.fails("deploy", "app", str(chart), QUICK)
    consent(live, "Deployment", "deploy5", "app")
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert sorted(containers(live, "Deployment", "deploy5")) == ["five", "main"]
    werfpy.ok("uninstall", "app")
    assert live.items("Deployment") == []
    assert live.revisions("app") == {}


def test_scenario_16_a_first_install_adopts_too(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    before = create_deploy2(live), create_deploy4(live)
    chart.write(all=deploys(1, 2, 3, 4))
    told = werfpy.fails("deploy", "app", str(chart), QUICK).err
    assert "deploy2 already exists" in told and "deploy4 already exists" in told
    assert not live.exists("Deployment", "deploy1")
    assert live.revisions("app") == {}
    consent(live, "Deployment", "deploy2", "app")
    consent(live, "Deployment", "deploy4", "app")
    assert "adopted" in werfpy.ok("deploy", "app", str(chart), QUICK).out
    assert (uid(live, "Deployment", "deploy2"), uid(live, "Deployment", "deploy4")) == before
    _check_adopted(live)


@pytest.mark.parametrize(("mode", "flag"), [("enabled", "--cleanup-on-fail"), ("disabled", "--no-cleanup-on-fail")])
def test_scenario_16_what_a_failed_install_adopted_is_never_deleted(
    werfpy: Werfpy, live: Live, chart: ChartFolder, mode: str, flag: str
) -> None:
    flags = ("--three-way-merge-mode", mode)
    before = live.create(config_map("settings", {"theirs": "kept"}))["metadata"]["uid"]
    consent(live, "ConfigMap", "settings", "app")
    broken = annotated(deployment("web", "nginx:missing"), {"werf.io/failures-allowed-per-replica": "0"})
    chart.write(all=[config_map("settings", {"ours": "1"}), broken])
    werfpy.fails("deploy", "app", str(chart), *flags, flag)
    assert uid(live, "ConfigMap", "settings") == before
    chart.write(all=deployment("web"))
    assert "adopted it" in werfpy.ok("deploy", "app", str(chart), *flags).out
    assert uid(live, "ConfigMap", "settings") == before
    assert live.get("ConfigMap", "settings")["data"]["theirs"] == "kept"


def test_scenario_16_a_rollback_behind_the_adoption_does_not_delete(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=config_map("base", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    before = live.create(config_map("settings", {"theirs": "kept"}))["metadata"]["uid"]
    consent(live, "ConfigMap", "settings", "app")
    chart.write(all=[config_map("base", {"a": "2"}), config_map("settings", {"ours": "1"})])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    werfpy.ok("rollback", "app", "1", QUICK)
    assert live.get("ConfigMap", "base")["data"] == {"a": "1"}
    assert uid(live, "ConfigMap", "settings") == before


def test_complaint_10_ownership_is_taken_without_hand_work(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    """As with Helm's flag of that name: no annotation is needed, on the first install too."""
    before = create_deploy2(live)
    chart.write(all=deploys(2))
    werfpy.ok("deploy", "app", str(chart), QUICK, "--take-ownership")
    assert uid(live, "Deployment", "deploy2") == before
    assert sorted(containers(live, "Deployment", "deploy2")) == ["main", "one", "two"]
    assert owner(live, "Deployment", "deploy2") == ("app", live.namespace)


def test_complaint_10_objects_with_helms_marks_of_the_release_are_adopted(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    """Helm adopts what carries its marks, whoever put them there."""
    marks = dict(zip(OWNER, ("app", live.namespace), strict=True))
    made = live.create(
        config_map("settings", {"theirs": "kept"}, annotations=marks, labels={"app.kubernetes.io/managed-by": "Helm"})
    )
    chart.write(all=config_map("settings", {"ours": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert uid(live, "ConfigMap", "settings") == made["metadata"]["uid"]
    assert live.get("ConfigMap", "settings")["data"] == {"theirs": "kept", "ours": "1"}


def test_complaint_10_an_object_of_another_release_is_not_adopted_by_consent(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    werfpy.ok("deploy", "other", str(chart), QUICK)
    consent(live, "ConfigMap", "settings", "app")
    told = werfpy.fails("deploy", "app", str(chart), QUICK).err
    assert "belongs to release" in told and "other" in told
    assert owner(live, "ConfigMap", "settings") == ("other", live.namespace)


def test_complaint_10_the_plan_tells_the_four_classes_and_what_adopting_changes(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=config_map("mine", {"a": "1"}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.create(config_map("theirs", {"a": "theirs", "b": "kept"}))
    consent(live, "ConfigMap", "theirs", "app")
    chart.write(all=[config_map(name, {"a": "1"}) for name in ("mine", "theirs", "fresh")])
    operations = json.loads(werfpy.ok("plan", "app", str(chart), "-o", "json").out)["operations"]
    found = {operation["name"]: operation for operation in operations}
    classes = {name: (operation["ownership"], operation["verb"]) for name, operation in found.items()}
    assert classes == {"fresh": ("new", "create"), "mine": ("ours", "unchanged"), "theirs": ("unowned", "adopt")}
    sides = {change["path"]: (change.get("before"), change.get("after")) for change in found["theirs"]["changes"]}
    assert sides["data.a"] == ("theirs", "1")
    assert not any("data.b" in path for path in sides)
    assert annotation(live, "ConfigMap", "theirs", OWNER[0]) is None
    assert "Ownership: 1 new, 1 ours, 1 unowned, 0 foreign" in werfpy.ok("plan", "app", str(chart)).out
