"""Complaint 5: replicas and resources that an autoscaler sets are left to it.

Complete where the reference was not: init containers, CronJobs, volume claim templates, custom resources; on adoption
and in two-way mode too. And a field that leaves the chart while an autoscaler writes it is yielded, not nulled.
"""

from __future__ import annotations

from typing import Any

import pytest

from e2e.driver import MERGE, ChartFolder, Live, Werfpy, deployment
from e2e.scenarios.conftest import Widgets
from e2e.scenarios.objects import (
    CONSENT,
    QUICK,
    REPAIR_PATCH,
    annotated,
    annotation,
    container,
    pod_template,
    resources,
    workload,
)

pytestmark = pytest.mark.cluster

REPLICAS = {"werf.io/set-replicas-only-on-creation": "true"}
RESOURCES = {"werf.io/set-resources-only-on-creation": "true"}
OURS, NEWER, LIVE = resources("10m", "32Mi", "64Mi"), resources("20m", "32Mi", "64Mi"), resources("50m", "1Gi", "2Gi")


def pod(sizes: dict[str, Any]) -> dict[str, Any]:
    """A pod whose container and init container are of this size."""
    first = container("first", resources=sizes)
    return pod_template("web", container(resources=sizes), initContainers=[first], restartPolicy="OnFailure")


def cron_job(sizes: dict[str, Any]) -> dict[str, Any]:
    spec = {"schedule": "0 0 1 1 *", "jobTemplate": {"spec": {"template": pod(sizes)}}}
    return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "yearly"}, "spec": spec}


def web(sizes: dict[str, Any], replicas: int = 1) -> dict[str, Any]:
    first = container("first", resources=sizes)
    return workload("web", container(resources=sizes), replicas=replicas, initContainers=[first])


def sizes_in(template: dict[str, Any]) -> list[dict[str, Any]]:
    spec = template["spec"]
    return [item["resources"] for item in (*spec["containers"], *spec["initContainers"])]


def resized() -> dict[str, Any]:
    return {
        "spec": {
            "containers": [{"name": "main", "resources": LIVE}],
            "initContainers": [{"name": "first", "resources": LIVE}],
        }
    }


def resize(live: Live) -> None:
    """What a vertical autoscaler would write."""
    live.patch("Deployment", "web", {"spec": {"template": resized()}})
    live.patch("CronJob", "yearly", {"spec": {"jobTemplate": {"spec": {"template": resized()}}}})


def all_sizes(live: Live) -> list[dict[str, Any]]:
    cron = live.get("CronJob", "yearly")["spec"]["jobTemplate"]["spec"]["template"]
    return [*sizes_in(live.get("Deployment", "web")["spec"]["template"]), *sizes_in(cron)]


@pytest.mark.parametrize("mode", ["enabled", "disabled"])
def test_complaint_05_resources_of_containers_init_containers_and_cron_jobs(
    werfpy: Werfpy, live: Live, chart: ChartFolder, mode: str
) -> None:
    """In two-way mode a change of the chart is not sent either; the reference sent it."""
    flags = ("--three-way-merge-mode", mode, QUICK)
    chart.write(all=[annotated(item, RESOURCES) for item in (web(OURS), cron_job(OURS))])
    werfpy.ok("deploy", "app", str(chart), *flags)
    assert all_sizes(live) == [OURS] * 4
    resize(live)
    chart.write(all=[annotated(item, RESOURCES) for item in (web(NEWER), cron_job(NEWER))])
    told = werfpy.ok("deploy", "app", str(chart), *flags).text
    assert all_sizes(live) == [LIVE] * 4
    assert "kubectl" not in told
    if mode == "disabled":
        assert annotation(live, "CronJob", "yearly", REPAIR_PATCH) == "{}"


def test_complaint_05_a_container_that_is_new_gets_the_charts_resources(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=annotated(web(OURS), RESOURCES))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.patch("Deployment", "web", {"spec": {"template": resized()}})
    more = web(NEWER)
    more["spec"]["template"]["spec"]["containers"].append(container("more", resources=NEWER))
    chart.write(all=annotated(more, RESOURCES))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    found = live.get("Deployment", "web")["spec"]["template"]["spec"]["containers"]
    assert {item["name"]: item["resources"] for item in found} == {"main": LIVE, "more": NEWER}


