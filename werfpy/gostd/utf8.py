"""Invalid UTF-8 made valid, as encoding/json and go-yaml do; see ``gostd.text`` for how such bytes are kept."""

from __future__ import annotations

from werfpy.gostd.text import from_bytes

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def decode_lossy(data: bytes) -> str:
    """Return *data* as text in which every byte that is no UTF-8 became U+FFFD, as encoding/json writes it."""
    return to_valid(from_bytes(data))


def to_valid(text: str) -> str:
    """Replace every byte of *text* that is no UTF-8 by U+FFFD (one each, as Go's range over a string does)."""
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join(REPLACEMENT if "\ud800" <= char <= "\udfff" else char for char in text)
    return text
