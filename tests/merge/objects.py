"""Short ways to write the objects that the tests of the merge are about."""

from __future__ import annotations

from typing import Any

from werfpy.merge.merge_keys import schema_for
from werfpy.merge.merge_schema import MergeSchema

Manifest = dict[str, Any]


def schema(manifest: Manifest) -> MergeSchema | None:
    group, slash, version = manifest["apiVersion"].partition("/")
    return schema_for(group if slash else "", version if slash else group, manifest["kind"])


def service(*ports: Manifest, **spec: Any) -> Manifest:
    return {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web"},
        "spec": {"ports": list(ports), **spec},
    }


def deployment(*containers: Manifest, pod: Manifest | None = None, **spec: Any) -> Manifest:
    template = {"spec": {"containers": list(containers), **(pod or {})}}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {**spec, "template": template},
    }


def config_map(data: Manifest | None = None, **metadata: Any) -> Manifest:
    manifest: Manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "web", **metadata}}
    return manifest if data is None else {**manifest, "data": data}


def secret(**parts: Any) -> Manifest:
    return {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "web"}, **parts}


def widget(**spec: Any) -> Manifest:
    return {"apiVersion": "example.org/v1", "kind": "Widget", "metadata": {"name": "web"}, "spec": spec}
