"""What a rendering, or a recorded revision, consists of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.actions.opened import World, config_map, stating
from tests.release.records import release
from werfpy.actions.content import parsed, recorded_documents, recorded_hooks, recorded_resources
from werfpy.actions.kinds import Kinds
from werfpy.errors import RecordCorrupt, ResourceError
from werfpy.release.record import HookRecord
from werfpy.resource.model import Resource
from werfpy.resource.refs import GVK, ObjectRef


def kinds(*documents: Any) -> Kinds:
    return Kinds.of(World().services.client, documents)


MANIFESTS: dict[str, tuple[str, list[tuple[str, Any]]]] = {
    "empty": ("", []),
    "source": ("---\n# Source: a/b.yaml\nx: 1\n", [("a/b.yaml", {"x": 1})]),
    "no separator": ("x: 1\n", [("recorded manifest", {"x": 1})]),
    "two": ("---\n# Source: a\nx: 1\n---\n# Source: b\nx: 2\n", [("a", {"x": 1}), ("b", {"x": 2})]),
    "text behind the separator": ("--- {x: 1}\n", [("recorded manifest", {"x": 1})]),
    "a later comment is no source": ("---\nx: 1\n# Source: a\n", [("recorded manifest", {"x": 1})]),
    "blank ones": ("---\n\n---\n\n---\nx: 1\n", [("recorded manifest", {"x": 1})]),
}


@pytest.mark.parametrize(("text", "expected"), MANIFESTS.values(), ids=MANIFESTS)
def test_a_recorded_manifest_is_taken_apart(text: str, expected: list[tuple[str, Any]]) -> None:
    assert recorded_documents(text) == expected


def test_text_that_is_no_yaml_names_its_template() -> None:
    with pytest.raises(ResourceError, match=r"web/templates/a\.yaml: a rendered document is not valid YAML") as caught:
        parsed("a: [", "web/templates/a.yaml")
    assert caught.value.hint == "look at it with `werfpy template --show-only templates/a.yaml`"


def test_an_object_recorded_twice_counts_once_as_last_stated() -> None:
    found = recorded_resources(stating(config_map(a="1"), config_map(a="2")), kinds())
    assert [item.manifest["data"] for item in found] == [{"a": "2"}]


def test_an_object_of_an_old_api_is_known_under_the_one_that_is_served() -> None:
    old = {"apiVersion": "extensions/v1beta1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "shop"}}
    (found,) = recorded_resources(stating(old), kinds())
    assert found.ref.gvk == GVK("apps", "v1", "Deployment")


def test_an_object_whose_api_is_gone_is_left_out() -> None:
    gone = {"apiVersion": "example.org/v1", "kind": "Widget", "metadata": {"name": "w"}}
    assert recorded_resources(stating(gone), kinds()) == []


def test_a_record_that_somebody_broke_is_told_as_such() -> None:
    with pytest.raises(RecordCorrupt, match="revision 1 of release web: the recorded manifest cannot be used") as told:
        recorded_resources(release(1, manifest="---\na: [\n"), kinds())
    assert told.value.hint


@pytest.mark.parametrize(
    ("policies", "expected"), [((), ("before-hook-creation",)), (("hook-failed",), ("hook-failed",))],
    ids=["default", "stated"],
)  # fmt: skip
def test_recorded_hooks_have_helms_default_policy(policies: tuple[str, ...], expected: tuple[str, ...]) -> None:
    text = "{apiVersion: v1, kind: ConfigMap, metadata: {name: h}}"
    record = HookRecord("h", "ConfigMap", "h.yaml", text, ("pre-install",), 3, policies)
    (hook,) = recorded_hooks([record], kinds(), "shop")
    assert (str(hook.ref), hook.weight, hook.delete_policies) == ("ConfigMap shop/h", 3, expected)


def crd(scope: str = "Namespaced") -> dict[str, Any]:
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.org"},
        "spec": {
            "group": "example.org",
            "scope": scope,
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [{"name": "v1", "served": True}],
        },
    }


WIDGET = GVK("example.org", "v1", "Widget")


@pytest.mark.parametrize(
    ("gvk", "documents", "expected"),
    [
        pytest.param(GVK("", "v1", "ConfigMap"), [], True, id="served"),
        pytest.param(GVK("", "v1", "Namespace"), [], False, id="cluster-scoped"),
        pytest.param(GVK("extensions", "v1beta1", "Deployment"), [], True, id="served under another version"),
        pytest.param(WIDGET, [], None, id="unknown"),
        pytest.param(WIDGET, [crd()], True, id="coming"),
        pytest.param(WIDGET, [crd("Cluster")], False, id="coming, cluster-scoped"),
    ],
)
def test_scope_of_a_kind(gvk: GVK, documents: list[Any], expected: bool | None) -> None:
    assert kinds(*documents).is_namespaced(gvk) is expected


@pytest.mark.parametrize(
    ("gvk", "documents", "hint"),
    [
        pytest.param(WIDGET, [], "install the CustomResourceDefinition of this kind first", id="unknown"),
        pytest.param(GVK("apps", "v1beta1", "Deployment"), [], "serves the kind as apps/v1;", id="old version"),
    ],
)
def test_an_unknown_kind_is_told_with_what_to_do(gvk: GVK, documents: list[Any], hint: str) -> None:
    problem = kinds(*documents).problem_of(Resource(ObjectRef(gvk, "shop", "a"), {}, "a.yaml"))
    assert problem is not None
    assert f'no matches for kind "{gvk.kind}" in version "{gvk.api_version}"' in problem.summary
    assert hint in problem.hint


def test_a_kind_that_the_chart_brings_is_no_problem() -> None:
    assert kinds(crd()).problem_of(Resource(ObjectRef(WIDGET, "shop", "a"), {}, "a.yaml")) is None
