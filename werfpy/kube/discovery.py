"""Which kinds the API server knows, and under which paths.

Two requests (aggregated discovery, /api and /apis) tell everything. What they told is kept on disk with its ETag, so
that the next run looks up paths without asking, and asks with "has it changed?" where freshness matters.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from werfpy.errors import KubeError, NotFound
from werfpy.json_types import JSONValue
from werfpy.kube.bodies import decode
from werfpy.kube.discovery_cache import DiscoveryCache, Document
from werfpy.kube.discovery_documents import AGGREGATED, APIResource, Table, read_aggregated, read_legacy
from werfpy.kube.errors import raise_for_status
from werfpy.kube.transport import Request, Transport
from werfpy.resource.refs import GVK

_REREAD_AFTER_S = 1.0
_ALL = ("create", "delete", "deletecollection", "get", "list", "patch", "update", "watch")

_FIXED = {
    GVK("", "v1", kind): APIResource("", "v1", kind, plural, kind.lower(), kind != "Namespace", _ALL)
    for kind, plural in (
        ("ConfigMap", "configmaps"),
        ("Namespace", "namespaces"),
        ("Secret", "secrets"),
        ("Event", "events"),
    )
} | {
    GVK("coordination.k8s.io", "v1", "Lease"): APIResource(
        "coordination.k8s.io", "v1", "Lease", "leases", "lease", True, _ALL
    )
}
"""What werfpy itself keeps its records in: the same in every cluster, so no discovery is needed to list releases."""


@dataclass(slots=True)
class _Known:
    table: Table
    read_at: float
    is_fresh: bool


class Discovery:
    """The API server's kinds. Read at first use, once for all threads.

    Args:
        transport: Where to ask.
        cache: The copy on disk; None keeps nothing.
        clock: Seconds, monotonic.
    """

    def __init__(
        self,
        transport: Transport,
        cache: DiscoveryCache | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        origin: str = "",
    ) -> None:
        self._transport = transport
        self._cache = cache
        self._clock = clock
        self._origin = origin
        self._lock = threading.Lock()
        self._known: _Known | None = None
        self._version: Mapping[str, str] | None = None

    def resource_for(self, gvk: GVK) -> APIResource:
        """The resource of *gvk*. A kind that is not known is asked for once more, for a CRD may be new.

        Raises:
            NotFound: The server does not serve *gvk*.
            KubeError: Its group's own (aggregated) API server does not answer, or discovery failed.
        """
        if gvk in _FIXED:
            return _FIXED[gvk]
        known = self._read(fresh=False)
        found = known.table.by_gvk.get(gvk)
        if found is None and (not known.is_fresh or self._clock() - known.read_at > _REREAD_AFTER_S):
            known = self._read(fresh=True, older_than=known)
            found = known.table.by_gvk.get(gvk)
        if found is None:
            raise self._missing(gvk, known.table)
        return found

    def preferred(self, group: str, kind: str) -> APIResource:
        """The resource of *kind* in the version of *group* that the server prefers; raises `NotFound`."""
        for fresh in (False, True):
            for resource in self._read(fresh=fresh).table.by_gvk.values():
                if (resource.group, resource.kind) == (group, kind):
                    return resource
        raise self._missing(GVK(group, "*", kind), self._read(fresh=True).table)

    def resources(self) -> tuple[APIResource, ...]:
        """All resources as of this run, subresources not counted, the preferred version of a group first."""
        return tuple(self._read(fresh=True).table.by_gvk.values())

    def api_versions(self) -> tuple[str, ...]:
        """Helm's ``.Capabilities.APIVersions`` as of this run: ``apps/v1`` and ``apps/v1/Deployment``, sorted.

        Kinds of subresources (``apps/v1/Scale``) are in it, as in Helm's ``action.GetVersionSet``.
        """
        return self._read(fresh=True).table.api_versions

    def server_version(self) -> Mapping[str, str]:
        """The answer of /version: major, minor, gitVersion…"""
        if self._version is None:
            response = self._transport.send(Request("GET", "/version"))
            raise_for_status(response, "read", "the server's version", at=self._origin)
            self._version = decode(response.body, "the server's version")
        return self._version

    def forget(self) -> None:
        """Ask again at the next use; call it after creating or deleting CRDs."""
        with self._lock:
            self._known = None
            if self._cache is not None:
                self._cache.age()

    def _read(self, *, fresh: bool, older_than: _Known | None = None) -> _Known:
        """What is known; asks when nothing is, when a disk copy is not *fresh* enough, or when it is *older_than*."""
        with self._lock:
            known = self._known
            if known is None and not fresh and self._cache is not None and (stored := self._cache.young()):
                known = _Known(read_aggregated(stored), self._clock(), is_fresh=False)
            if known is None or (fresh and not known.is_fresh) or (older_than is not None and known is older_than):
                known = _Known(self._fetch(), self._clock(), is_fresh=True)
            self._known = known
            return known

    def _fetch(self) -> Table:
        with ThreadPoolExecutor(2) as pool:
            documents = dict(zip(("/api", "/apis"), pool.map(self._fetch_one, ("/api", "/apis")), strict=True))
        if all(document.value.get("kind") == "APIGroupDiscoveryList" for document in documents.values()):
            if self._cache is not None:
                self._cache.save(documents)
            return read_aggregated(documents)
        return self._fetch_legacy(documents)

    def _fetch_one(self, path: str) -> Document:
        kept = self._cache.any_age().get(path) if self._cache is not None else None
        headers = {"Accept": AGGREGATED} | ({"If-None-Match": kept.etag} if kept and kept.etag else {})
        response = self._transport.send(Request("GET", path, headers=headers))
        if response.status == 304 and kept is not None:
            return kept
        raise_for_status(response, "discover", f"the API at {path}", at=self._origin)
        return Document(response.headers.get("etag", ""), decode(response.body, path))

    def _fetch_legacy(self, documents: Mapping[str, Document]) -> Table:
        """Servers before 1.26 (and small ones) list groups only: one request for each group and version."""
        groups: list[tuple[str, str]] = [
            ("", str(version)) for version in documents["/api"].value.get("versions") or []
        ]
        for group in documents["/apis"].value.get("groups") or []:
            groups += [(str(group["name"]), str(version["version"])) for version in _preferred_first(group)]
        with ThreadPoolExecutor(8) as pool:
            return read_legacy(zip(groups, pool.map(self._fetch_group, groups), strict=True))

    def _fetch_group(self, group_version: tuple[str, str]) -> JSONValue:
        """The APIResourceList; None where the group's own server does not answer."""
        group, version = group_version
        path = f"/apis/{group}/{version}" if group else f"/api/{version}"
        response = self._transport.send(Request("GET", path))
        if response.status in (404, 503):
            return None
        raise_for_status(response, "discover", f"the API at {path}", at=self._origin)
        return decode(response.body, path)

    def _missing(self, gvk: GVK, table: Table) -> KubeError:
        if any(group == gvk.group and gvk.version in ("*", version) for group, version in table.silent):
            return KubeError(
                f"cannot discover {gvk}: the API server of its group does not answer",
                status=503,
                reason="ServiceUnavailable",
                hint="look at the APIService's conditions: kubectl get apiservice",
            )
        others = sorted({known.api_version for known in table.by_gvk if known.kind == gvk.kind})
        return NotFound(
            f'no matches for kind "{gvk.kind}" in version "{gvk.api_version}"',
            status=404,
            reason="NoKindMatch",
            because=f"the server knows {gvk.kind} in {', '.join(others)}" if others else "",
            hint="install the CRD first" if not others else "use one of the served versions",
        )


def _preferred_first(group: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    preferred = (group.get("preferredVersion") or {}).get("version")
    return sorted(group.get("versions") or [], key=lambda version: version.get("version") != preferred)
