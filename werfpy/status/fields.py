"""Reading fields of a manifest that may be absent, null or of a wrong type."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.json_types import JSONValue, Manifest


def read(manifest: Manifest, *path: str) -> JSONValue:
    """The value at *path*, or None where a step of it is absent or not a mapping."""
    value: JSONValue = manifest
    for key in path:
        if not isinstance(value, dict):
            return None
        value = value.get(key)
    return value


def number(manifest: Manifest, *path: str, default: int = 0) -> int:
    """The whole number at *path*; *default* where there is none. A bool is not a number."""
    value = read(manifest, *path)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    return int(value)


def text(manifest: Manifest, *path: str) -> str:
    """The string at *path*, or ``""``."""
    value = read(manifest, *path)
    return value if isinstance(value, str) else ""


def mappings(manifest: Manifest, *path: str) -> list[Manifest]:
    """The mappings of the list at *path*; ``[]`` where there is none."""
    value = read(manifest, *path)
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


@dataclass(frozen=True, slots=True)
class Condition:
    """One of ``status.conditions``. ``status`` is True, False or Unknown, as the API writes it."""

    type: str
    status: str
    reason: str = ""
    message: str = ""

    def told(self, otherwise: str) -> str:
        """Its message, else its reason, else *otherwise*."""
        return self.message or self.reason or otherwise


def condition(manifest: Manifest, type_: str) -> Condition | None:
    """The condition of this type, or None. The first one counts, as in apimachinery."""
    for item in mappings(manifest, "status", "conditions"):
        if item.get("type") == type_:
            return Condition(type_, text(item, "status"), text(item, "reason"), text(item, "message"))
    return None


def is_true(manifest: Manifest, type_: str) -> bool:
    """The condition of this type is there and True."""
    found = condition(manifest, type_)
    return found is not None and found.status == "True"
