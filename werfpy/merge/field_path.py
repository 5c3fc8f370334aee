"""Where a field stands in an object, with list items named by key instead of position."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from werfpy.json_types import JSONValue
from werfpy.merge.diff_types import ABSENT
from werfpy.merge.equality import json_equal
from werfpy.merge.merge_schema import Field, field_of

_PLAIN: Final = re.compile(r"[A-Za-z_$][\w$-]*")


@dataclass(frozen=True, slots=True)
class ItemKey:
    """An item of a list by its keys: ``[name=web]``; ``parts`` are (key, value) pairs."""

    parts: tuple[tuple[str, JSONValue], ...]

    def __str__(self) -> str:
        return "[" + ",".join(f"{name}={_word(value)}" for name, value in self.parts) + "]"

    def matches(self, item: Any, field: Field) -> bool:
        """Whether a list's item has these keys; a key that the item leaves out has its default."""
        if not isinstance(item, dict):
            return False
        for name, value in self.parts:
            found = item.get(name)
            default = field_of(field.schema, name).default
            if not json_equal(default if found is None and default is not ABSENT else found, value):
                return False
        return True


@dataclass(frozen=True, slots=True)
class ItemValue:
    """An item of a list of scalars by its value: ``[=value]``."""

    value: JSONValue

    def __str__(self) -> str:
        return f"[={_word(self.value)}]"


@dataclass(frozen=True, slots=True)
class ItemIndex:
    """An item by position, where nothing better is known: ``[0]``."""

    index: int

    def __str__(self) -> str:
        return f"[{self.index}]"


FieldPath: TypeAlias = tuple["str | ItemKey | ItemValue | ItemIndex", ...]


def format_path(path: FieldPath) -> str:
    """One line of text.

    >>> format_path(("spec", "containers", ItemKey((("name", "web"),)), "image"))
    'spec.containers[name=web].image'
    >>> format_path(("metadata", "labels", "app.kubernetes.io/name"))
    'metadata.labels["app.kubernetes.io/name"]'
    """
    text = ""
    for part in path:
        if not isinstance(part, str):
            text += str(part)
        elif _PLAIN.fullmatch(part):
            text += f".{part}" if text else part
        else:
            text += f"[{json.dumps(part)}]"
    return text


def _word(value: JSONValue) -> str:
    return value if isinstance(value, str) else json.dumps(value)
