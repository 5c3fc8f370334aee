"""The cluster that tests run against, as one object, whatever stands behind it."""

from __future__ import annotations

import contextlib
import json
import os
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import urllib3

from e2e.cluster.audit import AuditLog
from e2e.cluster.control_plane import kubeconfig_document


@dataclass(frozen=True)
class Answer:
    """Status code, decoded JSON body (text when it is none) and headers of an answer."""

    status: int
    body: Any
    headers: Mapping[str, str]


class Http:
    """Raw requests to an API server.

    Args:
        server: ``https://host:port``.
        pool: urllib3's, with the server's CA and, where the user has one, the client certificate.
        headers: Sent with every request: the Authorization.
    """

    def __init__(self, server: str, pool: urllib3.PoolManager, headers: Mapping[str, str]) -> None:
        self.server = server.rstrip("/")
        self._pool = pool
        self._headers = dict(headers)

    @classmethod
    def of_token(cls, server: str, ca: str | Path, token: str) -> Http:
        """A client with a bearer token and a CA file."""
        pool = urllib3.PoolManager(ca_certs=str(ca), maxsize=8, retries=False)
        return cls(server, pool, {"Authorization": f"Bearer {token}"} if token else {})

    def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        content_type: str = "application/json",
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send one request and read the whole answer; *body* is JSON, or bytes to be sent as they are."""
        answer = self._send(method, path, body, content_type, query or {}, headers or {}, preload=True)
        data = answer.data
        with contextlib.suppress(ValueError):
            return Answer(answer.status, json.loads(data), answer.headers)
        return Answer(answer.status, data.decode(errors="replace"), answer.headers)

    def stream(self, path: str, query: Mapping[str, Any] | None = None) -> urllib3.BaseHTTPResponse:
        """GET without reading the body: a watch. Close it (``release_conn`` is not enough) when done."""
        return self._send("GET", path, None, "application/json", query or {}, {}, preload=False)

    def close(self) -> None:
        """Close the idle connections."""
        self._pool.clear()

    def _send(
        self,
        method: str,
        path: str,
        body: Any,
        content_type: str,
        query: Mapping[str, Any],
        headers: Mapping[str, str],
        *,
        preload: bool,
    ) -> urllib3.BaseHTTPResponse:
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        sent = {
            "Accept": "application/json",
            **self._headers,
            **({"Content-Type": content_type} if data is not None else {}),
            **headers,
        }
        url = self.server + path
        if query:
            url += ("&" if "?" in path else "?") + urlencode({key: str(value) for key, value in query.items()})
        return self._pool.request(
            method, url, body=data, headers=sent, preload_content=preload, timeout=60, retries=False, redirect=False
        )


@dataclass
class Cluster:
    """A running API server and what a test may know about it.

    Attributes:
        origin: ``built``, ``assets``, ``kind`` or ``given``.
        kubeconfig: File of an administrator.
        server: ``https://127.0.0.1:PORT``.
        token: The administrator's, ``""`` where it has none (client certificates).
        ca: File with the CA that the server's certificate is to be verified with.
        http: Raw requests as that administrator.
        has_rollouts: Workloads become ready (controllers and a kubelet, real or played, run).
        plays_pods: The pods' behaviour can be asked for by annotation, see ``stages/pod.yaml``.
        audit: The requests of this administrator; None where the server keeps no log that we can read.
        folder: Where the cluster's own logs are and further kubeconfigs are written.
    """

    origin: str
    kubeconfig: Path
    server: str
    token: str
    ca: Path
    http: Http
    has_rollouts: bool
    plays_pods: bool
    audit: AuditLog | None
    folder: Path
    _namespaces: list[str] = field(default_factory=list)

    def new_namespace(self, prefix: str = "t") -> str:
        """Create a namespace that nobody else uses; it is deleted at the end of the session."""
        name = f"{prefix}-{uuid.uuid4().hex[:10]}"
        self._must("POST", "/api/v1/namespaces", {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}})
        self._namespaces.append(name)
        return name

    def restricted_kubeconfig(
        self, namespace: str, rules: Sequence[Mapping[str, Any]], cluster_rules: Sequence[Mapping[str, Any]] = ()
    ) -> Path:
        """A kubeconfig of a new ServiceAccount that may do just this (RBAC rules, in *namespace* and everywhere)."""
        name = f"user-{uuid.uuid4().hex[:8]}"
        account = f"/api/v1/namespaces/{namespace}/serviceaccounts"
        self._must("POST", account, {"metadata": {"name": name}})
        rbac = "/apis/rbac.authorization.k8s.io/v1"
        self._bind(
            f"{rbac}/namespaces/{namespace}/roles",
            f"{rbac}/namespaces/{namespace}/rolebindings",
            "Role",
            name,
            namespace,
            rules,
        )
        if cluster_rules:
            self._bind(
                f"{rbac}/clusterroles", f"{rbac}/clusterrolebindings", "ClusterRole", name, namespace, cluster_rules
            )
        token = self._must("POST", f"{account}/{name}/token", {"spec": {"expirationSeconds": 3600}})["status"]["token"]
        return self.kubeconfig_for(token, namespace)

    def kubeconfig_for(self, token: str, namespace: str = "default", *, server: str = "") -> Path:
        """Write a kubeconfig with this bearer token (and, to go through a proxy, another *server*)."""
        path = self.folder / f"user-{uuid.uuid4().hex[:8]}.kubeconfig"
        path.touch(mode=0o600)
        path.write_text(json.dumps(kubeconfig_document(server or self.server, str(self.ca), token, namespace)))
        return path

    def delete_namespaces(self) -> None:
        """Ask for the deletion of all that ``new_namespace`` made; does not wait."""
        while self._namespaces:
            self.http.request("DELETE", f"/api/v1/namespaces/{self._namespaces.pop()}")

    def _bind(
        self, roles: str, bindings: str, kind: str, name: str, namespace: str, rules: Sequence[Mapping[str, Any]]
    ) -> None:
        name = name if kind == "Role" else f"{namespace}-{name}"
        self._must("POST", roles, {"metadata": {"name": name}, "rules": list(rules)})
        account = name.removeprefix(f"{namespace}-")
        subject = {"kind": "ServiceAccount", "name": account, "namespace": namespace}
        role = {"apiGroup": "rbac.authorization.k8s.io", "kind": kind, "name": name}
        self._must("POST", bindings, {"metadata": {"name": name}, "roleRef": role, "subjects": [subject]})

    def _must(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.http.request(method, path, body)
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body}")
        return answer.body


def of_state(state: Mapping[str, Any], user: str, folder: Path, origin: str = "built") -> Cluster:
    """The cluster that a keeper described in its state file, as seen by one of its administrators."""
    token, ca = state["tokens"][user], Path(state["ca"])
    kubeconfig = folder / f"{user}.kubeconfig"
    kubeconfig.touch(mode=0o600)
    kubeconfig.write_text(json.dumps(kubeconfig_document(state["server"], str(ca), token)))
    return Cluster(
        origin=origin,
        kubeconfig=kubeconfig,
        server=state["server"],
        token=token,
        ca=ca,
        http=Http.of_token(state["server"], ca, token),
        has_rollouts=state["has_rollouts"],
        plays_pods=state["has_rollouts"],
        audit=AuditLog(Path(state["audit_log"]), user),
        folder=folder,
    )


def of_kubeconfig(path: Path, folder: Path, origin: str) -> Cluster:
    """A cluster that somebody else runs; the official client reads its kubeconfig."""
    from kubernetes import client, config

    settings = client.Configuration()
    config.load_kube_config(config_file=os.fspath(path), client_configuration=settings)
    api = client.ApiClient(settings)
    settings_by_name = settings.auth_settings()
    authorization = next((item["value"] for item in settings_by_name.values() if item["key"] == "authorization"), "")
    headers = {"Authorization": authorization} if authorization else {}
    return Cluster(
        origin=origin,
        kubeconfig=path,
        server=settings.host,
        token=authorization.removeprefix("Bearer "),
        ca=Path(settings.ssl_ca_cert or ""),
        http=Http(settings.host, api.rest_client.pool_manager, headers),
        has_rollouts=True,
        plays_pods=False,
        audit=None,
        folder=folder,
    )
