"""Helm 2's messages, built at run time with the protobuf package: a second opinion on our decoder.

Each message is a list of (number, name, type); a type is a scalar, ``repeated X``, the name of another message, or
``map`` (string to string).
"""

from __future__ import annotations

from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

MESSAGES = {
    "Timestamp": [(1, "seconds", "int64"), (2, "nanos", "int32")],
    "Status": [(1, "code", "int32"), (3, "resources", "string"), (4, "notes", "string")],
    "Info": [
        (1, "status", "Status"), (2, "first_deployed", "Timestamp"), (3, "last_deployed", "Timestamp"),
        (4, "deleted", "Timestamp"), (5, "Description", "string"),
    ],
    "Template": [(1, "name", "string"), (2, "data", "bytes")],
    "Any": [(1, "type_url", "string"), (2, "value", "bytes")],
    "Config": [(1, "raw", "string")],
    "Maintainer": [(1, "name", "string"), (2, "email", "string"), (3, "url", "string")],
    "Metadata": [
        (1, "name", "string"), (2, "home", "string"), (3, "sources", "repeated string"), (4, "version", "string"),
        (5, "description", "string"), (6, "keywords", "repeated string"), (7, "maintainers", "repeated Maintainer"),
        (8, "engine", "string"), (10, "apiVersion", "string"), (13, "appVersion", "string"), (14, "deprecated", "bool"),
        (15, "tillerVersion", "string"), (16, "annotations", "map"), (17, "kubeVersion", "string"),
    ],
    "Chart": [
        (1, "metadata", "Metadata"), (2, "templates", "repeated Template"), (3, "dependencies", "repeated Chart"),
        (4, "values", "Config"), (5, "files", "repeated Any"),
    ],
    "Hook": [
        (1, "name", "string"), (2, "kind", "string"), (3, "path", "string"), (4, "manifest", "string"),
        (5, "events", "repeated int32"), (6, "last_run", "Timestamp"), (7, "weight", "int32"),
        (8, "delete_policies", "repeated int32"), (9, "delete_timeout", "int64"),
    ],
    "Release": [
        (1, "name", "string"), (2, "info", "Info"), (3, "chart", "Chart"), (4, "config", "Config"),
        (5, "manifest", "string"), (6, "hooks", "repeated Hook"), (7, "version", "int32"), (8, "namespace", "string"),
        (9, "three_way_merge_enabled", "bool"), (10, "resources_has_owner_release_name", "bool"),
    ],
}  # fmt: skip
_SCALARS = {"int64": 3, "int32": 5, "bool": 8, "string": 9, "bytes": 12}


def _classes() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(name="hapi.proto", package="hapi", syntax="proto3")
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        for number, field_name, kind in fields:
            repeated = kind.startswith("repeated ") or kind == "map"
            field = message.field.add(name=field_name, number=number, label=3 if repeated else 1)
            kind = kind.removeprefix("repeated ")
            if kind == "map":
                entry = message.nested_type.add(name=f"{field_name.capitalize()}Entry")
                entry.field.add(name="key", number=1, type=9, label=1)
                entry.field.add(name="value", number=2, type=9, label=1)
                entry.options.map_entry = True
                field.type, field.type_name = 11, f".hapi.{name}.{entry.name}"
            elif kind in _SCALARS:
                field.type = _SCALARS[kind]
            else:
                field.type, field.type_name = 11, f".hapi.{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"hapi.{name}")) for name in MESSAGES}


CLASSES = _classes()


def release_message(**fields: Any) -> Any:
    """A hapi Release from nested dicts."""
    return CLASSES["Release"](**fields)
