"""Durations as flags take them."""

from __future__ import annotations

import re
from typing import Final

from werfpy.errors import UsageError

_UNITS_S: Final = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}
_PART: Final = re.compile(r"(\d+(?:\.\d*)?|\.\d+)(ms|h|m|s)")


def seconds(text: str, flag: str) -> float:
    """Read plain seconds, as werf's ``--timeout`` takes them, or Go's form ``1h2m3.5s``, as Helm's does.

    Raises:
        UsageError: *text* is neither, or negative.

    >>> seconds("300", "--timeout"), seconds("5m30s", "--timeout")
    (300.0, 330.0)
    """
    if re.fullmatch(r"\d+(\.\d+)?", text):
        return float(text)
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        raise UsageError(f"bad {flag} {text!r}: must be seconds (300) or a duration (5m30s)")
    return sum(float(number) * _UNITS_S[unit] for number, unit in parts)
