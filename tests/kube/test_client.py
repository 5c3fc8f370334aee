"""The client says the API's verbs and nothing else."""

from __future__ import annotations

import orjson
import pytest

from tests.fakes.memory_transport import MemoryTransport, answer, status
from werfpy.errors import (
    AlreadyExists,
    Conflict,
    Gone,
    Invalid,
    KubeError,
    NotFound,
    ResourceError,
    Unauthorized,
)
from werfpy.kube.client import Client, ClientOptions
from werfpy.kube.transport import Request, Response
from werfpy.merge.patch_type import PatchType
from werfpy.resource.refs import GVK, ObjectRef

CM = GVK("", "v1", "ConfigMap")
SECRET = GVK("", "v1", "Secret")


def config_map(name: str, **metadata: object) -> dict[str, object]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, **metadata}, "data": {"a": "1"}}


def test_an_object_without_a_namespace_is_in_the_clients() -> None:
    transport = MemoryTransport()
    client = Client(transport, ClientOptions(namespace="shop"))
    client.create(config_map("a"))
    assert transport.paths("POST") == ["/api/v1/namespaces/shop/configmaps"]
    assert client.get(ObjectRef(CM, "", "a"))["metadata"]["namespace"] == "shop"


def test_a_namespace_is_ignored_for_a_cluster_scoped_kind() -> None:
    transport = MemoryTransport()
    with pytest.raises(NotFound):
        Client(transport).get(ObjectRef(GVK("", "v1", "Namespace"), "shop", "x"))
    assert transport.paths("GET") == ["/api/v1/namespaces/x"]


def test_names_are_escaped_in_paths() -> None:
    transport = MemoryTransport()
    with pytest.raises(NotFound):
        Client(transport).get(ObjectRef(CM, "default", "../secrets/x?y"))
    assert transport.sent[-1].path.endswith("/configmaps/..%2Fsecrets%2Fx%3Fy")


def test_an_object_without_a_name_is_never_sent() -> None:
    transport = MemoryTransport()
    with pytest.raises(ResourceError):
        Client(transport).delete(ObjectRef(CM, "default", ""))
    assert transport.sent == []


def test_every_write_names_its_manager_and_asks_for_validation() -> None:
    transport = MemoryTransport([config_map("a")])
    client = Client(transport, ClientOptions(field_validation="Warn"))
    client.create(config_map("b"), field_validation="Strict", dry_run=True)
    client.patch(ObjectRef(CM, "default", "a"), {"data": {}}, PatchType.MERGE)
    client.replace(config_map("a"))
    assert [request.query for request in transport.sent] == [
        (("dryRun", "All"), ("fieldManager", "werfpy"), ("fieldValidation", "Strict")),
        (("fieldManager", "werfpy"), ("fieldValidation", "Warn")),
        (("fieldManager", "werfpy"), ("fieldValidation", "Warn")),
    ]


@pytest.mark.parametrize(
    ("patch_type", "content_type"),
    [
        (PatchType.STRATEGIC, "application/strategic-merge-patch+json"),
        (PatchType.MERGE, "application/merge-patch+json"),
        (PatchType.JSON, "application/json-patch+json"),
    ],
)
def test_a_patch_says_its_type(patch_type: PatchType, content_type: str) -> None:
    transport = MemoryTransport([config_map("a")])
    Client(transport).patch(ObjectRef(CM, "default", "a"), {}, patch_type, subresource="")
    assert transport.sent[-1].headers["Content-Type"] == content_type


def test_delete_carries_its_preconditions() -> None:
    transport = MemoryTransport([config_map("a")])
    Client(transport).delete(ObjectRef(CM, "default", "a"), uid="u", resource_version="7", propagation="Orphan")
    assert orjson.loads(transport.sent[-1].body or b"") == {
        "kind": "DeleteOptions",
        "apiVersion": "v1",
        "propagationPolicy": "Orphan",
        "preconditions": {"uid": "u", "resourceVersion": "7"},
    }


def test_a_list_is_read_page_by_page_and_its_items_say_their_kind() -> None:
    transport = MemoryTransport([config_map(f"c{number}") for number in range(5)])
    listing = Client(transport).list(CM, "default", limit=2)
    assert [item["metadata"]["name"] for item in listing.items] == ["c0", "c1", "c2", "c3", "c4"]
    assert {(item["apiVersion"], item["kind"]) for item in listing.items} == {("v1", "ConfigMap")}
    assert len(transport.paths("GET")) == 3


def test_a_list_that_expires_between_pages_is_read_anew_in_one_piece() -> None:
    transport = MemoryTransport([config_map(f"c{number}") for number in range(5)])
    transport.faults.append(lambda sent: status(410, "Expired") if sent.query_value("continue") else None)
    assert len(Client(transport).list(CM, "default", limit=2).items) == 5
    assert transport.sent[-1].query_value("limit") == ""


