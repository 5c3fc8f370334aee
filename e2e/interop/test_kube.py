"""The client, the live reader, the lock and Helm 2's records on a real API server."""

from __future__ import annotations

import base64
import gzip
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.release.hapi import release_message
from werfpy.errors import (
    AlreadyExists,
    Conflict,
    Forbidden,
    Invalid,
    KubeError,
    LeaseHeld,
    NotFound,
    RecordTooLarge,
    Unauthorized,
    Unreachable,
    WriteRefused,
)
from werfpy.kube.client import Client
from werfpy.kube.config import KubeOptions, load
from werfpy.kube.decorators import CountingTransport, ReadOnlyTransport
from werfpy.kube.live import read_live
from werfpy.lock.lease import read_lease
from werfpy.lock.run_lock import LockSettings, RunLock
from werfpy.merge.patch_type import PatchType
from werfpy.release.codec import MAX_BYTES
from werfpy.release.record import Release, Status
from werfpy.release.secrets import SecretStore
from werfpy.release.tiller import TillerStore, take_over
from werfpy.resource.refs import GVK, ObjectRef

pytestmark = pytest.mark.cluster

CM = GVK("", "v1", "ConfigMap")
DEPLOYMENT = GVK("apps", "v1", "Deployment")
LEASE = GVK("coordination.k8s.io", "v1", "Lease")


@pytest.fixture
def namespace(cluster: Any) -> str:
    name: str = cluster.new_namespace("kube")
    return name


def connect(cluster: Any, namespace: str, wrap: Any = None, **options: Any) -> Client:
    options.setdefault("kubeconfig", str(cluster.kubeconfig))
    return Client.of(load(KubeOptions(namespace=namespace, **options)), wrap=wrap)


@pytest.fixture
def client(cluster: Any, namespace: str) -> Client:
    return connect(cluster, namespace)


def config_map(name: str, **fields: Any) -> dict[str, Any]:
    labels = {"app.kubernetes.io/managed-by": "Helm"}
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "labels": labels},
        "data": {"a": "1"},
        **fields,
    }


def test_an_object_lives_and_dies(client: Client, namespace: str) -> None:
    ref = ObjectRef(CM, namespace, "a")
    created = client.create(config_map("a"))
    with pytest.raises(AlreadyExists):
        client.create(config_map("a"))
    assert client.get(ref) == created
    client.create(config_map("dry"), dry_run=True)
    patched = client.patch(ref, {"data": {"b": "2"}}, PatchType.STRATEGIC)
    assert patched["data"] == {"a": "1", "b": "2"}
    assert client.patch(ref, [{"op": "remove", "path": "/data/a"}], PatchType.JSON)["data"] == {"b": "2"}
    with pytest.raises(Conflict):
        client.replace(created)
    with pytest.raises(Conflict):
        client.patch(
            ref, {"metadata": {"resourceVersion": created["metadata"]["resourceVersion"]}, "data": {}}, PatchType.MERGE
        )
    with pytest.raises(Conflict):
        client.delete(ref, uid="00000000-0000-0000-0000-000000000000")
    client.delete(ref, uid=created["metadata"]["uid"], dry_run=True)
    client.delete(ref, uid=created["metadata"]["uid"])
    for name in ("a", "dry"):
        with pytest.raises(NotFound):
            client.get(replace(ref, name=name))


def test_discovery_knows_what_kubectl_knows(client: Client) -> None:
    assert client.discovery.server_version()["gitVersion"].startswith("v1.")
    resource = client.discovery.resource_for(DEPLOYMENT)
    assert (resource.plural, resource.short_names, resource.subresources) == (
        "deployments",
        ("deploy",),
        ("scale", "status"),
    )
    assert client.discovery.preferred("autoscaling", "HorizontalPodAutoscaler").version == "v2"
    assert {"v1", "v1/Pod", "apps/v1", "apps/v1/Deployment", "batch/v1/Job"} <= set(client.discovery.api_versions())


def test_unknown_fields_are_refused_when_asked_to(client: Client) -> None:
    with pytest.raises(Invalid, match="create ConfigMap"):
        client.create(config_map("strict", datta={}), field_validation="Strict")


def test_a_refused_secret_quotes_nothing(client: Client) -> None:
    for secret in (
        {"data": {"password": "hunter2!"}},
        {"type": "kubernetes.io/tls", "stringData": {"tls.crt": "hunter2"}},
        {"stringData": {"bad key hunter": "hunter2"}},
    ):
        with pytest.raises(Invalid) as caught:
            client.create({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, **secret})
        assert "hunter2" not in f"{caught.value.summary}{caught.value.because}"


