"""A moment written in a layout (``Time.AppendFormat``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from werfpy.gostd.timefmt.calendar import days_from_civil
from werfpy.gostd.timefmt.layout import LONG_DAYS, LONG_MONTHS, is_fraction, parts

Civil = tuple[int, int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class _Shown:
    civil: Civil
    zone_name: str
    offset: int

    @property
    def weekday(self) -> str:
        year, month, day, *_ = self.civil
        return LONG_DAYS[(days_from_civil(year, month, day) + 4) % 7]

    @property
    def year_day(self) -> int:
        year, month, day, *_ = self.civil
        return days_from_civil(year, month, day) - days_from_civil(year, 1, 1) + 1


def _year(year: int) -> str:
    return f"{year:04d}" if year >= 0 else f"-{-year:04d}"


def _hour12(hour: int) -> int:
    return hour % 12 or 12


def _zone(shown: _Shown) -> str:
    if shown.zone_name:
        return shown.zone_name
    minutes = abs(shown.offset) // 60
    return f"{'-' if shown.offset < 0 else '+'}{minutes // 60:02d}{minutes % 60:02d}"


_ELEMENTS: dict[str, Callable[[_Shown], str]] = {
    "2006": lambda s: _year(s.civil[0]),
    "06": lambda s: f"{max(s.civil[0], 0) % 100:02d}",
    "January": lambda s: LONG_MONTHS[s.civil[1] - 1],
    "Jan": lambda s: LONG_MONTHS[s.civil[1] - 1][:3],
    "1": lambda s: str(s.civil[1]),
    "01": lambda s: f"{s.civil[1]:02d}",
    "Monday": lambda s: s.weekday,
    "Mon": lambda s: s.weekday[:3],
    "2": lambda s: str(s.civil[2]),
    "_2": lambda s: f"{s.civil[2]:2d}",
    "02": lambda s: f"{s.civil[2]:02d}",
    "002": lambda s: f"{s.year_day:03d}",
    "__2": lambda s: f"{s.year_day:3d}",
    "15": lambda s: f"{s.civil[3]:02d}",
    "3": lambda s: str(_hour12(s.civil[3])),
    "03": lambda s: f"{_hour12(s.civil[3]):02d}",
    "4": lambda s: str(s.civil[4]),
    "04": lambda s: f"{s.civil[4]:02d}",
    "5": lambda s: str(s.civil[5]),
    "05": lambda s: f"{s.civil[5]:02d}",
    "PM": lambda s: "PM" if s.civil[3] >= 12 else "AM",
    "pm": lambda s: "pm" if s.civil[3] >= 12 else "am",
    "MST": _zone,
}


def format_moment(layout: str, civil: Civil, nanos: int, zone_name: str, offset: int) -> str:
    """Write a moment in *layout*.

    Args:
        layout: By example: ``2006-01-02T15:04:05Z07:00``.
        civil: Year, month, day, hour, minute, second.
        nanos: Nanoseconds within the second.
        zone_name: The zone's abbreviation, or empty.
        offset: Seconds east of UTC.
    """
    shown = _Shown(civil, zone_name, offset)
    out = []
    for prefix, element in parts(layout):
        out.append(prefix)
        if not element:
            break
        write = _ELEMENTS.get(element)
        if write is not None:
            out.append(write(shown))
        elif is_fraction(element):
            out.append(_fraction(element, nanos))
        else:
            out.append(_offset(element, offset))
    return "".join(out)


def _fraction(element: str, nanos: int) -> str:
    digits = f"{nanos:09d}"[: len(element) - 1]
    if element[1] == "9":
        digits = digits.rstrip("0")
        return element[0] + digits if digits else ""
    return element[0] + digits


def _offset(element: str, offset: int) -> str:
    if element[0] == "Z" and offset == 0:
        return "Z"
    size = abs(offset)
    hours, minutes, seconds = size // 3600, size // 60 % 60, size % 60
    colon = ":" if ":" in element else ""
    digits = sum(char.isdigit() for char in element)
    # Go looks at whole minutes for the sign, so that -00:00:30 shows as +00:00.
    text = ("-" if offset <= -60 else "+") + f"{hours:02d}"
    if digits >= 4:
        text += f"{colon}{minutes:02d}"
    if digits >= 6:
        text += f"{colon}{seconds:02d}"
    return text
