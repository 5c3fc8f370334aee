"""Writes what two-way mode found out into the plan: repair patches as annotations. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from werfpy.json_types import Manifest
from werfpy.merge.merge_keys import schema_for
from werfpy.merge.patch_type import PatchType
from werfpy.merge.repair import Repair, repair_json
from werfpy.merge.three_way import MergePatch, apply_patch
from werfpy.plan.changes import changes_between, without_notes
from werfpy.plan.operations import Operation, Verb
from werfpy.resource.annotations import (
    REPAIR_ERRORS,
    REPAIR_MESSAGES,
    REPAIR_PATCH,
    annotations_of,
)


@dataclass(frozen=True, slots=True)
class Inspection:
    """What was found out about one object in two-way mode: a repair, or why there is none."""

    repair: Repair | None = None
    error: str = ""


def needs_inspection(operation: Operation) -> bool:
    """Two-way mode computes a repair patch for every recorded object that is live."""
    return not operation.is_three_way and operation.current is not None and operation.verb in _INSPECTED


_INSPECTED = frozenset({Verb.UPDATE, Verb.NOTHING})


def inspected(operation: Operation, inspection: Inspection) -> Operation:
    """*operation* with the repair, and with annotations that tell of it where the live ones do not say the same."""
    assert operation.current is not None
    told = _annotations(operation, inspection)
    live = annotations_of(operation.current)
    missing = {name: text for name, text in told.items() if live.get(name) != text}
    with_repair = replace(operation, repair=inspection.repair)
    if not missing:
        return with_repair
    gvk = operation.ref.gvk
    schema = schema_for(gvk.group, gvk.version, gvk.kind)
    patch = _with_annotations(operation.patch, missing, is_strategic=schema is not None)
    after = apply_patch(operation.current, patch, schema)
    shown = without_notes(changes_between(operation.current, after, gvk))
    reason = operation.reason or ("" if shown else "notes for repair only")
    return replace(with_repair, verb=Verb.UPDATE, patch=patch, changes=shown, reason=reason)


def shown_patch(operation: Operation, repair: Repair) -> str:
    """The repair patch as people may see it: compact JSON, the values of Secrets hidden.

    The mask is the same in every run; a mask that tells values apart would rewrite the annotation in each deploy.
    """
    if operation.ref.gvk.kind != "Secret":
        return repair_json(repair.patch)
    hidden: Any = {key: _hidden(value) if key in _SECRET else value for key, value in repair.patch.body.items()}
    return json.dumps(hidden, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


_SECRET = ("data", "stringData")


def _hidden(data: Any) -> Any:
    return {key: None if value is None else "*****" for key, value in data.items()} if data else data


def _annotations(operation: Operation, inspection: Inspection) -> dict[str, str | None]:
    if inspection.repair is None:
        return {REPAIR_ERRORS: inspection.error}
    messages = list(inspection.repair.messages)
    return {
        REPAIR_PATCH: shown_patch(operation, inspection.repair),
        REPAIR_MESSAGES: json.dumps(messages, ensure_ascii=False),
        REPAIR_ERRORS: None,
    }


def _with_annotations(patch: MergePatch | None, told: dict[str, str | None], *, is_strategic: bool) -> MergePatch:
    body: Manifest = dict(patch.body) if patch is not None else {}
    metadata = dict(body.get("metadata") or {})
    metadata["annotations"] = {**(metadata.get("annotations") or {}), **told}
    body["metadata"] = metadata
    kind = patch.type if patch is not None else PatchType.STRATEGIC if is_strategic else PatchType.MERGE
    return MergePatch(body, kind)
