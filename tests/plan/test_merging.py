"""What an update sends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.plan.objects import POLICY, config_map, deployment, live, recorded, resource
from werfpy.json_types import Manifest
from werfpy.plan.decide import decide
from werfpy.plan.operations import Operation, Verb

TWO_WAY = replace(POLICY, is_three_way=False)
ONLY_ON_CREATION = {"annotations": {"werf.io/set-replicas-only-on-creation": "true"}}


def body(operation: Operation) -> Any:
    assert operation.patch is not None
    return operation.patch.body


def managed(manifest: Manifest, manager: str, fields: Manifest) -> Manifest:
    entry = {
        "manager": manager,
        "operation": "Update",
        "apiVersion": "apps/v1",
        "time": "2026-01-01T00:00:00Z",
        "fieldsType": "FieldsV1",
        "fieldsV1": fields,
    }
    return {**manifest, "metadata": {**manifest["metadata"], "managedFields": [entry]}}


def test_drift_of_a_stated_field_is_put_right() -> None:
    operation = decide(resource(deployment(2)), recorded(deployment(2)), live(deployment(5)), POLICY)
    assert body(operation) == {"spec": {"replicas": 2}}


def test_a_field_that_the_chart_never_stated_is_left() -> None:
    current = live(deployment(7))
    assert decide(resource(deployment(None)), recorded(deployment(None)), current, POLICY).verb is Verb.NOTHING


def test_a_field_that_only_a_failed_revision_stated_is_removed() -> None:
    past = recorded(config_map({"a": "1"}), config_map({"a": "1", "leak": "x"}))
    operation = decide(resource(config_map({"a": "1"})), past, live(config_map({"a": "1", "leak": "x"})), POLICY)
    assert body(operation) == {"data": {"leak": None}}


def test_a_dropped_field_that_an_autoscaler_writes_now_is_yielded() -> None:
    current = managed(live(deployment(7)), "kube-controller-manager", {"f:spec": {"f:replicas": {}}})
    operation = decide(resource(deployment(None)), recorded(deployment(2)), current, POLICY)
    assert operation.verb is Verb.NOTHING
    assert [(item.path, item.manager) for item in operation.yielded] == [("spec.replicas", "kube-controller-manager")]


def test_a_dropped_field_that_nobody_else_writes_is_removed() -> None:
    current = managed(live(deployment(2)), "werfpy", {"f:spec": {"f:replicas": {}}})
    operation = decide(resource(deployment(None)), recorded(deployment(2)), current, POLICY)
    assert body(operation) == {"spec": {"replicas": None}}


@pytest.mark.parametrize("policy", [POLICY, TWO_WAY], ids=["three-way", "two-way"])
def test_replicas_set_only_on_creation_are_left(policy: Any) -> None:
    chart = deployment(9)
    chart["metadata"] = {**chart["metadata"], **ONLY_ON_CREATION}
    current = live({**deployment(4), "metadata": {**deployment()["metadata"], **ONLY_ON_CREATION}})
    past = {**deployment(2), "metadata": {**deployment()["metadata"], **ONLY_ON_CREATION}}
    assert decide(resource(chart), recorded(past), current, policy).verb is Verb.NOTHING


def test_two_way_mode_does_not_see_drift() -> None:
    current = live(deployment(5))
    assert decide(resource(deployment(2)), recorded(deployment(2)), current, TWO_WAY).verb is Verb.NOTHING


def test_two_way_mode_sends_what_the_chart_changes() -> None:
    operation = decide(resource(deployment(3)), recorded(deployment(2)), live(deployment(5)), TWO_WAY)
    assert body(operation)["spec"] == {"replicas": 3}


def test_a_three_way_update_takes_repair_annotations_away() -> None:
    current = live(config_map(), **{"werf.io__repair_patch": '{"data":{}}'})
    operation = decide(resource(config_map()), recorded(config_map()), current, POLICY)
    assert body(operation) == {"metadata": {"annotations": {"werf.io/repair-patch": None}}}


def test_secret_values_do_not_show_in_changes() -> None:
    chart = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s", "namespace": "prod"}}
    old, new = {**chart, "data": {"p": "b2xk"}}, {**chart, "data": {"p": "bmV3"}}
    operation = decide(resource(new), recorded(old), live(old), POLICY)
    assert operation.verb is Verb.UPDATE
    assert "bmV3" not in repr(operation.changes)
    assert "b2xk" not in repr(operation.changes)


def test_a_dropped_field_of_an_object_that_another_tool_made_is_removed() -> None:
    """Whoever made an adopted object still stands in managedFields; that alone does not hold a field for ever."""
    current = managed(live(config_map({"a": "1", "b": "2"})), "kubectl-create", {"f:data": {"f:a": {}, "f:b": {}}})
    operation = decide(resource(config_map({"a": "1"})), recorded(config_map({"a": "1", "b": "2"})), current, POLICY)
    assert body(operation) == {"data": {"b": None}}


def test_a_dropped_field_that_another_tool_changed_since_is_yielded() -> None:
    current = managed(live(config_map({"a": "1", "b": "9"})), "kubectl-edit", {"f:data": {"f:b": {}}})
    operation = decide(resource(config_map({"a": "1"})), recorded(config_map({"a": "1", "b": "2"})), current, POLICY)
    assert operation.verb is Verb.NOTHING
    assert [(item.path, item.manager) for item in operation.yielded] == [("data.b", "kubectl-edit")]
