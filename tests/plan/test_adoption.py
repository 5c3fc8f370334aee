"""The report of ownership, and what a person is told of objects that are not ours."""

from __future__ import annotations

from typing import Any

import pytest

from tests.plan.objects import OTHER, RELEASE, config_map, deployment, live
from werfpy.errors import NotFound, Problems
from werfpy.merge.diff_types import FieldChange
from werfpy.plan.adoption import adoption_report
from werfpy.plan.build import raise_problems
from werfpy.plan.operations import Operation, Plan, Verb
from werfpy.plan.ownership_problems import foreign, resource_argument, unowned
from werfpy.resource.ownership import Ownership
from werfpy.resource.refs import GVK, ObjectRef

REF = ObjectRef.of(config_map())


def named(name: str, verb: Verb, ownership: Ownership, **fields: Any) -> Operation:
    return Operation(ObjectRef.of(config_map(name=name)), verb, ownership=ownership, **fields)


def test_every_object_is_in_its_class() -> None:
    plan = Plan(
        (
            named("n", Verb.CREATE, Ownership.NEW),
            named("o", Verb.UPDATE, Ownership.OURS),
            named("u", Verb.ADOPT, Ownership.UNOWNED),
            named("f", Verb.ADOPT, Ownership.FOREIGN),
        ),
        (named("gone", Verb.DELETE, Ownership.OURS),),
    )
    report = adoption_report(plan)
    classes = [report.new, report.ours, report.unowned, report.foreign]
    assert [[ref.name for ref in refs] for refs in classes] == [["n"], ["o"], ["u"], ["f"]]
    assert [entry.ref.name for entry in report.adopted] == ["u", "f"]


def test_what_adoption_changes_is_shown_without_the_marks() -> None:
    changes = (
        FieldChange("metadata.annotations[meta.helm.sh/release-name]", "x", "shop"),
        FieldChange("metadata.labels[app.kubernetes.io/managed-by]", "x", "Helm"),
        FieldChange("data.a", "1", "2"),
    )
    report = adoption_report(Plan((named("u", Verb.ADOPT, Ownership.UNOWNED, reason="why", changes=changes),)))
    (entry,) = report.adopted
    assert entry.reason == "why"
    assert [change.path for change in entry.changes] == ["data.a"]


def test_an_unowned_object_is_told_with_commands_to_copy() -> None:
    error = unowned(REF, live(config_map(), None), RELEASE, "x.yaml")
    assert error.summary == "ConfigMap prod/settings already exists in the cluster and is not part of release prod/shop"
    assert error.at == "x.yaml"
    assert "kubectl -n prod annotate configmap/settings werf.io/allow-adoption-by-release=shop" in error.hint
    assert "kubectl -n prod delete configmap/settings" in error.hint


def test_consent_for_another_release_is_overwritten() -> None:
    stated = live(config_map(), None, werf_io__allow_adoption_by_release="other")
    stated["metadata"]["annotations"] = {"werf.io/allow-adoption-by-release": "other"}
    error = unowned(REF, stated, RELEASE, "x.yaml")
    assert 'is "other", not "shop"' in error.because
    assert "annotate --overwrite configmap/settings" in error.hint


@pytest.mark.parametrize(("is_recorded", "words"), [(True, "has a record of it"), (False, "not to prod/shop")])
def test_a_foreign_object_names_its_owner(is_recorded: bool, words: str) -> None:
    error = foreign(REF, live(config_map(), OTHER), RELEASE, is_recorded=is_recorded, source="x.yaml")
    assert error.summary.startswith("ConfigMap prod/settings belongs to release prod/other, not to prod/shop")
    assert error.summary.endswith(words)
    assert "--take-ownership" in error.hint


@pytest.mark.parametrize(
    ("ref", "expected"),
    [
        (REF, "configmap/settings"),
        (ObjectRef.of(deployment()), "deployment.v1.apps/web"),
        (ObjectRef(GVK("example.org", "v1beta1", "Widget"), "", "w"), "widget.v1beta1.example.org/w"),
    ],
    ids=["core", "group", "custom"],
)
def test_objects_as_kubectl_takes_them(ref: ObjectRef, expected: str) -> None:
    assert resource_argument(ref) == expected


def test_one_problem_is_raised_as_it_is_and_several_together() -> None:
    one, two = NotFound("one"), NotFound("two")
    raise_problems([], "x")
    with pytest.raises(NotFound, match="one"):
        raise_problems([one], "x")
    with pytest.raises(Problems, match="x: 2 problems were found; nothing was changed") as caught:
        raise_problems([one, two], "x")
    assert caught.value.problems == (one, two)
