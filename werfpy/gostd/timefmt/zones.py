"""Time zones as Go finds them: the system's database, TZ, UTC, and fixed offsets."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC as _PY_UTC
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from pathlib import Path

from werfpy.gostd.kinds import GoError

LOCAL_NAME = "Local"
_EPOCH = datetime(1970, 1, 1, tzinfo=_PY_UTC)
_FIRST, _LAST = -62_135_596_800 + 172_800, 253_402_300_799 - 172_800


@dataclass(frozen=True, slots=True)
class Location:
    """A time zone.

    Args:
        name: ``UTC``, ``Local``, or the name in the zone database.
        lookup: Gives abbreviation and offset (seconds east of UTC) at a Unix time in seconds.
    """

    name: str
    lookup: Callable[[int], tuple[str, int]] = field(compare=False)

    def offset_named(self, abbreviation: str, unix: int) -> int | None:
        """Return the offset that *abbreviation* has here around the local time *unix*; None where it is unknown."""
        half_year = 15_778_800
        for at in (unix, unix - half_year, unix + half_year):
            name, offset = self.lookup(at)
            if name == abbreviation and self.lookup(unix - offset)[0] == abbreviation:
                return offset
        return next((offset for name, offset in map(self.lookup, _around(unix)) if name == abbreviation), None)


def _around(unix: int) -> tuple[int, int, int]:
    return unix, unix - 15_778_800, unix + 15_778_800


def fixed(name: str, offset: int) -> Location:
    """Return a zone that always has *offset* seconds, as time.FixedZone does."""
    return Location(name, lambda _unix: (name, offset))


UTC = fixed("UTC", 0)


def _of_tzinfo(name: str, zone: tzinfo) -> Location:
    def lookup(unix: int) -> tuple[str, int]:
        moment = (_EPOCH + timedelta(seconds=min(max(unix, _FIRST), _LAST))).astimezone(zone)
        offset = moment.utcoffset()
        return moment.tzname() or "", int(offset.total_seconds()) if offset is not None else 0

    return Location(name, lookup)


def load_location(name: str) -> Location:
    """Return the zone of that name, as time.LoadLocation does.

    Raises:
        GoError: There is no such zone.
    """
    if name in ("", "UTC"):
        return UTC
    if name == LOCAL_NAME:
        return local()
    return _named(name)


@lru_cache(maxsize=64)
def _named(name: str) -> Location:
    from zoneinfo import ZoneInfo

    if ".." in name or name[0] in "/\\" or "\\" in name:
        raise GoError("time: invalid location name")
    try:
        return _of_tzinfo(name, ZoneInfo(name))
    except (KeyError, ValueError, OSError):
        raise GoError(f"unknown time zone {name}") from None


def local() -> Location:
    """Return the local zone: TZ (empty means UTC), else /etc/localtime, else UTC."""
    return _local(os.environ.get("TZ"))


@lru_cache(maxsize=8)
def _local(setting: str | None) -> Location:
    if setting is None:
        found = _from_file("/etc/localtime")
        return found or Location(LOCAL_NAME, UTC.lookup)
    setting = setting.removeprefix(":")
    if setting.startswith("/"):
        found = _from_file(setting)
        return Location(setting, found.lookup) if found else UTC
    try:
        zone = load_location(setting) if setting and setting != LOCAL_NAME else UTC
    except GoError:
        return UTC
    return UTC if zone is UTC else Location(LOCAL_NAME, zone.lookup)


def _from_file(path: str) -> Location | None:
    from zoneinfo import ZoneInfo

    try:
        with Path(path).open("rb") as file:
            return _of_tzinfo(LOCAL_NAME, ZoneInfo.from_file(file))
    except (OSError, ValueError):
        return None
