"""Lists: selectors, pages, resourceVersion."""

from __future__ import annotations

import pytest

from .conftest import Server, config_map


def _filled(api: Server) -> None:
    for name, labels in (("a", {"app": "x", "tier": "1"}), ("b", {"app": "x"}), ("c", {"app": "y"}), ("d", {})):
        api.made(api.path("configmaps"), config_map(name, labels))


def _names(answer: object) -> list[str]:
    return [item["metadata"]["name"] for item in answer["items"] if item["metadata"]["name"] != "kube-root-ca.crt"]


@pytest.mark.parametrize(
    ("selector", "names"),
    [
        ("app=x", ["a", "b"]),
        ("app==y", ["c"]),
        ("app!=x", ["c", "d"]),
        ("app", ["a", "b", "c"]),
        ("!app", ["d"]),
        ("app in (x, y)", ["a", "b", "c"]),
        ("app notin (x)", ["c", "d"]),
        ("app=x,tier=1", ["a"]),
        ("app=x,!tier", ["b"]),
    ],
)
def test_label_selectors(api: Server, selector: str, names: list[str]) -> None:
    _filled(api)
    found = api.request("GET", api.path("configmaps"), query={"labelSelector": selector}).body
    assert _names(found) == names


@pytest.mark.parametrize("selector", ["a=b=c", "app in x", "=x", "a=!!"])
def test_malformed_label_selector(api: Server, selector: str) -> None:
    answer = api.request("GET", api.path("configmaps"), query={"labelSelector": selector})
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")


@pytest.mark.parametrize(("selector", "names"), [("metadata.name=b", ["b"]), ("metadata.name!=b", ["a", "c", "d"])])
def test_field_selectors(api: Server, selector: str, names: list[str]) -> None:
    _filled(api)
    assert _names(api.request("GET", api.path("configmaps"), query={"fieldSelector": selector}).body) == names


def test_secrets_by_type(api: Server) -> None:
    api.made(api.path("secrets"), {"metadata": {"name": "plain"}})
    api.made(api.path("secrets"), {"metadata": {"name": "release"}, "type": "helm.sh/release.v1"})
    query = {"fieldSelector": "type=helm.sh/release.v1"}
    assert _names(api.request("GET", api.path("secrets"), query=query).body) == ["release"]


def test_unknown_field_selector(api: Server) -> None:
    answer = api.request("GET", api.path("configmaps"), query={"fieldSelector": "data.x=1"})
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")


def test_pages(api: Server) -> None:
    for name in "abcd":
        api.made(api.path("secrets"), {"metadata": {"name": name}})
    query = {"limit": 2}
    first = api.request("GET", api.path("secrets"), query=query).body
    api.made(api.path("secrets"), {"metadata": {"name": "between"}})
    token = first["metadata"]["continue"]
    second = api.request("GET", api.path("secrets"), query={**query, "continue": token}).body
    assert (_names(first), _names(second)) == (["a", "b"], ["c", "d"])
    assert second["metadata"]["resourceVersion"] == first["metadata"]["resourceVersion"]
    assert "continue" not in second["metadata"]


def test_remaining_items(api: Server) -> None:
    for name in "abc":
        api.made(api.path("secrets"), {"metadata": {"name": name}})
    page = api.request("GET", api.path("secrets"), query={"limit": 1}).body
    assert page["metadata"]["remainingItemCount"] == 2


def test_bad_continue_token(api: Server) -> None:
    assert api.request("GET", api.path("configmaps"), query={"limit": 1, "continue": "?"}).status == 400


def test_list_shape(api: Server) -> None:
    api.made(api.path("secrets"), {"metadata": {"name": "s"}})
    found = api.got(api.path("secrets"))
    assert (found["kind"], found["apiVersion"]) == ("SecretList", "v1")
    assert found["metadata"]["resourceVersion"].isdigit()
    assert "kind" not in found["items"][0]


def test_list_of_all_namespaces(api: Server) -> None:
    api.made(api.path("secrets"), {"metadata": {"name": "everywhere"}})
    found = api.request("GET", "/api/v1/secrets", query={"fieldSelector": "metadata.name=everywhere"}).body
    assert api.namespace in [item["metadata"]["namespace"] for item in found["items"]]


def test_list_in_an_absent_namespace_is_empty(api: Server) -> None:
    assert api.got(api.path("secrets", namespace="no-such-namespace"))["items"] == []


def test_table(api: Server) -> None:
    api.made(api.path("secrets"), {"metadata": {"name": "s"}, "data": {"a": "Yg=="}})
    accept = {"Accept": "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"}
    table = api.request("GET", api.path("secrets"), headers=accept).body
    assert [column["name"] for column in table["columnDefinitions"]] == ["Name", "Type", "Data", "Age"]
    row = table["rows"][0]
    assert [str(cell) for cell in row["cells"][:3]] == ["s", "Opaque", "1"]
    assert row["object"]["kind"] == "PartialObjectMetadata"
