"""Prune, default and validate a custom resource by the schema of its definition.

The rules of ``x-kubernetes-validations`` (CEL) are not evaluated. Messages are those of the API server.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.equality import copy_json, json_key
from werfpy.sandbox.refusals import Findings

Schema = dict[str, Any]
_ROOT: Final = frozenset({"apiVersion", "kind", "metadata"})


def pruned(value: JSONValue, schema: Schema, path: str = "") -> tuple[JSONValue, list[str]]:
    """A copy without the fields that the schema does not know, and their paths."""
    unknown: list[str] = []
    return _prune(value, schema, path, unknown, is_root=not path), unknown


def _prune(value: JSONValue, schema: Schema, path: str, unknown: list[str], *, is_root: bool = False) -> JSONValue:
    if isinstance(value, list):
        items = schema.get("items") or {}
        return [_prune(item, items, f"{path}[{index}]", unknown) for index, item in enumerate(value)]
    if not isinstance(value, dict):
        return value
    properties = schema.get("properties") or {}
    others = schema.get("additionalProperties")
    keeps = schema.get("x-kubernetes-preserve-unknown-fields") or others is True
    is_object = is_root or schema.get("x-kubernetes-embedded-resource")
    found: Manifest = {}
    for key, item in value.items():
        inner_path = f"{path}.{key}" if path else key
        if is_object and key in _ROOT:
            found[key] = copy_json(item)
        elif key in properties:
            found[key] = _prune(item, properties[key], inner_path, unknown)
        elif isinstance(others, dict):
            found[key] = _prune(item, others, inner_path, unknown)
        elif keeps:
            found[key] = copy_json(item)
        else:
            unknown.append(inner_path)
    return found


def fill_defaults(value: JSONValue, schema: Schema) -> None:
    """Add the schema's defaults to *value*, in place."""
    if isinstance(value, list):
        for item in value:
            fill_defaults(item, schema.get("items") or {})
        return
    if not isinstance(value, dict):
        return
    properties = schema.get("properties") or {}
    for key, inner in properties.items():
        is_unset = key not in value or (value[key] is None and not inner.get("nullable"))
        if is_unset and "default" in inner:
            value[key] = copy_json(inner["default"])
        if key in value:
            fill_defaults(value[key], inner)
    others = schema.get("additionalProperties")
    if isinstance(others, dict):
        for key in value.keys() - properties.keys():
            fill_defaults(value[key], others)


def validate(value: JSONValue, schema: Schema, findings: Findings, path: str = "") -> None:
    """Tell *findings* where *value* is not as the schema wants it."""
    if value is None and schema.get("nullable"):
        return
    if not _has_type(value, schema):
        wanted = "integer" if schema.get("x-kubernetes-int-or-string") else schema.get("type")
        name = _type_name(value)
        findings.invalid(path, name, f'{path} in body must be of type {wanted}: "{name}"')
        return
    allowed = schema.get("enum")
    if allowed is not None and json_key(value) not in {json_key(item) for item in allowed}:
        findings.unsupported(path, value, [str(item) for item in allowed])
    if isinstance(value, str):
        _validate_string(value, schema, findings, path)
    elif isinstance(value, dict):
        _validate_object(value, schema, findings, path)
    elif isinstance(value, list):
        _validate_list(value, schema, findings, path)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _validate_number(value, schema, findings, path)


def _has_type(value: JSONValue, schema: Schema) -> bool:
    if schema.get("x-kubernetes-int-or-string"):
        return isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
    wanted = schema.get("type")
    if wanted is None:
        return True
    name = _type_name(value)
    return name == wanted or (wanted == "number" and name == "integer")


def _type_name(value: JSONValue) -> str:
    if isinstance(value, float) and value.is_integer():
        return "integer"
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return names.get(type(value), "null")


def _validate_string(value: str, schema: Schema, findings: Findings, path: str) -> None:
    if len(value) > schema.get("maxLength", len(value)):
        findings.causes.append(_too_long(path, schema["maxLength"]))
    if len(value) < schema.get("minLength", 0):
        findings.invalid(path, value, f"{path} in body should be at least {schema['minLength']} chars long")
    pattern = schema.get("pattern")
    if pattern is not None and re.search(pattern, value) is None:
        findings.invalid(path, value, f"{path} in body should match '{pattern}'")


def _too_long(path: str, limit: int) -> Any:
    from werfpy.sandbox.refusals import Cause

    return Cause(path, f"Too long: may not be more than {limit} bytes", "FieldValueTooLong")


def _validate_number(value: float, schema: Schema, findings: Findings, path: str) -> None:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and (value < low or (value == low and schema.get("exclusiveMinimum"))):
        word = "greater than" if schema.get("exclusiveMinimum") else "greater than or equal to"
        findings.invalid(path, value, f"{path} in body should be {word} {low}")
    if high is not None and (value > high or (value == high and schema.get("exclusiveMaximum"))):
        word = "less than" if schema.get("exclusiveMaximum") else "less than or equal to"
        findings.invalid(path, value, f"{path} in body should be {word} {high}")
    step = schema.get("multipleOf")
    if step and value % step:
        findings.invalid(path, value, f"{path} in body should be a multiple of {step}")


def _validate_object(value: Manifest, schema: Schema, findings: Findings, path: str) -> None:
    for key in schema.get("required") or ():
        if key not in value:
            findings.required(_join(path, key))
    properties = schema.get("properties") or {}
    others = schema.get("additionalProperties")
    for key, item in value.items():
        if not path and key in _ROOT:
            continue
        inner = properties.get(key, others if isinstance(others, dict) else None)
        if inner is not None:
            validate(item, inner, findings, _join(path, key))


def _validate_list(value: list[Any], schema: Schema, findings: Findings, path: str) -> None:
    if len(value) < schema.get("minItems", 0):
        findings.invalid(path, len(value), f"{path} in body should have at least {schema['minItems']} items")
    if len(value) > schema.get("maxItems", len(value)):
        findings.invalid(path, len(value), f"{path} in body should have at most {schema['maxItems']} items")
    items = schema.get("items") or {}
    for index, item in enumerate(value):
        validate(item, items, findings, f"{path}[{index}]")
    seen = set()
    for index, key in enumerate(_identities(value, schema)):
        if key is not None and json_key(key) in seen:
            findings.duplicate(f"{path}[{index}]", key)
        seen.add(json_key(key))


def _identities(value: list[Any], schema: Schema) -> Iterator[Any]:
    kind = schema.get("x-kubernetes-list-type")
    keys = schema.get("x-kubernetes-list-map-keys") or ()
    for item in value:
        if kind == "set":
            yield item
        elif kind == "map" and isinstance(item, dict):
            yield {key: item.get(key) for key in keys}
        else:
            yield None


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
