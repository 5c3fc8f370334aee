"""Who wrote which field: ``metadata.managedFields`` for writes that are no server-side apply.

A set of fields is kept as FieldsV1 has it: nested mappings named ``f:FIELD``, ``k:{KEYS}``, ``v:VALUE``; ``.`` or an
empty mapping marks a member. Source: structured-merge-diff, ``merge.Updater.Update``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.merge.equality import json_equal
from werfpy.sandbox.shapes import LEAF, Shape

FieldSet = dict[str, Any]
_ABSENT: Final = object()
_SYSTEM_METADATA: Final = frozenset(
    {
        "name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation", "managedFields",
        "resourceVersion", "deletionTimestamp", "deletionGracePeriodSeconds",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes: the entry of ``managedFields`` that the changes go to."""

    manager: str
    api_version: str
    time: str
    subresource: str = ""

    def owns(self, entry: dict[str, Any]) -> bool:
        """Whether an entry is this writer's."""
        return (
            entry.get("manager") == self.manager
            and entry.get("operation") == "Update"
            and entry.get("apiVersion") == self.api_version
            and entry.get("subresource", "") == self.subresource
        )

    def entry(self, fields: FieldSet) -> dict[str, Any]:
        """An entry of ``managedFields``."""
        entry = {
            "manager": self.manager,
            "operation": "Update",
            "apiVersion": self.api_version,
            "time": self.time,
            "fieldsType": "FieldsV1",
            "fieldsV1": fields,
        }
        if self.subresource:
            entry["subresource"] = self.subresource
        return entry


def tracked(before: Manifest, after: Manifest, shape: Shape, writer: Writer, ignored: frozenset[str]) -> list[Any]:
    """The ``managedFields`` of *after*.

    Args:
        before: The live object, or the zero object of the kind on create.
        after: The object that is about to be stored; its own ``managedFields`` are not looked at.
        shape: Of the kind.
        writer: Who made the change.
        ignored: Top-level fields that this request cannot write (``status``), besides the identity.
    """
    changed = _without_identity(_changed(before, after, shape) or {}, ignored)
    entries: list[dict[str, Any]] = []
    own: FieldSet = {}
    for entry in before["metadata"].get("managedFields") or ():
        fields = entry.get("fieldsV1") or {}
        if writer.owns(entry):
            own, own_entry = fields, entry
            if not changed:
                entries.append({**own_entry, "fieldsV1": _existing(fields, after, shape) or {}})
            continue
        kept = _existing(_minus(fields, changed) or {}, after, shape)
        if kept:
            entries.append({**entry, "fieldsV1": kept})
    if changed:
        fields = _existing(_plus(own, changed), after, shape)
        if fields:
            entries.append(writer.entry(fields))
    return sorted(entries, key=lambda item: (item["operation"], item.get("time", ""), item["manager"]))


def _changed(before: Any, after: Any, shape: Shape) -> FieldSet | None:
    if shape.members is None or not isinstance(after, dict | list):
        return None if before is not _ABSENT and json_equal(before, after) else {}
    known: dict[str, Any] = {}
    if isinstance(before, type(after)):
        known = {name: item for name, item, _ in shape.members(before)}
    found: FieldSet = {} if before is not _ABSENT else {".": {}}
    for name, item, inner in shape.members(after):
        part = _changed(known.get(name, _ABSENT), item, inner)
        if part is not None:
            found[name] = part
    if before is _ABSENT:
        return found if len(found) > 1 else {}
    return found or None


def _without_identity(fields: FieldSet, ignored: frozenset[str]) -> FieldSet:
    gone = {f"f:{name}" for name in ("apiVersion", "kind", *ignored)}
    found = {name: part for name, part in fields.items() if name not in gone}
    metadata = found.pop("f:metadata", None)
    if metadata:
        kept = {name: part for name, part in metadata.items() if name[2:] not in _SYSTEM_METADATA and name != "."}
        if kept:
            found["f:metadata"] = kept
    return found


def _is_member(part: FieldSet) -> bool:
    return not part or "." in part


def _plus(left: FieldSet, right: FieldSet) -> FieldSet:
    found = dict(left)
    for name, part in right.items():
        found[name] = _joined(found[name], part) if name in found else part
    return found


def _joined(left: FieldSet, right: FieldSet) -> FieldSet:
    joined = _plus(left, right)
    if joined and (_is_member(left) or _is_member(right)):
        joined["."] = {}
    return joined


def _minus(fields: FieldSet, gone: FieldSet) -> FieldSet | None:
    """*fields* without the members of *gone*; None when nothing is left."""
    found: FieldSet = {}
    for name, part in fields.items():
        if name not in gone:
            found[name] = part
            continue
        inner = _minus({key: value for key, value in part.items() if key != "."}, gone[name]) or {}
        stays_member = _is_member(part) and not _is_member(gone[name])
        if inner:
            found[name] = {".": {}, **inner} if stays_member else inner
        elif stays_member:
            found[name] = {}
    return found or None


def _existing(fields: FieldSet, value: Any, shape: Shape) -> FieldSet | None:
    """Those members of *fields* that *value* has."""
    if shape.members is None or not isinstance(value, dict | list):
        return fields
    parts = {name: (item, inner) for name, item, inner in shape.members(value)}
    found: FieldSet = {}
    for name, part in fields.items():
        if name == ".":
            found[name] = part
        elif name in parts:
            item, inner = parts[name]
            kept = _existing(part, item, inner) if part else part
            if kept is not None:
                found[name] = {} if kept == {".": {}} else kept
    return found or None


__all__ = ["LEAF", "FieldSet", "Writer", "tracked"]
