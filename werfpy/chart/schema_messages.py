"""Errors of jsonschema-rs in the words, and the nesting, of the library that Helm uses.

jsonschema-rs tells a flat list; Helm's library tells a tree in which ``allOf``, ``anyOf``, ``oneOf`` and a ``$ref``
with several errors are nodes, and it stops at the first wrong type, constant or enum of a schema.

Source: github.com/santhosh-tekuri/jsonschema v6.0.2, ``validator.go``, ``output.go``, ``kind/kind.go``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from werfpy.gostd.quote import quote

_TYPES: Final = ("null", "boolean", "number", "integer", "string", "array", "object")

_FINAL_KEYWORDS: Final = ("type", "const", "enum", "format")
"""Where one of these fails, nothing else of the same schema is looked at; the first in this order counts."""


@dataclass(slots=True)
class Node:
    """An error: ``path`` is where in the values, ``text`` what; ``transparent`` nodes show only what is below."""

    path: tuple[str | int, ...]
    text: str
    below: list[Node] = field(default_factory=list)
    transparent: bool = False

    def lines(self, depth: int) -> Iterable[str]:
        """The lines of the report, two blanks for each level."""
        if not self.transparent:
            pointer = "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in self.path)
            yield f"{'  ' * depth}- at {_quoted(pointer)}: {self.text}"
            depth += 1
        for node in self.below:
            yield from node.lines(depth)


def error_text(errors: Iterable[Any], values: Any) -> str:
    """The report of *errors* (``Validator.iter_errors`` of *values*), one line each, no newline at the end."""
    return "\n".join(line for node in error_nodes(list(errors), 0, values) for line in node.lines(0))


def error_nodes(errors: Sequence[Any], start: int, values: Any) -> list[Node]:
    """The nodes of errors in *values* that share the first *start* steps of their evaluation path."""
    nodes: list[Node] = []
    groups: dict[tuple[str | int, ...], list[Any]] = {}
    order: list[tuple[str | int, ...] | Any] = []
    for error in _decisive(errors):
        mark = _group(error.evaluation_path, start)
        if mark is None:
            order.append(error)
            continue
        if mark not in groups:
            groups[mark] = []
            order.append(mark)
        groups[mark].append(error)
    missing: dict[tuple[str | int, ...], list[str]] = {}
    for entry in order:
        if isinstance(entry, tuple):
            nodes.append(_group_node(groups[entry], entry, values))
        elif type(entry.kind).__name__ == "Required":
            _add_required(nodes, missing, entry)
        else:
            nodes.append(_leaf(entry, values))
    return nodes


def _decisive(errors: Sequence[Any]) -> list[Any]:
    """Drop the errors of a schema that fails by its type, constant, enum or format, but for that one."""
    final: dict[tuple[tuple[str | int, ...], tuple[str | int, ...]], int] = {}
    for error in errors:
        path = tuple(error.evaluation_path)
        if path and path[-1] in _FINAL_KEYWORDS:
            place = (path[:-1], tuple(error.instance_path))
            rank = _FINAL_KEYWORDS.index(str(path[-1]))
            final[place] = min(rank, final.get(place, rank))
    if not final:
        return list(errors)
    return [error for error in errors if not _overruled(error, final)]


def _overruled(error: Any, final: dict[tuple[tuple[str | int, ...], tuple[str | int, ...]], int]) -> bool:
    path, instance = tuple(error.evaluation_path), tuple(error.instance_path)
    for (schema, place), rank in final.items():
        if path[: len(schema)] == schema and instance[: len(place)] == place and len(path) > len(schema):
            keyword = path[len(schema)]
            if keyword not in _FINAL_KEYWORDS or _FINAL_KEYWORDS.index(str(keyword)) > rank:
                return True
    return False


def _group(path: Sequence[str | int], start: int) -> tuple[str | int, ...] | None:
    """The path up to the first ``allOf`` or ``$ref`` keyword behind *start*; None where there is none."""
    at = start
    while at < len(path) - 1:
        step = path[at]
        if step == "$ref" or (step == "allOf" and isinstance(path[at + 1], int)):
            return tuple(path[: at + 1])
        at += 2 if step in _WITH_NAME or (step in _WITH_INDEX and isinstance(path[at + 1], int)) else 1
    return None


_WITH_NAME: Final = ("properties", "patternProperties", "dependentSchemas", "dependencies")
_WITH_INDEX: Final = ("items", "prefixItems", "anyOf", "oneOf", "allOf")


def _group_node(errors: list[Any], mark: tuple[str | int, ...], values: Any) -> Node:
    instance = _instance_at(errors[0], len(mark))
    if mark[-1] == "$ref":
        below = error_nodes(errors, len(mark), values)
        return Node(instance, "validation failed", below, transparent=len(below) == 1)
    branches: dict[str | int, list[Any]] = {}
    for error in errors:
        branches.setdefault(error.evaluation_path[len(mark)], []).append(error)
    below = [_branch(instance, branch, len(mark) + 1, values) for branch in branches.values()]
    return Node(instance, "'allOf' failed", below)


def _branch(instance: tuple[str | int, ...], errors: list[Any], start: int, values: Any) -> Node:
    below = error_nodes(errors, start, values)
    return below[0] if len(below) == 1 else Node(instance, "validation failed", below)


def _instance_at(error: Any, steps: int) -> tuple[str | int, ...]:
    """The part of the instance path that the first *steps* of the evaluation path lead to."""
    path = error.evaluation_path
    depth = at = 0
    while at < steps:
        step = path[at]
        following = path[at + 1] if at + 1 < len(path) else None
        if step in ("properties", "patternProperties"):
            depth, at = depth + 1, at + 2
        elif step in ("items", "prefixItems"):
            depth, at = depth + 1, at + (2 if isinstance(following, int) else 1)
        elif step in (
            "additionalProperties",
            "additionalItems",
            "unevaluatedProperties",
            "unevaluatedItems",
            "contains",
        ):
            depth, at = depth + 1, at + 1
        else:
            at += 2 if step in _WITH_NAME or (step in _WITH_INDEX and isinstance(following, int)) else 1
    return tuple(error.instance_path[:depth])


def _add_required(nodes: list[Node], missing: dict[tuple[str | int, ...], list[str]], error: Any) -> None:
    """Several missing properties of one object are one error."""
    place = (*error.evaluation_path, "at", *error.instance_path)
    names = missing.setdefault(place, [])
    names.append(error.kind.property)
    dependency = error.evaluation_path and error.evaluation_path[-1] != "required"
    quoted = ", ".join(_quoted(name) for name in names)
    if dependency:
        text = f"properties {quoted} required"
    else:
        text = f"missing {'property' if len(names) == 1 else 'properties'} {quoted}"
    if len(names) == 1:
        nodes.append(Node(tuple(error.instance_path), text))
    else:
        next(node for node in reversed(nodes) if node.path == tuple(error.instance_path)).text = text


def _leaf(error: Any, values: Any) -> Node:
    path, kind = tuple(error.instance_path), error.kind
    name = type(kind).__name__
    if name in ("AnyOf", "OneOfNotValid"):
        start = len(error.evaluation_path) + 1
        below = [_branch(path, branch, start, values) for branch in kind.context if branch]
        return Node(path, "'anyOf' failed" if name == "AnyOf" else "'oneOf' failed, none matched", below)
    if name == "OneOfMultipleValid":
        matched = [index for index, branch in enumerate(kind.context) if not branch][:2]
        return Node(path, f"'oneOf' failed, subschemas {', '.join(map(str, matched))} matched")
    if name == "PropertyNames":
        # The library checks a name as a document of its own, so its place is the top.
        reason = Node((), _text(type(kind.error.kind).__name__, kind.error.kind, kind.error.instance))
        return Node((), f"invalid propertyName {_quoted(str(kind.error.instance))}", [reason])
    if name == "FalseSchema" and error.evaluation_path[-1:] == ["additionalProperties"]:
        return Node(path, _not_allowed(_value_at(values, path)))
    return Node(path, _text(name, kind, error.instance))


def _value_at(values: Any, path: Iterable[str | int]) -> Any:
    for step in path:
        values = values[step]
    return values


def _not_allowed(names: Iterable[str]) -> str:
    return f"additional properties {', '.join(_quoted(name) for name in names)} not allowed"


def _text(name: str, kind: Any, instance: Any) -> str:
    if name in _LIMITS:
        return _limit_text(name, kind, instance)
    if name == "Type":
        wanted = sorted(kind.types, key=_TYPES.index)
        return f"got {_json_type(instance)}, want {' or '.join(wanted)}"
    if name == "Enum":
        return _enum_text(kind.options)
    if name == "Constant":
        return (
            "'const' failed" if _is_compound(kind.expected_value) else f"value must be {_display(kind.expected_value)}"
        )
    if name == "AdditionalProperties":
        return _not_allowed(kind.unexpected)
    if name == "AdditionalItems":
        return f"last {len(instance) - kind.limit} additionalItem(s) not allowed"
    if name == "Pattern":
        return f"{_quoted(str(instance))} does not match pattern {_quoted(kind.pattern)}"
    if name == "Format":
        return f"{_display(instance)} is not valid {kind.format}"
    if name == "UniqueItems":
        first, second = _duplicates(instance)
        return f"items at {first} and {second} are equal"
    return _FIXED.get(name, name)


_FIXED: Final = {
    "UnevaluatedProperties": "false schema",
    "UnevaluatedItems": "false schema",
    "FalseSchema": "false schema",
    "Not": "'not' failed",
    "Contains": "no items match contains schema",
}

_LIMITS: Final = {
    "MinLength": "minLength",
    "MaxLength": "maxLength",
    "MinItems": "minItems",
    "MaxItems": "maxItems",
    "MinProperties": "minProperties",
    "MaxProperties": "maxProperties",
    "Minimum": "minimum",
    "Maximum": "maximum",
    "ExclusiveMinimum": "exclusiveMinimum",
    "ExclusiveMaximum": "exclusiveMaximum",
    "MultipleOf": "multipleOf",
}


def _limit_text(name: str, kind: Any, instance: Any) -> str:
    limit = kind.multiple_of if name == "MultipleOf" else kind.limit
    got = len(instance) if isinstance(instance, (str, list, dict)) else instance
    return f"{_LIMITS[name]}: got {_number(got)}, want {_number(limit)}"


def _enum_text(options: list[Any]) -> str:
    if any(_is_compound(option) for option in options):
        return "'enum' failed"
    if len(options) == 1:
        return f"value must be {_display(options[0])}"
    return f"value must be one of {', '.join(_display(option) for option in options)}"


def _is_compound(value: Any) -> bool:
    return isinstance(value, (dict, list))


def _display(value: Any) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if value is None:
        return "<nil>"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "value" if _is_compound(value) else f"{value:g}" if isinstance(value, float) else str(value)


def _number(value: Any) -> str:
    """A number with English thousands separators, as golang.org/x/text prints it."""
    number = float(value)
    return f"{int(number):,}" if number.is_integer() else f"{number:,}"


def _json_type(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    names: dict[type, str] = {str: "string", list: "array", dict: "object"}
    return names.get(type(value), "number")


def _duplicates(items: list[Any]) -> tuple[int, int]:
    import json

    seen: dict[str, int] = {}
    for index, item in enumerate(items):
        key = json.dumps(item, sort_keys=True)
        if isinstance(item, (int, float)) and not isinstance(item, bool):
            key = repr(float(item))
        if key in seen:
            return seen[key], index
        seen[key] = index
    return 0, 0


def _quoted(text: str) -> str:
    inside = quote(text)[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inside}'"
