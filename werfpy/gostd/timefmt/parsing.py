"""Text read by a layout (``parse`` in Go's time/format.go), with Go's errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from werfpy.gostd.kinds import GoError
from werfpy.gostd.timefmt.calendar import days_before, days_in, is_leap
from werfpy.gostd.timefmt.layout import LONG_DAYS, LONG_MONTHS, SHORT_DAYS, SHORT_MONTHS, is_fraction, parts
from werfpy.gostd.timefmt.moment import Time, moment_of
from werfpy.gostd.timefmt.zones import UTC, Location, fixed


class _Bad(Exception):
    """The value does not have the form of the element."""


@dataclass(slots=True)
class _Fields:
    """What was read so far; -1 and None stand for "not given"."""

    year: int = 0
    month: int = -1
    day: int = -1
    year_day: int = -1
    hour: int = 0
    minute: int = 0
    second: int = 0
    nanos: int = 0
    half: str = ""
    zone: Location | None = None
    offset: int | None = None
    zone_name: str = ""
    out_of_range: str = ""
    fraction_follows: bool = False


def parse(layout: str, value: str) -> Time:
    """Read *value* in *layout*, as time.Parse does: UTC where it names no zone.

    Raises:
        GoError: ``parsing time "x" as "2006": cannot parse …``.
    """
    return parse_in_location(layout, value, UTC)


def parse_in_location(layout: str, value: str, location: Location) -> Time:
    """Read *value* in *layout*, as time.ParseInLocation does.

    Raises:
        GoError: As :func:`parse`.
    """
    fields = _Fields()
    rest = value
    cut = parts(layout)
    for index, (prefix, element) in enumerate(cut):
        rest, fits = _skip(rest, prefix)
        if not fits:
            raise _error(layout, value, prefix, rest)
        if not element:
            if rest:
                raise GoError(f"parsing time {quote(value)}: extra text: {quote(rest)}")
            break
        fields.fraction_follows = not cut[index + 1].prefix and is_fraction(cut[index + 1].element)
        hold = rest
        try:
            rest = _read(element, rest, fields)
        except _Bad:
            raise _error(layout, value, element, hold) from None
        if fields.out_of_range:
            raise GoError(f"parsing time {quote(value)}: {fields.out_of_range} out of range")
    return _moment(fields, value, location)


def quote(text: str) -> str:
    """Quote as package time does: bytes outside of printable ASCII as ``\\xNN``."""
    out = []
    for byte in text.encode("utf-8", "surrogateescape"):
        char = chr(byte)
        if char in '"\\':
            out.append("\\" + char)
        else:
            out.append(char if 0x20 <= byte < 0x80 else f"\\x{byte:02x}")
    return '"' + "".join(out) + '"'


def _error(layout: str, value: str, element: str, rest: str) -> GoError:
    return GoError(f"parsing time {quote(value)} as {quote(layout)}: cannot parse {quote(rest)} as {quote(element)}")


def _skip(value: str, prefix: str) -> tuple[str, bool]:
    """Skip the layout's own text; a run of spaces matches any run, and none at the end."""
    while prefix:
        if prefix[0] == " ":
            if value and value[0] != " ":
                return value, False
            prefix, value = prefix.lstrip(" "), value.lstrip(" ")
            continue
        if not value or value[0] != prefix[0]:
            return value, False
        prefix, value = prefix[1:], value[1:]
    return value, True


def _is_digit(text: str, index: int) -> bool:
    return len(text) > index and "0" <= text[index] <= "9"


def _number(text: str, *, fixed_width: bool) -> tuple[int, str]:
    if not _is_digit(text, 0):
        raise _Bad
    if not _is_digit(text, 1):
        if fixed_width:
            raise _Bad
        return int(text[0]), text[1:]
    return int(text[:2]), text[2:]


def _name(names: tuple[str, ...], text: str) -> tuple[int, str]:
    for index, name in enumerate(names):
        if text[: len(name)].lower() == name.lower():
            return index, text[len(name) :]
    raise _Bad


def _read(element: str, text: str, fields: _Fields) -> str:
    reader = _READERS.get(element)
    if reader is not None:
        return reader(element, text, fields)
    if is_fraction(element):
        return _read_fraction(element, text, fields)
    return _read_offset(element, text, fields)


