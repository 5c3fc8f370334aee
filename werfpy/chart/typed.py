"""Decoding YAML into the Go structs that Helm decodes it into, with Go's conversions and error texts.

Source: ``sigs.k8s.io/yaml`` (a number or boolean becomes text where the field is a string) and ``encoding/json``
(unknown keys are dropped, keys match without case, the first type error in key order is the one told).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from werfpy.gostd.kinds import GoError
from werfpy.gostd.yaml import stringify


@dataclass(frozen=True, slots=True)
class Scalar:
    """A string or bool; ``any`` accepts everything."""

    go_type: str


@dataclass(frozen=True, slots=True)
class ListOf:
    """A slice; ``go_type`` is its name in error texts."""

    element: GoType
    go_type: str


@dataclass(frozen=True, slots=True)
class MapOf:
    """A map with string keys."""

    element: GoType
    go_type: str


@dataclass(frozen=True, slots=True)
class Struct:
    """A struct, by JSON key; ``name`` is the word before the dot in ``Go struct field Metadata.name``."""

    name: str
    fields: Mapping[str, GoType]
    go_type: str = ""
    folded: dict[str, str] = field(default_factory=dict)

    def key_of(self, key: str) -> str | None:
        """The field that the JSON key *key* fills."""
        if key in self.fields:
            return key
        if not self.folded:
            self.folded.update((name.lower(), name) for name in self.fields)
        return self.folded.get(key.lower())


GoType: TypeAlias = Scalar | ListOf | MapOf | Struct

STRING = Scalar("string")
BOOL = Scalar("bool")
ANY = Scalar("any")


def decode(value: Any, go_type: GoType) -> Any:
    """Turn *value*, as the YAML parser gave it, into what a Go value of type *go_type* would hold.

    A struct becomes a dict of the keys that were given. null gives None.

    Raises:
        GoError: The first value whose type does not fit; the text is encoding/json's.
    """
    problems: list[str] = []
    result = _decode(value, go_type, _Place("", ()), problems)
    if problems:
        raise GoError(f"error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {problems[0]}")
    return result


@dataclass(frozen=True, slots=True)
class _Place:
    """Where we are: the innermost struct's name and the keys of all structs around."""

    struct: str
    keys: tuple[str, ...]

    def text(self, go_type: str) -> str:
        if not self.keys:
            return f"Go value of type {go_type}"
        return f"Go struct field {self.struct}.{'.'.join(self.keys)} of type {go_type}"


def _decode(value: Any, go_type: GoType, place: _Place, problems: list[str]) -> Any:
    if value is None or go_type is ANY:
        return value
    if isinstance(go_type, Scalar):
        return _scalar(value, go_type, place, problems)
    if isinstance(go_type, ListOf):
        if isinstance(value, list):
            return [_decode(item, go_type.element, place, problems) for item in value]
    elif isinstance(value, dict):
        if isinstance(go_type, MapOf):
            element = go_type.element
            decoded = {key: _decode(item, element, place, problems) for key, item in sorted(value.items())}
            return {key: _zero(element) if item is None else item for key, item in decoded.items()}
        return _struct(value, go_type, place, problems)
    problems.append(f"{_json_kind(value)} into {place.text(go_type.go_type)}")
    return None


def _struct(value: dict[str, Any], go_type: Struct, place: _Place, problems: list[str]) -> dict[str, Any]:
    result = {}
    for key in sorted(value):
        name = go_type.key_of(key)
        if name is None:
            continue
        inner = _Place(go_type.name, (*place.keys, name))
        decoded = _decode(value[key], go_type.fields[name], inner, problems)
        if decoded is not None:
            result[name] = decoded
    return result


def _scalar(value: Any, go_type: Scalar, place: _Place, problems: list[str]) -> Any:
    if go_type is STRING:
        text = stringify(value)
        if isinstance(text, str):
            return text
    elif isinstance(value, bool):
        return value
    problems.append(f"{_json_kind(value)} into {place.text(go_type.go_type)}")
    return None


def _zero(go_type: GoType) -> Any:
    if go_type is STRING:
        return ""
    return False if go_type is BOOL else None


def _json_kind(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, dict):
        return "object"
    return "array" if isinstance(value, list) else "string"
