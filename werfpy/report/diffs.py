"""Changes as text: an object's header, then a line for each field.

    update Deployment shop/web (the live object differs)
      ~ spec.replicas: 1 -> 2
      + metadata.labels.tier: "front"
      - spec.paused: true

Long values are shortened in the middle of nothing: the head stays, the length is told. Strings of several lines are
shown as a unified diff.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from werfpy.json_types import JSONValue
from werfpy.merge.diff_types import FieldChange
from werfpy.report.paint import paint, visible
from werfpy.report.words import counted, is_there
from werfpy.resource.refs import ObjectRef

_STYLES = {
    "create": "green", "adopt": "cyan", "update": "yellow", "recreate": "yellow", "delete": "red", "keep": "dim",
    "+": "green", "-": "red", "~": "yellow", "@": "cyan",
}  # fmt: skip
_CONTEXT_LINES = 3


@dataclass(frozen=True, slots=True)
class ObjectDiff:
    """What happens to one object: ``verb`` (create, update…), ``reason`` where the verb does not say it all."""

    ref: ObjectRef
    verb: str
    changes: Sequence[FieldChange] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DiffStyle:
    """How much is shown. ``max_*`` of 0 means no limit."""

    is_colored: bool = False
    max_value: int = 120
    max_lines: int = 60
    max_changes: int = 0


def render_diffs(objects: Iterable[ObjectDiff], style: DiffStyle | None = None) -> str:
    """The diffs of many objects, an empty line between those that have fields to show; ends with a newline."""
    lines: list[str] = []
    for one in objects:
        block = [_header(one, style or DiffStyle()), *render_changes(one.changes, style)]
        if lines and (len(block) > 1 or lines[-1].startswith("  ")):
            lines.append("")
        lines.extend(block)
    return "\n".join(lines) + "\n" if lines else ""


def render_changes(changes: Sequence[FieldChange], style: DiffStyle | None = None) -> Iterator[str]:
    """The lines of one object's changes, each indented by two."""
    how = style or DiffStyle()
    shown = changes[: how.max_changes] if how.max_changes else changes
    for change in shown:
        yield from _change(change, how)
    if len(shown) < len(changes):
        yield f"  … {counted(len(changes) - len(shown), 'more field')}"


def _header(one: ObjectDiff, style: DiffStyle) -> str:
    reason = f" ({visible(one.reason)})" if one.reason else ""
    painted = paint(one.verb, _STYLES[one.verb], style.is_colored) if one.verb in _STYLES else one.verb
    return f"{painted} {one.ref}{reason}"


def _change(change: FieldChange, style: DiffStyle) -> Iterator[str]:
    mark = _mark(change)
    path = visible(change.path)
    if _is_text(change.before) or _is_text(change.after):
        yield _line(mark, f"{path}:", style)
        yield from _text_diff(change, style)
        return
    sides = [_value(side, style) for side in (change.before, change.after) if is_there(side)]
    yield _line(mark, f"{path}: {' -> '.join(sides)}", style)


def _mark(change: FieldChange) -> str:
    if not is_there(change.before):
        return "+"
    return "~" if is_there(change.after) else "-"


def _line(mark: str, text: str, style: DiffStyle) -> str:
    return "  " + paint(f"{mark} {text}", _STYLES[mark], style.is_colored)


def _is_text(value: JSONValue) -> bool:
    return isinstance(value, str) and "\n" in value.rstrip("\n")


def _value(value: JSONValue, style: DiffStyle) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, default=str)
    if style.max_value and len(text) > style.max_value:
        text = f"{text[: style.max_value]}… ({counted(len(text), 'character')})"
    return visible(text)


def _text_diff(change: FieldChange, style: DiffStyle) -> Iterator[str]:
    """The two texts line by line; what is not a string counts as its JSON."""
    before, after = (_lines_of(side, style) for side in (change.before, change.after))
    found = [line for line in difflib.unified_diff(before, after, lineterm="", n=_CONTEXT_LINES)][2:]
    if not is_there(change.before) or not is_there(change.after):
        found = found[1:]  # all lines are new, or all are gone: their numbers say nothing
    shown = found[: style.max_lines] if style.max_lines else found
    for line in shown:
        mark = line[:1]
        painted = paint(visible(line), _STYLES[mark], style.is_colored) if mark in _STYLES else visible(line)
        yield f"      {painted}".rstrip()
    if len(shown) < len(found):
        yield f"      … {counted(len(found) - len(shown), 'more line')}"


def _lines_of(value: JSONValue, style: DiffStyle) -> list[str]:
    if not is_there(value):
        return []
    return value.splitlines() if isinstance(value, str) else [_value(value, style)]
