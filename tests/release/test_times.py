"""Times as Go writes them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.release.times import format_time, parse_time


@given(st.datetimes(datetime(1902, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 (hypothesis adds the zone)
def test_parse_undoes_format(moment: datetime) -> None:
    assert parse_time(format_time(moment)) == moment


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("2026-11-21T02:51:04.328381224Z", datetime(2026, 11, 21, 2, 51, 4, 328381, UTC)),
        ("2026-11-21T04:51:04+02:00", datetime(2026, 11, 21, 2, 51, 4, 0, UTC)),
        ("2026-11-20T21:21:04.5-05:30", datetime(2026, 11, 21, 2, 51, 4, 500000, UTC)),
        ("", None),
        ("0001-01-01T00:00:00Z", None),
        ("yesterday", None),
        ("2026-13-45T00:00:00Z", None),
    ],
)
def test_what_records_hold_is_read(text: str, parsed: datetime | None) -> None:
    assert parse_time(text) == parsed


def test_zeros_at_the_end_are_dropped() -> None:
    assert format_time(datetime(2026, 1, 1, 0, 0, 0, 120000, UTC)) == "2026-01-01T00:00:00.12Z"
    assert format_time(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00Z"
