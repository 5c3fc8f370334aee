"""What a plain scalar means to go-yaml v2 (``resolve.go``): YAML 1.1 booleans, Go's integers, strings for the rest."""

from __future__ import annotations

import math
import re
from typing import Any

from werfpy.gostd.kinds import GoError

TAG_PREFIX = "tag:yaml.org,2002:"

NULLS = ("", "~", "null", "Null", "NULL")
_TRUE = ("y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "true", "True", "TRUE")
_FALSE = ("n", "N", "no", "No", "NO", "off", "Off", "OFF", "false", "False", "FALSE")

WORDS: dict[str, Any] = {
    **dict.fromkeys(_TRUE, True),
    **dict.fromkeys(_FALSE, False),
    **dict.fromkeys(NULLS, None),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), math.inf),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), -math.inf),
}

_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_POINT_FLOAT = re.compile(r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?\Z")
_INT = re.compile(
    r"(?P<sign>[-+]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|0[bB](?P<bin>[01]+)"
    r"|0[oO]?(?P<oct>[0-7]+)|(?P<dec>0|[1-9][0-9]*))\Z"
)
_SIGNED_BINARY = re.compile(r"0b(?P<digits>[-+][01]+)\Z")
_BASE60 = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?\Z")
_DATE = re.compile(r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})")
_CLOCK = re.compile(r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{1,2}):(?P<second>[0-9]{1,2})(?:[.,][0-9]+)?")
_ZONE = re.compile(r"(?:Z|[-+](?P<hours>[0-9]{2}):(?P<minutes>[0-9]{2}))\Z")
_MONTH_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)

_LONGEST_INT = 21
_INT64_MIN, _INT64_END, _UINT64_END = -(1 << 63), 1 << 63, 1 << 64


def resolve(text: str) -> Any:
    """Return the value of a plain scalar without a tag: None, bool, int, float (also inf and nan) or str."""
    if text in WORDS:
        return WORDS[text]
    first = text[0]
    if first == ".":
        return _finite_float(text) if _POINT_FLOAT.match(text) else text
    if first not in "0123456789+-":
        return text
    plain = text.replace("_", "")
    number = _integer(plain)
    if number is not None:
        return number
    if _FLOAT.match(plain):
        value = float(plain)
        if not math.isinf(value):
            return value
    match = _SIGNED_BINARY.match(plain)
    return int(match["digits"], 2) if match else text


def _finite_float(text: str) -> float | str:
    value = float(text)
    return text if math.isinf(value) else value


def _integer(plain: str) -> int | None:
    """Read *plain* as strconv.ParseInt(…, 0, 64) does, else as ParseUint; None where both refuse."""
    match = _INT.match(plain)
    if match is None:
        return None
    sign, hexa, binary, octal, decimal = match.groups()
    if hexa:
        value = int(hexa, 16)
    elif binary:
        value = int(binary, 2)
    elif octal:
        value = int(octal, 8)
    elif len(decimal) < _LONGEST_INT:
        value = int(decimal)
    else:
        return None
    if sign == "-":
        value = -value
    if _INT64_MIN <= value < _INT64_END or (not sign and value < _UINT64_END):
        return value
    return None


def is_timestamp(text: str) -> bool:
    """Say whether go-yaml takes *text* for a timestamp (``parseTimestamp``); it stays a string, but gets quotes."""
    date = _DATE.match(text)
    if date is None or not _is_date(int(date["year"]), int(date["month"]), int(date["day"])):
        return False
    rest = text[date.end() :]
    if not rest:
        return True
    if rest[0] not in "Tt ":
        return False
    clock = _CLOCK.match(rest, 1)
    if clock is None or int(clock["hour"]) > 23 or int(clock["minute"]) > 59 or int(clock["second"]) > 59:
        return False
    zone = rest[clock.end() :]
    if rest[0] == " ":
        return not zone
    match = _ZONE.match(zone)
    return match is not None and int(match["hours"] or 0) <= 24 and int(match["minutes"] or 0) <= 60


def _is_date(year: int, month: int, day: int) -> bool:
    if not 1 <= month <= 12:
        return False
    leap = month == 2 and (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    return 1 <= day <= _MONTH_DAYS[month] + leap


def reads_as_string(text: str) -> bool:
    """Say whether go-yaml v2 may write *text* without quotes and still read a string back."""
    if not text or text[0] in "yYnNtTfFoO~.":
        return type(resolve(text)) is str
    if text[0] not in "0123456789+-":
        return True
    return type(resolve(text)) is str and not is_timestamp(text) and not _BASE60.match(text)


def resolve_tagged(tag: str, text: str) -> Any:
    """Return the value of a scalar with an explicit tag.

    Raises:
        GoError: The text is none of the tag's type, in go-yaml's words.
    """
    short = "!!" + tag.removeprefix(TAG_PREFIX)
    if short == "!!binary":
        return _binary(text)
    if not tag.startswith(TAG_PREFIX) or short not in ("!!bool", "!!int", "!!float", "!!null", "!!timestamp"):
        return text
    if short == "!!timestamp" and is_timestamp(text):
        return text
    value = resolve(text)
    if short == "!!float" and type(value) is int and value < _INT64_END:
        return float(value)
    found = _tag_of(value)
    if found != short:
        raise GoError(f"yaml: cannot decode {found} `{text}` as a {short}")
    return value


def _tag_of(value: Any) -> str:
    names = {bool: "!!bool", int: "!!int", float: "!!float", type(None): "!!null"}
    return names.get(type(value), "!!str")


def _binary(text: str) -> str:
    from werfpy.gostd.base64 import decode64
    from werfpy.gostd.utf8 import decode_lossy

    try:
        return decode_lossy(decode64(text))
    except GoError:
        raise GoError("yaml: !!binary value contains invalid base64 data") from None
