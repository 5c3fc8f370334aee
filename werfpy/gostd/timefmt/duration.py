"""``time.Duration``: nanoseconds in an int64, with Go's spelling both ways."""

from __future__ import annotations

import re
from typing import ClassVar

from werfpy.gostd.kinds import GoError

NANOSECOND = 1
MICROSECOND = 1_000
MILLISECOND = 1_000_000
SECOND = 1_000_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE

_MAX = (1 << 63) - 1
_UNITS = {
    "ns": NANOSECOND, "us": MICROSECOND, "µs": MICROSECOND, "μs": MICROSECOND,
    "ms": MILLISECOND, "s": SECOND, "m": MINUTE, "h": HOUR,
}  # fmt: skip
_TERM = re.compile(r"(?P<whole>[0-9]*)(?P<point>\.(?P<fraction>[0-9]*))?")
_UNIT = re.compile(r"[^.0-9]*")


class Duration(int):
    """A time.Duration in nanoseconds."""

    __slots__ = ()
    go_type: ClassVar[str] = "time.Duration"
    go_kind: ClassVar[str] = "int64"
    go_methods: ClassVar[dict[str, str]] = {
        "String": "text",
        "Hours": "hours",
        "Minutes": "minutes",
        "Seconds": "seconds",
        "Milliseconds": "milliseconds",
        "Microseconds": "microseconds",
        "Nanoseconds": "nanoseconds",
    }

    def text(self) -> str:
        """Return Go's String: ``1h2m3.5s``, ``1.5ms``, ``0s``."""
        size = abs(int(self))
        sign = "-" if self < 0 else ""
        if size == 0:
            return "0s"
        if size < SECOND:
            unit, name = next(pair for pair in ((1_000_000, "ms"), (1_000, "µs"), (1, "ns")) if size >= pair[0])
            return f"{sign}{_decimal(size, unit)}{name}"
        minutes, rest = divmod(size, MINUTE)
        seconds = f"{_decimal(rest, SECOND)}s"
        if not minutes:
            return sign + seconds
        hours, minutes = divmod(minutes, 60)
        return f"{sign}{f'{hours}h' if hours else ''}{minutes}m{seconds}"

    def hours(self) -> float:
        """Return the hours as a float64."""
        return int(self) / HOUR

    def minutes(self) -> float:
        """Return the minutes as a float64."""
        return int(self) / MINUTE

    def seconds(self) -> float:
        """Return the seconds as a float64."""
        return int(self) / SECOND

    def milliseconds(self) -> int:
        """Return the whole milliseconds."""
        return _truncated(int(self), MILLISECOND)

    def microseconds(self) -> int:
        """Return the whole microseconds."""
        return _truncated(int(self), MICROSECOND)

    def nanoseconds(self) -> int:
        """Return the nanoseconds."""
        return int(self)

    def rounded(self, unit: int) -> Duration:
        """Round to a multiple of *unit*, halves away from zero."""
        size = abs(int(self))
        whole = (size + unit // 2) // unit * unit
        return Duration(-whole if self < 0 else whole)


def _decimal(value: int, unit: int) -> str:
    whole, rest = divmod(value, unit)
    if not rest:
        return str(whole)
    return f"{whole}.{str(rest).zfill(len(str(unit)) - 1).rstrip('0')}"


def _truncated(value: int, unit: int) -> int:
    return value // unit if value >= 0 else -(-value // unit)


def parse_duration(text: str) -> Duration:
    """Read ``-1h2.5m`` as time.ParseDuration does.

    Raises:
        GoError: In Go's words: ``time: invalid duration "x"``, ``time: missing unit…``, ``time: unknown unit…``.
    """
    rest = text[1:] if text[:1] in ("-", "+") else text
    if rest == "0":
        return Duration(0)
    total, position = 0, 0
    while position < len(rest) or not rest:
        size, position = _term(rest, position, text)
        total += size
        if total > _MAX + 1:
            raise _invalid(text)
    if text[:1] == "-":
        return Duration(-total)
    if total > _MAX:
        raise _invalid(text)
    return Duration(total)


def _term(rest: str, position: int, text: str) -> tuple[int, int]:
    number = _TERM.match(rest, position)
    if number is None or not (number["whole"] or number["fraction"]):
        raise _invalid(text)
    if len(number["whole"]) > 18 and int(number["whole"]) > _MAX + 1:
        raise _invalid(text)
    unit = _UNIT.match(rest, number.end())
    name = unit[0] if unit else ""
    if not name:
        raise GoError(f"time: missing unit in duration {_quoted(text)}")
    scale = _UNITS.get(name)
    if scale is None:
        raise GoError(f"time: unknown unit {_quoted(name)} in duration {_quoted(text)}")
    fraction = number["fraction"] or ""
    size = int(number["whole"] or 0) * scale
    if fraction:
        size += int(fraction) * scale // 10 ** len(fraction)
    return size, number.end() + len(name)


def _invalid(text: str) -> GoError:
    return GoError(f"time: invalid duration {_quoted(text)}")


def _quoted(text: str) -> str:
    from werfpy.gostd.timefmt.parsing import quote

    return quote(text)
