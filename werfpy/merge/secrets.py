"""Show that a secret value changed without showing the value.

A mask is an HMAC under a key that lives as long as the process: equal values have equal masks within one run, and no
mask can be compared with, or guessed from, anything outside of it.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from functools import lru_cache
from typing import Final

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.normalise import with_encoded_strings

LAST_APPLIED: Final = "kubectl.kubernetes.io/last-applied-configuration"


def mask(value: JSONValue) -> str:
    """``***** (hmac 3f2a9c01)``; the same for equal values of one run."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    digest = hmac.new(_key(), text.encode(), hashlib.sha256).hexdigest()
    return f"***** (hmac {digest[:8]})"


def masked(manifest: Manifest) -> Manifest:
    """A Secret, or a patch of one, with every value of ``data`` and ``stringData`` masked; nulls stay nulls.

    kubectl's copy of the whole object in an annotation is masked too.
    """
    shown = dict(with_encoded_strings({"kind": "Secret", **manifest}))
    if "kind" not in manifest:
        del shown["kind"]
    if "data" in shown:
        shown["data"] = _masked_values(shown["data"])
    if "stringData" in shown:
        shown["stringData"] = _masked_values(shown["stringData"])
    metadata = shown.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    if isinstance(metadata, dict) and isinstance(annotations, dict) and annotations.get(LAST_APPLIED) is not None:
        hidden = {**annotations, LAST_APPLIED: mask(annotations[LAST_APPLIED])}
        shown["metadata"] = {**metadata, "annotations": hidden}
    return shown


def _masked_values(data: JSONValue) -> JSONValue:
    if data is None:
        return None
    if not isinstance(data, dict):
        return mask(data)
    return {key: None if value is None else mask(value) for key, value in data.items()}


@lru_cache(maxsize=1)
def _key() -> bytes:
    return secrets.token_bytes(32)
