"""Kinds that extend the API: CustomResourceDefinition, APIService; and Namespace.

Source: kstatus ``crdConditions``; apiextensions-apiserver's condition reasons.
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.status.fields import condition, text
from werfpy.status.words import Status, StatusContext, Word, current, failed, in_progress


def definition(manifest: Manifest, _context: StatusContext) -> Status:
    """Its names are accepted and its kind is served."""
    names = condition(manifest, "NamesAccepted")
    if names is not None and names.status == "False":
        return failed(names.told("its names are not accepted"), names.reason or "NamesNotAccepted")
    established = condition(manifest, "Established")
    if established is None:
        return in_progress("not established yet", "Installing")
    if established.status == "False" and established.reason != "Installing":
        return failed(established.told("it is not established"), established.reason or "NotEstablished")
    if established.status != "True" or names is None or names.status != "True":
        return in_progress("not established yet", "Installing")
    return current("established", "Established")


def api_service(manifest: Manifest, _context: StatusContext) -> Status:
    """The server behind it answers."""
    available = condition(manifest, "Available")
    if available is None:
        return in_progress("not available yet", "AvailableUnknown")
    if available.status == "True":
        return current("available", available.reason)
    return in_progress(available.told("not available"), available.reason)


def namespace(manifest: Manifest, _context: StatusContext) -> Status:
    """Active, unless it is being deleted."""
    if text(manifest, "status", "phase") == "Terminating":
        return Status(Word.TERMINATING, "being deleted", "Terminating")
    return current("active", "Active")
