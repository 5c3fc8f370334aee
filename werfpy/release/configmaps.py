"""HELM_DRIVER=configmap: one ConfigMap for each revision."""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.release.objects import ObjectStore
from werfpy.resource.refs import GVK


class ConfigMapStore(ObjectStore):
    """Revisions in ConfigMaps, readable by everybody who may read ConfigMaps."""

    gvk = GVK("", "v1", "ConfigMap")

    def _with_payload(self, manifest: Manifest, payload: str) -> Manifest:
        return {**manifest, "data": {"release": payload}}

    def _payload(self, manifest: Manifest) -> str:
        payload = (manifest.get("data") or {}).get("release")
        if not payload:
            raise ValueError("it has no data.release")
        return str(payload)
