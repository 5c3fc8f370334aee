"""All stores keep the same promises."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.fakes.memory_transport import MemoryTransport
from tests.release.records import release
from werfpy.errors import (
    Conflict,
    KubeError,
    RecordCorrupt,
    RecordTooLarge,
    ReleaseNotFound,
    ReleasePending,
    UsageError,
)
from werfpy.kube.client import Client
from werfpy.release.configmaps import ConfigMapStore
from werfpy.release.memory import MemoryStore
from werfpy.release.objects import ObjectStore
from werfpy.release.record import Release, Status
from werfpy.release.secrets import SecretStore
from werfpy.release.store import ReleaseStore, open_store

STORES: dict[str, Callable[[], ReleaseStore]] = {
    "secret": lambda: SecretStore(Client(MemoryTransport()), "shop", clock=lambda: 1000.0),
    "configmap": lambda: ConfigMapStore(Client(MemoryTransport()), "shop"),
    "memory": lambda: MemoryStore("shop"),
}


@pytest.fixture(params=STORES.values(), ids=STORES.keys())
def store(request: pytest.FixtureRequest) -> ReleaseStore:
    made: ReleaseStore = request.param()
    return made


def test_what_was_kept_comes_back(store: ReleaseStore) -> None:
    kept = release(labels={"team": "x"}, annotations={"werf.io/three-way-merge-enabled": "true"}, apply_method="csa")
    created = store.create(kept)
    assert created.resource_version
    assert store.get("web", 1) == kept
    assert store.history("web").releases == (kept,)
    assert store.get("web", 1).three_way_merge_enabled


def test_a_name_in_use_by_another_run_is_told(store: ReleaseStore) -> None:
    store.create(release())
    with pytest.raises(ReleasePending):
        store.create(release())


def test_an_update_is_refused_when_somebody_else_was_faster(store: ReleaseStore) -> None:
    first = store.create(release(status=Status.PENDING_INSTALL))
    second = store.update(first.with_status(Status.DEPLOYED, "done"))
    with pytest.raises(Conflict):
        store.update(first.with_status(Status.FAILED, "late"))
    assert store.update(second.with_status(Status.SUPERSEDED, "x")).status is Status.SUPERSEDED
    assert store.get("web", 1).status is Status.SUPERSEDED


def test_an_update_of_nothing_fails(store: ReleaseStore) -> None:
    with pytest.raises(KubeError):
        store.update(release())


def test_history_is_ascending_whatever_the_names_say(store: ReleaseStore) -> None:
    for revision in (10, 9, 11, 2):
        store.create(release(revision))
    store.create(replace(release(1), name="web2"))
    assert [item.revision for item in store.history("web").releases] == [2, 9, 10, 11]


def test_a_list_holds_the_newest_of_each(store: ReleaseStore) -> None:
    for name, revision in (("web", 9), ("web", 10), ("db", 1)):
        store.create(replace(release(revision), name=name))
    assert {(item.name, item.revision) for item in store.list().releases} == {("web", 10), ("db", 1)}


def test_deleting_twice_is_no_error(store: ReleaseStore) -> None:
    store.create(release())
    store.delete("web", 1)
    store.delete("web", 1)
    with pytest.raises(ReleaseNotFound):
        store.get("web", 1)


def test_a_record_that_will_not_fit_is_refused_before_it_is_kept(store: ReleaseStore) -> None:
    import random

    noise = base64.b64encode(random.Random(1).randbytes(1_100_000)).decode()
    with pytest.raises(RecordTooLarge):
        store.create(release(manifest=noise))
    assert not store.history("web")


OBJECT_STORES = {"Secret": SecretStore, "ConfigMap": ConfigMapStore}


@pytest.mark.parametrize("kind", OBJECT_STORES)
def test_the_object_is_helms(kind: str) -> None:
    transport = MemoryTransport()
    store = OBJECT_STORES[kind](Client(transport), "shop", clock=lambda: 1000.5)
    created = store.create(release(labels={"team": "x"}))
    labels = {"name": "web", "owner": "helm", "status": "deployed", "version": "1", "team": "x"}
    stored = transport.objects[kind, "shop", "sh.helm.release.v1.web.v1"]
    assert stored["metadata"]["labels"] == {**labels, "createdAt": "1000"}
    assert stored.get("type") == ("helm.sh/release.v1" if kind == "Secret" else None)
    store.update(created.with_status(Status.FAILED, "x"))
    stored = transport.objects[kind, "shop", "sh.helm.release.v1.web.v1"]
    assert stored["metadata"]["labels"] == {**labels, "status": "failed", "modifiedAt": "1000"}


def broken(store_class: type[ObjectStore], data: dict[str, str]) -> tuple[MemoryTransport, ReleaseStore]:
    transport = MemoryTransport()
    store = store_class(Client(transport), "shop")
    store.create(release(1, Status.SUPERSEDED))
    store.create(release(2))
    kind = store_class.gvk.kind
    transport.put({**transport.objects[kind, "shop", "sh.helm.release.v1.web.v2"], "data": data})
    return transport, store


@pytest.mark.parametrize("kind", OBJECT_STORES)
@pytest.mark.parametrize(
    "data", [{}, {"release": "%%%"}, {"release": "eA=="}], ids=["no data", "no base64", "no release"]
)
def test_a_corrupt_record_is_named_and_spoils_no_list(kind: str, data: dict[str, str]) -> None:
    _, store = broken(OBJECT_STORES[kind], data)
    history = store.history("web")
    assert [item.revision for item in history.releases] == [1]
    assert [(item.revision, item.status) for item in history.corrupt] == [(2, "deployed")]
    assert f"{kind} shop/sh.helm.release.v1.web.v2" in history.corrupt[0].error.summary
    assert [item.revision for item in store.list().corrupt] == [2]
    with pytest.raises(RecordCorrupt):
        store.get("web", 2)


def test_all_namespaces_can_be_listed_but_not_written() -> None:
    transport = MemoryTransport()
    SecretStore(Client(transport), "shop").create(release())
    SecretStore(Client(transport), "other").create(replace(release(), namespace="other"))
    everywhere = SecretStore(Client(transport), None)
    assert {item.namespace for item in everywhere.list().releases} == {"shop", "other"}
    with pytest.raises(UsageError):
        everywhere.create(release())


@pytest.mark.parametrize(
    ("driver", "kind"),
    [
        ("", SecretStore),
        ("secret", SecretStore),
        ("Secrets", SecretStore),
        ("configmap", ConfigMapStore),
        ("memory", MemoryStore),
    ],
)
def test_the_driver_is_chosen_by_helms_names(driver: str, kind: type) -> None:
    assert type(open_store(driver, Client(MemoryTransport()), "shop")) is kind


def test_an_unknown_driver_is_refused() -> None:
    with pytest.raises(UsageError, match="sql"):
        open_store("sql", Client(MemoryTransport()), "shop")


def test_a_release_remembers_its_mode() -> None:
    record: Release = release().with_three_way_merge(True)
    assert record.three_way_merge_enabled
    assert record.with_three_way_merge(False).annotations == {}
