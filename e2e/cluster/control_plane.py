"""Run etcd, kube-apiserver, controller-manager, scheduler and kwok (which plays the kubelet) on loopback.

``python -m e2e.cluster.control_plane FOLDER --while-pid PID`` prints the id of a keeper process and returns. The keeper
starts everything, writes ``FOLDER/state.json`` when the cluster is ready or ``FOLDER/error.txt`` when it cannot be, and
kills everything on SIGTERM or when process PID is gone. The children die with the keeper, whatever happens to it.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import os
import secrets
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec

from e2e.cluster.build import CONTROL_PLANE, CannotBuild, control_plane_binaries
from werfpy.sandbox.certificates import issue_loopback_certificate, private_key_pem

HERE = Path(__file__).resolve().parent
READY_WITHIN_S = 90
_PR_SET_PDEATHSIG = 1
# Each worker of a test run is its own administrator, so that the audit log tells who sent what.
ADMINISTRATORS = ("admin", *(f"admin-gw{number}" for number in range(16)))
# The container runtimes' log format: time, stream, F for a full line.
_LOG_LINE = "2026-01-01T00:00:{0:02d}.000000000Z stdout F line {0} of the container\n"
_PARTS = ("e2e-controller-manager", "e2e-scheduler", "e2e-kwok")


class NotStarted(Exception):
    """A part of the control plane ended or did not become ready; the text holds the end of its log."""


class ControlPlane:
    """The processes of one cluster, and the folder with their configuration and logs.

    Args:
        folder: Where to keep data, certificates, kubeconfigs and logs; made when absent.
        binaries: Paths by name, see ``e2e.cluster.build``. Without kube-controller-manager, kube-scheduler or kwok
            objects are stored but no rollout ever happens.
    """

    def __init__(self, folder: Path, binaries: dict[str, Path]) -> None:
        self.folder = folder
        self.binaries = binaries
        self.tokens = {user: secrets.token_hex(16) for user in (*ADMINISTRATORS, *_PARTS)}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        etcd, peer, api, kubelet = _free_ports(4)
        self.etcd_url, self.peer_url = f"http://127.0.0.1:{etcd}", f"http://127.0.0.1:{peer}"
        self.server = f"https://127.0.0.1:{api}"
        self.api_port, self.kubelet_port = api, kubelet

    @property
    def has_rollouts(self) -> bool:
        """Whether workloads really roll out."""
        return all(name in self.binaries for name in CONTROL_PLANE)

    def start(self) -> None:
        """Start every part and wait until the API answers and the node is ready."""
        self._write_configuration()
        self._spawn("server", self._etcd_flags())
        self._spawn("kube-apiserver", self._apiserver_flags())
        self._wait("the API server", lambda: self._request("GET", "/readyz") is not None)
        self._apply_fixtures()
        if not self.has_rollouts:
            return
        self._spawn("kube-controller-manager", self._controller_manager_flags())
        self._spawn("kube-scheduler", self._scheduler_flags())
        self._spawn("kwok", self._kwok_flags())
        self._wait("the node", self._is_node_ready)
        self._wait("the default ServiceAccount", self._has_service_account)

    def stop(self) -> None:
        """Kill everything, the readers before what they read: an API server without its etcd would hang."""
        for name in reversed(CONTROL_PLANE):
            process = self._running.pop(name, None)
            if process is not None:
                process.kill()
                process.wait()

    def check(self) -> None:
        """Raise NotStarted when a part has ended."""
        for name, process in self._running.items():
            if process.poll() is not None:
                raise NotStarted(f"{name} ended with code {process.returncode}:\n{self._log_tail(name)}")

    def state(self) -> dict[str, Any]:
        """What the users of the cluster need to know, as JSON."""
        return {
            "server": self.server,
            "ca": str(self.folder / "ca.crt"),
            "tokens": {user: self.tokens[user] for user in ADMINISTRATORS},
            "audit_log": str(self.folder / "audit.log"),
            "has_rollouts": self.has_rollouts,
            "folder": str(self.folder),
            "keeper_pid": os.getpid(),
        }

    def _write_configuration(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        serving = issue_loopback_certificate("werfpy e2e")
        _write(self.folder / "ca.crt", serving.ca)
        _write(self.folder / "tls.crt", serving.certificate)
        _write(self.folder / "tls.key", serving.key)
        _write(self.folder / "service-account.key", private_key_pem(ec.generate_private_key(ec.SECP256R1())))
        groups = {
            user: '"system:masters,e2e:control-plane"' if user in _PARTS else '"system:masters"' for user in self.tokens
        }
        lines = [f"{token},{user},{user},{groups[user]}\n" for user, token in self.tokens.items()]
        _write(self.folder / "tokens.csv", "".join(lines))
        for part in _PARTS:
            text = json.dumps(kubeconfig_document(self.server, str(self.folder / "ca.crt"), self.tokens[part]))
            _write(self.folder / f"{part}.kubeconfig", text)
        _write(self.folder / "container.log", "".join(_LOG_LINE.format(number) for number in range(1, 31)))
        stages = [path.read_text() for path in sorted((HERE / "stages").glob("*.yaml"))]
        text = "\n---\n".join(stages).replace("@LOGS_FILE@", str(self.folder / "container.log"))
        _write(self.folder / "kwok.yaml", text)

    def _etcd_flags(self) -> list[str]:
        return [
            f"--data-dir={self.folder / 'etcd'}",
            "--unsafe-no-fsync",
            f"--listen-client-urls={self.etcd_url}",
            f"--advertise-client-urls={self.etcd_url}",
            f"--listen-peer-urls={self.peer_url}",
            f"--initial-advertise-peer-urls={self.peer_url}",
            f"--initial-cluster=default={self.peer_url}",
            "--log-level=warn",
        ]

    def _apiserver_flags(self) -> list[str]:
        key = self.folder / "service-account.key"
        return [
            f"--etcd-servers={self.etcd_url}",
            "--bind-address=127.0.0.1",
            f"--secure-port={self.api_port}",
            f"--tls-cert-file={self.folder / 'tls.crt'}",
            f"--tls-private-key-file={self.folder / 'tls.key'}",
            f"--service-account-key-file={key}",
            f"--service-account-signing-key-file={key}",
            "--service-account-issuer=https://kubernetes.default.svc",
            f"--token-auth-file={self.folder / 'tokens.csv'}",
            "--authorization-mode=RBAC",
            "--allow-privileged=true",
            "--service-cluster-ip-range=10.96.0.0/16",
            "--disable-admission-plugins=ServiceAccount,TaintNodesByCondition",
            "--max-requests-inflight=2000",
            "--max-mutating-requests-inflight=1000",
            f"--audit-policy-file={HERE / 'audit-policy.yaml'}",
            f"--audit-log-path={self.folder / 'audit.log'}",
            "--kubelet-preferred-address-types=InternalIP",
        ]

    def _controller_manager_flags(self) -> list[str]:
        return [
            f"--kubeconfig={self.folder / 'e2e-controller-manager.kubeconfig'}",
            f"--service-account-private-key-file={self.folder / 'service-account.key'}",
            f"--root-ca-file={self.folder / 'ca.crt'}",
            "--leader-elect=false",
            "--secure-port=0",
            "--kube-api-qps=1000",
            "--kube-api-burst=2000",
            "--concurrent-deployment-syncs=20",
            "--concurrent-replicaset-syncs=20",
            "--concurrent-namespace-syncs=20",
        ]

    def _scheduler_flags(self) -> list[str]:
        return [
            f"--kubeconfig={self.folder / 'e2e-scheduler.kubeconfig'}",
            "--leader-elect=false",
            "--secure-port=0",
            "--kube-api-qps=1000",
            "--kube-api-burst=2000",
        ]

    def _kwok_flags(self) -> list[str]:
        return [
            f"--kubeconfig={self.folder / 'e2e-kwok.kubeconfig'}",
            f"--config={self.folder / 'kwok.yaml'}",
            "--manage-all-nodes=true",
            "--node-ip=127.0.0.1",
            f"--node-port={self.kubelet_port}",
            f"--server-address=127.0.0.1:{self.kubelet_port}",
            f"--tls-cert-file={self.folder / 'tls.crt'}",
            f"--tls-private-key-file={self.folder / 'tls.key'}",
        ]

    def _spawn(self, name: str, flags: Sequence[str]) -> None:
        log = (self.folder / f"{name}.log").open("wb")
        with log:
            self._running[name] = subprocess.Popen(
                [str(self.binaries[name]), *flags],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                preexec_fn=_die_with_parent,
            )

    def _wait(self, what: str, is_ready: Any) -> None:
        deadline = time.monotonic() + READY_WITHIN_S
        while not is_ready():
            self.check()
            if time.monotonic() > deadline:
                raise NotStarted(f"{what} is not ready after {READY_WITHIN_S} s; logs are in {self.folder}")
            time.sleep(0.05)

    def _log_tail(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")[-2000:]

    def _apply_fixtures(self) -> None:
        for path, document in _FIXTURES:
            self._wait(path, lambda path=path, document=document: self._request("POST", path, document) is not None)

    def _is_node_ready(self) -> bool:
        node = self._request("GET", "/api/v1/nodes/e2e")
        conditions = (node or {}).get("status", {}).get("conditions", [])
        return any(item["type"] == "Ready" and item["status"] == "True" for item in conditions)

    def _has_service_account(self) -> bool:
        return self._request("GET", "/api/v1/namespaces/default/serviceaccounts/default") is not None

    def _request(self, method: str, path: str, body: Any = None) -> Any:
        """The decoded answer (``{}`` when it is no JSON), or None when there is none or it is an error."""
        request = urllib.request.Request(
            self.server + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.tokens['e2e-kwok']}", "Content-Type": "application/json"},
        )
        context = ssl.create_default_context(cafile=str(self.folder / "ca.crt"))
        try:
            with urllib.request.urlopen(request, context=context, timeout=10) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            return {} if error.code == 409 else None
        except OSError:
            return None
        with contextlib.suppress(ValueError):
            return json.loads(text)
        return {}


_FIXTURES: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "/api/v1/nodes",
        {
            "apiVersion": "v1",
            "kind": "Node",
            "metadata": {
                "name": "e2e",
                "annotations": {"kwok.x-k8s.io/node": "fake", "node.alpha.kubernetes.io/ttl": "0"},
                "labels": {"kubernetes.io/hostname": "e2e", "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"},
            },
            "status": {
                resource: {"cpu": "100k", "memory": "1Pi", "ephemeral-storage": "1Pi", "pods": "1M"}
                for resource in ("capacity", "allocatable")
            },
        },
    ),
    (
        "/apis/storage.k8s.io/v1/storageclasses",
        {
            "apiVersion": "storage.k8s.io/v1",
            "kind": "StorageClass",
            "metadata": {
                "name": "e2e-instant",
                "annotations": {"storageclass.kubernetes.io/is-default-class": "true"},
            },
            "provisioner": "e2e.werfpy.dev/instant",
        },
    ),
)


def kubeconfig_document(server: str, ca_path: str, token: str, namespace: str = "default") -> dict[str, Any]:
    """A kubeconfig with one context, ``e2e``, as JSON (which is YAML)."""
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "e2e", "cluster": {"server": server, "certificate-authority": ca_path}}],
        "users": [{"name": "e2e", "user": {"token": token}}],
        "contexts": [{"name": "e2e", "context": {"cluster": "e2e", "user": "e2e", "namespace": namespace}}],
        "current-context": "e2e",
    }


def _write(path: Path, text: str) -> None:
    path.touch(mode=0o600)
    path.write_text(text)


def _free_ports(count: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [item.getsockname()[1] for item in sockets]
    for item in sockets:
        item.close()
    return ports


def _die_with_parent() -> None:
    # A killed keeper must not leave a control plane behind; Linux only, elsewhere the keeper's own loop does it.
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    os.setsid()


def is_alive(pid: int) -> bool:
    """Whether a process with this id runs (and is no zombie)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return True