@pytest.mark.parametrize(
    ("code", "reason", "kind"),
    [
        (400, "BadRequest", Invalid),
        (401, "Unauthorized", Unauthorized),
        (404, "NotFound", NotFound),
        (409, "AlreadyExists", AlreadyExists),
        (409, "Conflict", Conflict),
        (410, "Expired", Gone),
        (422, "Invalid", Invalid),
        (500, "InternalError", KubeError),
    ],
)
def test_each_status_becomes_its_error(code: int, reason: str, kind: type[KubeError]) -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda _: status(code, reason, "the API's words"))
    with pytest.raises(KubeError) as caught:
        Client(transport).create(config_map("web", namespace="shop"))
    assert type(caught.value) is kind
    assert (caught.value.status, caught.value.reason, caught.value.because) == (code, reason, "the API's words")
    assert "create ConfigMap shop/web" in caught.value.summary


def test_an_answer_that_is_no_json_is_an_error_that_names_it() -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda _: Response(200, {}, b"<html>log in</html>"))
    with pytest.raises(KubeError, match="is not JSON"):
        Client(transport).get(ObjectRef(CM, "default", "a"))


LEAKS = [
    ("the value itself", 'Secret "s" is invalid: data: Invalid value: "hunter2"', 422),
    ("a decoding error", "base64: illegal input in |hunter2|", 400),
    ("a webhook", 'admission webhook "policy.example" denied the request: password hunter2 is weak', 403),
    ("a fault of the server", "panic: hunter2", 500),
]


@pytest.mark.parametrize(("message", "code"), [leak[1:] for leak in LEAKS], ids=[leak[0] for leak in LEAKS])
def test_errors_about_secrets_quote_no_value(message: str, code: int) -> None:
    transport = MemoryTransport()
    cause = {"field": "data[password]", "reason": "FieldValueInvalid", "message": 'Invalid value: "hunter2"'}
    transport.faults.append(lambda _: status(code, "Invalid", message, causes=[cause]))
    with pytest.raises(KubeError) as caught:
        Client(transport).create({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}})
    error = caught.value
    assert "hunter2" not in f"{error.summary}{error.because}{error.at}{error.hint}"
    assert "data[password]: FieldValueInvalid" in error.because


def test_an_immutable_secret_is_still_explained() -> None:
    cause = {"field": "data", "reason": "FieldValueForbidden", "message": "Forbidden: field is immutable when set"}
    transport = MemoryTransport()
    transport.faults.append(lambda _: status(422, "Invalid", "x", causes=[cause]))
    with pytest.raises(Invalid) as caught:
        Client(transport).replace({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}})
    assert caught.value.because == "data: field is immutable"


def test_warnings_are_told_once() -> None:
    told: list[str] = []
    transport = MemoryTransport()
    warned = {"warning": r'299 - "unknown field \"spec.x\"", 299 - "v1beta1 is deprecated"'}
    transport.faults.append(lambda _: answer(config_map("a"), headers=warned))
    client = Client(transport, ClientOptions(on_warning=told.append))
    client.create(config_map("a"))
    client.create(config_map("b"))
    assert told == ['unknown field "spec.x"', "v1beta1 is deprecated"]


def test_numbers_beyond_64_bits_are_sent_as_they_are() -> None:
    transport = MemoryTransport()
    Client(transport).raw(
        "POST",
        "/api/v1/namespaces/default/configmaps",
        body={"metadata": {"name": "n"}, "kind": "ConfigMap", "x": 2**70},
    )
    assert str(2**70).encode() in (transport.sent[-1].body or b"")


def watch_lines(*lines: bytes) -> MemoryTransport:
    transport = MemoryTransport()
    transport.faults.append(lambda request: Response(200, lines=lines) if request.stream else None)
    return transport


def test_a_watch_yields_changes_and_bookmarks() -> None:
    transport = watch_lines(
        b'{"type":"ADDED","object":{"metadata":{"name":"a"}}}', b"", b'{"type":"BOOKMARK","object":{"metadata":{}}}'
    )
    events = list(Client(transport).watch(CM, "shop", resource_version="5", label_selector="x=y"))
    assert [event.type for event in events] == ["ADDED", "BOOKMARK"]
    request: Request = transport.sent[-1]
    assert request.query_value("resourceVersion") == "5"
    assert request.query_value("labelSelector") == "x=y"


def test_a_watch_from_a_forgotten_version_is_gone() -> None:
    transport = watch_lines(b'{"type":"ERROR","object":{"code":410,"reason":"Expired","message":"too old"}}')
    with pytest.raises(Gone) as caught:
        list(Client(transport).watch(CM, None, resource_version="5"))
    assert caught.value.because == "too old"
