"""Helm 2's records, encoded by an independent protobuf implementation, are read and continued."""

from __future__ import annotations

import base64
import gzip
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fakes.memory_transport import MemoryTransport
from tests.release.hapi import release_message
from werfpy.errors import RecordCorrupt, UsageError
from werfpy.kube.client import Client
from werfpy.release.helm2 import decode_helm2
from werfpy.release.memory import MemoryStore
from werfpy.release.record import Status
from werfpy.release.tiller import TillerStore, take_over

FULL: dict[str, Any] = {
    "name": "web",
    "namespace": "shop",
    "version": 300,
    "manifest": "\n---\n# Source: web/templates/cm.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: é\n",
    "info": {
        "status": {"code": 1, "notes": "hello"},
        "first_deployed": {"seconds": 1577836800, "nanos": 5},
        "last_deployed": {"seconds": 1577836801},
        "Description": "Upgrade complete",
    },
    "config": {"raw": "replicas: 2\nimage:\n  tag: '1.10'\n"},
    "chart": {
        "metadata": {
            "name": "web",
            "version": "0.1.0",
            "engine": "werfGoTpl",
            "keywords": ["a", "b"],
            "sources": ["s"],
            "maintainers": [{"name": "n", "email": "e"}],
            "annotations": {"k": "v"},
            "deprecated": True,
        },
        "templates": [{"name": "templates/cm.yaml", "data": b"a: {{ .x }}\xff"}],
        "files": [{"type_url": "README.md", "value": b"hi"}],
        "values": {"raw": "replicas: 1\n"},
        "dependencies": [{"metadata": {"name": "sub"}}],
    },
    "hooks": [
        {
            "name": "h",
            "kind": "Job",
            "path": "web/templates/h.yaml",
            "manifest": "kind: Job",
            "events": [1, 6, 9],
            "weight": -5,
            "delete_policies": [0, 2],
            "delete_timeout": 7,
            "last_run": {"seconds": 1577836800},
        }
    ],
    "three_way_merge_enabled": True,
    "resources_has_owner_release_name": True,
}


def payload(**changes: Any) -> str:
    return base64.b64encode(gzip.compress(release_message(**{**FULL, **changes}).SerializeToString())).decode()


def test_every_field_is_read() -> None:
    record = decode_helm2(payload(), "x")
    assert (record.name, record.namespace, record.revision, record.status) == ("web", "shop", 300, Status.DEPLOYED)
    assert record.info.first_deployed == "2020-01-01T00:00:00.000000005Z"
    assert record.info.last_deployed == "2020-01-01T00:00:01Z"
    assert (record.info.notes, record.info.description, record.info.deleted) == ("hello", "Upgrade complete", "")
    assert record.manifest == FULL["manifest"]
    assert record.config == {"replicas": 2, "image": {"tag": "1.10"}}
    assert record.chart["metadata"] == {
        "name": "web",
        "version": "0.1.0",
        "apiVersion": "v1",
        "keywords": ["a", "b"],
        "sources": ["s"],
        "maintainers": [{"name": "n", "email": "e"}],
        "annotations": {"k": "v"},
        "deprecated": True,
    }
    assert record.chart["values"] == {"replicas": 1}
    assert base64.b64decode(record.chart["templates"][0]["data"]) == b"a: {{ .x }}\xff"
    assert record.chart["files"] == [{"name": "README.md", "data": base64.b64encode(b"hi").decode()}]


def test_hooks_get_todays_names() -> None:
    (hook,) = decode_helm2(payload(), "x").hooks
    assert (hook.name, hook.kind, hook.path, hook.weight) == ("h", "Job", "web/templates/h.yaml", -5)
    assert hook.events == ("pre-install", "post-upgrade", "test")
    assert hook.delete_policies == ("hook-succeeded", "before-hook-creation")
    assert hook.last_run.completed_at == "2020-01-01T00:00:00Z"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (0, Status.UNKNOWN),
        (2, Status.UNINSTALLED),
        (3, Status.SUPERSEDED),
        (4, Status.FAILED),
        (5, Status.UNINSTALLING),
        (6, Status.PENDING_INSTALL),
        (7, Status.PENDING_UPGRADE),
        (8, Status.PENDING_ROLLBACK),
        (77, Status.UNKNOWN),
    ],
)
def test_statuses_get_todays_names(code: int, status: Status) -> None:
    assert decode_helm2(payload(info={"status": {"code": code}}), "x").status is status


def test_very_old_records_are_not_compressed() -> None:
    raw = base64.b64encode(release_message(**FULL).SerializeToString())
    assert decode_helm2(raw, "x").revision == 300


