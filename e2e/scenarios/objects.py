"""Objects that the scenarios deploy, beyond those of the driver, and the marks that are looked at."""

from __future__ import annotations

from typing import Any

from e2e.driver import Live

QUICK = "--wait=false"
"""For runs where waiting is not the point."""

REPAIR_PATCH = "werf.io/repair-patch"
CONSENT = "werf.io/allow-adoption-by-release"
OWNER = ("meta.helm.sh/release-name", "meta.helm.sh/release-namespace")


def resources(cpu: str, request: str, limit: str) -> dict[str, Any]:
    """A container's resources: the same cpu asked for and allowed, memory asked for and allowed."""
    return {"requests": {"cpu": cpu, "memory": request}, "limits": {"cpu": cpu, "memory": limit}}


def pod_template(name: str, *containers: dict[str, Any], **spec: Any) -> dict[str, Any]:
    return {"metadata": {"labels": {"app": name}}, "spec": {"containers": list(containers), **spec}}


def container(name: str = "main", image: str = "nginx:1", **fields: Any) -> dict[str, Any]:
    return {"name": name, "image": image, **fields}


def workload(
    name: str, *containers: dict[str, Any], replicas: int = 1, kind: str = "Deployment", **pod: Any
) -> dict[str, Any]:
    """A Deployment, or another kind with its spec, of these containers."""
    spec = {
        "replicas": replicas,
        "selector": {"matchLabels": {"app": name}},
        "template": pod_template(name, *(containers or (container(),)), **pod),
    }
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": {"name": name}, "spec": spec}


def job(name: str, annotations: dict[str, str] | None = None, image: str = "tool:1") -> dict[str, Any]:
    template = {"spec": {"restartPolicy": "Never", "containers": [container(image=image)]}}
    return {
        "apiVersion": "batch/v1",
        "kind": "Job",
        "metadata": {"name": name, "annotations": annotations or {}},
        "spec": {"backoffLimit": 0, "template": template},
    }


def annotated(manifest: dict[str, Any], annotations: dict[str, str]) -> dict[str, Any]:
    """*manifest* with more annotations."""
    metadata = manifest["metadata"]
    return {**manifest, "metadata": {**metadata, "annotations": {**metadata.get("annotations", {}), **annotations}}}


def annotation(live: Live, kind: str, name: str, key: str) -> str | None:
    value: str | None = live.get(kind, name)["metadata"].get("annotations", {}).get(key)
    return value


def owner(live: Live, kind: str, name: str) -> tuple[str | None, ...]:
    """What the object's marks say: release and namespace."""
    return tuple(annotation(live, kind, name, key) for key in OWNER)


def uid(live: Live, kind: str, name: str) -> str:
    found: str = live.get(kind, name)["metadata"]["uid"]
    return found


def containers(live: Live, kind: str, name: str) -> dict[str, dict[str, Any]]:
    """The containers of a workload by name."""
    found = live.get(kind, name)["spec"]["template"]["spec"]["containers"]
    return {item["name"]: item for item in found}
