"""What a new sandbox holds from the start, as a new cluster does."""

from __future__ import annotations

from typing import Final

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.play.hand import Hand
from werfpy.sandbox.play.kubelet import NODE

_NAMESPACES: Final = ("default", "kube-node-lease", "kube-public", "kube-system")
_EVERYTHING: Final = [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]


def bootstrap(api: Api) -> None:
    """Create the namespaces, the node and the few objects that charts refer to; what is there is left alone."""
    hand = Hand(api, "kube-apiserver")
    for name in _NAMESPACES:
        _ensure(hand, "/namespaces", "", {"metadata": {"name": name}})
    _ensure(hand, "/nodes", "", _node(api))
    _ensure(hand, "storage.k8s.io/storageclasses", "", _storage_class())
    for name in ("cluster-admin", "admin", "edit", "view"):
        role = {"metadata": {"name": name}, "rules": _EVERYTHING}
        _ensure(hand, "rbac.authorization.k8s.io/clusterroles", "", role)
    for name, value in (("system-cluster-critical", 2000000000), ("system-node-critical", 2000001000)):
        _ensure(hand, "scheduling.k8s.io/priorityclasses", "", {"metadata": {"name": name}, "value": value})
    _ensure(hand, "/services", "default", _kubernetes_service())


def _ensure(hand: Hand, key: str, namespace: str, manifest: Manifest) -> None:
    if hand.get(key, namespace, manifest["metadata"]["name"]) is None:
        hand.create(key, namespace, manifest)


def _node(api: Api) -> Manifest:
    capacity = {"cpu": "64", "memory": "256Gi", "ephemeral-storage": "1Ti", "pods": "10k"}
    labels = {"kubernetes.io/hostname": NODE, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64"}
    ready = {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "played by the sandbox"}
    status = {
        "capacity": capacity,
        "allocatable": capacity,
        "conditions": [{**ready, "lastHeartbeatTime": api.now(), "lastTransitionTime": api.now()}],
        "nodeInfo": {"kubeletVersion": api.kubernetes_version},
    }
    return {"metadata": {"name": NODE, "labels": labels}, "status": status}


def _storage_class() -> Manifest:
    annotations = {"storageclass.kubernetes.io/is-default-class": "true"}
    return {"metadata": {"name": "standard", "annotations": annotations}, "provisioner": "werfpy.dev/sandbox"}


def _kubernetes_service() -> Manifest:
    labels = {"component": "apiserver", "provider": "kubernetes"}
    ports = [{"name": "https", "port": 443, "targetPort": 6443}]
    return {"metadata": {"name": "kubernetes", "labels": labels}, "spec": {"clusterIP": "10.96.0.1", "ports": ports}}
