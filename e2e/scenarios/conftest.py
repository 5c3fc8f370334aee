"""Fixtures of the scenarios: a custom kind of their own, and what was written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from e2e.driver import MERGE, Live

CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"


@dataclass(frozen=True)
class Widgets:
    """A custom kind whose replicas stand in ``.spec.size``, and its objects in one namespace."""

    http: Any
    group: str
    namespace: str

    def manifest(self, name: str, annotations: dict[str, str] | None = None, **spec: Any) -> dict[str, Any]:
        metadata = {"name": name, "annotations": annotations or {}}
        return {"apiVersion": f"{self.group}/v1", "kind": "Widget", "metadata": metadata, "spec": spec}

    def path(self, name: str) -> str:
        return f"/apis/{self.group}/v1/namespaces/{self.namespace}/widgets/{name}"

    def get(self, name: str) -> dict[str, Any]:
        answer = self.http.request("GET", self.path(name))
        assert answer.status == 200, answer.body
        found: dict[str, Any] = answer.body
        return found

    def patch(self, name: str, body: dict[str, Any], subresource: str = "") -> None:
        path = self.path(name) + (f"/{subresource}" if subresource else "")
        answer = self.http.request("PATCH", path, body, content_type=MERGE)
        assert answer.status == 200, answer.body


def _definition(group: str) -> dict[str, Any]:
    spec = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
    schema = {"type": "object", "properties": {"spec": spec, "status": spec}}
    scale = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}
    version = {
        "name": "v1",
        "served": True,
        "storage": True,
        "schema": {"openAPIV3Schema": schema},
        "subresources": {"status": {}, "scale": scale},
    }
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"widgets.{group}"},
        "spec": {
            "group": group,
            "scope": "Namespaced",
            "names": {"plural": "widgets", "kind": "Widget"},
            "versions": [version],
        },
    }


@pytest.fixture(scope="session")
def widget_group(cluster: Any, worker_id: str) -> Iterator[str]:
    """The API group of Widget; a worker's own."""
    group = f"{worker_id}.scenarios.werfpy.dev"
    assert cluster.http.request("POST", CRDS, _definition(group)).status == 201
    deadline_s = time.monotonic() + 30
    while cluster.http.request("GET", f"/apis/{group}/v1/widgets").status != 200:
        assert time.monotonic() < deadline_s, "the API server does not serve the new kind"
        time.sleep(0.05)
    yield group
    cluster.http.request("DELETE", f"{CRDS}/widgets.{group}")


@pytest.fixture
def widgets(widget_group: str, live: Live) -> Widgets:
    """The Widgets of the test's namespace."""
    return Widgets(live.http, widget_group, live.namespace)


@dataclass
class Writes:
    """Which objects the command wrote since ``mark``: read from the API server's audit log."""

    cluster: Any
    namespace: str
    since: int = 0

    def mark(self) -> None:
        self.since = self.cluster.audit.mark()

    def objects(self) -> list[tuple[str, str]]:
        """Verb and resource of each write to something else than the release's records and its lock."""
        found = self.cluster.audit.requests(self.since, namespace=self.namespace, user_agent="werfpy")
        return [
            (item.verb, item.resource)
            for item in found
            if item.is_write and item.resource != "leases" and not item.name.startswith("sh.helm.release.v1.")
            if not (item.resource == "secrets" and item.verb == "create" and not item.name)
        ]


@pytest.fixture
def writes(cluster: Any, namespace: str) -> Writes:
    """What the command wrote in the test's namespace."""
    if cluster.audit is None:
        pytest.skip("this cluster gives no audit log")
    found = Writes(cluster, namespace)
    found.mark()
    return found
