"""Who wrote a field, and which dropped fields are somebody else's now."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merge.objects import Manifest, deployment, schema
from werfpy.merge.field_path import FieldPath, ItemKey, ItemValue, format_path
from werfpy.merge.managed_fields import Writer, writers_of, yielded_paths
from werfpy.merge.three_way import apply_patch, three_way_patch

WEB = ItemKey((("name", "web"),))


def entry(manager: str, time: str, fields: Any, subresource: str = "", operation: str = "Update") -> Manifest:
    return {
        "manager": manager, "operation": operation, "subresource": subresource,
        "time": f"2026-01-01T{time}:00Z", "fieldsType": "FieldsV1", "fieldsV1": fields,
    }  # fmt: skip


def live(manifest: Manifest, *entries: Manifest) -> Manifest:
    return {**manifest, "metadata": {**manifest["metadata"], "managedFields": list(entries)}}


IMAGE = {"f:spec": {"f:template": {"f:spec": {"f:containers": {'k:{"name":"web"}': {".": {}, "f:image": {}}}}}}}
REPLICAS = {"f:spec": {"f:replicas": {}}}

PATHS = [
    pytest.param(("spec", "replicas"), ["hpa"], id="field"),
    pytest.param(("spec",), ["helm", "hpa"], id="a part of it"),
    pytest.param(("spec", "template", "spec", "containers", WEB, "image"), ["helm"], id="field of an item"),
    pytest.param(("spec", "template", "spec", "containers", WEB), ["helm"], id="item"),
    pytest.param(("metadata", "finalizers", ItemValue("x")), ["ctl"], id="item by value"),
    pytest.param(("metadata", "finalizers", ItemValue("y")), [], id="another item"),
    pytest.param(("spec", "replicas", "below"), ["hpa"], id="below a leaf"),
    pytest.param(("spec", "paused"), [], id="nobody"),
]


@pytest.mark.parametrize(("path", "managers"), PATHS)
def test_writers(path: FieldPath, managers: list[str]) -> None:
    finalizers = {"f:metadata": {"f:finalizers": {".": {}, 'v:"x"': {}}}}
    current = live(
        deployment(),
        entry("hpa", "11:00", REPLICAS, "scale"),
        entry("helm", "10:00", IMAGE),
        entry("ctl", "09:00", finalizers),
    )
    assert [writer.manager for writer in writers_of(current, path)] == managers


def test_a_writer_has_all_that_the_server_tells() -> None:
    current = live(deployment(), entry("hpa", "11:00", REPLICAS, "scale"))
    assert writers_of(current, ("spec", "replicas")) == [Writer("hpa", "Update", "scale", "2026-01-01T11:00:00Z")]


@pytest.mark.parametrize("fields", [None, "text", {"f": {}}, {"k:{broken": {}}, {"x:1": {}}, {"i:0": {}}])
def test_entries_that_cannot_be_understood_are_passed_over(fields: Any) -> None:
    assert writers_of(live(deployment(), entry("odd", "1:00", fields)), ("spec", "replicas")) == []


YIELDS = [
    pytest.param([entry("hpa", "11:00", REPLICAS)], ["spec.replicas"], id="an autoscaler has it"),
    pytest.param([entry("helm", "10:00", REPLICAS), entry("hpa", "11:00", REPLICAS)], ["spec.replicas"], id="later"),
    pytest.param([entry("hpa", "09:00", REPLICAS), entry("helm", "10:00", REPLICAS)], [], id="we wrote last"),
    pytest.param([entry("werfpy", "10:00", REPLICAS)], [], id="ours"),
    pytest.param([entry("kubelet", "11:00", REPLICAS, "status")], [], id="status does not count"),
    pytest.param([], [], id="nobody knows"),
]


@pytest.mark.parametrize(("entries", "expected"), YIELDS)
def test_dropped_replicas(entries: list[Manifest], expected: list[str]) -> None:
    original, modified, current = deployment(replicas=2), deployment(), live(deployment(replicas=5), *entries)
    found = yielded_paths(original, modified, current, schema=schema(modified))
    assert [format_path(path) for path, _ in found] == expected
    paths = [path for path, _ in found]
    patch = three_way_patch(original, modified, current, schema=schema(modified), yielded=paths)
    assert patch.body == ({} if expected else {"spec": {"replicas": None}})


def test_a_field_that_the_chart_still_has_is_not_yielded() -> None:
    current = live(deployment(replicas=5), entry("hpa", "11:00", REPLICAS))
    assert yielded_paths(deployment(replicas=2), deployment(replicas=2), current) == []


def test_one_key_of_dropped_resources_is_yielded_the_rest_goes() -> None:
    def states(resources: Any) -> Manifest:
        return deployment({"name": "web"} | ({"resources": resources} if resources else {}))

    limits = {'k:{"name":"web"}': {"f:resources": {"f:limits": {"f:cpu": {}}}}}
    fields = {"f:spec": {"f:template": {"f:spec": {"f:containers": limits}}}}
    original, modified = states({"limits": {"cpu": "1"}, "requests": {"cpu": "1"}}), states(None)
    current = live(states({"limits": {"cpu": "4"}, "requests": {"cpu": "1"}}), entry("vpa", "11:00", fields))
    found = yielded_paths(original, modified, current, schema=schema(modified))
    assert [format_path(path) for path, _ in found] == ["spec.template.spec.containers[name=web].resources.limits.cpu"]
    patch = three_way_patch(original, modified, current, schema=schema(modified), yielded=[path for path, _ in found])
    result = apply_patch(current, patch, schema(modified))
    assert result["spec"]["template"]["spec"]["containers"] == [{"name": "web", "resources": {"limits": {"cpu": "4"}}}]


def test_an_object_is_yielded_only_as_a_whole() -> None:
    original = deployment(strategy={"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}})
    fields = {"f:spec": {"f:strategy": {"f:rollingUpdate": {"f:maxSurge": {}}}}}
    current = live(original, entry("someone", "11:00", fields))
    assert yielded_paths(original, deployment(), current, schema=schema(original)) == []


def test_a_dropped_container_goes_although_its_image_was_set_by_hand() -> None:
    original = deployment({"name": "web", "image": "a"}, {"name": "side", "image": "b"})
    current = live(original, entry("kubectl-set", "11:00", {"f:spec": {"f:template": {"f:spec": {"f:containers": {
        'k:{"name":"side"}': {"f:image": {}}}}}}}))  # fmt: skip
    modified = deployment({"name": "web", "image": "a"})
    assert yielded_paths(original, modified, current, schema=schema(original)) == []
