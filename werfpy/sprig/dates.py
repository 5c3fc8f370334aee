"""Dates and durations; the local zone is Go's Local."""

from __future__ import annotations

from typing import Any

from werfpy.gostd.cast import wrap_int64
from werfpy.gostd.kinds import GoError, Int64
from werfpy.gostd.strconv import parse_int
from werfpy.gostd.timefmt import Duration, Time, load_location, local, now, parse_duration, parse_in_location, unix
from werfpy.gostd.timefmt.duration import HOUR, MINUTE, SECOND

_DAY = 24 * HOUR
_ROUNDED = ((365 * _DAY, "y"), (30 * _DAY, "mo"), (_DAY, "d"), (HOUR, "h"), (MINUTE, "m"), (SECOND, "s"))
_HTML = "2006-01-02"


def _moment(value: Any) -> Time:
    """Return a time or the moment of an int; now for anything else, float64 included."""
    if isinstance(value, Time):
        return value
    return unix(value) if type(value) in (int, Int64) else now()


def date(layout: str, value: Any) -> str:
    """Write a date in the local zone."""
    return date_in_zone(layout, value, "Local")


def date_in_zone(layout: str, value: Any, zone: str) -> str:
    """Write a date in *zone*; in UTC where there is no such zone."""
    try:
        location = load_location(zone)
    except GoError:
        location = load_location("UTC")
    return _moment(value).in_zone(location).format(layout)


def html_date(value: Any) -> str:
    """Write ``2006-01-02`` in the local zone."""
    return date(_HTML, value)


def html_date_in_zone(value: Any, zone: str) -> str:
    """Write ``2006-01-02`` in *zone*."""
    return date_in_zone(_HTML, value, zone)


def date_modify(duration: str, moment: Time) -> Time:
    """Return the moment *duration* later; the moment itself where the duration cannot be read."""
    try:
        return must_date_modify(duration, moment)
    except GoError:
        return moment


def must_date_modify(duration: str, moment: Time) -> Time:
    """Return the moment *duration* later.

    Raises:
        GoError: ``time: invalid duration …``.
    """
    return moment.add(parse_duration(duration))


def to_date(layout: str, text: str) -> Time:
    """Read a date in the local zone; the zero time where it cannot be read."""
    try:
        return must_to_date(layout, text)
    except GoError:
        return Time()


def must_to_date(layout: str, text: str) -> Time:
    """Read a date in the local zone.

    Raises:
        GoError: ``parsing time …``.
    """
    return parse_in_location(layout, text, local())


def unix_epoch(moment: Time) -> str:
    """Return the seconds since 1970 as a string."""
    return str(int(moment.unix()))


def ago(value: Any) -> str:
    """Return how long ago a date was, in whole seconds."""
    return now().sub(_moment(value)).rounded(SECOND).text()


def duration(seconds: Any) -> str:
    """Write seconds (a string or an int64) as a duration; 0s for anything else, ints included."""
    count = 0
    if type(seconds) is Int64:
        count = int(seconds)
    elif isinstance(seconds, str):
        count = _parsed(seconds)
    return Duration(wrap_int64(count * SECOND)).text()


def _parsed(text: str) -> int:
    try:
        return parse_int(text, 10, 64)
    except GoError as error:
        if "out of range" not in str(error):
            return 0
        return -(1 << 63) if text.startswith("-") else (1 << 63) - 1


def duration_round(value: Any) -> str:
    """Write a duration (a string, nanoseconds as int64, or since a time) in its largest unit only."""
    size = 0
    if isinstance(value, Time):
        size = abs(now().sub(value))
    elif type(value) is Int64:
        size = abs(int(value))
    elif isinstance(value, str):
        try:
            size = abs(int(parse_duration(value)))
        except GoError:
            size = 0
    return next((f"{size // unit}{name}" for unit, name in _ROUNDED if size > unit), "0s")
