"""Times as release records write them: RFC 3339 with nanoseconds, ``""`` for none.

They stay text inside records, because Python's datetime would drop three digits.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone

_RFC3339 = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:[.,](\d+))?(?:([Zz])|([+-])(\d\d):(\d\d))")


def parse_time(text: str) -> datetime | None:
    """The time that *text* says, to the microsecond; None for ``""``, Go's zero time, and what is no time."""
    match = _RFC3339.fullmatch(text.strip())
    if match is None:
        return None
    date, clock, fraction, utc, sign, hours, minutes = match.groups()
    offset = timedelta() if utc else timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    try:
        parsed = datetime.fromisoformat(f"{date}T{clock}").replace(tzinfo=timezone(offset))
    except ValueError:
        return None
    parsed = parsed.replace(microsecond=int((fraction or "0")[:6].ljust(6, "0")))
    return None if parsed.year == 1 else parsed


def format_time(moment: datetime) -> str:
    """*moment* in UTC, trailing zeros of the fraction dropped, as Go's RFC3339Nano."""
    text = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f").rstrip("0").rstrip(".")
    return text + "Z"
