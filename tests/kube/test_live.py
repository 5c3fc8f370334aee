"""Many objects are read with few requests, and a failure is never taken for absence."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.fakes.memory_transport import MemoryTransport, status
from werfpy.errors import Forbidden, KubeError
from werfpy.json_types import Manifest
from werfpy.kube.client import Client
from werfpy.kube.live import MANAGED_BY_HELM, read_live
from werfpy.resource.refs import GVK, ObjectRef

CM = GVK("", "v1", "ConfigMap")


def ref(name: str, gvk: GVK = CM) -> ObjectRef:
    return ObjectRef(gvk, "default", name)


def config_map(name: str, managed: bool = True) -> Manifest:
    labels = {"app.kubernetes.io/managed-by": "Helm"} if managed else {}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "labels": labels}}


def read(transport: MemoryTransport, *names: str, **others: GVK) -> dict[str, bool]:
    refs = [*(ref(name) for name in names), *(ref(name, gvk) for name, gvk in others.items())]
    with ThreadPoolExecutor(4) as pool:
        return {item.name: live is not None for item, live in read_live(Client(transport), refs, pool=pool).items()}


def test_one_list_finds_all_that_helm_manages() -> None:
    names = [f"c{number}" for number in range(20)]
    transport = MemoryTransport(config_map(name) for name in names)
    assert read(transport, *names) == dict.fromkeys(names, True)
    assert [request.query_value("labelSelector") for request in transport.sent] == [MANAGED_BY_HELM]


def test_a_first_install_asks_twice_however_many_objects_there_are() -> None:
    names = [f"c{number}" for number in range(100)]
    transport = MemoryTransport([config_map("other")])
    assert read(transport, *names) == dict.fromkeys(names, False)
    assert len(transport.sent) == 2


def test_objects_without_helms_label_are_found_too() -> None:
    names = [f"c{number}" for number in range(10)]
    transport = MemoryTransport(config_map(name, managed=number > 7) for number, name in enumerate(names))
    assert read(transport, *names, "absent") == dict.fromkeys(names, True) | {"absent": False}


def test_few_objects_are_read_one_by_one() -> None:
    transport = MemoryTransport([config_map("a"), config_map("b")])
    assert read(transport, "a", "b", "c") == {"a": True, "b": True, "c": False}
    assert len(transport.sent) == 3
    assert not any(request.query for request in transport.sent)


def test_who_may_not_list_reads_one_by_one() -> None:
    names = [f"c{number}" for number in range(10)]
    transport = MemoryTransport(config_map(name) for name in names[:9])
    transport.faults.append(lambda sent: status(403, "Forbidden") if sent.path.endswith("configmaps") else None)
    assert read(transport, *names) == dict.fromkeys(names[:9], True) | {"c9": False}


def test_a_namespace_too_full_to_list_is_read_one_by_one() -> None:
    names = [f"c{number:04}" for number in range(1200)]
    transport = MemoryTransport(config_map(name, managed=False) for name in names)
    wanted = [*names[:5], "absent"]
    assert read(transport, *wanted) == dict.fromkeys(names[:5], True) | {"absent": False}


def test_an_unknown_kind_is_absent() -> None:
    assert read(MemoryTransport(), w=GVK("ex.com", "v1", "Widget")) == {"w": False}


@pytest.mark.parametrize("where", ["configmaps", "c0"], ids=["list", "get"])
def test_any_other_failure_is_raised(where: str) -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda sent: status(500, "InternalError") if sent.path.endswith(where) else None)
    names = ["c0"] if where == "c0" else [f"c{number}" for number in range(9)]
    with pytest.raises(KubeError) as caught:
        read(transport, *names)
    assert caught.value.status == 500


def test_forbidden_reads_are_raised() -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda _: status(403, "Forbidden"))
    with pytest.raises(Forbidden):
        read(transport, *[f"c{number}" for number in range(9)])
