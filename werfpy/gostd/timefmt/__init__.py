"""Go's package time: moments with their zone, layouts by example (``2006-01-02``), durations.

Source of the behaviour: Go 1.26 ``time/format.go``, ``time/zoneinfo.go``.
"""

from werfpy.gostd.timefmt.duration import Duration, parse_duration
from werfpy.gostd.timefmt.moment import Month, Time, Weekday, now, unix
from werfpy.gostd.timefmt.parsing import parse, parse_in_location
from werfpy.gostd.timefmt.zones import LOCAL_NAME, UTC, Location, load_location, local

__all__ = [
    "LOCAL_NAME",
    "UTC",
    "Duration",
    "Location",
    "Month",
    "Time",
    "Weekday",
    "load_location",
    "local",
    "now",
    "parse",
    "parse_duration",
    "parse_in_location",
    "unix",
]
