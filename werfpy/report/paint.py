"""Colour by ANSI codes, without a library: failures must be shown fast and whatever is installed."""

from __future__ import annotations

import re
from typing import Final

_CODES: Final = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "cyan": "36",
    "bold red": "1;31",
}
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x80-\x9f]")


def paint(text: str, style: str, is_colored: bool) -> str:
    """*text* in a style (bold, dim, red, green, yellow, cyan, bold red), or as it is."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if is_colored and text else text


def visible(text: str) -> str:
    r"""*text* with control characters written out, so that what a cluster says cannot steer the terminal.

    >>> visible("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    return _CONTROL.sub(lambda match: f"\\x{ord(match[0]):02x}", text.replace("\r\n", "\n"))
