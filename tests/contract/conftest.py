"""One suite for the sandbox and for the real API server: where they differ, the sandbox is wrong."""

from __future__ import annotations

import copy
import json
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from e2e.cluster.cluster import Answer, Http

STRATEGIC = "application/strategic-merge-patch+json"
MERGE = "application/merge-patch+json"
JSON_PATCH = "application/json-patch+json"


class Server:
    """An API server and a namespace of one's own in it."""

    def __init__(self, http: Http, name: str) -> None:
        self.http = http
        self.name = name
        self.namespace = f"contract-{uuid.uuid4().hex[:10]}"
        answer = http.request("POST", "/api/v1/namespaces", {"metadata": {"name": self.namespace}})
        assert answer.status == 201, answer.body

    def path(self, plural: str, name: str = "", *, group: str = "", namespace: str | None = None) -> str:
        root = f"/apis/{group}" if group else "/api/v1"
        place = f"{root}/namespaces/{namespace or self.namespace}/{plural}"
        return f"{place}/{name}" if name else place

    def request(self, method: str, path: str, body: Any = None, **more: Any) -> Answer:
        return self.http.request(method, path, body, **more)

    def made(self, path: str, body: Any, **query: Any) -> dict[str, Any]:
        answer = self.http.request("POST", path, body, query=query)
        assert answer.status == 201, answer.body
        return answer.body

    def got(self, path: str) -> dict[str, Any]:
        answer = self.http.request("GET", path)
        assert answer.status == 200, answer.body
        return answer.body

    def patched(self, path: str, body: Any, content_type: str = MERGE, **query: Any) -> dict[str, Any]:
        answer = self.http.request("PATCH", path, body, content_type=content_type, query=query)
        assert answer.status == 200, answer.body
        return answer.body

    def until(self, probe: Callable[[], Any], within_s: float = 30) -> Any:
        deadline = time.monotonic() + within_s
        while not (value := probe()):
            assert time.monotonic() < deadline, "it did not come to pass"
            time.sleep(0.05)
        return value

    def until_gone(self, path: str) -> None:
        self.until(lambda: self.http.request("GET", path).status == 404)

    def watched(self, path: str, count: int, **query: Any) -> list[tuple[str, dict[str, Any]]]:
        """The first *count* events of a watch; fewer when it ends before."""
        events: list[tuple[str, dict[str, Any]]] = []
        stream = self.http.stream(path, {"watch": 1, "timeoutSeconds": 5, **query})
        rest = b""
        for chunk in stream.stream(65536):
            rest += chunk
            *lines, rest = rest.split(b"\n")
            for line in filter(None, lines):
                event = json.loads(line)
                events.append((event["type"], event["object"]))
            if len(events) >= count:
                break
        stream.close()
        return events[:count]


@pytest.fixture(params=["sandbox", pytest.param("cluster", marks=pytest.mark.cluster)])
def api(request: pytest.FixtureRequest) -> Iterator[Server]:
    if request.param == "sandbox":
        running = request.getfixturevalue("sandbox")
        http = Http.of_token(running.url, running.ca, running.token)
    else:
        cluster = request.getfixturevalue("cluster")
        http = Http.of_token(cluster.server, cluster.ca, cluster.token) if cluster.token else cluster.http
    server = Server(http, request.param)
    yield server
    http.request("DELETE", f"/api/v1/namespaces/{server.namespace}")
    http.close()


_DEPLOYMENT: dict[str, Any] = {
    "metadata": {"name": "web", "labels": {"app": "web"}},
    "spec": {
        "replicas": 2,
        "selector": {"matchLabels": {"app": "web"}},
        "template": {
            "metadata": {"labels": {"app": "web"}},
            "spec": {"containers": [{"name": "main", "image": "nginx:1.25", "env": [{"name": "A", "value": "1"}]}]},
        },
    },
}


def deployment(name: str = "web", **spec: Any) -> dict[str, Any]:
    """A small Deployment."""
    manifest = copy.deepcopy(_DEPLOYMENT)
    manifest["metadata"]["name"] = name
    manifest["spec"] |= spec
    return manifest


def config_map(name: str, labels: dict[str, str] | None = None, **data: str) -> dict[str, Any]:
    """A ConfigMap."""
    return {"metadata": {"name": name, "labels": labels or {}}, "data": data}
