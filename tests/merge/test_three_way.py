"""The front door: what is refused, what is yielded, what a union is for."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from typing import Any

import pytest

import werfpy.merge
from tests.merge.objects import Manifest, config_map, deployment, schema, widget
from werfpy.errors import MergeError, ResourceMismatch
from werfpy.merge.equality import json_equal, json_key
from werfpy.merge.json_merge import apply_json_merge
from werfpy.merge.patch_type import PatchType
from werfpy.merge.three_way import MergePatch, apply_patch, desired_object, three_way_patch, two_way_patch
from werfpy.merge.union import union_of_originals


def test_other_objects_are_refused() -> None:
    other = {**config_map({}), "metadata": {"name": "other"}}
    with pytest.raises(ResourceMismatch, match="cannot merge ConfigMap web: the live object is ConfigMap other"):
        three_way_patch({}, config_map({}), other, schema=None)
    with pytest.raises(ResourceMismatch, match="the original is Widget web"):
        three_way_patch(widget(), config_map({}), config_map({}), schema=None)


def test_an_old_api_version_in_the_original_is_no_obstacle() -> None:
    original = {**deployment(replicas=1, paused=True), "apiVersion": "extensions/v1beta1"}
    patch = three_way_patch(
        original, deployment(replicas=2), deployment(replicas=1, paused=True), schema=schema(deployment())
    )
    assert patch.body == {"spec": {"replicas": 2, "paused": None}}


def test_custom_resources_get_a_merge_patch_against_the_live_object() -> None:
    patch = three_way_patch(widget(a=1, b=1), widget(a=1), widget(a=2, b=1, c=1), schema=None)
    assert patch == MergePatch({"spec": {"a": 1, "b": None}}, PatchType.MERGE)


def test_finalizers_of_others_survive_on_custom_resources() -> None:
    def with_finalizers(*names: str) -> Manifest:
        return {**widget(), "metadata": {"name": "web", "finalizers": list(names)}}

    patch = three_way_patch(with_finalizers("a"), with_finalizers("b"), with_finalizers("a", "x"), schema=None)
    assert sorted(patch.body["metadata"]["finalizers"]) == ["b", "x"]


def test_dropping_the_last_annotation_leaves_those_of_others() -> None:
    live = config_map({}, annotations={"ours": "1", "deployment.kubernetes.io/revision": "3"})
    patch = three_way_patch(config_map({}, annotations={"ours": "1"}), config_map({}), live, schema=schema(live))
    assert patch.body == {"metadata": {"annotations": {"ours": None}}}


def test_a_null_in_the_chart_leaves_the_field_to_others() -> None:
    live = deployment(replicas=5)
    assert three_way_patch({}, deployment(replicas=None), live, schema=schema(live)).is_empty


def test_two_way_does_not_see_the_live_object() -> None:
    patch = two_way_patch(deployment(replicas=1, paused=True), deployment(replicas=2), schema(deployment()))
    assert patch.body == {"spec": {"replicas": 2, "paused": None}}
    assert two_way_patch(widget(a=1), widget(a=1), None) == MergePatch({}, PatchType.MERGE)


def test_the_desired_object_is_what_the_patch_makes() -> None:
    states = [deployment({"name": "web", "image": image}) for image in ("a", "b", "c")]
    patch = three_way_patch(*states, schema=schema(states[0]))
    result = apply_patch(states[2], patch, schema(states[0]))
    assert json_equal(desired_object(*states, schema=schema(states[0])), result)


def test_a_union_has_the_newest_values_and_the_items_of_all() -> None:
    older = deployment({"name": "a", "image": "1"}, {"name": "b"}, replicas=1, paused=True)
    newer = deployment({"name": "c"}, {"name": "a", "image": "2"}, replicas=None, paused=False)
    united = union_of_originals([older, newer], schema(older))
    assert united["spec"]["template"]["spec"]["containers"] == [
        {"name": "a", "image": "2"},
        {"name": "b"},
        {"name": "c"},
    ]
    assert (united["spec"]["replicas"], united["spec"]["paused"]) == (1, False)


def test_a_field_of_a_failed_revision_does_not_leak() -> None:
    deployed, failed = config_map({"a": "1"}), config_map({"a": "1", "b": "1"})
    original = union_of_originals([deployed, failed], schema(deployed))
    assert three_way_patch(original, deployed, failed, schema=schema(deployed)).body == {"data": {"b": None}}


def test_no_originals_are_no_original() -> None:
    assert union_of_originals([], None) == {}


def test_a_json_patch_can_be_applied_too() -> None:
    patch = MergePatch([{"op": "add", "path": "/data", "value": {}}], PatchType.JSON)
    assert apply_patch(config_map(), patch, None) == config_map({})


def test_scalars_in_a_list_of_objects_are_a_merge_error_where_types_are_not_known() -> None:
    chart = {**deployment(pod={"volumes": ["v"]}), "apiVersion": "apps/v1beta1"}
    live = deployment(pod={"volumes": [{"name": "v"}]})
    with pytest.raises(MergeError, match="merged by name is not an object"):
        three_way_patch({}, chart, {**live, "apiVersion": "apps/v1beta1"}, schema=schema(chart))


@pytest.mark.parametrize(
    ("document", "patch", "expected"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_the_examples_of_rfc_7386(document: Any, patch: Any, expected: Any) -> None:
    assert apply_json_merge(document, patch) == expected


@pytest.mark.parametrize(
    ("left", "right", "are_equal"),
    [
        (1, 1.0, True), (1, True, False), (0, False, False), (True, True, True), (None, None, True), (None, 0, False),
        ([1], [1.0], True), ([1], [True], False), ({"a": 1}, {"a": 1.0}, True), ({"a": None}, {}, False),
        ([], {}, False), ([1, 2], [1], False), ({"a": [{"b": 1}]}, {"a": [{"b": 1.0}]}, True), ("", None, False),
        ("1", 1, False),
    ],
)  # fmt: skip
def test_equality_is_jsons(left: Any, right: Any, are_equal: bool) -> None:
    assert json_equal(left, right) is are_equal
    assert (json_key(left) == json_key(right)) is are_equal


@pytest.mark.parametrize("name", [module.name for module in pkgutil.iter_modules(werfpy.merge.__path__)])
def test_docstring_examples(name: str) -> None:
    module = importlib.import_module(f"werfpy.merge.{name}")
    assert doctest.testmod(module).failed == 0
