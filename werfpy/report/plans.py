"""A plan as text for a person, and as JSON for a machine.

The JSON is an API: ``docs/reference/plan.md`` names every field.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from werfpy.actions.plan import PlanResult
from werfpy.merge.diff import field_changes
from werfpy.merge.diff_types import ABSENT, FieldChange
from werfpy.merge.merge_keys import schema_for
from werfpy.plan.operations import Operation, Verb
from werfpy.report.diffs import DiffStyle, ObjectDiff, render_diffs
from werfpy.report.words import counted

_ORDER = (Verb.CREATE, Verb.ADOPT, Verb.UPDATE, Verb.DELETE, Verb.KEEP, Verb.NOTHING)


def plan_text(result: PlanResult, *, is_colored: bool) -> str:
    """The diff of every object that changes, what is left to others, the classes of ownership, and a summary."""
    style = DiffStyle(is_colored=is_colored)
    shown = [_diff(operation) for operation in result.plan.operations if operation.verb is not Verb.NOTHING]
    return render_diffs(shown, style) + "".join(f"{line}\n" for line in _after(result))


def _diff(operation: Operation) -> ObjectDiff:
    return ObjectDiff(operation.ref, str(operation.verb), _changes(operation), operation.reason)


def _changes(operation: Operation) -> tuple[FieldChange, ...]:
    if operation.verb is not Verb.CREATE:
        return operation.changes
    gvk = operation.ref.gvk
    schema = schema_for(gvk.group, gvk.version, gvk.kind)
    return field_changes({}, operation.modified, schema, secret=gvk.kind == "Secret")


def _after(result: PlanResult) -> Iterator[str]:
    for operation in result.plan.apply:
        for item in operation.yielded:
            yield f"yielded {operation.ref} {item.path}: {item.manager} writes it now"
        if operation.repair is not None and not operation.repair.is_in_sync:
            yield f"repair {operation.ref}: differs from the chart; `werfpy repair {result.release}` shows how"
    if result.plan.writes or result.adoption.adopted:
        yield ""
    yield _ownership(result)
    if result.hooks:
        yield f"Hooks: {counted(result.hooks, 'hook')} would run"
    counts = result.plan.counts()
    parts = [f"{counts[verb]} {_PAST[verb]}" for verb in _ORDER if counts.get(verb)]
    summary = ", ".join(parts) if parts else "the chart states no objects"
    yield f"Plan for release {result.namespace}/{result.release}, revision {result.revision}: {summary}"
    if not result.has_changes:
        yield "No object would change."


_PAST = {
    Verb.CREATE: "to create",
    Verb.ADOPT: "to adopt",
    Verb.UPDATE: "to update",
    Verb.DELETE: "to delete",
    Verb.KEEP: "kept",
    Verb.NOTHING: "unchanged",
}


def _ownership(result: PlanResult) -> str:
    report = result.adoption
    classes = {"new": report.new, "ours": report.ours, "unowned": report.unowned, "foreign": report.foreign}
    return "Ownership: " + ", ".join(f"{len(refs)} {name}" for name, refs in classes.items())


def plan_json(result: PlanResult) -> str:
    """One JSON document, keys in a fixed order, secrets masked."""
    document = {
        "release": result.release,
        "namespace": result.namespace,
        "revision": result.revision,
        "threeWay": result.is_three_way,
        "hasChanges": result.has_changes,
        "counts": result.plan.counts(),
        "operations": [_operation_json(operation) for operation in result.plan.operations],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _operation_json(operation: Operation) -> dict[str, Any]:
    ref = operation.ref
    return {
        "apiVersion": ref.gvk.api_version,
        "kind": ref.gvk.kind,
        "namespace": ref.namespace,
        "name": ref.name,
        "verb": str(operation.verb),
        "ownership": str(operation.ownership),
        "reason": operation.reason,
        "source": operation.source,
        "changes": [_change_json(change) for change in _changes(operation)],
        "yielded": [{"path": item.path, "manager": item.manager} for item in operation.yielded],
    }


def _change_json(change: FieldChange) -> dict[str, Any]:
    sides = {"before": change.before, "after": change.after}
    return {"path": change.path, **{name: value for name, value in sides.items() if value is not ABSENT}}
