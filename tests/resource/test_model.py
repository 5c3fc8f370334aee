"""Rendered documents become complete objects, or are refused with their template's name."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.errors import ResourceError
from werfpy.resource.model import resource_of, resources_of
from werfpy.resource.refs import GVK

SOURCE = "shop/templates/a.yaml"


def document(kind: str = "ConfigMap", name: Any = "a", **metadata: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": kind, "metadata": {"name": name, **metadata}}


def is_namespaced(gvk: GVK) -> bool | None:
    return {"ConfigMap": True, "Namespace": False}.get(gvk.kind)


def read(*documents: Any) -> list[str]:
    found = resources_of([(SOURCE, item) for item in documents], namespace="prod", is_namespaced=is_namespaced)
    return [str(resource.ref) for resource in found]


@pytest.mark.parametrize(
    ("stated", "namespace"),
    [
        pytest.param(document(), "prod", id="the release's"),
        pytest.param(document(namespace=""), "prod", id="empty"),
        pytest.param(document(namespace="other"), "other", id="its own"),
        pytest.param(document("Widget"), "prod", id="unknown kind"),
    ],
)
def test_a_namespaced_object_has_its_namespace_in_the_manifest(stated: dict[str, Any], namespace: str) -> None:
    found = resource_of(stated, SOURCE, namespace="prod", is_namespaced=is_namespaced)
    assert found.manifest["metadata"]["namespace"] == found.ref.namespace == namespace


def test_a_cluster_scoped_object_loses_its_namespace() -> None:
    found = resource_of(document("Namespace", namespace="prod"), SOURCE, namespace="prod", is_namespaced=is_namespaced)
    assert "namespace" not in found.manifest["metadata"]
    assert found.ref.namespace == ""


def test_the_document_given_stays_as_it_is() -> None:
    stated = document()
    resource_of(stated, SOURCE, namespace="prod", is_namespaced=is_namespaced)
    assert stated == document()


def test_a_name_that_yaml_reads_as_a_number_is_text() -> None:
    found = resource_of(document(name=12), SOURCE, namespace="prod", is_namespaced=is_namespaced)
    assert found.manifest["metadata"]["name"] == found.ref.name == "12"


REFUSED: dict[str, tuple[Any, str]] = {
    "text": ("hello", "is not an object"),
    "list": ([1], "is not an object"),
    "no apiVersion": ({"kind": "A", "metadata": {"name": "a"}}, "has no apiVersion"),
    "number as apiVersion": ({"apiVersion": 1, "kind": "A", "metadata": {"name": "a"}}, "has no apiVersion"),
    "empty kind": ({"apiVersion": "v1", "kind": "", "metadata": {"name": "a"}}, "has no kind"),
    "no metadata": ({"apiVersion": "v1", "kind": "A"}, "A has no metadata.name"),
    "empty name": (document(name=""), "ConfigMap has no metadata.name"),
    "generateName": (
        {"apiVersion": "v1", "kind": "Job", "metadata": {"generateName": "a-"}},
        "uses metadata.generateName",
    ),
}


@pytest.mark.parametrize(("stated", "words"), REFUSED.values(), ids=REFUSED)
def test_refuses_and_names_the_template(stated: Any, words: str) -> None:
    with pytest.raises(ResourceError) as caught:
        resource_of(stated, SOURCE, namespace="prod", is_namespaced=is_namespaced)
    assert words in caught.value.summary
    assert caught.value.summary.startswith(SOURCE)


def test_a_list_is_taken_apart() -> None:
    inner = {"apiVersion": "v1", "kind": "List", "items": [document(name="b")]}
    outer = {"apiVersion": "v1", "kind": "List", "items": [document(), inner]}
    assert read(outer) == ["ConfigMap prod/a", "ConfigMap prod/b"]


def test_items_of_a_typed_list_have_its_kind() -> None:
    typed = {"apiVersion": "v1", "kind": "ConfigMapList", "items": [{"metadata": {"name": "a"}}]}
    assert read(typed) == ["ConfigMap prod/a"]


@pytest.mark.parametrize("items", [None, []], ids=["null", "empty"])
def test_an_empty_list_states_nothing(items: Any) -> None:
    assert read({"apiVersion": "v1", "kind": "List", "items": items}) == []


def test_an_object_stated_twice_names_both_templates() -> None:
    with pytest.raises(ResourceError, match="ConfigMap prod/a is stated twice") as caught:
        resources_of(
            [("one.yaml", document()), ("two.yaml", document(namespace="prod"))],
            namespace="prod",
            is_namespaced=is_namespaced,
        )
    assert caught.value.at == "one.yaml and two.yaml"
    assert caught.value.hint
