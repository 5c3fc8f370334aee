"""Standard base64 as strictly as Go decodes it, with Go's errors."""

from __future__ import annotations

import base64
import re

from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import to_bytes

_ALPHABET = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_PAD = 0x3D
_WHOLE = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")


def decode64(text: str) -> bytes:
    """Decode as base64.StdEncoding does: line breaks are skipped, padding is needed.

    Raises:
        GoError: ``illegal base64 data at input byte 4``.
    """
    data = to_bytes(text)
    joined = data.replace(b"\r", b"").replace(b"\n", b"")
    if not _WHOLE.fullmatch(joined):
        raise GoError(f"illegal base64 data at input byte {_fault(data)}")
    return base64.b64decode(joined)


def _fault(data: bytes) -> int:
    """Return the byte at which Go's base64 decoder stops."""
    taken = 0
    for index, byte in enumerate(data):
        if byte in b"\r\n":
            continue
        if byte in _ALPHABET:
            taken += 1
            continue
        return _fault_at_padding(data, index, taken % 4) if byte == _PAD else index
    return len(data) - taken % 4


def _fault_at_padding(data: bytes, index: int, taken: int) -> int:
    """Return where padding goes wrong: too early, not enough of it, or with something behind it."""
    if taken < 2:
        return index
    following = _past_breaks(data, index + 1)
    if taken == 2:
        if following == len(data):
            return following
        if data[following] != _PAD:
            return following - 1
        following = _past_breaks(data, following + 1)
    return following


def _past_breaks(data: bytes, position: int) -> int:
    while position < len(data) and data[position] in b"\r\n":
        position += 1
    return position
