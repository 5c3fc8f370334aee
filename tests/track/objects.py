"""Objects as an API server would show them, with what readiness reads of them."""

from __future__ import annotations

from typing import Any

from werfpy.resource.refs import GVK, ObjectRef

DEPLOYMENT = GVK("apps", "v1", "Deployment")
JOB = GVK("batch", "v1", "Job")


def ref(name: str = "web", gvk: GVK = DEPLOYMENT) -> ObjectRef:
    return ObjectRef(gvk, "shop", name)


def deployment(
    name: str = "web", *, available: int = 0, replicas: int = 1, generation: int = 1, observed: int = 1, **status: Any
) -> dict[str, Any]:
    is_done = available >= replicas
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {
            "name": name,
            "namespace": "shop",
            "uid": f"uid-{name}",
            "generation": generation,
            "resourceVersion": "7",
            "annotations": {"deployment.kubernetes.io/revision": str(generation)},
        },
        "spec": {
            "replicas": replicas,
            "progressDeadlineSeconds": 600,
            "selector": {"matchLabels": {"app": name}},
        },
        "status": {
            "observedGeneration": observed,
            "replicas": replicas,
            "updatedReplicas": replicas,
            "availableReplicas": available,
            "readyReplicas": available,
            "conditions": [
                {"type": "Available", "status": "True" if is_done else "False"},
                {
                    "type": "Progressing",
                    "status": "True",
                    "reason": "NewReplicaSetAvailable" if is_done else "ReplicaSetUpdated",
                },
            ],
            **status,
        },
    }


def owned(kind: str, name: str, owner_uid: str, **more: Any) -> dict[str, Any]:
    return {
        "apiVersion": "apps/v1" if kind == "ReplicaSet" else "v1",
        "kind": kind,
        "metadata": {
            "name": name,
            "namespace": "shop",
            "uid": f"uid-{name}",
            "ownerReferences": [{"uid": owner_uid, "controller": True}],
            **more.pop("metadata", {}),
        },
        **more,
    }


def replica_set(name: str = "web-abc", deployment_name: str = "web", revision: int = 1) -> dict[str, Any]:
    annotations = {"deployment.kubernetes.io/revision": str(revision)}
    return owned("ReplicaSet", name, f"uid-{deployment_name}", metadata={"annotations": annotations})


def pod(
    name: str = "web-abc-1",
    owner: str = "web-abc",
    *,
    waiting: str = "",
    message: str = "",
    restarts: int = 0,
    exit_code: int | None = None,
    labels: dict[str, str] | None = None,
) -> dict[str, Any]:
    state = {"waiting": {"reason": waiting, "message": message}} if waiting else {"running": {}}
    container: dict[str, Any] = {"name": "main", "state": state, "ready": False, "restartCount": restarts}
    if exit_code is not None:
        container["lastState"] = {"terminated": {"exitCode": exit_code, "reason": "Error"}}
    status = {"phase": "Pending", "containerStatuses": [container]}
    return owned("Pod", name, f"uid-{owner}", status=status, metadata={"labels": labels or {}})


def job(name: str = "migrate", **status: Any) -> dict[str, Any]:
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "namespace": "shop", "uid": f"uid-{name}", "resourceVersion": "7"},
        "spec": {"selector": {"matchLabels": {"job": name}}, "template": {"spec": {"restartPolicy": "Never"}}},
        "status": status,
    }
