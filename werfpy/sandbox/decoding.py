"""Read an object of a built-in kind as the API server's decoder does, and default it.

Unknown fields are dropped and told; zero values that Go cannot tell from absent ones are dropped; structs that are
no pointers are always there; numbers become canonical quantities; a value of the wrong type is an error.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from typing import Any

from werfpy.json_types import JSONValue
from werfpy.sandbox.defaults import DEFAULTS
from werfpy.sandbox.quantities import canonical
from werfpy.sandbox.schemas import NEVER_OMITTED, STRUCT, Field, Type, type_named


class WrongType(Exception):
    """A value whose JSON type does not fit; the text is what Go's decoder says."""


@dataclass(slots=True)
class Decoder:
    """Decodes one object; ``unknown`` holds the paths of the fields that were dropped."""

    with_defaults: bool = True
    unknown: list[str] = field(default_factory=list)

    def decode(self, document: dict[str, Any], type_name: str) -> dict[str, Any]:
        """A new object.

        Raises:
            WrongType: A value of the wrong JSON type, or a quantity that is none.
        """
        return self._struct(document, type_named(type_name), "", type_name.rpartition(".")[2])

    def _struct(self, value: Any, of: Type, path: str, owner: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _mismatch(value, owner, path, of.name)
        found: dict[str, Any] = {}
        for key, item in value.items():
            known = of.fields.get(key)
            if known is None:
                self.unknown.append(f"{path}.{key}" if path else key)
            elif item is not None and not (known.emit == "z" and _is_zero(item, known)):
                found[key] = item
        if self.with_defaults and of.name in DEFAULTS:
            DEFAULTS[of.name](found)
        decoded = {
            key: self._value(item, of.fields[key], f"{path}.{key}" if path else key, of.name)
            for key, item in found.items()
        }
        self._complete(decoded, of, path)
        return decoded

    def _complete(self, decoded: dict[str, Any], of: Type, path: str) -> None:
        """Add what an encoder never leaves out, and drop what decoding has emptied."""
        for key, known in of.fields.items():
            if key not in decoded:
                if known.emit == STRUCT and known.kind == "object":
                    decoded[key] = self._struct({}, type_named(known.ref), f"{path}.{key}", of.name)
                elif known.emit in NEVER_OMITTED:
                    decoded[key] = self._zero(known, f"{path}.{key}", of.name)
                elif _is_quantity_struct(known):
                    decoded[key] = "0"
            elif known.emit == "z" and _is_zero(decoded[key], known):
                del decoded[key]
            elif known.emit == "n" and known.is_list and not decoded[key]:
                decoded[key] = None

    def _zero(self, known: Field, path: str, owner: str) -> Any:
        if known.emit == "q" or known.is_list or known.is_map or known.kind in ("any", "time"):
            return None
        if known.kind == "object":
            return self._struct({}, type_named(known.ref), path, owner)
        return {"integer": 0, "number": 0, "boolean": False, "quantity": "0", "int-or-string": 0}.get(known.kind, "")

    def _value(self, value: Any, known: Field, path: str, owner: str) -> Any:
        if value is None:
            return None
        if known.is_list:
            if not isinstance(value, list):
                raise _mismatch(value, owner, path, f"[]{known.ref or known.kind}")
            return [self._scalar(item, known, f"{path}[{index}]", owner) for index, item in enumerate(value)]
        if known.is_map:
            if not isinstance(value, dict):
                raise _mismatch(value, owner, path, f"map[string]{known.kind}")
            # Go's message for a wrong value names the map, not the key.
            return {key: self._scalar(item, known, path, owner) for key, item in value.items()}
        return self._scalar(value, known, path, owner)

    def _scalar(self, value: Any, known: Field, path: str, owner: str) -> Any:
        if known.kind == "object":
            return self._struct({} if value is None else value, type_named(known.ref), path, owner)
        if known.kind == "any":
            return value
        if value is None:
            return self._zero(Field(known.kind), path, owner)
        return _CHECKS[known.kind](value, known, path, owner)


def zero_object(type_name: str) -> dict[str, Any]:
    """What the encoder makes of a struct in which nothing is set."""
    return Decoder(with_defaults=False).decode({}, type_name)


def _is_quantity_struct(known: Field) -> bool:
    """A quantity that is no pointer: for Go a struct, and structs are never left out."""
    return known.kind == "quantity" and known.emit == "z" and not known.is_list and not known.is_map


def _is_zero(value: JSONValue, known: Field) -> bool:
    if isinstance(value, dict | list | str):
        return not value and not (known.kind == "object" and not known.is_list and not known.is_map)
    return value is None or value is False or (not isinstance(value, bool) and value == 0)


def _mismatch(value: JSONValue, owner: str, path: str, go_type: str) -> WrongType:
    name = {dict: "object", list: "array", bool: "bool", str: "string"}.get(type(value), "number")
    struct = owner.rpartition(".")[2]
    return WrongType(f"json: cannot unmarshal {name} into Go struct field {struct}.{_plain(path)} of type {go_type}")


def _plain(path: str) -> str:
    """The path as Go prints it: without indices."""
    import re

    return re.sub(r"\[\d+\]", "", path)


def _string(value: Any, known: Field, path: str, owner: str) -> str:
    if not isinstance(value, str):
        raise _mismatch(value, owner, path, "string")
    return value


def _integer(value: Any, known: Field, path: str, owner: str) -> int:
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    if isinstance(value, bool) or not is_whole or not -(1 << (known.int_bits - 1)) <= value < 1 << (known.int_bits - 1):
        raise _mismatch(value, owner, path, f"int{known.int_bits}")
    return int(value)


def _number(value: Any, known: Field, path: str, owner: str) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _mismatch(value, owner, path, "float64")
    return value


def _boolean(value: Any, known: Field, path: str, owner: str) -> bool:
    if not isinstance(value, bool):
        raise _mismatch(value, owner, path, "bool")
    return value


def _quantity(value: Any, known: Field, path: str, owner: str) -> str:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise _mismatch(value, owner, path, "resource.Quantity")
    try:
        return canonical(str(value))
    except ValueError as error:
        raise WrongType(str(error)) from None


def _int_or_string(value: Any, known: Field, path: str, owner: str) -> int | str:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise _mismatch(value, owner, path, "intstr.IntOrString")
    return value


def _bytes(value: Any, known: Field, path: str, owner: str) -> str:
    if not isinstance(value, str):
        raise _mismatch(value, owner, path, "[]uint8")
    try:
        return base64.b64encode(base64.b64decode(value.replace("\n", "").replace("\r", ""), validate=True)).decode()
    except (binascii.Error, ValueError):
        raise WrongType("illegal base64 data at input byte 0") from None


_CHECKS = {
    "string": _string,
    "time": _string,
    "integer": _integer,
    "number": _number,
    "boolean": _boolean,
    "quantity": _quantity,
    "int-or-string": _int_or_string,
    "bytes": _bytes,
}
