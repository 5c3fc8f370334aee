"""Base64, base32 and checksums. A text that cannot be decoded gives the error's text, as in sprig."""

from __future__ import annotations

import base64
import hashlib
import zlib

from werfpy.gostd.base64 import decode64
from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import from_bytes, to_bytes

_BASE32 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_PAD = 0x3D


def b64enc(text: str) -> str:
    """Encode in standard base64."""
    return base64.b64encode(to_bytes(text)).decode("ascii")


def b64dec(text: str) -> str:
    """Decode standard base64."""
    try:
        return from_bytes(decode64(text))
    except GoError as error:
        return str(error)


def b32enc(text: str) -> str:
    """Encode in standard base32."""
    return base64.b32encode(to_bytes(text)).decode("ascii")


def b32dec(text: str) -> str:
    """Decode standard base32."""
    try:
        return from_bytes(_decode32(text))
    except GoError as error:
        return str(error)


def _decode32(text: str) -> bytes:
    """Decode as base32.StdEncoding does: line breaks are taken out first, what follows the padding is not looked at.

    Raises:
        GoError: ``illegal base32 data at input byte 4``.
    """
    data = to_bytes(text).replace(b"\r", b"").replace(b"\n", b"")
    out = bytearray()
    for start in range(0, len(data), 8):
        quantum = data[start : start + 8]
        taken = _quantum32(data, start, quantum)
        out += base64.b32decode(quantum[:taken].ljust(8, b"="))
        if taken < 8:
            break
    return bytes(out)


def _quantum32(data: bytes, start: int, quantum: bytes) -> int:
    """Return how many characters of *quantum* come before its padding."""
    for taken, byte in enumerate(quantum):
        position = start + taken
        left = len(data) - position - 1
        if byte == _PAD and taken >= 2 and left < 8:
            if left + taken < 7:
                raise _corrupt32(len(data))
            for offset in range(7 - taken):
                if left > offset and data[position + 1 + offset] != _PAD:
                    raise _corrupt32(position + offset)
            if taken in (3, 6):
                raise _corrupt32(position)
            return taken
        if byte not in _BASE32:
            raise _corrupt32(position)
    if len(quantum) < 8:
        raise _corrupt32(start)
    return 8


def _corrupt32(offset: int) -> GoError:
    return GoError(f"illegal base32 data at input byte {offset}")


def sha1sum(text: str) -> str:
    """Return the SHA-1 in hexadecimal."""
    return hashlib.sha1(to_bytes(text), usedforsecurity=False).hexdigest()


def sha256sum(text: str) -> str:
    """Return the SHA-256 in hexadecimal."""
    return hashlib.sha256(to_bytes(text)).hexdigest()


def sha512sum(text: str) -> str:
    """Return the SHA-512 in hexadecimal."""
    return hashlib.sha512(to_bytes(text)).hexdigest()


def adler32sum(text: str) -> str:
    """Return the Adler-32 checksum in decimal."""
    return str(zlib.adler32(to_bytes(text)))
