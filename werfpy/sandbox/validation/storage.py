"""PersistentVolumeClaims and StorageClasses."""

from __future__ import annotations

from typing import Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Findings

_MODES: Final = ("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod")


def validate_claim(manifest: Manifest, findings: Findings) -> None:
    """A PersistentVolumeClaim."""
    spec = manifest["spec"]
    modes = spec.get("accessModes") or []
    if not modes:
        findings.required("spec.accessModes", "at least 1 access mode is required")
    for mode in modes:
        if mode not in _MODES:
            findings.unsupported("spec.accessModes", mode, _MODES)
    if "storage" not in ((spec.get("resources") or {}).get("requests") or {}):
        findings.required("spec.resources[storage]")


def validate_class(manifest: Manifest, findings: Findings) -> None:
    """A StorageClass."""
    if not manifest.get("provisioner"):
        findings.required("provisioner")
