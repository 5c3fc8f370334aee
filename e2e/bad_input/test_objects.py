"""Objects that the cluster would refuse: found by dry run, however late they stand in the chart."""

from __future__ import annotations

from typing import Any

import pytest

from e2e.bad_input.conftest import Refusing
from e2e.driver import ChartFolder, Live, Werfpy, config_map, deployment

pytestmark = pytest.mark.cluster

MARKS = {"meta.helm.sh/release-name": "theirs", "meta.helm.sh/release-namespace": "elsewhere"}


def many(last: Any) -> list[Any]:
    """A chart of several good objects and one at the end of Helm's install order."""
    return [config_map("one", {"a": "1"}), config_map("two", {"a": "1"}), deployment("web"), last]


def last_ingress(spec: dict[str, Any]) -> dict[str, Any]:
    return {"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "last"}, "spec": spec}


def job(container: dict[str, Any], **spec: Any) -> dict[str, Any]:
    template = {"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "tool:1", **container}]}}
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": "last"},
        "spec": {"template": template, **spec},
    }


TWINS = job({})
TWINS["spec"]["template"]["spec"]["containers"] *= 2

INVALID = {
    "required field": (last_ingress({"rules": [{"http": {"paths": [{"path": "/"}]}}]}), "pathType"),
    "unknown field": (job({"imagePolicy": "Always"}), 'unknown field "spec.template.spec.containers[0].imagePolicy"'),
    "bad quantity": (job({"resources": {"limits": {"memory": "12 apples"}}}), "quantities must match"),
    "duplicate names": (TWINS, "Duplicate value"),
    "bad type": (job({}, parallelism="three"), "parallelism"),
    "bad name": ({**job({}), "metadata": {"name": "No_Such_Name"}}, "RFC 1123"),
}


@pytest.mark.parametrize(("manifest", "words"), INVALID.values(), ids=INVALID)
def test_invalid_last_object(refused: Refusing, chart: ChartFolder, manifest: Any, words: str) -> None:
    chart.write(all=many(manifest))
    told = refused.deploy()
    assert manifest["kind"] in told.splitlines()[0]
    assert words in told
    assert "app/templates/all.yaml" in told


def test_invalid_hook(refused: Refusing, chart: ChartFolder) -> None:
    hook = job({"imagePolicy": "Always"})
    hook["metadata"]["annotations"] = {"helm.sh/hook": "post-install"}
    chart.write(all=many(hook))
    assert "imagePolicy" in refused.deploy()


def test_all_problems_are_told_at_once(refused: Refusing, live: Live, chart: ChartFolder) -> None:
    live.create(config_map("one", {}))
    live.create(config_map("two", {}, annotations=MARKS, labels={"app.kubernetes.io/managed-by": "Helm"}))
    chart.write(all=many(job({"imagePolicy": "Always"})))
    told = refused.deploy()
    assert "3 problems" in told.splitlines()[0]
    assert "ConfigMap" in told
    assert "theirs" in told
    assert "imagePolicy" in told
    assert "Traceback" not in told


def test_object_of_another_release(refused: Refusing, live: Live, chart: ChartFolder) -> None:
    live.create(config_map("two", {}, annotations=MARKS, labels={"app.kubernetes.io/managed-by": "Helm"}))
    chart.write(all=many(job({})))
    told = refused.deploy()
    assert f"ConfigMap {refused.werfpy.namespace}/two" in told.splitlines()[0]
    assert "theirs" in told.splitlines()[0]
    assert "--take-ownership" in told


def test_object_of_nobody(refused: Refusing, live: Live, chart: ChartFolder) -> None:
    live.create(config_map("two", {}))
    chart.write(all=many(job({})))
    told = refused.deploy()
    assert f"ConfigMap {refused.werfpy.namespace}/two" in told.splitlines()[0]
    assert "werf.io/allow-adoption-by-release=app" in told
    assert "kubectl" in told


def test_immutable_field(refused: Refusing, werfpy: Werfpy, chart: ChartFolder) -> None:
    chart.write(all=[config_map("one", {"a": "1"}), deployment("web")])
    werfpy.ok("deploy", "app", str(chart), "--wait=false")
    changed = deployment("web")
    changed["spec"]["selector"]["matchLabels"] = {"app": "other"}
    changed["spec"]["template"]["metadata"]["labels"] = {"app": "other"}
    chart.write(all=[config_map("one", {"a": "2"}), changed])
    told = refused.deploy()
    assert f"Deployment {werfpy.namespace}/web" in told.splitlines()[0]
    assert "immutable" in told
    assert "\n  hint " in told


def test_unknown_kind(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(all=many({"apiVersion": "example.org/v1", "kind": "Widget", "metadata": {"name": "w"}}))
    told = refused.deploy()
    assert 'no matches for kind "Widget" in version "example.org/v1"' in told.splitlines()[0]
    assert "CustomResourceDefinition" in told


def test_version_that_is_no_longer_served(refused: Refusing, chart: ChartFolder) -> None:
    old = deployment("web")
    chart.write(all=[config_map("one", {}), {**old, "apiVersion": "extensions/v1beta1"}])
    told = refused.deploy()
    assert 'no matches for kind "Deployment" in version "extensions/v1beta1"' in told.splitlines()[0]
    assert "apps/v1" in told


def test_object_in_a_namespace_that_is_missing(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(all=many(config_map("far", {}, namespace="no-such-namespace-here")))
    assert "no-such-namespace-here" in refused.deploy()
