"""What two-way mode finds becomes annotations, once, and without a Secret's values."""

from __future__ import annotations

import pytest

from tests.plan.objects import config_map, live
from werfpy.merge.patch_type import PatchType
from werfpy.merge.repair import Repair
from werfpy.merge.three_way import MergePatch
from werfpy.plan.operations import Operation, Verb
from werfpy.plan.repairing import Inspection, inspected, needs_inspection, shown_patch
from werfpy.resource.refs import ObjectRef

PATCH, MESSAGES, ERRORS = "werf.io/repair-patch", "werf.io/repair-messages", "werf.io/repair-patch-errors"


def two_way(verb: Verb = Verb.NOTHING, **annotations: str) -> Operation:
    current = live(config_map())
    current["metadata"]["annotations"] = {**current["metadata"]["annotations"], **annotations}
    return Operation(ObjectRef.of(current), verb, modified=config_map(), current=current, is_three_way=False)


def repair() -> Repair:
    return Repair(MergePatch({"data": {"a": "1"}}, PatchType.MERGE), (), {}, {})


def test_the_repair_is_written_on_the_object() -> None:
    operation = inspected(two_way(), Inspection(repair()))
    assert operation.patch is not None
    assert operation.patch.body["metadata"]["annotations"] == {PATCH: '{"data":{"a":"1"}}', MESSAGES: "[]"}
    assert (operation.verb, operation.reason) == (Verb.UPDATE, "notes for repair only")


def test_what_stands_there_already_is_not_written_again() -> None:
    told = {PATCH: '{"data":{"a":"1"}}', MESSAGES: "[]"}
    assert inspected(two_way(**told), Inspection(repair())).verb is Verb.NOTHING


def test_an_error_of_before_is_taken_away() -> None:
    operation = inspected(two_way(**{ERRORS: "old"}), Inspection(repair()))
    assert operation.patch is not None
    assert operation.patch.body["metadata"]["annotations"][ERRORS] is None


def test_an_error_is_written_too() -> None:
    operation = inspected(two_way(), Inspection(error="no"))
    assert operation.patch is not None
    assert operation.patch.body["metadata"]["annotations"] == {ERRORS: "no"}


def test_a_secrets_values_are_hidden() -> None:
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}
    operation = Operation(ObjectRef.of(secret), Verb.UPDATE, current=secret)
    patch = MergePatch({"data": {"a": "YQ==", "b": None}, "type": "Opaque"}, PatchType.MERGE)
    shown = shown_patch(operation, Repair(patch, (), {}, {}))
    assert shown == '{"data":{"a":"*****","b":null},"type":"Opaque"}'


@pytest.mark.parametrize(
    ("verb", "expected"), [(Verb.UPDATE, True), (Verb.NOTHING, True), (Verb.ADOPT, False), (Verb.DELETE, False)]
)
def test_only_recorded_objects_are_looked_at(verb: Verb, expected: bool) -> None:
    assert needs_inspection(two_way(verb)) is expected
