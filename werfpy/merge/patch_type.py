"""The three kinds of patch that the Kubernetes API takes."""

from __future__ import annotations

from enum import Enum


class PatchType(Enum):
    """The value is kubectl's word for it: ``kubectl patch --type=VALUE``."""

    STRATEGIC = "strategic"
    MERGE = "merge"
    JSON = "json"

    @property
    def media_type(self) -> str:
        """What to send as ``Content-Type``."""
        return _MEDIA_TYPES[self.value]


_MEDIA_TYPES = {
    "strategic": "application/strategic-merge-patch+json",
    "merge": "application/merge-patch+json",
    "json": "application/json-patch+json",
}
