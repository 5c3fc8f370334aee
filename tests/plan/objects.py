"""Small objects for the tests of plans."""

from __future__ import annotations

from typing import Any

from werfpy.json_types import Manifest
from werfpy.plan.policy import PlanPolicy
from werfpy.plan.recorded import Recorded
from werfpy.resource.model import Resource
from werfpy.resource.ownership import ReleaseId, with_marks
from werfpy.resource.refs import ObjectRef

RELEASE = ReleaseId("shop", "prod")
OTHER = ReleaseId("other", "prod")
POLICY = PlanPolicy(RELEASE)


def config_map(data: dict[str, Any] | None = None, name: str = "settings", **metadata: Any) -> Manifest:
    return {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": name, "namespace": "prod", **metadata},
        "data": {"a": "1"} if data is None else data,
    }


def deployment(replicas: int | None = 2, **spec: Any) -> Manifest:
    stated: Manifest = {
        "selector": {"matchLabels": {"app": "web"}},
        "template": {
            "metadata": {"labels": {"app": "web"}},
            "spec": {"containers": [{"name": "web", "image": "web:1"}]},
        },
        **spec,
    }
    if replicas is not None:
        stated["replicas"] = replicas
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web", "namespace": "prod"},
        "spec": stated,
    }


def live(manifest: Manifest, owner: ReleaseId | None = RELEASE, **annotations: str) -> Manifest:
    """The manifest as the API server would have it, marked by *owner*."""
    marked = with_marks(manifest, owner) if owner else manifest
    metadata = {**marked["metadata"], "uid": "u-1", "resourceVersion": "7"}
    if annotations:
        names = {key.replace("__", "/").replace("_", "-"): value for key, value in annotations.items()}
        metadata["annotations"] = {**(metadata.get("annotations") or {}), **names}
    return {**marked, "metadata": metadata}


def resource(manifest: Manifest) -> Resource:
    return Resource(ObjectRef.of(manifest), manifest, "shop/templates/x.yaml")


def recorded(*manifests: Manifest) -> Recorded:
    return Recorded(ObjectRef.of(manifests[-1]), tuple(manifests))
