"""Go's durations, as annotations write them."""

from __future__ import annotations

import re

_UNIT_S = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_PART = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)")


def duration_s(value: str) -> float:
    """
    Seconds of a Go duration that is not negative.

    Raises:
        ValueError: It is none.

    >>> duration_s("1h30m")
    5400.0
    """
    if value == "0":
        return 0.0
    total, end = 0.0, 0
    for part in _PART.finditer(value):
        if part.start() != end:
            raise ValueError(value)
        total += float(part[1]) * _UNIT_S[part[2]]
        end = part.end()
    if end == 0 or end != len(value):
        raise ValueError(value)
    return total
