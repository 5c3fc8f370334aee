"""Marks of ownership: read, written, and compared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.resource.annotations import annotations_of, labels_of
from werfpy.resource.ownership import (
    Ownership,
    ReleaseId,
    adopted_in,
    classify,
    consents_to,
    is_kept,
    is_marked,
    owner_of,
    with_adoption_mark,
    with_marks,
)

SHOP = ReleaseId("shop", "prod")
HELM_NAME, HELM_NAMESPACE = "meta.helm.sh/release-name", "meta.helm.sh/release-namespace"
WERF = "service.werf.io/owner-release"
_TEXTS = st.dictionaries(st.text("ab/", min_size=1, max_size=4), st.text(max_size=3), max_size=3)


def marked(**annotations: Any) -> dict[str, Any]:
    return {"metadata": {"name": "a", "annotations": annotations}}


@pytest.mark.parametrize(
    ("live", "expected"),
    [
        pytest.param(None, Ownership.NEW, id="absent"),
        pytest.param(marked(), Ownership.UNOWNED, id="no marks"),
        pytest.param({"metadata": {"name": "a", "annotations": None}}, Ownership.UNOWNED, id="null annotations"),
        pytest.param(marked(**{HELM_NAME: "shop", HELM_NAMESPACE: "prod"}), Ownership.OURS, id="ours"),
        pytest.param(marked(**{HELM_NAME: "shop", HELM_NAMESPACE: "test"}), Ownership.FOREIGN, id="namesake"),
        pytest.param(marked(**{HELM_NAME: "other", HELM_NAMESPACE: "prod"}), Ownership.FOREIGN, id="other release"),
        pytest.param(marked(**{WERF: "shop"}), Ownership.OURS, id="werf's old mark"),
        pytest.param(marked(**{WERF: "other"}), Ownership.FOREIGN, id="werf's old mark of another"),
        pytest.param(
            marked(**{HELM_NAME: "other", HELM_NAMESPACE: "prod", WERF: "shop"}), Ownership.FOREIGN, id="both marks"
        ),
    ],
)
def test_classes(live: Any, expected: Ownership) -> None:
    assert classify(live, SHOP) is expected


@given(_TEXTS, _TEXTS)
def test_marking_makes_it_ours_and_keeps_the_rest(labels: dict[str, str], annotations: dict[str, str]) -> None:
    manifest = {"metadata": {"name": "a", "labels": labels, "annotations": annotations}, "data": {"a": "1"}}
    result = with_marks(manifest, SHOP)
    assert owner_of(result) == SHOP
    assert is_marked(result, SHOP)
    assert labels.items() <= labels_of(result).items()
    assert annotations.items() <= annotations_of(result).items()
    assert with_marks(result, SHOP) == result
    assert not is_marked(manifest, SHOP)


@pytest.mark.parametrize(
    ("consent", "expected"), [("shop", True), ("other", False), ("", False)], ids=["ours", "another's", "empty"]
)
def test_consent_names_the_release(consent: str, expected: bool) -> None:
    assert consents_to(marked(**{"werf.io/allow-adoption-by-release": consent}), SHOP) is expected


@pytest.mark.parametrize(
    ("policy", "expected"),
    [("keep", True), (" Keep ", True), ("anything", True), ("delete", False), (" DELETE", False), ("", False)],
    ids=["keep", "spaces", "unknown word", "delete", "delete in capitals", "empty"],
)
def test_resource_policy(policy: str, expected: bool) -> None:
    assert is_kept(marked(**{"helm.sh/resource-policy": policy})) is expected


def test_without_a_policy_nothing_is_kept() -> None:
    assert not is_kept(marked())


def test_the_adoption_mark_says_which_revision() -> None:
    assert adopted_in(with_adoption_mark(marked(a="b"), 7)) == 7
    assert annotations_of(with_adoption_mark(marked(a="b"), 7))["a"] == "b"


@pytest.mark.parametrize("text", ["", "x", "-1", "1.5"], ids=["empty", "word", "negative", "fraction"])
def test_an_unreadable_adoption_mark_counts_as_none(text: str) -> None:
    assert adopted_in(marked(**{"werf.io/adopted-in-revision": text})) == 0


@pytest.mark.parametrize(
    "metadata", [None, {}, {"annotations": None, "labels": None}, {"annotations": "x", "labels": []}],
    ids=["no metadata", "empty", "null", "other types"],
)  # fmt: skip
def test_missing_annotations_and_labels_are_empty(metadata: Any) -> None:
    manifest = {"metadata": metadata}
    assert annotations_of(manifest) == {}
    assert labels_of(manifest) == {}
