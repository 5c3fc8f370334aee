"""Reading the live state of many objects with few requests.

Where a release has several objects of a kind in a namespace, one LIST of what Helm manages there finds nearly all of
them. A list of bare names then tells which of the rest exist at all, and only those are read one by one. A first
install of 300 objects thus asks a dozen times and not 300 times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import TypeVar
from urllib.parse import quote

from werfpy.errors import Forbidden, Gone, KubeError, NotFound
from werfpy.json_types import Manifest
from werfpy.kube.bodies import decode
from werfpy.kube.client import Client
from werfpy.resource.refs import GVK, ObjectRef

T = TypeVar("T")

LIST_FROM = 5
"""So many objects of a kind and namespace make one list cheaper than as many reads."""

MANAGED_BY_HELM = "app.kubernetes.io/managed-by=Helm"

_NAMES_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json"
_NAMES_LIMIT = 1000


@dataclass(slots=True)
class _Group:
    """The wanted objects of one kind and namespace, by name."""

    gvk: GVK
    namespace: str
    wanted: dict[str, ObjectRef] = field(default_factory=dict)


def read_live(client: Client, refs: Iterable[ObjectRef], *, pool: Executor) -> dict[ObjectRef, Manifest | None]:
    """The live objects of *refs*, None for those that do not exist.

    An object does not exist when the server says so: a 404, an unknown kind, or its absence from a complete and
    consistent list. Whatever else goes wrong is raised; it is never taken for absence.

    Args:
        client: Where to ask. Refs of namespaced kinds without a namespace mean the client's own.
        refs: What to read; duplicates are read once.
        pool: Runs the requests; this function must not itself run in it.

    Raises:
        KubeError: The first failure; requests not yet begun are dropped.

    Cost: one or two LISTs for each kind and namespace with at least `LIST_FROM` objects, one GET for every other one.
    """
    wanted = dict.fromkeys(refs)
    live: dict[ObjectRef, Manifest | None] = dict.fromkeys(wanted)
    groups = _groups(client, wanted)
    rest = [ref for group in groups if len(group.wanted) < LIST_FROM for ref in group.wanted.values()]
    many = [group for group in groups if len(group.wanted) >= LIST_FROM]
    lists = [pool.submit(_list_managed, client, group) for group in many]
    gets = {ref: pool.submit(_get, client, ref) for ref in rest}
    names = []
    for group, listed in zip(many, _results(lists), strict=True):
        for name, manifest in listed.items():
            live[group.wanted.pop(name)] = manifest
        names.append(pool.submit(_existing, client, group))
    for existing in _results(names):
        gets.update({ref: pool.submit(_get, client, ref) for ref in existing})
    live.update(zip(gets, _results(list(gets.values())), strict=True))
    return live


def _groups(client: Client, refs: Iterable[ObjectRef]) -> list[_Group]:
    """The refs by kind and namespace, without those of kinds that the server does not know."""
    by_place: dict[tuple[GVK, str], _Group] = {}
    unknown: set[GVK] = set()
    for ref in refs:
        if ref.gvk in unknown:
            continue
        try:
            client.discovery.resource_for(ref.gvk)
        except NotFound:
            unknown.add(ref.gvk)
            continue
        group = by_place.setdefault((ref.gvk, ref.namespace), _Group(ref.gvk, ref.namespace))
        group.wanted[ref.name] = ref
    return list(by_place.values())


def _list_managed(client: Client, group: _Group) -> Mapping[str, Manifest]:
    """The wanted ones among what Helm manages; nothing where the user may not list."""
    try:
        listing = client.list(group.gvk, _place(client, group), label_selector=MANAGED_BY_HELM)
    except Forbidden:
        return {}
    found = {item["metadata"]["name"]: item for item in listing.items}
    return {name: found[name] for name in group.wanted if name in found}


def _existing(client: Client, group: _Group) -> list[ObjectRef]:
    """Which of the group's objects must still be read: those whose absence is not certain."""
    missing = group.wanted
    if len(missing) < LIST_FROM:
        return list(missing.values())
    names = _all_names(client, group)
    return [ref for name, ref in missing.items() if names is None or name in names]


def _all_names(client: Client, group: _Group) -> set[str] | None:
    """The names of all objects of the kind there; None when they are too many, or may not or cannot be listed."""
    resource = client.discovery.resource_for(group.gvk)
    namespace = _place(client, group)
    inside = f"/namespaces/{quote(namespace, safe='')}" if namespace else ""
    path = f"{resource.base_path}{inside}/{resource.plural}"
    try:
        response = client.raw("GET", path, query=(("limit", str(_NAMES_LIMIT)),), accept=_NAMES_ONLY)
    except (Forbidden, Gone):
        return None
    except KubeError as error:
        if error.status == 406:
            return None
        raise
    listing = decode(response.body, path)
    if (listing.get("metadata") or {}).get("continue"):
        return None
    return {item["metadata"]["name"] for item in listing.get("items") or []}


def _place(client: Client, group: _Group) -> str | None:
    """The namespace to list in; None for cluster-scoped kinds."""
    if not client.discovery.resource_for(group.gvk).namespaced:
        return None
    return group.namespace or client.namespace


def _get(client: Client, ref: ObjectRef) -> Manifest | None:
    try:
        return client.get(ref)
    except NotFound:
        return None


def _results(futures: list[Future[T]]) -> list[T]:
    """All results in order; at the first failure the rest is dropped and the failure raised."""
    try:
        return [future.result() for future in futures]
    except BaseException:
        for future in futures:
            future.cancel()
        raise
