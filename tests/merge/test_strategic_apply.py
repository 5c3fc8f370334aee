"""Strategic patches, applied as the API server applies them."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.errors import MergeError
from werfpy.merge.merge_keys import schema_for
from werfpy.merge.strategic import apply_strategic, strategic_three_way, strategic_two_way

POD = schema_for("", "v1", "Pod")
A, B, C = ({"name": name, "image": "i"} for name in "abc")


def pod(**spec: Any) -> dict[str, Any]:
    return {"spec": spec}


CASES = [
    pytest.param(pod(nodeName="x"), pod(nodeName=None), {"spec": {}}, id="null deletes"),
    pytest.param({"metadata": {"labels": {"a": "1"}}}, {"metadata": {"labels": {"$patch": "replace", "b": "2"}}},
                 {"metadata": {"labels": {"b": "2"}}}, id="replace a map"),
    pytest.param({"metadata": {"labels": {"a": "1"}}}, {"metadata": {"labels": {"$patch": "delete"}}},
                 {"metadata": {"labels": {}}}, id="delete a map's content"),
    pytest.param({"metadata": {}}, {"metadata": {"labels": {"$patch": "replace", "b": "2"}}}, {"metadata": {}},
                 id="an instruction for a map that is not there is dropped"),
    pytest.param(pod(containers=[A, B]), pod(containers=[{"name": "b", "$patch": "delete"}]), pod(containers=[A]),
                 id="delete an item"),
    pytest.param(pod(containers=[A, B]), pod(containers=[{"$patch": "replace"}, C]), pod(containers=[C]),
                 id="replace a list"),
    pytest.param(pod(containers=[A, B]),
                 {"spec": {"$setElementOrder/containers": [{"name": "c"}, {"name": "b"}], "containers": [C]}},
                 pod(containers=[C, A, B]), id="order of the writer, foreign items before what they preceded"),
    pytest.param(pod(containers=[A]), pod(containers=[{"name": "a", "image": "j"}, {"name": "a", "image": "k"}]),
                 pod(containers=[{"name": "a", "image": "k"}]), id="two items of one key become one"),
    pytest.param({"metadata": {"finalizers": ["x", "y"]}},
                 {"metadata": {"$deleteFromPrimitiveList/finalizers": ["x"], "finalizers": ["z"]}},
                 {"metadata": {"finalizers": ["z", "y"]}}, id="list of scalars, new ones first"),
    pytest.param(pod(volumes=[{"name": "v", "emptyDir": {}}]),
                 pod(volumes=[{"name": "v", "configMap": {"name": "c"}, "$retainKeys": ["configMap", "name"]}]),
                 pod(volumes=[{"name": "v", "configMap": {"name": "c"}}]), id="retainKeys"),
    pytest.param(pod(tolerations=[{"key": "a"}]), pod(tolerations=[{"key": "b"}]), pod(tolerations=[{"key": "b"}]),
                 id="a list without merge key is replaced"),
    pytest.param(pod(containers=[A]), pod(containers=[{"name": "n", "image": None}]),
                 pod(containers=[{"name": "n"}, A]), id="nulls of new items are dropped"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "patch", "expected"), CASES)
def test_apply(document: dict[str, Any], patch: dict[str, Any], expected: dict[str, Any]) -> None:
    assert apply_strategic(document, patch, POD) == expected


@pytest.mark.parametrize(
    "patch",
    [
        pytest.param({"spec": {"$patch": "merge"}}, id="unknown instruction"),
        pytest.param(pod(containers=[{"image": "x"}]), id="no merge key"),
        pytest.param(pod(containers=[{"name": "a", "$patch": "merge"}]), id="merge in an item"),
        pytest.param({"spec": {"$setElementOrder/containers": [{"name": "b"}], "containers": [A]}}, id="order"),
        pytest.param({"spec": {"$setElementOrder/containers": {}}}, id="order is no list"),
        pytest.param({"spec": {"$retainKeys": ["a"], "nodeName": "x"}}, id="retainKeys misses a key"),
        pytest.param({"spec": {"$retainKeys": "a"}}, id="retainKeys is no list"),
        pytest.param(pod(containers=["a"]), id="scalars among objects"),
    ],
)
def test_patches_that_the_server_refuses(patch: dict[str, Any]) -> None:
    with pytest.raises(MergeError):
        apply_strategic(pod(containers=[A]), patch, POD)


def test_two_way_says_the_order_only_where_it_would_be_wrong() -> None:
    assert strategic_two_way(pod(containers=[A]), pod(containers=[B, A]), POD) == pod(containers=[B])
    assert strategic_two_way(pod(containers=[A, B]), pod(containers=[B, A]), POD) == {
        "spec": {"$setElementOrder/containers": [{"name": "b"}, {"name": "a"}]}
    }


def test_two_way_for_an_unknown_state_always_says_the_order() -> None:
    patch = strategic_two_way(pod(containers=[A]), pod(containers=[{**A, "image": "j"}]), POD, always_order=True)
    assert patch == {
        "spec": {"$setElementOrder/containers": [{"name": "a"}], "containers": [{"name": "a", "image": "j"}]}
    }


def test_three_way_is_strategic_all_the_way() -> None:
    patch = strategic_three_way(pod(containers=[A, B]), pod(containers=[A]), pod(containers=[A, B, C]), POD)
    assert patch == pod(containers=[{"name": "b", "$patch": "delete"}])


def test_the_result_shares_nothing_with_the_document() -> None:
    document = pod(containers=[dict(A)])
    apply_strategic(document, {}, POD)["spec"]["containers"][0]["image"] = "changed"
    assert document == pod(containers=[A])
