"""``time.Time`` and the names of its months and days."""

from __future__ import annotations

import time as _clock
from dataclasses import dataclass
from typing import ClassVar

from werfpy.gostd.kinds import GoStruct, Int64
from werfpy.gostd.timefmt.calendar import civil_from_days, days_from_civil
from werfpy.gostd.timefmt.duration import SECOND, Duration
from werfpy.gostd.timefmt.formatting import format_moment
from werfpy.gostd.timefmt.layout import LONG_DAYS, LONG_MONTHS
from werfpy.gostd.timefmt.zones import UTC, Location, local

_DAY = 86_400
ZERO_UNIX = -62_135_596_800
_STARTED = _clock.monotonic_ns()


class Month(int):
    """A time.Month; prints its name."""

    __slots__ = ()
    go_type: ClassVar[str] = "time.Month"
    go_kind: ClassVar[str] = "int"
    go_methods: ClassVar[dict[str, str]] = {"String": "text"}

    def text(self) -> str:
        """Return the English name."""
        return LONG_MONTHS[self - 1]


class Weekday(int):
    """A time.Weekday, Sunday = 0; prints its name."""

    __slots__ = ()
    go_type: ClassVar[str] = "time.Weekday"
    go_kind: ClassVar[str] = "int"
    go_methods: ClassVar[dict[str, str]] = {"String": "text"}

    def text(self) -> str:
        """Return the English name."""
        return LONG_DAYS[self]