def _read_year(element: str, text: str, fields: _Fields) -> str:
    width = 4 if element == "2006" else 2
    digits = text[:width]
    if len(digits) < width or not (digits.isascii() and digits.isdigit()):
        raise _Bad
    fields.year = int(digits)
    if width == 2:
        fields.year += 1900 if fields.year >= 69 else 2000
    return text[width:]


def _read_month(element: str, text: str, fields: _Fields) -> str:
    if element in ("January", "Jan"):
        index, rest = _name(LONG_MONTHS if element == "January" else SHORT_MONTHS, text)
        fields.month = index + 1
        return rest
    fields.month, rest = _number(text, fixed_width=element == "01")
    if not 1 <= fields.month <= 12:
        fields.out_of_range = "month"
    return rest


def _read_weekday(element: str, text: str, fields: _Fields) -> str:
    return _name(LONG_DAYS if element == "Monday" else SHORT_DAYS, text)[1]


def _read_day(element: str, text: str, fields: _Fields) -> str:
    if element == "_2":
        text = text.removeprefix(" ")
    fields.day, rest = _number(text, fixed_width=element == "02")
    return rest


def _read_year_day(element: str, text: str, fields: _Fields) -> str:
    if element == "__2":
        text = text[len(text[:2]) - len(text[:2].lstrip(" ")) :]
    width = 0
    while width < 3 and _is_digit(text, width):
        width += 1
    if width == 0 or (element == "002" and width != 3):
        raise _Bad
    fields.year_day = int(text[:width])
    return text[width:]


def _read_hour(element: str, text: str, fields: _Fields) -> str:
    fields.hour, rest = _number(text, fixed_width=element == "03")
    if fields.hour > (23 if element == "15" else 12):
        fields.out_of_range = "hour"
    return rest


def _read_minute(element: str, text: str, fields: _Fields) -> str:
    fields.minute, rest = _number(text, fixed_width=element == "04")
    if fields.minute > 59:
        fields.out_of_range = "minute"
    return rest


def _read_second(element: str, text: str, fields: _Fields) -> str:
    fields.second, rest = _number(text, fixed_width=element == "05")
    if fields.second > 59:
        fields.out_of_range = "second"
        return rest
    if rest[:1] in (".", ",") and _is_digit(rest, 1) and not fields.fraction_follows:
        return _all_digits(rest, fields)
    return rest


def _all_digits(text: str, fields: _Fields) -> str:
    end = 1
    while _is_digit(text, end):
        end += 1
    fields.nanos = int(text[1 : min(end, 10)].ljust(9, "0"))
    return text[end:]


def _read_fraction(element: str, text: str, fields: _Fields) -> str:
    if element[1] == "9":
        return _all_digits(text, fields) if text[:1] in (".", ",") and _is_digit(text, 1) else text
    digits = text[1 : len(element)]
    if text[:1] not in (".", ",") or len(digits) < len(element) - 1 or not (digits.isascii() and digits.isdigit()):
        raise _Bad
    fields.nanos = int(digits[:9].ljust(9, "0"))
    return text[len(element) :]


def _read_half(element: str, text: str, fields: _Fields) -> str:
    half = text[:2]
    if half not in (("PM", "AM") if element == "PM" else ("pm", "am")):
        raise _Bad
    fields.half = half.lower()
    return text[2:]


def _read_offset(element: str, text: str, fields: _Fields) -> str:
    if element[0] == "Z" and text[:1] == "Z":
        fields.zone = UTC
        return text[1:]
    shape = element[1:]
    given = text[1 : len(element)]
    if len(given) < len(shape) or any((a == ":") != (b == ":") for a, b in zip(given, shape, strict=True)):
        raise _Bad
    digits = given.replace(":", "").ljust(6, "0")
    if not (digits.isascii() and digits.isdigit()):
        raise _Bad
    hours, minutes, seconds = int(digits[:2]), int(digits[2:4]), int(digits[4:])
    for name, value, most in (("hour", hours, 24), ("minute", minutes, 60), ("second", seconds, 60)):
        if value > most:
            fields.out_of_range = f"time zone offset {name}"
    if text[0] not in "+-" and not fields.out_of_range:
        raise _Bad
    fields.offset = ((hours * 60 + minutes) * 60 + seconds) * (-1 if text[0] == "-" else 1)
    return text[len(element) :]


