"""How managed fields see a document: which parts are one value, and what tells the items of a list apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from werfpy.json_types import JSONValue
from werfpy.sandbox.refusals import shown
from werfpy.sandbox.schemas import Field, type_named


@dataclass(frozen=True, slots=True)
class Shape:
    """``members`` splits a value into named parts with their shapes; None: it is one value."""

    members: Callable[[Any], Iterator[tuple[str, Any, Shape]]] | None = None


LEAF: Final = Shape()


def struct_shape(type_name: str) -> Shape:
    """A built-in struct."""
    known = type_named(type_name)
    if known.is_atomic:
        return LEAF

    def members(value: dict[str, Any]) -> Iterator[tuple[str, Any, Shape]]:
        for key, item in value.items():
            yield f"f:{key}", item, field_shape(known.fields[key]) if key in known.fields else LEAF

    return Shape(members)


def field_shape(known: Field) -> Shape:
    """A field of a built-in struct."""
    if known.is_list:
        return _list_shape(known.list_type, known.keys, _inner_shape(known))
    if known.map_type == "atomic":
        return LEAF
    return _map_shape(_inner_shape(known)) if known.is_map else _inner_shape(known)


def _inner_shape(known: Field) -> Shape:
    return struct_shape(known.ref) if known.kind == "object" else LEAF


def schema_shape(schema: JSONValue) -> Shape:
    """A value of a custom resource: maps are split, lists are one value unless the schema says otherwise."""
    if not isinstance(schema, dict):
        return _free_shape()
    kind = schema.get("type")
    if kind == "array":
        keys = tuple(schema.get("x-kubernetes-list-map-keys", ()))
        list_type = schema.get("x-kubernetes-list-type", "atomic")
        return _list_shape(list_type, keys, schema_shape(schema.get("items")))
    if kind == "object" and schema.get("x-kubernetes-map-type") != "atomic":
        return _object_shape(schema)
    return LEAF


def _object_shape(schema: dict[str, Any]) -> Shape:
    properties = schema.get("properties") or {}
    others = schema.get("additionalProperties")
    rest = schema_shape(others) if isinstance(others, dict) else _free_shape()

    def members(value: dict[str, Any]) -> Iterator[tuple[str, Any, Shape]]:
        for key, item in value.items():
            yield f"f:{key}", item, schema_shape(properties[key]) if key in properties else rest

    return Shape(members)


def _free_shape() -> Shape:
    def members(value: dict[str, Any]) -> Iterator[tuple[str, Any, Shape]]:
        for key, item in value.items():
            yield f"f:{key}", item, _free_shape() if isinstance(item, dict) else LEAF

    return Shape(members)


def _map_shape(inner: Shape) -> Shape:
    def members(value: dict[str, Any]) -> Iterator[tuple[str, Any, Shape]]:
        for key, item in value.items():
            yield f"f:{key}", item, inner

    return Shape(members)


def _list_shape(list_type: str, keys: tuple[str, ...], inner: Shape) -> Shape:
    if list_type == "set":
        return Shape(lambda value: ((f"v:{shown(item)}", item, LEAF) for item in value))
    if list_type == "map" and keys:
        return Shape(lambda value: ((_item_name(item, keys), item, inner) for item in value))
    return LEAF


def _item_name(item: Any, keys: tuple[str, ...]) -> str:
    values = {key: item[key] for key in sorted(keys) if isinstance(item, dict) and key in item}
    return f"k:{shown(values)}"
