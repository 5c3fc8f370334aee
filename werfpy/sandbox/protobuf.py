"""Read the API's protobuf encoding: kubectl's ``create`` commands send nothing else.

Answers are always JSON, which every client takes too. Source: apimachinery ``runtime/serializer/protobuf``.
"""

from __future__ import annotations

import base64
import datetime
import struct
from collections.abc import Callable, Iterator
from typing import Any, Final

import orjson

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Refused, bad_request
from werfpy.sandbox.schemas import Field, tables, type_name_of, type_named

_MAGIC: Final = b"k8s\x00"
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


def document_of(body: bytes) -> Manifest:
    """The object in a protobuf body, as JSON.

    Raises:
        Refused: 400 the body is damaged, 415 it holds a kind that has no protobuf encoding here.
    """
    if not body.startswith(_MAGIC):
        raise bad_request("the body is not in the API's protobuf encoding")
    try:
        envelope = {number: value for number, _, value in _fields(body[len(_MAGIC) :])}
        identity = {number: value.decode() for number, _, value in _fields(envelope.get(1, b""))}
        api_version, kind = identity.get(1, ""), identity.get(2, "")
        group, _, version = api_version.rpartition("/")
        name = type_name_of(group, version, kind)
        if name is None or "x-wire" not in tables()["types"][name]:
            raise Refused(415, "UnsupportedMediaType", f"the sandbox takes {api_version} {kind} as JSON only", {})
        return {"apiVersion": api_version, "kind": kind, **_message(envelope.get(2, b""), name)}
    except (IndexError, KeyError, ValueError, struct.error) as error:
        raise bad_request(f"the protobuf body cannot be read: {error}") from error


def _fields(data: bytes) -> Iterator[tuple[int, int, Any]]:
    """Field number, wire type, raw value."""
    position = 0
    while position < len(data):
        tag, position = _varint(data, position)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, position = _varint(data, position)
            yield number, wire, value
        elif wire == _BYTES:
            size, position = _varint(data, position)
            if position + size > len(data):
                raise ValueError("it ends early")
            yield number, wire, data[position : position + size]
            position += size
        elif wire in (_FIXED64, _FIXED32):
            size = 8 if wire == _FIXED64 else 4
            yield number, wire, data[position : position + size]
            position += size
        else:
            raise ValueError(f"unknown wire type {wire}")


def _varint(data: bytes, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
        shift += 7


def _message(data: bytes, name: str) -> Manifest:
    found: Manifest = {}
    _read_into(found, data, tables()["types"][name].get("x-wire", {}), name)
    return found


def _read_into(found: Manifest, data: bytes, wire_names: dict[str, str], name: str) -> None:
    known = type_named(name).fields
    for number, _, value in _fields(data):
        key = wire_names.get(str(number))
        if key is None:
            continue
        if key.startswith("="):
            _read_into(found, value, tables()["inlined"][key[1:]], name)
            continue
        field = known.get(key)
        if field is None:
            continue
        if field.is_list:
            found.setdefault(key, []).append(_value(value, field))
        elif field.is_map:
            entry = {part: item for part, _, item in _fields(value)}
            found.setdefault(key, {})[entry.get(1, b"").decode()] = _value(entry.get(2, b""), field)
        else:
            found[key] = _value(value, field)


def _value(value: Any, field: Field) -> Any:
    if field.kind == "object":
        return _message(value, field.ref)
    return _SCALARS[field.kind](value)


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _quantity(value: bytes) -> str:
    return next((item.decode() for number, _, item in _fields(value) if number == 1), "0")


def _int_or_string(value: bytes) -> int | str:
    parts = {number: item for number, _, item in _fields(value)}
    return parts.get(3, b"").decode() if parts.get(1, 0) else _signed(parts.get(2, 0))


def _time(value: bytes) -> str | None:
    parts = {number: item for number, _, item in _fields(value)}
    if not parts:
        return None
    moment = datetime.datetime.fromtimestamp(_signed(parts.get(1, 0)), datetime.UTC)
    fraction = f".{parts[2] // 1000:06d}" if parts.get(2) else ""
    return f"{moment.strftime('%Y-%m-%dT%H:%M:%S')}{fraction}Z"


def _raw_json(value: bytes) -> Any:
    raw = next((item for number, _, item in _fields(value) if number == 1), b"null")
    return orjson.loads(raw)


_SCALARS: Final[dict[str, Callable[[Any], Any]]] = {
    "string": lambda value: value.decode(),
    "bytes": lambda value: base64.b64encode(value).decode(),
    "integer": _signed,
    "boolean": bool,
    "number": lambda value: struct.unpack("<d", value)[0],
    "quantity": _quantity,
    "int-or-string": _int_or_string,
    "time": _time,
    "any": _raw_json,
}
