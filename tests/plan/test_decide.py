"""The decision table: live, recorded, owner → operation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.plan.objects import OTHER, POLICY, RELEASE, config_map, deployment, live, recorded, resource
from werfpy.errors import NotOwned, PlanError
from werfpy.json_types import Manifest
from werfpy.plan.decide import decide
from werfpy.plan.operations import Verb
from werfpy.plan.recorded import Recorded
from werfpy.resource.ownership import Ownership, is_marked

CHART = config_map({"a": "1", "b": "2"})
CONSENT = {"werf.io__allow_adoption_by_release": "shop"}


@pytest.mark.parametrize(
    ("current", "past", "verb", "ownership"),
    [
        pytest.param(None, None, Verb.CREATE, Ownership.NEW, id="absent and unknown"),
        pytest.param(None, recorded(CHART), Verb.CREATE, Ownership.NEW, id="deleted by hand"),
        pytest.param(live(config_map()), recorded(config_map()), Verb.UPDATE, Ownership.OURS, id="ours and recorded"),
        pytest.param(live(config_map()), None, Verb.UPDATE, Ownership.OURS, id="ours, kept by an earlier revision"),
        pytest.param(live(CHART), recorded(CHART), Verb.NOTHING, Ownership.OURS, id="in sync"),
        pytest.param(
            live(CHART, None), recorded(CHART), Verb.UPDATE, Ownership.UNOWNED, id="recorded, its marks taken away"
        ),
        pytest.param(live(CHART, None, **CONSENT), None, Verb.ADOPT, Ownership.UNOWNED, id="consents"),
    ],
)
def test_decides(current: Manifest | None, past: Recorded | None, verb: Verb, ownership: Ownership) -> None:
    operation = decide(resource(CHART), past, current, POLICY)
    assert (operation.verb, operation.ownership) == (verb, ownership)


@pytest.mark.parametrize(
    ("current", "past", "told"),
    [
        pytest.param(live(CHART, None), None, "not part of release prod/shop", id="unowned"),
        pytest.param(
            live(CHART, None, werf_io__x="", **{"werf.io__allow_adoption_by_release": "shop2"}),
            None,
            "not part of release",
            id="consents to another release",
        ),
        pytest.param(live(CHART, OTHER), None, "belongs to release prod/other", id="foreign"),
        pytest.param(live(CHART, OTHER), recorded(CHART), "has a record of it", id="foreign though recorded"),
        pytest.param(
            live(CHART, OTHER, **CONSENT), None, "belongs to release prod/other", id="foreign with consent: owner first"
        ),
    ],
)
def test_refuses(current: Manifest, past: Recorded | None, told: str) -> None:
    with pytest.raises(NotOwned) as caught:
        decide(resource(CHART), past, current, POLICY)
    assert told in caught.value.summary
    assert caught.value.hint


def test_the_refusal_names_the_three_ways_out() -> None:
    with pytest.raises(NotOwned) as caught:
        decide(resource(CHART), None, live(CHART, None), POLICY)
    assert "annotate configmap/settings werf.io/allow-adoption-by-release=shop" in caught.value.hint
    assert "delete configmap/settings" in caught.value.hint
    assert "drop it from the chart" in caught.value.hint


@pytest.mark.parametrize("owner", [None, OTHER], ids=["unowned", "foreign"])
def test_take_ownership_adopts(owner: object) -> None:
    policy = replace(POLICY, take_ownership=True)
    current = live(CHART, owner)  # type: ignore[arg-type]
    assert decide(resource(CHART), None, current, policy).verb is Verb.ADOPT


def test_adoption_is_three_way_in_two_way_mode() -> None:
    current = live(config_map({"a": "drifted", "theirs": "x"}), None, **CONSENT)
    operation = decide(resource(CHART), None, current, replace(POLICY, is_three_way=False))
    assert operation.is_three_way
    assert operation.patch is not None
    assert operation.patch.body["data"] == {"a": "1", "b": "2"}


def test_an_adopted_object_is_marked_and_keeps_what_is_theirs() -> None:
    current = live(config_map({"theirs": "x"}), None, **CONSENT)
    operation = decide(resource(CHART), None, current, POLICY)
    assert is_marked(operation.modified, RELEASE)
    assert operation.patch is not None
    assert "theirs" not in operation.patch.body["data"]


def test_a_created_object_is_marked() -> None:
    assert is_marked(decide(resource(CHART), None, None, POLICY).modified, RELEASE)


def test_another_api_version_in_the_record_does_not_matter() -> None:
    old = {**deployment(), "apiVersion": "extensions/v1beta1"}
    assert decide(resource(deployment()), recorded(old), live(deployment()), POLICY).verb is Verb.NOTHING


def test_an_object_that_is_being_deleted_is_not_written_to() -> None:
    current = live(CHART)
    going = {"deletionTimestamp": "2026-01-01T00:00:00Z", "finalizers": ["example.com/hold"]}
    with pytest.raises(PlanError, match="ConfigMap prod/settings is being deleted") as caught:
        decide(resource(CHART), recorded(CHART), {**current, "metadata": {**current["metadata"], **going}}, POLICY)
    assert "example.com/hold" in caught.value.because
