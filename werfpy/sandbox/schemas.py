"""The types of the built-in API: which fields there are, of which shape, and what an encoder leaves out.

``data/builtin.json`` is written by ``python -m e2e.sandbox_tables`` from a kube-apiserver and the Go types.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from werfpy.json_types import JSONValue

POINTER: Final = "p"
STRUCT: Final = "s"
NEVER_OMITTED: Final = "nq"


@dataclass(frozen=True, slots=True)
class Field:
    """One field. ``kind`` is string, integer, number, boolean, object, any, or a special one of ``_SPECIAL``.

    ``ref`` names the type of the value, of a list's items or of a map's values. ``emit`` is ``p`` for a pointer, ``z``
    for a value left out when zero, ``s`` for a struct that is always there, ``n`` for one never left out, ``q`` for a
    pointer that is null when it is not set.
    """

    kind: str
    ref: str = ""
    is_list: bool = False
    is_map: bool = False
    emit: str = POINTER
    list_type: str = "atomic"
    map_type: str = "granular"
    keys: tuple[str, ...] = ()
    int_bits: int = 32


@dataclass(frozen=True, slots=True)
class Type:
    """A struct: its fields, and whether managed fields treat it as one value."""

    name: str
    fields: dict[str, Field]
    is_atomic: bool = False


_SPECIAL: Final = {
    "resource.Quantity": "quantity",
    "intstr.IntOrString": "int-or-string",
    "meta.v1.Time": "time",
    "meta.v1.MicroTime": "time",
    "meta.v1.FieldsV1": "any",
    "apimachinery.pkg.runtime.RawExtension": "any",
    "apiextensions.v1.JSON": "any",
    "apiextensions.v1.JSONSchemaPropsOrArray": "any",
    "apiextensions.v1.JSONSchemaPropsOrBool": "any",
    "apiextensions.v1.JSONSchemaPropsOrStringArray": "any",
    "apiextensions.v1.JSONSchemaProps": "any",
}


@lru_cache(maxsize=1)
def tables() -> dict[str, JSONValue]:
    """The generated document: ``version``, ``resources``, ``types``."""
    import orjson

    data = pkgutil.get_data("werfpy.sandbox", "data/builtin.json")
    if data is None:  # pragma: no cover - the file is part of the package
        raise RuntimeError("data/builtin.json is missing from the package")
    return orjson.loads(data)  # type: ignore[no-any-return]


@lru_cache(maxsize=1)
def _kinds() -> dict[tuple[str, str, str], str]:
    found: dict[tuple[str, str, str], str] = {}
    for name, schema in tables()["types"].items():
        for gvk in schema.get("x-kubernetes-group-version-kind", ()):
            found[gvk["group"], gvk["version"], gvk["kind"]] = name
    return found


def type_name_of(group: str, version: str, kind: str) -> str | None:
    """The name of the struct of a built-in kind."""
    return _kinds().get((group, version, kind))


@lru_cache(maxsize=1024)
def type_named(name: str) -> Type:
    """A struct by name.

    Raises:
        KeyError: There is none.
    """
    schema = tables()["types"][name]
    emission = schema.get("x-emit", {})
    fields = {key: _field(value, emission.get(key, POINTER)) for key, value in schema.get("properties", {}).items()}
    return Type(name, fields, schema.get("x-kubernetes-map-type") == "atomic")


def _field(schema: dict[str, Any], emit: str) -> Field:
    options = {
        "emit": emit,
        "list_type": schema.get("x-kubernetes-list-type", "atomic"),
        "map_type": schema.get("x-kubernetes-map-type", "granular"),
        "keys": tuple(schema.get("x-kubernetes-list-map-keys", ())),
    }
    if schema.get("type") == "array":
        inner = _scalar(schema["items"])
        return Field(**inner, **options, is_list=True)
    if isinstance(schema.get("additionalProperties"), dict):
        values = schema["additionalProperties"]
        if values.get("type") == "array" or "additionalProperties" in values:
            return Field("any", **options, is_map=True)
        return Field(**_scalar(values), **options, is_map=True)
    return Field(**_scalar(schema), **options)


def _scalar(schema: dict[str, Any]) -> dict[str, Any]:
    ref = schema.get("$ref")
    if ref is not None:
        special = _SPECIAL.get(ref)
        return {"kind": special} if special else {"kind": "object", "ref": ref}
    kind = schema.get("type", "any")
    if schema.get("format") == "byte":
        return {"kind": "bytes"}
    if kind == "object":
        return {"kind": "any"}
    return {"kind": kind, "int_bits": 64 if schema.get("format") == "int64" else 32}
