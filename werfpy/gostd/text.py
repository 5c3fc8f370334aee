"""Go strings are bytes; here they are ``str`` in which a byte that is not UTF-8 is a lone surrogate.

A byte b that does not belong to valid UTF-8 is kept as U+DC00+b (Python's ``surrogateescape``), so that cutting a
string in the middle of a character, or decoding base64, loses nothing.
"""

from __future__ import annotations

# Characters that Unicode 15.0 (Go 1.26) calls printable and the older tables of Python 3.11 do not.
_PRINTABLE_SINCE_14: tuple[tuple[int, int], ...] = (
    (0xCF3, 0xCF3),
    (0xECE, 0xECE),
    (0x10EFD, 0x10EFF),
    (0x1123F, 0x11241),
    (0x11B00, 0x11B09),
    (0x11F00, 0x11F10),
    (0x11F12, 0x11F3A),
    (0x11F3E, 0x11F59),
    (0x1342F, 0x1342F),
    (0x13440, 0x13455),
    (0x1B132, 0x1B132),
    (0x1B155, 0x1B155),
    (0x1D2C0, 0x1D2D3),
    (0x1DF25, 0x1DF2A),
    (0x1E030, 0x1E06D),
    (0x1E08F, 0x1E08F),
    (0x1E4D0, 0x1E4F9),
    (0x1F6DC, 0x1F6DC),
    (0x1F774, 0x1F776),
    (0x1F77B, 0x1F77F),
    (0x1F7D9, 0x1F7D9),
    (0x1FA75, 0x1FA77),
    (0x1FA87, 0x1FA88),
    (0x1FAAD, 0x1FAAF),
    (0x1FABB, 0x1FABD),
    (0x1FABF, 0x1FABF),
    (0x1FACE, 0x1FACF),
    (0x1FADA, 0x1FADB),
    (0x1FAE8, 0x1FAE8),
    (0x1FAF7, 0x1FAF8),
    (0x2B739, 0x2B739),
    (0x31350, 0x323AF),
)


def to_bytes(s: str) -> bytes:
    """Return the bytes of a Go string."""
    return s.encode("utf-8", "surrogateescape")


def from_bytes(b: bytes) -> str:
    """Return the Go string that has these bytes."""
    return b.decode("utf-8", "surrogateescape")


def is_print(char: str) -> bool:
    """Tell whether Go's strconv.IsPrint holds for one character."""
    if char.isprintable():
        return True
    code = ord(char)
    return code > 0xCF2 and any(low <= code <= high for low, high in _PRINTABLE_SINCE_14)


def is_invalid_byte(char: str) -> bool:
    """Tell whether the character stands for a byte that is not UTF-8."""
    return "\udc80" <= char <= "\udcff"