def test_lists_come_in_pages(client: Client, namespace: str) -> None:
    for number in range(7):
        client.create(config_map(f"c{number}"))
    listing = client.list(CM, namespace, label_selector="app.kubernetes.io/managed-by=Helm", limit=3)
    assert [item["metadata"]["name"] for item in listing.items] == [f"c{number}" for number in range(7)]


def test_a_watch_tells_changes_until_it_is_stopped(client: Client, namespace: str) -> None:
    version = client.list(CM, namespace).resource_version
    stop, seen = threading.Event(), []
    client.create(config_map("w"))
    client.delete(ObjectRef(CM, namespace, "w"))
    for event in client.watch(CM, namespace, resource_version=version, stop=stop):
        seen.append((event.type, event.object["metadata"]["name"]))
        if len(seen) == 2:
            stop.set()
    assert seen == [("ADDED", "w"), ("DELETED", "w")]


def test_a_watch_that_waits_can_be_stopped(client: Client, namespace: str) -> None:
    version = client.list(CM, namespace).resource_version
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    assert list(client.watch(CM, namespace, resource_version=version, stop=stop, label_selector="no=such")) == []
    timer.join()


def test_a_watch_that_the_server_refuses_is_an_error(client: Client, namespace: str) -> None:
    with pytest.raises(KubeError, match="cannot watch configmaps"):
        list(client.watch(CM, namespace, resource_version="not-a-version"))


def test_a_hundred_objects_are_read_with_a_dozen_requests(cluster: Any, namespace: str) -> None:
    counting: list[CountingTransport] = []

    def count(inner: Any) -> CountingTransport:
        counting.append(CountingTransport(inner))
        return counting[0]

    client = connect(cluster, namespace, count)
    refs = [ObjectRef(CM, namespace, f"c{number}") for number in range(100)]
    with ThreadPoolExecutor(16) as pool:
        assert set(read_live(client, refs, pool=pool).values()) == {None}
        assert counting[0].total <= 4
        list(pool.map(lambda ref: client.create(config_map(ref.name)), refs))
        before = counting[0].total
        live = read_live(client, [*refs, ObjectRef(GVK("ex.com", "v1", "No"), "", "x")], pool=pool)
        assert counting[0].total - before <= 3
    assert sum(manifest is not None for manifest in live.values()) == 100
    assert live[refs[3]] == client.get(refs[3])


def test_a_read_only_run_may_only_try(cluster: Any, namespace: str) -> None:
    client = connect(cluster, namespace, ReadOnlyTransport)
    assert client.create(config_map("x"), dry_run=True)["metadata"]["uid"]
    for write in (lambda: client.create(config_map("x")), lambda: client.delete(ObjectRef(CM, namespace, "x"))):
        with pytest.raises(WriteRefused):
            write()
    with pytest.raises(NotFound):
        client.get(ObjectRef(CM, namespace, "x"))


def test_bad_credentials_and_bad_servers_are_told_apart(cluster: Any, namespace: str) -> None:
    with pytest.raises(Unauthorized) as refused:
        connect(cluster, namespace, token="wrong").list(CM, namespace)
    assert str(cluster.kubeconfig) in refused.value.at
    with pytest.raises(Unreachable) as untrusted:
        connect(cluster, namespace, kubeconfig="", server=cluster.server).list(CM, namespace)
    assert untrusted.value.reason == "TLS"
    with pytest.raises(Unreachable) as absent:
        connect(cluster, namespace, server="https://127.0.0.1:1").list(CM, namespace)
    assert absent.value.reason == "ConnectionRefused"


def test_somebody_else_may_be_impersonated(cluster: Any, namespace: str) -> None:
    with pytest.raises(Forbidden) as caught:
        connect(cluster, namespace, as_user="joe", as_groups=("a", "b")).list(CM, namespace)
    assert 'User "joe"' in caught.value.because


def test_the_size_limit_is_the_servers(client: Client, namespace: str) -> None:
    data = base64.b64encode(b"x" * MAX_BYTES).decode()
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "big"}, "data": {"release": data}}
    client.create(secret)
    with pytest.raises(Invalid):
        client.create({**secret, "metadata": {"name": "bigger"}, "data": {"release": data, "more": "eA=="}})
    noise = base64.b64encode(bytes(range(256)) * 4000).decode()
    with pytest.raises(RecordTooLarge):
        import random

        store = SecretStore(client, namespace)
        store.create(
            Release(
                "web", namespace, 1, manifest=noise + base64.b64encode(random.Random(1).randbytes(900_000)).decode()
            )
        )


