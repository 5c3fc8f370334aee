"""Numbers to text and back, as Go's strconv does it."""

from __future__ import annotations

import math
import re
import struct

from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import can_backquote, quote, quote_rune, quote_to_ascii, unquote, unquote_char

__all__ = [
    "NumError",
    "atoi",
    "can_backquote",
    "format_float",
    "format_int",
    "parse_bool",
    "parse_float",
    "parse_int",
    "parse_uint",
    "quote",
    "quote_rune",
    "quote_to_ascii",
    "unquote",
    "unquote_char",
]

_SYNTAX = "invalid syntax"
_RANGE = "value out of range"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PREFIXES = {"b": 2, "o": 8, "x": 16}
_UNDERSCORES = re.compile(r"[+-]?(?:0[xX](?:_?[0-9a-fA-F])*|0[bBoO](?:_?[0-9])*|[0-9](?:_?[0-9])*)\Z")
_FLOAT = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_HEX_FLOAT = re.compile(r"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+\Z")
_SPECIAL = re.compile(r"[+-]?inf(?:inity)?\Z|nan\Z", re.IGNORECASE)


class NumError(GoError):
    """A failed conversion; ``value`` is what Go returns beside the error (the nearest number, or 0)."""

    def __init__(self, func: str, text: str, reason: str, value: float = 0) -> None:
        super().__init__(f"strconv.{func}: parsing {quote(text)}: {reason}")
        self.func = func
        self.text = text
        self.reason = reason
        self.value = value


def parse_uint(text: str, base: int = 10, bits: int = 64) -> int:
    """Parse an unsigned integer; base 0 means by prefix (0x, 0b, 0o, 0) and allows underscores.

    Raises:
        NumError: Syntax or range; ``value`` is then 0 or the largest number.
    """
    value = _magnitude("ParseUint", text, text, base)
    if value >= 1 << bits:
        raise NumError("ParseUint", text, _RANGE, (1 << bits) - 1)
    return value


def parse_int(text: str, base: int = 10, bits: int = 64) -> int:
    """Parse a signed integer; base 0 means by prefix (0x, 0b, 0o, 0) and allows underscores.

    Raises:
        NumError: Syntax or range; ``value`` is then 0 or the nearest number.
    """
    return _signed("ParseInt", text, base, bits)


def atoi(text: str) -> int:
    """Parse a decimal int, as strconv.Atoi.

    Raises:
        NumError: Syntax or range.
    """
    return _signed("Atoi", text, 10, 64)


def _signed(func: str, text: str, base: int, bits: int) -> int:
    unsigned = text[1:] if text[:1] in ("+", "-") else text
    value = _magnitude(func, unsigned, text, base)
    limit = 1 << (bits - 1)
    if text[:1] == "-":
        if value > limit:
            raise NumError(func, text, _RANGE, -limit)
        return -value
    if value >= limit:
        raise NumError(func, text, _RANGE, limit - 1)
    return value


def _magnitude(func: str, unsigned: str, whole: str, base: int) -> int:
    digits = unsigned
    if base == 0:
        base, digits = _split_prefix(unsigned)
        if "_" in digits:
            if not _UNDERSCORES.match(unsigned):
                raise NumError(func, whole, _SYNTAX)
            digits = digits.replace("_", "")
    allowed = _DIGITS[:base]
    if not unsigned or not unsigned.isascii() or any(c not in allowed for c in digits.lower()):
        raise NumError(func, whole, _SYNTAX)
    return int(digits, base) if digits else 0


def _split_prefix(unsigned: str) -> tuple[int, str]:
    if unsigned[:1] != "0":
        return 10, unsigned
    if len(unsigned) >= 3 and unsigned[1].lower() in _PREFIXES:
        return _PREFIXES[unsigned[1].lower()], unsigned[2:]
    return 8, unsigned[1:]


def parse_bool(text: str) -> bool:
    """Parse one of Go's words for a boolean.

    Raises:
        NumError: Any other word.
    """
    if text in ("1", "t", "T", "TRUE", "true", "True"):
        return True
    if text in ("0", "f", "F", "FALSE", "false", "False"):
        return False
    raise NumError("ParseBool", text, _SYNTAX)


def parse_float(text: str) -> float:
    """Parse a float64: decimal, hexadecimal with ``p``, Inf or NaN; underscores stand between digits.

    Raises:
        NumError: Syntax, or range with ``value`` = ±Inf.
    """
    plain = text
    if "_" in text:
        if not _underscores_fit(text):
            raise NumError("ParseFloat", text, _SYNTAX)
        plain = text.replace("_", "")
    if _FLOAT.match(plain):
        value = float(plain)
    elif _HEX_FLOAT.match(plain):
        value = _hex_float(plain)
    elif "_" not in text and _SPECIAL.match(text):
        return float(text)
    else:
        raise NumError("ParseFloat", text, _SYNTAX)
    if math.isinf(value):
        raise NumError("ParseFloat", text, _RANGE, value)
    return value


def _hex_float(text: str) -> float:
    try:
        return float.fromhex(text)
    except OverflowError:
        return -math.inf if text[0] == "-" else math.inf


def _underscores_fit(text: str) -> bool:
    """Underscores stand between digits or after the base prefix."""
    if not re.match(r"[+-]?0[xX]", text):
        return not re.search(r"_(?![0-9])|(?<![0-9])_", text)
    return not re.search(r"_(?![0-9a-fA-F])|(?<![0-9a-fA-FxX])_", text)