def test_enums_that_are_not_packed_are_read_too() -> None:
    hook = b"\x0a\x01h" + b"\x28\x01\x28\x06"
    message = b"\x0a\x03web" + b"\x38\x01" + b"\x32" + bytes([len(hook)]) + hook
    assert decode_helm2(base64.b64encode(message), "x").hooks[0].events == ("pre-install", "post-upgrade")


@given(st.text(), st.integers(1, 2**31 - 1), st.integers(-(2**31), 2**31 - 1), st.text(), st.integers(0, 10**9 - 1))
def test_all_that_can_be_encoded_is_read(name: str, version: int, weight: int, manifest: str, nanos: int) -> None:
    record = decode_helm2(
        payload(
            name=f"n{name}",
            version=version,
            manifest=manifest,
            hooks=[{"weight": weight}],
            info={"deleted": {"seconds": 1, "nanos": nanos}},
        ),
        "x",
    )
    assert (record.name, record.revision, record.manifest) == (f"n{name}", version, manifest)
    assert record.hooks[0].weight == weight
    assert record.info.deleted.startswith("1970-01-01T00:00:01")


@given(st.binary(max_size=60))
def test_what_is_no_record_is_corrupt_and_nothing_else(data: bytes) -> None:
    try:
        decode_helm2(base64.b64encode(data), "ConfigMap kube-system/web.v1")
    except RecordCorrupt as error:
        assert "ConfigMap kube-system/web.v1" in error.summary


@given(st.integers(0, 400))
def test_a_record_that_is_cut_off_is_corrupt(length: int) -> None:
    data = release_message(**FULL).SerializeToString()
    try:
        record = decode_helm2(base64.b64encode(data[:length]), "x")
    except RecordCorrupt:
        return
    assert record.name == "web"


def test_values_that_are_no_yaml_are_corrupt() -> None:
    with pytest.raises(RecordCorrupt, match="x"):
        decode_helm2(payload(config={"raw": "a: [\n"}), "x")


def stored(kind: str, number: int, **changes: Any) -> dict[str, Any]:
    data = payload(version=number, **changes)
    if kind == "Secret":
        data = base64.b64encode(data.encode()).decode()
    return {
        "apiVersion": "v1",
        "kind": kind,
        "metadata": {
            "name": f"web.v{number}",
            "namespace": "kube-system",
            "labels": {"NAME": "web", "OWNER": "TILLER", "STATUS": "DEPLOYED", "VERSION": str(number)},
            "annotations": {"werf.io/three-way-merge-enabled": "true"} if number == 2 else {},
        },
        "data": {"release": data},
    }


def status(code: int) -> dict[str, Any]:
    return {"info": {"status": {"code": code}}}


@pytest.mark.parametrize("kind", ["ConfigMap", "Secret"])
def test_tillers_objects_are_found_and_their_annotations_count(kind: str) -> None:
    objects = [stored(kind, 1, **status(3)), stored(kind, 2)]
    transport = MemoryTransport(objects)
    history = TillerStore(Client(transport), kind=kind.lower()).history("web")
    assert [item.revision for item in history.releases] == [1, 2]
    assert [item.three_way_merge_enabled for item in history.releases] == [False, True]
    assert transport.sent[-1].query_value("labelSelector") == "OWNER=TILLER,NAME=web"


@pytest.mark.parametrize(("kind", "data"), [("ConfigMap", "AAAA"), ("Secret", "%%%"), ("Secret", "/w==")])
def test_a_corrupt_object_of_tiller_is_told_apart(kind: str, data: str) -> None:
    broken = {**stored(kind, 2), "data": {"release": data}}
    history = TillerStore(Client(MemoryTransport([stored(kind, 1), broken])), kind=kind.lower()).history("web")
    assert [(item.revision, item.status) for item in history.corrupt] == [(2, "deployed")]


def test_an_unknown_storage_type_is_refused() -> None:
    with pytest.raises(UsageError):
        TillerStore(Client(MemoryTransport()), kind="sql")


def test_a_release_of_helm_2_goes_on_in_todays_storage() -> None:
    objects = [stored("ConfigMap", 1, **status(3)), stored("ConfigMap", 2), stored("ConfigMap", 3, **status(4))]
    old, store = TillerStore(Client(MemoryTransport(objects))).history("web"), MemoryStore("shop")
    history = take_over(old, store)
    assert [(item.revision, item.status) for item in history.releases] == [(2, Status.DEPLOYED), (3, Status.FAILED)]
    assert history.next_revision == 4
    assert history.releases[0].three_way_merge_enabled
    assert take_over(old, store) == history
