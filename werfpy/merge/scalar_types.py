"""Find values that the API server cannot decode, before it has to say so in its own words.

A number where a string belongs (``value: 5`` of an environment variable) makes every patch of the object fail, and
the server's message names neither the field nor the chart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from werfpy.errors import ResourceError
from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.field_path import FieldPath, ItemIndex, ItemKey, format_path
from werfpy.merge.merge_schema import Field, MergeSchema

_WANTED: Final = {
    "s": "a string",
    "t": "a time as a string",
    "y": "base64 as a string",
    "i": "an integer",
    "n": "a number",
    "b": "true or false",
    "q": "a quantity",
    "x": "an integer or a string",
}


def check_types(manifest: Manifest, schema: MergeSchema | None) -> None:
    """Raise if a value has a type that the field cannot take. Unknown fields and nulls are passed over.

    Raises:
        ResourceError: Names every such field, with the types, never with the values.
    """
    if schema is None or not schema.is_exact:
        return
    wrong = list(_wrong_in_object(manifest, schema, ()))
    if not wrong:
        return
    name = (manifest.get("metadata") or {}).get("name", "")
    plural = "field has" if len(wrong) == 1 else "fields have"
    raise ResourceError(
        f"{manifest.get('kind', '')} {name}: {len(wrong)} {plural} the wrong type",
        at="\n".join(f"{format_path(path)}: {found}, must be {wanted}" for path, found, wanted in wrong),
        hint="quote the value in the template, e.g. {{ .Values.port | quote }}",
    )


_Wrong = tuple[FieldPath, str, str]


def _wrong_in_object(value: Manifest, schema: MergeSchema, path: FieldPath) -> Iterator[_Wrong]:
    for key, item in value.items():
        if item is not None and schema.has(key):
            yield from _wrong_in_field(item, schema.field(key), (*path, key))


def _wrong_in_field(value: JSONValue, field: Field, path: FieldPath) -> Iterator[_Wrong]:
    if field.is_list:
        if not isinstance(value, list):
            yield path, _found(value), "a list"
            return
        for index, item in enumerate(value):
            if item is not None:
                yield from _wrong_in_value(item, field, (*path, _item_name(item, index, field)))
    elif field.is_map and field.schema is not None and isinstance(value, dict):
        yield from _wrong_in_object(value, field.schema, path)
    elif field.is_map:
        yield path, _found(value), "an object"
    else:
        yield from _wrong_in_value(value, field, path)


def _wrong_in_value(value: JSONValue, field: Field, path: FieldPath) -> Iterator[_Wrong]:
    if field.schema is not None:
        if isinstance(value, dict):
            yield from _wrong_in_object(value, field.schema, path)
        else:
            yield path, _found(value), "an object"
    elif not _fits(value, field.shape):
        yield path, _found(value), _WANTED[field.shape]


def _item_name(item: Any, index: int, field: Field) -> ItemKey | ItemIndex:
    key = field.keys[0] if field.keys else ""
    if isinstance(item, dict) and isinstance(item.get(key), str | int):
        return ItemKey(((key, item[key]),))
    return ItemIndex(index)


def _fits(value: JSONValue, shape: str) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if shape in ("s", "t", "y"):
        return isinstance(value, str)
    if shape == "i":
        return is_number and float(value).is_integer()
    if shape == "x":
        return isinstance(value, str) or (is_number and float(value).is_integer())
    if shape == "q":
        return isinstance(value, str) or is_number
    if shape == "b":
        return isinstance(value, bool)
    return is_number if shape == "n" else True


def _found(value: JSONValue) -> str:
    if isinstance(value, bool):
        return "is true or false"
    if isinstance(value, int | float):
        return "is a number"
    if isinstance(value, list):
        return "is a list"
    return "is an object" if isinstance(value, dict) else "is a string"