def format_int(value: int, base: int = 10) -> str:
    """Return *value* in a base from 2 to 36, lower case."""
    if base == 10:
        return str(int(value))
    digits = []
    rest = abs(value)
    while rest:
        rest, digit = divmod(rest, base)
        digits.append(_DIGITS[digit])
    return ("-" if value < 0 else "") + ("".join(reversed(digits)) or "0")


def format_float(value: float, fmt: str = "g", prec: int = -1, bits: int = 64) -> str:
    """Return a float as strconv.FormatFloat writes it.

    Args:
        value: The number.
        fmt: One of ``b e E f g G x X``.
        prec: Digits after the point (significant digits for g); -1 for as many as are needed to read it back.
        bits: 64, or 32 where the number came from a float32.
    """
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    if fmt in "bxX":
        return _format_b(value, bits) if fmt == "b" else _format_x(value, fmt, prec)
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    if prec < 0:
        digits, point = _shortest(abs(value), bits)
        return sign + _place_shortest(digits, point, fmt)
    return sign + _format_fixed(abs(value), fmt, prec)


def _shortest(value: float, bits: int) -> tuple[str, int]:
    """Return the fewest digits that identify *value*, and the place of the point: 0.digits × 10**point."""
    if value == 0:
        return "", 0
    text = repr(value) if bits == 64 else _shortest_32(value)
    mantissa, _, exponent = text.partition("e")
    whole, _, fraction = mantissa.partition(".")
    point = len(whole) + int(exponent or "0")
    digits = whole + fraction
    stripped = digits.lstrip("0")
    point -= len(digits) - len(stripped)
    return stripped.rstrip("0"), point


def _shortest_32(value: float) -> str:
    (target,) = struct.unpack("f", struct.pack("f", value))
    for prec in range(9):
        text = f"{target:.{prec}e}"
        try:
            (back,) = struct.unpack("f", struct.pack("f", float(text)))
        except OverflowError:
            continue
        if back == target:
            return text
    return f"{target:.8e}"


def _place_shortest(digits: str, point: int, fmt: str) -> str:
    if fmt in "gG":
        exponent = point - 1
        if digits and not -4 <= exponent < 6:
            return _exponent_form(digits, exponent, "e" if fmt == "g" else "E")
        fmt = "f"
    if fmt in "eE":
        return _exponent_form(digits or "0", point - 1 if digits else 0, fmt)
    return _plain_form(digits, point)


def _plain_form(digits: str, point: int) -> str:
    if not digits:
        return "0"
    if point <= 0:
        return "0." + "0" * -point + digits
    if len(digits) <= point:
        return digits + "0" * (point - len(digits))
    return digits[:point] + "." + digits[point:]


def _exponent_form(digits: str, exponent: int, letter: str) -> str:
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    sign = "-" if exponent < 0 else "+"
    return f"{mantissa}{letter}{sign}{abs(exponent):02d}"


def _format_fixed(value: float, fmt: str, prec: int) -> str:
    if fmt in "eEf":
        return f"{value:.{prec}{fmt}}"
    prec = prec or 1
    mantissa, _, exponent_text = f"{value:.{prec - 1}e}".partition("e")
    exponent = int(exponent_text)
    digits = mantissa.replace(".", "").rstrip("0")
    if not digits:
        return "0"
    limit = prec
    if limit > len(digits) and len(digits) >= exponent + 1:
        limit = len(digits)
    if exponent < -4 or exponent >= limit:
        return _exponent_form(digits, exponent, "e" if fmt == "g" else "E")
    return _plain_form(digits, exponent + 1)


def _format_b(value: float, bits: int) -> str:
    if bits == 32:
        (raw,) = struct.unpack("I", struct.pack("f", value))
        mantissa_bits, bias = 23, 127
    else:
        (raw,) = struct.unpack("Q", struct.pack("d", value))
        mantissa_bits, bias = 52, 1023
    sign = "-" if raw >> (bits - 1) else ""
    exponent = (raw >> mantissa_bits) & ((1 << (bits - 1 - mantissa_bits)) - 1)
    mantissa = raw & ((1 << mantissa_bits) - 1)
    if exponent == 0:
        exponent = 1
    else:
        mantissa |= 1 << mantissa_bits
    return f"{sign}{mantissa}p{exponent - bias - mantissa_bits:+d}"


def _format_x(value: float, fmt: str, prec: int) -> str:
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    mantissa, exponent = math.frexp(abs(value))
    scaled = int(mantissa * (1 << 53))
    exponent = exponent - 1 if scaled else 0
    if scaled and prec >= 0 and prec < 13:
        scaled, carried = _round_hex(scaled, prec)
        exponent += carried
    digits = f"{scaled & ((1 << 52) - 1):013x}" if scaled else "0" * 13
    digits = digits.rstrip("0") if prec < 0 else digits[:prec].ljust(prec, "0")
    lead = "1" if scaled else "0"
    body = f"{sign}0x{lead}{'.' if digits else ''}{digits}p{'-' if exponent < 0 else '+'}{abs(exponent):02d}"
    return body.upper() if fmt == "X" else body


def _round_hex(scaled: int, prec: int) -> tuple[int, int]:
    shift = 52 - prec * 4
    unit = 1 << shift
    rest = scaled & (unit - 1)
    scaled -= rest
    if rest > unit // 2 or (rest == unit // 2 and scaled & unit):
        scaled += unit
    if scaled >= 1 << 53:
        return scaled >> 1, 1
    return scaled, 0
