"""Layouts cut into their parts (``nextStdChunk`` in Go's time/format.go)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_PART = re.compile(
    r"January|Jan(?![a-z])|Monday|Mon(?![a-z])|MST|002|0[1-6]|15|1|2006|2|__2|_2(?!006)|3|4|5|PM|pm"
    r"|[-Z](?:070000|07:00:00|0700|07:00|07)|[.,](?:0+|9+)(?![0-9])"
)

LONG_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
LONG_DAYS = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
SHORT_MONTHS = tuple(name[:3] for name in LONG_MONTHS)
SHORT_DAYS = tuple(name[:3] for name in LONG_DAYS)


class Part(NamedTuple):
    """Text that stands for itself, and the element behind it (empty at the end of the layout)."""

    prefix: str
    element: str


@lru_cache(maxsize=256)
def parts(layout: str) -> tuple[Part, ...]:
    """Cut *layout* into parts; the last one has an empty element."""
    found = []
    position = 0
    for match in _PART.finditer(layout):
        found.append(Part(layout[position : match.start()], match[0]))
        position = match.end()
    found.append(Part(layout[position:], ""))
    return tuple(found)


def is_fraction(element: str) -> bool:
    """Say whether *element* stands for fractional seconds."""
    return element[:1] in (".", ",")