def keep(folder: Path, owner_pid: int) -> int:
    """Run a control plane in *folder* until SIGTERM, or until *owner_pid* (0: nobody) is gone."""
    stopped: list[int] = []
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda received, _frame: stopped.append(received))
    plane = ControlPlane(folder, control_plane_binaries())
    try:
        plane.start()
        _publish(folder / "state.json", json.dumps(plane.state(), indent=1))
        while not stopped and (not owner_pid or is_alive(owner_pid)):
            plane.check()
            time.sleep(0.2)
    except (NotStarted, CannotBuild, OSError) as error:
        _publish(folder / "error.txt", str(error))
        return 1
    finally:
        plane.stop()
        (folder / "state.json").unlink(missing_ok=True)
    return 0


def _publish(path: Path, text: str) -> None:
    partial = path.with_suffix(".partial")
    _write(partial, text)
    partial.replace(path)


def main() -> int:
    """Read the command line of the keeper."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--while-pid", type=int, default=0)
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    if child := os.fork():
        print(child)
        return 0
    _detach(arguments.folder / "keeper.log")
    return keep(arguments.folder, arguments.while_pid)


def _detach(log: Path) -> None:
    """Leave the session and the output of whoever started us."""
    os.setsid()
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for descriptor in (1, 2):
        os.dup2(output, descriptor)
    os.close(output)


if __name__ == "__main__":
    sys.exit(main())
