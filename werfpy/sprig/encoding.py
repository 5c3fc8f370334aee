"""Base64, base32 and checksums. A text that cannot be decoded gives the error's text, as in sprig."""

from __future__ import annotations

import base64
import hashlib
import zlib

from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import from_bytes, to_bytes

_BASE64 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
_BASE32 = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
_PADDED32 = {2: 6, 4: 4, 5: 3, 7: 1}


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


def decode64(text: str) -> bytes:
    """Decode as base64.StdEncoding does: line breaks are skipped, padding is needed.

    Raises:
        GoError: ``illegal base64 data at input byte 4``.
    """
    data = to_bytes(text)
    try:
        return base64.b64decode(data.replace(b"\r", b"").replace(b"\n", b""), validate=True)
    except ValueError:
        raise GoError(f"illegal base64 data at input byte {_fault(data, 4, _BASE64)}") from None


def _decode32(text: str) -> bytes:
    data = to_bytes(text)
    try:
        return base64.b32decode(data.replace(b"\r", b"").replace(b"\n", b""))
    except ValueError:
        raise GoError(f"illegal base32 data at input byte {_fault(data, 8, _BASE32)}") from None


def _fault(data: bytes, group: int, alphabet: frozenset[int]) -> int:
    """Return the byte at which Go's decoder stops."""
    taken = 0
    for index, byte in enumerate(data):
        if byte in b"\r\n":
            continue
        if byte in alphabet:
            taken += 1
            continue
        return _fault_at_padding(data, index, taken % group, group) if byte == 0x3D else index
    return len(data) - taken % group if group == 4 else len(data)


def _fault_at_padding(data: bytes, index: int, taken: int, group: int) -> int:
    """Return where padding goes wrong: too early, not enough of it, or with something behind it."""
    wanted = ({2: 2, 3: 1} if group == 4 else _PADDED32).get(taken)
    if wanted is None:
        return index
    for position in range(index, len(data)):
        if data[position] in b"\r\n":
            continue
        if wanted == 0 or data[position] != 0x3D:
            return position
        wanted -= 1
    return len(data)


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
