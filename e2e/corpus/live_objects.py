"""The objects of a release as the raw API has them: no code of werfpy is involved."""

from __future__ import annotations

import base64
import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, order=True)
class Id:
    """One object: enough to find it and to name it in a message."""

    api_version: str
    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.namespace}/{self.name}".replace(" /", " ")


@dataclass
class Objects:
    """Reads and writes objects by their Id; what a kind's path is, discovery says."""

    http: Any
    namespace: str
    _lists: dict[str, dict[str, Any]] = field(default_factory=dict)

    def read(self, wanted: Id) -> dict[str, Any] | None:
        """The live object; None when it is not there."""
        answer = self.http.request("GET", self.path(wanted))
        if answer.status == 404:
            return None
        assert answer.status == 200, f"GET {wanted}: {answer.status} {answer.body}"
        found: dict[str, Any] = answer.body
        return found

    def write(self, target: Id, changed: dict[str, Any]) -> dict[str, Any] | None:
        """PUT the whole object; None when the API refuses it."""
        answer = self.http.request("PUT", self.path(target), changed)
        return answer.body if answer.status == 200 else None

    def delete(self, target: Id) -> None:
        answer = self.http.request("DELETE", self.path(target), {"propagationPolicy": "Background"})
        assert answer.status in (200, 202, 404), f"DELETE {target}: {answer.status} {answer.body}"

    def path(self, wanted: Id) -> str:
        resource = self._resource(wanted)
        prefix = "/api/" if "/" not in wanted.api_version else "/apis/"
        middle = f"namespaces/{wanted.namespace}/" if resource["namespaced"] else ""
        return f"{prefix}{wanted.api_version}/{middle}{resource['name']}/{wanted.name}"

    def id_of(self, manifest: dict[str, Any]) -> Id:
        """The Id of a chart's document; objects without namespace are in the release's."""
        metadata = manifest["metadata"]
        known = Id(manifest["apiVersion"], manifest["kind"], "", metadata["name"])
        if not self._resource(known)["namespaced"]:
            return known
        return Id(known.api_version, known.kind, metadata.get("namespace") or self.namespace, known.name)

    def _resource(self, wanted: Id) -> dict[str, Any]:
        kinds = self._lists.setdefault(wanted.api_version, {})
        if wanted.kind not in kinds:
            prefix = "/api/" if "/" not in wanted.api_version else "/apis/"
            answer = self.http.request("GET", f"{prefix}{wanted.api_version}")
            assert answer.status == 200, f"{wanted.api_version} is not served: {answer.body}"
            kinds.update({item["kind"]: item for item in answer.body["resources"] if "/" not in item["name"]})
        found: dict[str, Any] = kinds[wanted.kind]
        return found


@dataclass
class Release:
    """What the newest record of a release states, and what is live of it."""

    objects: Objects
    name: str

    @property
    def record(self) -> dict[str, Any]:
        """The newest revision, decoded from its Secret."""
        path = f"/api/v1/namespaces/{self.objects.namespace}/secrets"
        listed = self.objects.http.request("GET", path, query={"labelSelector": f"owner=helm,name={self.name}"})
        newest = max(listed.body["items"], key=lambda item: int(item["metadata"]["labels"]["version"]))
        packed = base64.b64decode(base64.b64decode(newest["data"]["release"]))
        found: dict[str, Any] = json.loads(gzip.decompress(packed))
        return found

    def stated(self) -> dict[Id, dict[str, Any]]:
        """The chart's objects, hooks left out, as the record has them."""
        documents = yaml.load_all(self.record["manifest"], Loader=Loader)
        return {self.objects.id_of(document): document for document in _flat(documents)}

    def live(self) -> dict[Id, dict[str, Any]]:
        """All objects of the release; one that is missing is an error."""
        found = {wanted: self.objects.read(wanted) for wanted in self.stated()}
        missing = [str(wanted) for wanted, item in found.items() if item is None]
        assert not missing, f"not there: {', '.join(missing)}"
        return {wanted: item for wanted, item in found.items() if item is not None}


OF_OTHER_TESTS = (".example.com", ".werfpy.dev")
"""Groups of the kinds that other tests define while a chart is deployed."""


class CrdsBefore:
    """Which CRDs a test found, so that it can delete those that its chart brought."""

    PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

    def __init__(self, http: Any) -> None:
        self._http = http
        self._there = self._names

    @property
    def _names(self) -> set[str]:
        return {item["metadata"]["name"] for item in self._http.request("GET", self.PATH).body["items"]}

    def delete_new_ones(self) -> None:
        """Delete them and wait until they are gone: the next test may bring the same ones."""
        for name in self._new_ones():
            self._http.request("DELETE", f"{self.PATH}/{name}")
        deadline = time.monotonic() + 60
        while self._new_ones() and time.monotonic() < deadline:
            time.sleep(0.1)

    def _new_ones(self) -> list[str]:
        return [name for name in self._names - self._there if not name.endswith(OF_OTHER_TESTS)]


def _flat(documents: Any) -> Iterator[dict[str, Any]]:
    for document in documents:
        if not document:
            continue
        if "items" in document and document["kind"].endswith("List"):
            yield from _flat(document["items"])
        else:
            yield document