@dataclass(frozen=True, slots=True)
class Time(GoStruct):
    """A moment and the zone it is shown in.

    Args:
        seconds: Unix time, whole seconds.
        nanos: Nanoseconds within the second.
        zone: The zone it is shown in.
        monotonic: Nanoseconds since the program's start where the clock was read, else None; String shows it.
    """

    seconds: int = ZERO_UNIX
    nanos: int = 0
    zone: Location = UTC
    monotonic: int | None = None

    go_type: ClassVar[str] = "time.Time"
    go_methods: ClassVar[dict[str, str]] = {
        "String": "text", "Format": "format", "Unix": "unix", "UnixMilli": "unix_milli", "UnixMicro": "unix_micro",
        "UnixNano": "unix_nano", "Year": "year", "Month": "month", "Day": "day", "Hour": "hour", "Minute": "minute",
        "Second": "second", "Nanosecond": "nanosecond", "Weekday": "weekday", "YearDay": "year_day", "Add": "add",
        "AddDate": "add_date", "Sub": "sub", "UTC": "utc", "Local": "in_local", "IsZero": "is_zero",
        "Before": "before", "After": "after", "Equal": "equal",
    }  # fmt: skip

    def civil(self) -> tuple[int, int, int, int, int, int]:
        """Return year, month, day, hour, minute and second in the zone."""
        days, rest = divmod(self.seconds + self.zone.lookup(self.seconds)[1], _DAY)
        year, month, day = civil_from_days(days)
        return year, month, day, rest // 3600, rest // 60 % 60, rest % 60

    def format(self, layout: str) -> str:
        """Return the moment in *layout*."""
        return format_moment(layout, self.civil(), self.nanos, *self.zone.lookup(self.seconds))

    def text(self) -> str:
        """Return Go's String, with the monotonic reading where there is one."""
        shown = self.format("2006-01-02 15:04:05.999999999 -0700 MST")
        if self.monotonic is None:
            return shown
        sign = "-" if self.monotonic < 0 else "+"
        return f"{shown} m={sign}{abs(self.monotonic) // SECOND}.{abs(self.monotonic) % SECOND:09d}"

    def json_value(self) -> str:
        """Return what MarshalJSON writes: RFC 3339 with nanoseconds."""
        return self.format("2006-01-02T15:04:05.999999999Z07:00")

    def in_zone(self, zone: Location) -> Time:
        """Return the same moment shown in *zone*."""
        return Time(self.seconds, self.nanos, zone)

    def utc(self) -> Time:
        """Return the same moment shown in UTC."""
        return self.in_zone(UTC)

    def in_local(self) -> Time:
        """Return the same moment shown in the local zone."""
        return self.in_zone(local())

    def unix(self) -> Int64:
        """Return the seconds since 1970."""
        return Int64(self.seconds)

    def unix_milli(self) -> Int64:
        """Return the milliseconds since 1970."""
        return Int64(self.seconds * 1_000 + self.nanos // 1_000_000)

    def unix_micro(self) -> Int64:
        """Return the microseconds since 1970."""
        return Int64(self.seconds * 1_000_000 + self.nanos // 1_000)

    def unix_nano(self) -> Int64:
        """Return the nanoseconds since 1970, wrapped to int64."""
        value = self.seconds * SECOND + self.nanos
        return Int64((value + (1 << 63)) % (1 << 64) - (1 << 63))

    def year(self) -> int:
        """Return the year."""
        return self.civil()[0]

    def month(self) -> Month:
        """Return the month."""
        return Month(self.civil()[1])

    def day(self) -> int:
        """Return the day of the month."""
        return self.civil()[2]

    def hour(self) -> int:
        """Return the hour, 0 to 23."""
        return self.civil()[3]

    def minute(self) -> int:
        """Return the minute."""
        return self.civil()[4]

    def second(self) -> int:
        """Return the second."""
        return self.civil()[5]

    def nanosecond(self) -> int:
        """Return the nanosecond within the second."""
        return self.nanos

    def weekday(self) -> Weekday:
        """Return the day of the week."""
        days = (self.seconds + self.zone.lookup(self.seconds)[1]) // _DAY
        return Weekday((days + 4) % 7)

    def year_day(self) -> int:
        """Return the day of the year, from 1."""
        year, month, day, *_ = self.civil()
        return days_from_civil(year, month, day) - days_from_civil(year, 1, 1) + 1

    def add(self, duration: int) -> Time:
        """Return the moment *duration* nanoseconds later."""
        carry, nanos = divmod(self.nanos + int(duration), SECOND)
        monotonic = None if self.monotonic is None else self.monotonic + int(duration)
        return Time(self.seconds + carry, nanos, self.zone, monotonic)

    def add_date(self, years: int, months: int, days: int) -> Time:
        """Return the moment so many years, months and days later, days beyond a month's end carried over."""
        year, month, day, hour, minute, second = self.civil()
        return moment_of((year + years, month + months, day + days, hour, minute, second), self.nanos, self.zone)

    def sub(self, other: Time) -> Duration:
        """Return how much later this is than *other*."""
        return Duration((self.seconds - other.seconds) * SECOND + self.nanos - other.nanos)

    def is_zero(self) -> bool:
        """Say whether this is year 1, January 1, 00:00:00 UTC."""
        return self.seconds == ZERO_UNIX and not self.nanos

    def before(self, other: Time) -> bool:
        """Say whether this is earlier than *other*."""
        return (self.seconds, self.nanos) < (other.seconds, other.nanos)

    def after(self, other: Time) -> bool:
        """Say whether this is later than *other*."""
        return (self.seconds, self.nanos) > (other.seconds, other.nanos)

    def equal(self, other: Time) -> bool:
        """Say whether both are the same moment, whatever their zones."""
        return (self.seconds, self.nanos) == (other.seconds, other.nanos)


def unix(seconds: int) -> Time:
    """Return the moment of a Unix time, shown in the local zone."""
    return Time(int(seconds), 0, local())


def now() -> Time:
    """Return the current moment in the local zone, with the monotonic clock's reading."""
    seconds, nanos = divmod(_clock.time_ns(), SECOND)
    return Time(seconds, nanos, local(), _clock.monotonic_ns() - _STARTED)


def moment_of(civil: tuple[int, int, int, int, int, int], nanos: int, zone: Location) -> Time:
    """Return the moment of a date and a clock's reading in *zone*, as time.Date does near a change of offset."""
    year, month, day, hour, minute, second = civil
    local_seconds = days_from_civil(year, month, day) * _DAY + hour * 3600 + minute * 60 + second
    offset = zone.lookup(local_seconds)[1]
    if offset:
        offset = zone.lookup(local_seconds - offset)[1]
    return Time(local_seconds - offset, nanos, zone)
