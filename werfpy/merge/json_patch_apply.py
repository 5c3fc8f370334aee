"""Apply JSON patches, RFC 6902, with JSON's own equality in ``test``."""

from __future__ import annotations

from typing import Any

from werfpy.errors import MergeError
from werfpy.json_types import JSONValue
from werfpy.merge.diff_types import ABSENT
from werfpy.merge.equality import copy_json, json_equal


def apply_json_patch(document: JSONValue, operations: list[dict[str, Any]]) -> JSONValue:
    """The document after all operations; the argument is not changed.

    Raises:
        MergeError: A ``test`` fails, a path is not there, or an operation is malformed. The message has the
            operation and the path, never a value.
    """
    state = [copy_json(document)]
    for operation in operations:
        _apply(state, operation)
    return state[0]


def _apply(state: list[JSONValue], operation: dict[str, Any]) -> None:
    name, path = operation.get("op"), operation.get("path")
    if not isinstance(path, str) or (path and not path.startswith("/")):
        raise MergeError(f"JSON patch: {name} has no valid path")
    if name in ("add", "replace", "test") and "value" not in operation:
        raise MergeError(f"JSON patch: {name} {path} has no value")
    if name == "add":
        _put(state, path, copy_json(operation["value"]), name, is_insert=True)
    elif name == "replace":
        _get(state, path, name)
        _put(state, path, copy_json(operation["value"]), name, is_insert=False)
    elif name == "remove":
        _remove(state, path, name)
    elif name == "test":
        if not json_equal(_get(state, path, name), operation["value"]):
            raise MergeError(f"JSON patch: test failed at {path}")
    elif name in ("move", "copy"):
        _transfer(state, operation, path, name)
    else:
        raise MergeError(f"JSON patch: unknown operation {name!r}")


def _transfer(state: list[JSONValue], operation: dict[str, Any], path: str, name: str) -> None:
    source = operation.get("from")
    if not isinstance(source, str):
        raise MergeError(f"JSON patch: {name} {path} has no from")
    if name == "move" and path.startswith(source + "/"):
        raise MergeError(f"JSON patch: cannot move {source} into itself")
    value = copy_json(_get(state, source, name))
    if name == "move":
        _remove(state, source, name)
    _put(state, path, value, name, is_insert=True)


def _parts(path: str) -> list[str]:
    return [piece.replace("~1", "/").replace("~0", "~") for piece in path.split("/")[1:]]


def _child(container: JSONValue, part: str) -> Any:
    if isinstance(container, dict):
        return container.get(part, ABSENT)
    if isinstance(container, list):
        index = _index(part, len(container))
        return ABSENT if index is None or index >= len(container) else container[index]
    return ABSENT


def _index(part: str, length: int) -> int | None:
    if part == "-":
        return length
    is_number = part.isascii() and part.isdigit() and (part == "0" or not part.startswith("0"))
    return int(part) if is_number and int(part) <= length else None


def _get(state: list[JSONValue], path: str, name: str) -> JSONValue:
    value: Any = state[0]
    for part in _parts(path):
        value = _child(value, part)
        if value is ABSENT:
            raise MergeError(f"JSON patch: {name}: nothing is at {path}")
    return value


def _parent(state: list[JSONValue], path: str, name: str) -> tuple[JSONValue, str]:
    *above, last = _parts(path)
    parent: Any = state[0]
    for part in above:
        parent = _child(parent, part)
    if not isinstance(parent, dict | list):
        raise MergeError(f"JSON patch: {name}: the parent of {path} is not there")
    return parent, last


def _put(state: list[JSONValue], path: str, value: JSONValue, name: str, *, is_insert: bool) -> None:
    if not path:
        state[0] = value
        return
    parent, last = _parent(state, path, name)
    if isinstance(parent, dict):
        parent[last] = value
        return
    index = _index(last, len(parent))
    if index is None:
        raise MergeError(f"JSON patch: {name}: {path} is outside the list")
    if is_insert:
        parent.insert(index, value)
    else:
        parent[index] = value


def _remove(state: list[JSONValue], path: str, name: str) -> None:
    _get(state, path, name)
    if not path:
        state[0] = None
        return
    parent, last = _parent(state, path, name)
    if isinstance(parent, dict):
        del parent[last]
    else:
        del parent[int(last)]
