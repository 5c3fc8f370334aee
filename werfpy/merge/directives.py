"""The words of a strategic merge patch that are instructions, not fields."""

from __future__ import annotations

from typing import Final

from werfpy.json_types import JSONValue

PATCH: Final = "$patch"
DELETE: Final = "delete"
REPLACE: Final = "replace"
MERGE: Final = "merge"
RETAIN_KEYS: Final = "$retainKeys"
SET_ORDER: Final = "$setElementOrder"
DELETE_SCALARS: Final = "$deleteFromPrimitiveList"


def set_order_key(field: str) -> str:
    """``$setElementOrder/FIELD``."""
    return f"{SET_ORDER}/{field}"


def delete_scalars_key(field: str) -> str:
    """``$deleteFromPrimitiveList/FIELD``."""
    return f"{DELETE_SCALARS}/{field}"


def is_directive(key: str) -> bool:
    """Whether a key of a patch is an instruction."""
    return key in (PATCH, RETAIN_KEYS) or key.startswith((SET_ORDER + "/", DELETE_SCALARS + "/"))


def without_directives(value: JSONValue) -> JSONValue:
    """A copy as it becomes part of a document: no instructions, no nulls, no items that only carry an instruction."""
    if isinstance(value, dict):
        return {
            key: without_directives(item)
            for key, item in value.items()
            if item is not None and not is_directive(key) and not _carries_directive(item)
        }
    if isinstance(value, list):
        return [without_directives(item) for item in value if not _carries_directive(item)]
    return value


def _carries_directive(value: JSONValue) -> bool:
    return isinstance(value, dict) and PATCH in value