def test_a_lock_is_taken_once_renewed_and_released(cluster: Any, client: Client, namespace: str) -> None:
    settings = LockSettings("web", namespace, "one 1", renew_every_s=0.2)
    with RunLock(client, settings) as held:
        first = read_lease(client.get(ObjectRef(LEASE, namespace, "werfpy-release-web")))
        with pytest.raises(LeaseHeld, match="another run"), RunLock(client, replace(settings, holder="two 2")):
            pass
        renewed = threading.Event()
        for event in client.watch(LEASE, namespace, resource_version=first.resource_version, stop=renewed):
            assert read_lease(event.object).holder == "one 1"
            renewed.set()
        held.check()
    with RunLock(client, replace(settings, holder="two 2")) as second:
        assert second.previous is not None
        assert second.previous.holder == ""


HOLD = """
import sys
from werfpy.kube.client import Client
from werfpy.kube.config import KubeOptions, load
from werfpy.lock.run_lock import LockSettings, RunLock

client = Client.of(load(KubeOptions(kubeconfig=sys.argv[1], namespace=sys.argv[2])))
with RunLock(client, LockSettings("web", sys.argv[2], "killed 1")):
    print("held", flush=True)
    input()
"""


def test_a_killed_run_of_this_machine_stops_nobody(cluster: Any, client: Client, namespace: str) -> None:
    command = [sys.executable, "-c", HOLD, str(cluster.kubeconfig), namespace]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        assert run.stdout.readline() == "held\n"
        settings = LockSettings("web", namespace, "next 2")
        with pytest.raises(LeaseHeld), RunLock(client, settings):
            pass
        made = datetime.now(UTC)
        run.kill()
        run.wait()
        with RunLock(client, settings) as held:
            assert held.previous is not None
            assert held.previous.covers(made)


def test_who_may_not_lock_is_told(cluster: Any, namespace: str) -> None:
    rules = [{"apiGroups": [""], "resources": ["secrets"], "verbs": ["*"]}]
    path: Path = cluster.restricted_kubeconfig(namespace, rules)
    client = connect(cluster, namespace, kubeconfig=str(path))
    with (
        pytest.raises(Forbidden, match="cannot lock release web"),
        RunLock(client, LockSettings("web", namespace, "x")),
    ):
        pass


def test_read_live_without_the_right_to_list(cluster: Any, namespace: str, client: Client) -> None:
    for number in range(6):
        client.create(config_map(f"c{number}"))
    rules = [{"apiGroups": [""], "resources": ["configmaps"], "verbs": ["get"]}]
    limited = connect(cluster, namespace, kubeconfig=str(cluster.restricted_kubeconfig(namespace, rules)))
    refs = [ObjectRef(CM, namespace, f"c{number}") for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        live = read_live(limited, refs, pool=pool)
        assert [live[ref] is not None for ref in refs] == [True] * 6 + [False] * 2
        with pytest.raises(Forbidden):
            read_live(limited, [ObjectRef(DEPLOYMENT, namespace, "d")], pool=pool)


@pytest.mark.parametrize("kind", ["ConfigMap", "Secret"])
def test_a_release_of_helm_2_is_continued(client: Client, namespace: str, kind: str) -> None:
    for number, code in ((1, 3), (2, 1), (3, 4)):
        message = release_message(
            name="old", namespace=namespace, version=number, manifest="---\na: b\n", info={"status": {"code": code}},
            chart={"metadata": {"name": "c", "version": "1.0.0"}},
        )  # fmt: skip
        data = base64.b64encode(gzip.compress(message.SerializeToString())).decode()
        labels = {"NAME": "old", "OWNER": "TILLER", "STATUS": "X", "VERSION": str(number)}
        stored = {"stringData" if kind == "Secret" else "data": {"release": data}}
        metadata = {"name": f"old.v{number}", "labels": labels}
        client.create({"apiVersion": "v1", "kind": kind, "metadata": metadata, **stored})
    store = SecretStore(client, namespace)
    history = take_over(TillerStore(client, namespace, kind.lower()).history("old"), store)
    assert [(item.revision, item.status) for item in history.releases] == [(2, Status.DEPLOYED), (3, Status.FAILED)]
    assert history.next_revision == 4
