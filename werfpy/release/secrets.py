"""Helm's default store: one Secret of type helm.sh/release.v1 for each revision."""

from __future__ import annotations

import base64
import binascii

from werfpy.json_types import Manifest
from werfpy.release.objects import ObjectStore
from werfpy.resource.refs import GVK


class SecretStore(ObjectStore):
    """Revisions in Secrets; the payload is in base64 once more, as all data of Secrets."""

    gvk = GVK("", "v1", "Secret")

    def _with_payload(self, manifest: Manifest, payload: str) -> Manifest:
        data = base64.b64encode(payload.encode()).decode()
        return {**manifest, "type": "helm.sh/release.v1", "data": {"release": data}}

    def _payload(self, manifest: Manifest) -> bytes:
        data = (manifest.get("data") or {}).get("release")
        if not data:
            raise ValueError("it has no data.release")
        try:
            return base64.b64decode(data, validate=True)
        except binascii.Error as error:
            raise ValueError(f"data.release is not base64: {error}") from error
