"""A transport that answers like an API server, from memory: objects, versions, conflicts, selectors, pages, faults."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import orjson

from werfpy.kube.transport import Request, Response

KINDS = {
    ("", "v1"): {"configmaps": "ConfigMap", "secrets": "Secret", "services": "Service", "namespaces": "Namespace"},
    ("apps", "v1"): {"deployments": "Deployment"},
    ("coordination.k8s.io", "v1"): {"leases": "Lease"},
}


@dataclass(frozen=True)
class Place:
    """Where a path leads: a collection (no name) or an object."""

    api_version: str
    kind: str
    namespace: str
    name: str


def status(code: int, reason: str, message: str = "", **details: Any) -> Response:
    body = {"kind": "Status", "code": code, "reason": reason, "message": message or reason, "details": details}
    return Response(code, {"content-type": "application/json"}, orjson.dumps(body))


def answer(body: Any, code: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(code, {"content-type": "application/json", **(headers or {})}, orjson.dumps(body))


class MemoryTransport:
    """``objects`` maps (kind, namespace, name) to manifests; ``sent`` are the requests; ``faults`` come first.

    A fault is a function of the request that answers it, raises, or returns None to let it pass.
    """

    def __init__(self, objects: Iterable[dict[str, Any]] = ()) -> None:
        self.objects: dict[tuple[str, str, str], dict[str, Any]] = {}
        self.sent: list[Request] = []
        self.faults: list[Callable[[Request], Response | None]] = []
        self.etag = "e1"
        self.kinds = {gv: dict(kinds) for gv, kinds in KINDS.items()}
        self._lock = threading.RLock()
        self._version = 100
        for manifest in objects:
            self.put(manifest)

    def put(self, manifest: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            self._version += 1
            stored = deepcopy(manifest)
            stored["metadata"]["resourceVersion"] = str(self._version)
            stored["metadata"].setdefault("namespace", "default")
            self.objects[stored["kind"], stored["metadata"]["namespace"], stored["metadata"]["name"]] = stored
            return stored

    def send(self, request: Request) -> Response:
        with self._lock:
            self.sent.append(request)
            for fault in self.faults:
                found = fault(request)
                if found is not None:
                    return found
            if request.path in ("/api", "/apis"):
                return self._discovery(request)
            if request.path == "/version":
                return answer({"major": "1", "minor": "36", "gitVersion": "v1.36.3"})
            return self._object(request)

    def paths(self, method: str) -> list[str]:
        return [request.path for request in self.sent if request.method == method]

    def _discovery(self, request: Request) -> Response:
        if request.headers.get("If-None-Match") == self.etag:
            return Response(304)
        groups: dict[str, list[dict[str, Any]]] = {}
        for (group, version), kinds in self.kinds.items():
            if (group == "") == (request.path == "/api"):
                resources = [_resource(plural, kind) for plural, kind in kinds.items()]
                groups.setdefault(group, []).append({"version": version, "resources": resources})
        items = [{"metadata": {"name": group}, "versions": versions} for group, versions in groups.items()]
        return answer({"kind": "APIGroupDiscoveryList", "items": items}, headers={"etag": self.etag})

    def _place(self, path: str) -> Place | None:
        parts = [unquote(part) for part in path.strip("/").split("/")]
        group, version, rest = ("", parts[1], parts[2:]) if parts[0] == "api" else (parts[1], parts[2], parts[3:])
        namespace = ""
        if rest[0] == "namespaces" and len(rest) > 2:
            namespace, rest = rest[1], rest[2:]
        kind = self.kinds.get((group, version), {}).get(rest[0])
        api_version = f"{group}/{version}" if group else version
        return Place(api_version, kind, namespace, rest[1] if len(rest) > 1 else "") if kind else None

    def _object(self, request: Request) -> Response:
        place = self._place(request.path)
        if place is None:
            return status(404, "NotFound", "the server could not find the requested resource")
        if not place.name:
            return self._list(request, place) if request.method == "GET" else self._create(request, place)
        key = (place.kind, place.namespace, place.name)
        stored = self.objects.get(key)
        if stored is None:
            return status(404, "NotFound", f'{place.kind} "{place.name}" not found')
        if request.method == "GET":
            return answer(stored)
        body = orjson.loads(request.body or b"{}")
        if request.method == "DELETE":
            self.objects.pop(key)
            return answer({"kind": "Status", "status": "Success"})
        wanted = body.get("metadata", {}).get("resourceVersion")
        if wanted not in (None, stored["metadata"]["resourceVersion"]):
            return status(409, "Conflict", "the object has been modified")
        if request.method == "PATCH":
            body = {**stored, **body, "metadata": {**stored["metadata"], **body.get("metadata", {})}}
        return answer(self.put(body))

    def _create(self, request: Request, place: Place) -> Response:
        body = orjson.loads(request.body or b"{}")
        body["metadata"]["namespace"] = place.namespace
        if (place.kind, place.namespace, body["metadata"]["name"]) in self.objects:
            return status(409, "AlreadyExists", f"{body['metadata']['name']} already exists")
        return answer(self.put(body), 201)

    def _list(self, request: Request, place: Place) -> Response:
        found = [
            item
            for (kind, namespace, _), item in sorted(self.objects.items())
            if kind == place.kind
            and place.namespace in ("", namespace)
            and _selected(item, request.query_value("labelSelector"))
        ]
        begin = int(request.query_value("continue") or 0)
        limit = int(request.query_value("limit") or 0) or len(found) or 1
        page = [{key: value for key, value in item.items() if key != "kind"} for item in found[begin : begin + limit]]
        metadata = {"resourceVersion": str(self._version)}
        if begin + limit < len(found):
            metadata["continue"] = str(begin + limit)
        return answer({"kind": f"{place.kind}List", "metadata": metadata, "items": page})


def _resource(plural: str, kind: str) -> dict[str, Any]:
    return {
        "resource": plural,
        "responseKind": {"kind": kind},
        "scope": "Cluster" if kind == "Namespace" else "Namespaced",
        "singularResource": kind.lower(),
        "verbs": ["get", "list"],
        "subresources": [{"subresource": "scale", "responseKind": {"kind": "Scale"}}] if kind == "Deployment" else [],
    }


def _selected(item: dict[str, Any], selector: str) -> bool:
    labels = item["metadata"].get("labels") or {}
    return all(
        labels.get(key) == value for key, _, value in (part.partition("=") for part in selector.split(",") if part)
    )
