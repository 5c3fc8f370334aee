"""The changes of one object as people are shown them."""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.merge.diff import field_changes
from werfpy.merge.diff_types import FieldChange
from werfpy.merge.merge_keys import schema_for
from werfpy.resource.annotations import REPAIR_ANNOTATIONS
from werfpy.resource.refs import GVK


def changes_between(before: Manifest, after: Manifest, gvk: GVK) -> tuple[FieldChange, ...]:
    """Every field that differs, secrets masked; see ``field_changes``."""
    return field_changes(before, after, schema_for(gvk.group, gvk.version, gvk.kind), secret=gvk.kind == "Secret")


def without_notes(changes: tuple[FieldChange, ...]) -> tuple[FieldChange, ...]:
    """The changes without those of our own notes for repair, which say nothing about the application."""
    return tuple(change for change in changes if not any(name in change.path for name in REPAIR_ANNOTATIONS))
