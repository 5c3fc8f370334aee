"""One conversion of a Go format: its flags, and how it writes booleans, numbers and strings."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.gostd.quote import can_backquote, quote, quote_rune, quote_to_ascii, rune
from werfpy.gostd.strconv import format_float, format_int
from werfpy.gostd.text import is_print, to_bytes

_U64 = (1 << 64) - 1
_BASES = {"v": 10, "d": 10, "b": 2, "o": 8, "O": 8, "x": 16, "X": 16}
_FLOAT_PREC = {"v": -1, "b": -1, "g": -1, "G": -1, "x": -1, "X": -1, "f": 6, "F": 6, "e": 6, "E": 6}


@dataclass(slots=True)
class Spec:
    """Flags, width and precision of one conversion; ``width`` and ``prec`` are None where absent."""

    minus: bool = False
    plus: bool = False
    sharp: bool = False
    space: bool = False
    zero: bool = False
    plus_v: bool = False
    sharp_v: bool = False
    width: int | None = None
    prec: int | None = None

    def pad(self, text: str, *, zeros: bool = True) -> str:
        """Pad to the width, counted in characters; with zeros on the left where the flag says so."""
        missing = (self.width or 0) - len(text)
        if missing <= 0:
            return text
        if self.minus:
            return text + " " * missing
        return ("0" if self.zero and zeros else " ") * missing + text

    def boolean(self, value: bool) -> str:
        """Write a bool."""
        return self.pad("true" if value else "false")

    def integer(self, value: int, verb: str, *, signed: bool = True) -> str | None:
        """Write an integer, or return None where the verb does not fit."""
        if verb in _BASES:
            sharp = self.sharp or (verb == "v" and self.sharp_v and not signed)
            base = 16 if verb == "v" and self.sharp_v and not signed else _BASES[verb]
            return self._digits(value, base, verb, sharp)
        if verb == "c":
            return self.pad(rune(value))
        if verb == "q":
            return self.pad(quote_rune(value, ascii_only=self.plus))
        return self._unicode(value) if verb == "U" else None

    def _digits(self, value: int, base: int, verb: str, sharp: bool) -> str:
        negative = value < 0
        prec = 0
        if self.prec is not None:
            prec = self.prec
            if prec == 0 and value == 0:
                return " " * (self.width or 0)
        elif self.zero and not self.minus and self.width is not None:
            prec = self.width - (1 if negative or self.plus or self.space else 0)
        digits = format_int(abs(value), base)
        if verb == "X":
            digits = digits.upper()
        digits = digits.rjust(prec, "0")
        if sharp:
            digits = _sharp_prefix(digits, base, verb) + digits
        if verb == "O":
            digits = "0o" + digits
        sign = "-" if negative else "+" if self.plus else " " if self.space else ""
        return self.pad(sign + digits, zeros=False)

    def _unicode(self, value: int) -> str:
        value &= _U64
        text = "U+" + f"{value:X}".rjust(max(self.prec or 0, 4), "0")
        if self.sharp and value <= 0x10FFFF and is_print(chr(value)):
            text += f" '{chr(value)}'"
        return self.pad(text, zeros=False)

    def float(self, value: float, verb: str, bits: int = 64) -> str | None:
        """Write a float, or return None where the verb does not fit."""
        if verb not in _FLOAT_PREC:
            return None
        prec = _FLOAT_PREC[verb] if self.prec is None else self.prec
        fmt = {"v": "g", "F": "f"}.get(verb, verb)
        number = format_float(value, fmt, prec, bits)
        if number[0] not in "+-":
            number = "+" + number
        if self.space and number[0] == "+" and not self.plus:
            number = " " + number[1:]
        if number[1] in "IN":
            bare = number[1:] if number[1] == "N" and not self.space and not self.plus else number
            return self.pad(bare, zeros=False)
        if self.sharp and fmt != "b":
            number = _sharp_float(number, fmt, prec)
        if self.plus or number[0] != "+":
            if self.zero and not self.minus and self.width is not None and self.width > len(number):
                return number[0] + "0" * (self.width - len(number)) + number[1:]
            return self.pad(number)
        return self.pad(number[1:])

    def string(self, value: str, verb: str) -> str | None:
        """Write a string, or return None where the verb does not fit."""
        if verb == "s" or (verb == "v" and not self.sharp_v):
            return self.pad(value if self.prec is None else value[: self.prec])
        if verb in ("q", "v"):
            return self._quoted(value if self.prec is None else value[: self.prec])
        return self.hexadecimal(to_bytes(value), verb) if verb in "xX" else None

    def _quoted(self, value: str) -> str:
        if self.sharp and can_backquote(value):
            return self.pad(f"`{value}`")
        return self.pad(quote_to_ascii(value) if self.plus else quote(value))

    def hexadecimal(self, value: bytes, verb: str) -> str:
        """Write bytes as hexadecimal digits; a space flag separates them."""
        if self.prec is not None:
            value = value[: self.prec]
        pairs = [f"{byte:02x}" for byte in value]
        prefix = "0x" if self.sharp and pairs else ""
        text = prefix + (f" {prefix}".join(pairs) if self.space else "".join(pairs))
        return self.pad(text.upper() if verb == "X" else text)


def _sharp_prefix(digits: str, base: int, verb: str) -> str:
    if base == 2:
        return "0b"
    if base == 8:
        return "" if digits.startswith("0") else "0"
    if base == 16:
        return "0X" if verb == "X" else "0x"
    return ""


def _sharp_float(number: str, fmt: str, prec: int) -> str:
    """Keep the decimal point and trailing zeros, as the # flag asks."""
    wanted = 0
    if fmt in "vgGx":
        wanted = 6 if prec == -1 else prec
    tail_at = len(number)
    for letter in "pP" if fmt in "xX" else "eE":
        found = number.find(letter)
        if found > 0:
            tail_at = found
    body, tail = number[:tail_at], number[tail_at:]
    significant = body[1:].replace(".", "").lstrip("0")
    wanted -= len(significant)
    if "." not in body:
        if len(body) == 2 and body[1] == "0":
            wanted -= 1
        body += "."
    return body + "0" * max(wanted, 0) + tail
