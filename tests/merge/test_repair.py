"""Repair patches: what would still differ from the chart after Helm 2's two-way patch."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from tests.merge.objects import Manifest, config_map, deployment, schema, secret, service, widget
from werfpy.merge.creation_only import REPLICAS_ANNOTATION
from werfpy.merge.json_patch_apply import apply_json_patch
from werfpy.merge.normalise import canonical
from werfpy.merge.repair import Repair, repair_json, repair_patch
from werfpy.merge.repair_commands import RepairTarget, repair_command, repair_json_patches, repair_script
from werfpy.merge.three_way import apply_patch


def repair(original: Manifest, modified: Manifest, current: Manifest) -> Repair:
    known = schema(modified)
    return repair_patch(original, modified, current, normalise=lambda one: canonical(one, known), schema=known)


def container(**parts: Any) -> Manifest:
    return {"name": "web", **parts}


CASES = [
    pytest.param(
        config_map({"aloe": "aloha", "moloko": "omlet"}), config_map({"newKey": "newValue"}),
        {"data": {"aloe": "aloha", "moloko": "omlet"}}, id="data replaced by hand",
    ),
    pytest.param(
        deployment(container(env=[{"name": "A", "value": ""}, {"name": "B"}]), replicas=1),
        deployment(container(env=[{"name": "A"}, {"name": "B"}]), replicas=2),
        {"spec": {"replicas": 1}}, id="replicas, empty environment value",
    ),
    pytest.param(
        deployment(container(resources={"limits": {"cpu": "1000m"}})),
        deployment(container(resources={"limits": {"cpu": "1"}})), {}, id="quantity",
    ),
    pytest.param(
        deployment(strategy={"type": "RollingUpdate"}),
        deployment(strategy={"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%"}}), {}, id="defaults",
    ),
    pytest.param(
        deployment(container(), {"name": "side"}), deployment({"name": "side"}, container()), {}, id="only the order",
    ),
    pytest.param(
        deployment(container(env=[{"name": "A"}, {"name": "B"}])),
        deployment(container(env=[{"name": "B"}, {"name": "A"}])), {}, id="only the order, deeper",
    ),
    pytest.param(
        deployment(container(image="a"), {"name": "side"}), deployment({"name": "side"}, container(image="b")),
        {"spec": {"template": {"spec": {"containers": [{"name": "web", "image": "a"}]}}}}, id="no order in a patch",
    ),
    pytest.param(widget(size=1, list=[1]), widget(size=1, list=[2], own=3), {"spec": {"list": [1]}}, id="custom"),
]  # fmt: skip


@pytest.mark.parametrize(("chart", "live", "expected"), CASES)
def test_patch_of_an_unchanged_chart(chart: Manifest, live: Manifest, expected: Manifest) -> None:
    found = repair(chart, chart, live)
    assert found.patch.body == expected
    assert found.is_in_sync == (not expected)
    assert bool(found.messages) == bool(expected)


def test_what_helm_patches_itself_needs_no_repair() -> None:
    found = repair(config_map({"a": "1", "b": "1"}), config_map({"a": "2", "b": "1"}), config_map({"a": "1", "b": "9"}))
    assert repair_json(found.patch) == '{"data":{"b":"1"}}'


def test_fields_of_others_are_not_repaired() -> None:
    chart = config_map({"a": "1"})
    assert repair(chart, chart, config_map({"a": "1", "x": "1"}, annotations={"other": "1"})).is_in_sync


def test_repair_annotations_are_no_difference() -> None:
    live = config_map({"a": "1"}, annotations={"werf.io/repair-patch": "{}"})
    chart = config_map({"a": "1"}, annotations={"werf.io/repair-patch": '{"x":1}', "own": "1"})
    assert repair(chart, chart, live).patch.body == {"metadata": {"annotations": {"own": "1"}}}


def test_replicas_set_only_on_creation_are_not_repaired() -> None:
    chart = deployment(container(), replicas=1)
    chart["metadata"]["annotations"] = {REPLICAS_ANNOTATION: "true"}
    live = deployment(container(), replicas=5)
    live["metadata"]["annotations"] = {REPLICAS_ANNOTATION: "true"}
    assert repair(chart, chart, live).is_in_sync


def test_autoscalers_are_hinted_at() -> None:
    chart = deployment(container(resources={"limits": {"cpu": "1"}}), replicas=1)
    live = deployment(container(resources={"limits": {"cpu": "2"}}), replicas=5)
    headline, replicas, resources = repair(chart, chart, live).messages
    assert headline == "Deployment web differs from the chart"
    assert "spec.replicas was changed" in replicas and "HorizontalPodAutoscaler" in replicas
    assert "resources was changed" in resources and "VerticalPodAutoscaler" in resources
    assert "--add-annotation=werf.io/set-replicas-only-on-creation=true" in replicas


def test_what_the_dry_run_raises_goes_through() -> None:
    def refuse(_: Manifest) -> Manifest:
        raise PermissionError("dry run")

    with pytest.raises(PermissionError):
        repair_patch({}, config_map({}), config_map({}), normalise=refuse, schema=schema(config_map()))


def test_applying_the_patch_settles_it() -> None:
    chart = deployment(container(image="a", env=[{"name": "A", "value": "1"}]), replicas=1)
    live = deployment({"name": "x"}, container(image="b", env=[{"name": "Z", "value": "1"}]), replicas=3)
    found = repair(chart, chart, live)
    assert repair(chart, chart, apply_patch(live, found.patch, schema(chart))).is_in_sync


def target(manifest: Manifest, namespace: str = "prod") -> RepairTarget:
    return RepairTarget(release="shop", release_namespace="prod", manifest=manifest, namespace=namespace)


def test_the_command_survives_the_shell() -> None:
    chart = config_map({"a": 'it\'s $(rm) "quoted" `x`'})
    found = repair(chart, chart, config_map({}))
    argv = shlex.split(repair_command(target(chart), found))
    assert argv[:7] == ["kubectl", "-n", "prod", "patch", "configmap", "web", "--type=strategic"]
    assert json.loads(argv[8]) == found.patch.body


def test_the_command_names_the_type_of_custom_resources_and_no_namespace_for_cluster_scoped_ones() -> None:
    chart = widget(size=1)
    command = repair_command(target(chart, namespace=""), repair(chart, chart, widget(size=2)))
    assert command == 'kubectl patch widget.v1.example.org web --type=merge -p \'{"spec":{"size":1}}\''


def test_the_command_for_a_secret_shows_nothing() -> None:
    chart = secret(data={"a": "aHVudGVyMg=="})
    command = repair_command(target(chart), repair(chart, chart, secret(data={"a": "x"})))
    assert command == "werfpy repair shop --namespace prod --apply"


def test_the_script_leaves_out_what_is_in_sync() -> None:
    chart, same = deployment(container(), replicas=1), service({"port": 80})
    repairs = [
        (target(same), repair(same, same, same)),
        (target(chart), repair(chart, chart, deployment(container(), replicas=2))),
    ]
    assert repair_script(repairs).splitlines() == [
        "#!/bin/sh",
        "set -eu",
        'kubectl -n prod patch deployment.v1.apps web --type=strategic -p \'{"spec":{"replicas":1}}\'',
    ]


def test_the_json_patch_tests_before_it_changes_and_has_an_inverse() -> None:
    chart = config_map({"a": "1"})
    found = repair(chart, chart, config_map({"a": "2", "x": "1"}, resourceVersion="7"))
    there, back = repair_json_patches(found)
    assert there == [
        {"op": "test", "path": "/data/a", "value": "2"},
        {"op": "replace", "path": "/data/a", "value": "1"},
    ]
    assert apply_json_patch(apply_json_patch(found.before, there), back) == found.before
