"""PersistentVolumeClaim and PersistentVolume.

Source: kstatus ``pvcConditions``; a claim that binds only when a pod uses it (WaitForFirstConsumer) is ready, else a
chart with an unused claim could never be.
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.status.fields import read, text
from werfpy.status.words import Status, StatusContext, current, failed, in_progress

_DEFAULT_CLASS = ""


def claim(manifest: Manifest, context: StatusContext) -> Status:
    """Bound, or of a class that waits for the first consumer."""
    phase = text(manifest, "status", "phase")
    if phase == "Bound":
        return current("bound", "Bound")
    if phase == "Lost":
        return failed("its volume is lost", "ClaimLost")
    if _class_of(manifest) in context.late_binding_classes:
        return current("waits for the first pod that uses it", "WaitForFirstConsumer")
    return in_progress("not bound yet", "NotBound")


def _class_of(manifest: Manifest) -> str | None:
    """The class's name; the default's for an absent field; None for ``storageClassName: ""``, which is no class."""
    name = read(manifest, "spec", "storageClassName")
    if name is None:
        return _DEFAULT_CLASS
    return str(name) or None


def volume(manifest: Manifest, _context: StatusContext) -> Status:
    """Available, bound or released; Failed where its reclamation failed."""
    phase = text(manifest, "status", "phase")
    if phase == "Failed":
        return failed(text(manifest, "status", "message") or "its reclamation failed", "VolumeFailed")
    if phase in {"", "Pending"}:
        return in_progress("not available yet", "Pending")
    return current(phase.lower(), phase)