def _read_zone_name(element: str, text: str, fields: _Fields) -> str:
    if text.startswith("UTC"):
        fields.zone = UTC
        return text[3:]
    length = _zone_name_length(text)
    if not length:
        raise _Bad
    fields.zone_name = text[:length]
    return text[length:]


def _zone_name_length(text: str) -> int:
    if len(text) < 3:
        return 0
    if text[:4] in ("ChST", "MeST"):
        return 4
    if text.startswith("GMT"):
        return 3 + _signed_offset_length(text[3:])
    if text[0] in "+-":
        return _signed_offset_length(text)
    upper = 0
    while upper < 6 and "A" <= text[upper : upper + 1] <= "Z":
        upper += 1
    if upper == 3 or (upper in (4, 5) and (text[upper - 1] == "T" or text[:upper] == "WITA")):
        return upper
    return 0


def _signed_offset_length(text: str) -> int:
    if text[:1] not in ("+", "-"):
        return 0
    end = 1
    while _is_digit(text, end):
        end += 1
    return end if end > 1 and int(text[1:end]) <= 23 else 0


_READERS: dict[str, Callable[[str, str, _Fields], str]] = {
    **dict.fromkeys(("2006", "06"), _read_year),
    **dict.fromkeys(("January", "Jan", "1", "01"), _read_month),
    **dict.fromkeys(("Monday", "Mon"), _read_weekday),
    **dict.fromkeys(("2", "_2", "02"), _read_day),
    **dict.fromkeys(("002", "__2"), _read_year_day),
    **dict.fromkeys(("15", "3", "03"), _read_hour),
    **dict.fromkeys(("4", "04"), _read_minute),
    **dict.fromkeys(("5", "05"), _read_second),
    **dict.fromkeys(("PM", "pm"), _read_half),
    "MST": _read_zone_name,
}


def _moment(fields: _Fields, value: str, location: Location) -> Time:
    if fields.half == "pm" and fields.hour < 12:
        fields.hour += 12
    elif fields.half == "am" and fields.hour == 12:
        fields.hour = 0
    _settle_day(fields, value)
    civil = (fields.year, fields.month, fields.day, fields.hour, fields.minute, fields.second)
    if fields.zone is not None:
        return moment_of(civil, fields.nanos, fields.zone)
    if fields.offset is None and not fields.zone_name:
        return moment_of(civil, fields.nanos, location)
    as_utc = moment_of(civil, fields.nanos, UTC).seconds
    if fields.offset is not None:
        seconds = as_utc - fields.offset
        name, offset = location.lookup(seconds)
        if offset == fields.offset and fields.zone_name in ("", name):
            return Time(seconds, fields.nanos, location)
        return Time(seconds, fields.nanos, fixed(fields.zone_name, fields.offset))
    known = location.offset_named(fields.zone_name, as_utc)
    if known is not None:
        return Time(as_utc - known, fields.nanos, location)
    hours = int(fields.zone_name[3:]) if fields.zone_name.startswith("GMT") and len(fields.zone_name) > 3 else 0
    return Time(as_utc, fields.nanos, fixed(fields.zone_name, hours * 3600))


def _settle_day(fields: _Fields, value: str) -> None:
    """Bring day of the year, month and day together, and check them."""
    if fields.year_day >= 0:
        month, day = _from_year_day(fields, value)
        if fields.month >= 0 and fields.month != month:
            raise GoError(f"parsing time {quote(value)}: day-of-year does not match month")
        if fields.day >= 0 and fields.day != day:
            raise GoError(f"parsing time {quote(value)}: day-of-year does not match day")
        fields.month, fields.day = month, day
    fields.month = 1 if fields.month < 0 else fields.month
    fields.day = 1 if fields.day < 0 else fields.day
    if not 1 <= fields.day <= days_in(fields.month, fields.year):
        raise GoError(f"parsing time {quote(value)}: day out of range")


def _from_year_day(fields: _Fields, value: str) -> tuple[int, int]:
    year_day = fields.year_day
    if is_leap(fields.year):
        if year_day == 60:
            return 2, 29
        if year_day > 60:
            year_day -= 1
    if not 1 <= year_day <= 365:
        raise GoError(f"parsing time {quote(value)}: day-of-year out of range")
    month = (year_day - 1) // 31 + 1
    if days_before(month + 1) < year_day:
        month += 1
    return month, year_day - days_before(month)
