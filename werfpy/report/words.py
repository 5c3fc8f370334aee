"""Small pieces of text that several reports share."""

from __future__ import annotations

from collections.abc import Mapping

from werfpy.json_types import JSONValue
from werfpy.merge.diff_types import ABSENT


def seconds(duration_s: float) -> str:
    """A duration for a person.

    >>> seconds(3.24), seconds(75.0), seconds(3720.0)
    ('3.2s', '1m15s', '1h2m')
    """
    if duration_s < 59.95:
        return f"{duration_s:.1f}s"
    whole = round(duration_s)
    if whole < 3600:
        return f"{whole // 60}m{whole % 60}s" if whole % 60 else f"{whole // 60}m"
    minutes = whole % 3600 // 60
    return f"{whole // 3600}h{minutes}m" if minutes else f"{whole // 3600}h"


def counted(number: int, noun: str) -> str:
    """``1 object``, ``2 objects``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(counts: Mapping[str, int]) -> str:
    """``2 created, 1 unchanged``; zeros are left out, ``nothing`` when all are zero."""
    return ", ".join(f"{number} {what}" for what, number in counts.items() if number) or "nothing"


def is_there(value: JSONValue) -> bool:
    """Whether a side of a FieldChange has a value."""
    return value is not ABSENT