def claiming(size: str) -> dict[str, Any]:
    claim = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": size}}}
    found = workload("db", kind="StatefulSet")
    found["spec"]["volumeClaimTemplates"] = [{"metadata": {"name": "data"}, "spec": claim}]
    return found


def test_complaint_05_resources_of_volume_claim_templates(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=annotated(claiming("1Gi"), RESOURCES))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    chart.write(all=claiming("2Gi"))
    assert "StatefulSet" in werfpy.fails("deploy", "app", str(chart), QUICK).err
    chart.write(all=annotated(claiming("2Gi"), RESOURCES))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    (claim,) = live.get("StatefulSet", "db")["spec"]["volumeClaimTemplates"]
    assert claim["spec"]["resources"]["requests"] == {"storage": "1Gi"}


@pytest.mark.parametrize("mode", ["enabled", "disabled"])
def test_complaint_05_replicas_of_a_custom_resource(
    werfpy: Werfpy, widgets: Widgets, chart: ChartFolder, mode: str
) -> None:
    """Where they stand is what the CRD's scale subresource says: ``.spec.size``."""
    flags = ("--three-way-merge-mode", mode, QUICK)
    chart.write(all=widgets.manifest("one", REPLICAS, size=1, color="red"))
    werfpy.ok("deploy", "app", str(chart), *flags)
    widgets.patch("one", {"spec": {"replicas": 5}}, "scale")
    chart.write(all=widgets.manifest("one", REPLICAS, size=3, color="blue"))
    told = werfpy.ok("deploy", "app", str(chart), *flags).text
    assert widgets.get("one")["spec"] == {"size": 5, "color": "blue"}
    assert "kubectl" not in told


def test_complaint_05_on_adoption_the_live_sizes_stay(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    live.create(annotated(web(LIVE, replicas=3), {CONSENT: "app"}))
    chart.write(all=annotated(web(OURS), {**REPLICAS, **RESOURCES}))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    found = live.get("Deployment", "web")["spec"]
    assert (found["replicas"], sizes_in(found["template"])) == (3, [LIVE, LIVE])


def scale(live: Live, replicas: int) -> None:
    """As the controller of a HorizontalPodAutoscaler does it: through the scale subresource, in its own name."""
    answer = live.http.request(
        "PATCH",
        live.path("Deployment", "web") + "/scale",
        {"spec": {"replicas": replicas}},
        content_type=MERGE,
        query={"fieldManager": "autoscaler"},
    )
    assert answer.status == 200, answer.body


def test_complaint_05_replicas_that_leave_the_chart_are_yielded_to_the_autoscaler(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=deployment("web", replicas=2))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    scale(live, 7)
    chart.write(all=deployment("web", replicas=None))
    told = werfpy.ok("deploy", "app", str(chart), QUICK).text
    assert "spec.replicas left the chart and stays: autoscaler writes it now" in told
    assert live.get("Deployment", "web")["spec"]["replicas"] == 7
    chart.write(all=deployment("web", "nginx:2", replicas=None))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("Deployment", "web")["spec"]["replicas"] == 7


def test_complaint_05_replicas_that_leave_the_chart_and_nobody_writes_become_the_default(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=deployment("web", replicas=2))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    chart.write(all=deployment("web", replicas=None))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("Deployment", "web")["spec"]["replicas"] == 1


def test_complaint_05_replicas_that_the_chart_never_stated_are_never_touched(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=deployment("web", replicas=None))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.patch("Deployment", "web", {"spec": {"replicas": 4}}, MERGE)
    chart.write(all=deployment("web", "nginx:2", replicas=None))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live.get("Deployment", "web")["spec"]["replicas"] == 4


def test_complaint_05_the_annotation_can_come_from_the_command_line(
    werfpy: Werfpy, live: Live, chart: ChartFolder
) -> None:
    chart.write(all=deployment("web"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    live.patch("Deployment", "web", {"spec": {"replicas": 4}}, MERGE)
    werfpy.ok("deploy", "app", str(chart), QUICK, "--add-annotation=werf.io/set-replicas-only-on-creation=true")
    assert live.get("Deployment", "web")["spec"]["replicas"] == 4
