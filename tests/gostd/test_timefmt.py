"""Go's layouts, zones and durations."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.kinds import GoError
from werfpy.gostd.timefmt import (
    UTC,
    Duration,
    Time,
    load_location,
    local,
    now,
    parse,
    parse_duration,
    parse_in_location,
)

RFC3339_NANO = "2006-01-02T15:04:05.999999999Z07:00"


def test_layouts_and_zones_equal_helms(vectors, monkeypatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    moment = parse(RFC3339_NANO, "2023-07-04T03:06:09.012345678+02:00")
    cases = vectors("go-time-layouts.json")["cases"]
    wrong = [
        (case, got)
        for case in cases
        if (got := moment.in_zone(load_location(case["zone"])).format(case["layout"])) != case["out"]
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("layout", "value", "text"),
    [
        ("2006-01-02", "2020-02-29", "2020-02-29T00:00:00Z"),
        ("Jan _2 06 3:04PM", "Mar  5 69 1:02PM", "1969-03-05T13:02:00Z"),
        ("2006-002", "2020-060", "2020-02-29T00:00:00Z"),
        ("15:04:05", "01:02:03.25", "0000-01-01T01:02:03.25Z"),
        ("2006 MST", "2020 GMT-3", "2019-12-31T21:00:00-03:00"),
        ("2006 -0700", "2020 +0530", "2020-01-01T00:00:00+05:30"),
        ("2006-01-02T15:04:05Z07:00", "2020-01-02T03:04:05Z", "2020-01-02T03:04:05Z"),
    ],
)
def test_parse(layout: str, value: str, text: str) -> None:
    assert parse(layout, value).format(RFC3339_NANO) == text


@pytest.mark.parametrize(
    ("layout", "value", "message"),
    [
        ("2006-01-02", "x", 'parsing time "x" as "2006-01-02": cannot parse "x" as "2006"'),
        ("2006-01-02", "2020-13-01", 'parsing time "2020-13-01": month out of range'),
        ("2006-01-02", "2020-02-30", 'parsing time "2020-02-30": day out of range'),
        ("2006", "2020x", 'parsing time "2020x": extra text: "x"'),
        ("2006-01", "2020_01", 'parsing time "2020_01" as "2006-01": cannot parse "_01" as "-"'),
        ("2006 é", "x", 'parsing time "x" as "2006 \\xc3\\xa9": cannot parse "x" as "2006"'),
    ],
)
def test_parse_errors_have_gos_text(layout: str, value: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        parse(layout, value)
    assert str(caught.value) == message


def test_local_time_near_a_change_of_offset() -> None:
    zone = load_location("America/New_York")
    before = parse_in_location("2006-01-02 15:04", "2020-03-08 01:30", zone)
    after = parse_in_location("2006-01-02 15:04", "2020-03-08 03:30", zone)
    assert after.sub(before).text() == "1h0m0s"


@pytest.mark.parametrize(("setting", "name"), [("Asia/Kolkata", "IST"), ("", "UTC"), ("Nope/Nope", "UTC")])
def test_tz_names_the_local_zone(monkeypatch, setting: str, name: str) -> None:
    monkeypatch.setenv("TZ", setting)
    assert local().lookup(0)[0] == name


@pytest.mark.parametrize("name", ["Nope", "../etc/passwd", "/etc/localtime"])
def test_unknown_zones_are_errors(name: str) -> None:
    with pytest.raises(GoError):
        load_location(name)


def test_now_shows_its_monotonic_reading_until_it_is_moved_to_a_zone() -> None:
    moment = now()
    assert " m=+" in moment.text()
    assert " m=" not in moment.in_zone(UTC).text()


def test_methods_of_a_time() -> None:
    moment = parse("2006-01-02", "2020-01-31")
    assert moment.weekday().text() == "Friday"
    assert moment.add_date(0, 1, 0).format("2006-01-02") == "2020-03-02"
    assert moment.month().text() == "January"
    assert (Time().is_zero(), Time().text()) == (True, "0001-01-01 00:00:00 +0000 UTC")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1h30m", "1h30m0s"),
        ("-1.5h", "-1h30m0s"),
        ("90s", "1m30s"),
        ("1.5ms", "1.5ms"),
        ("10us", "10µs"),
        ("0", "0s"),
        ("1ns", "1ns"),
    ],
)
def test_durations(text: str, shown: str) -> None:
    assert parse_duration(text).text() == shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'time: invalid duration ""'),
        ("x", 'time: invalid duration "x"'),
        ("1", 'time: missing unit in duration "1"'),
        ("1d", 'time: unknown unit "d" in duration "1d"'),
        ("9223372036854775808ns", 'time: invalid duration "9223372036854775808ns"'),
    ],
)
def test_duration_errors_have_gos_text(text: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        parse_duration(text)
    assert str(caught.value) == message


@given(st.integers(-(1 << 62), 1 << 62))
def test_a_duration_reads_back(nanoseconds: int) -> None:
    assert parse_duration(Duration(nanoseconds).text()) == nanoseconds


@given(st.integers(-60_000_000_000, 250_000_000_000), st.integers(0, 999_999_999))
def test_a_moment_reads_back(seconds: int, nanos: int) -> None:
    text = Time(seconds, nanos).format(RFC3339_NANO)
    read = parse(RFC3339_NANO, text)
    assert (read.seconds, read.nanos) == (seconds, nanos)
