"""Objects between the version of a request and the one version in which they are stored."""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.sandbox.resources import Resource


def to_storage(resource: Resource, manifest: Manifest) -> Manifest:
    """The object as it is stored."""
    if resource.is_custom and resource.storage_version != resource.version:
        return {**manifest, "apiVersion": f"{resource.group}/{resource.storage_version}"}
    if (resource.kind, resource.version) == ("HorizontalPodAutoscaler", "v1"):
        return _autoscaler_to_v2(manifest)
    return manifest


def from_storage(resource: Resource, manifest: Manifest) -> Manifest:
    """The object in the version of *resource*."""
    if manifest.get("apiVersion") == resource.api_version:
        return manifest
    if (resource.kind, resource.version) == ("HorizontalPodAutoscaler", "v1"):
        return _autoscaler_to_v1(manifest)
    return {**manifest, "apiVersion": resource.api_version}


def _autoscaler_to_v2(manifest: Manifest) -> Manifest:
    spec = dict(manifest["spec"])
    percent = spec.pop("targetCPUUtilizationPercentage", None) or 80
    target = {"type": "Utilization", "averageUtilization": percent}
    spec["metrics"] = [{"type": "Resource", "resource": {"name": "cpu", "target": target}}]
    status = {"currentMetrics": None, "desiredReplicas": 0, **(manifest.get("status") or {})}
    status.pop("currentReplicas", None)
    return {**manifest, "apiVersion": "autoscaling/v2", "spec": spec, "status": status}


def _autoscaler_to_v1(manifest: Manifest) -> Manifest:
    spec = {key: value for key, value in manifest["spec"].items() if key not in ("metrics", "behavior")}
    for metric in manifest["spec"].get("metrics") or ():
        source = metric.get("resource") or {}
        if source.get("name") == "cpu" and "averageUtilization" in (source.get("target") or {}):
            spec["targetCPUUtilizationPercentage"] = source["target"]["averageUtilization"]
    status = {"currentReplicas": 0, "desiredReplicas": 0}
    given = manifest.get("status") or {}
    status.update({key: value for key, value in given.items() if key not in ("currentMetrics", "conditions")})
    return {**manifest, "apiVersion": "autoscaling/v1", "spec": spec, "status": status}
