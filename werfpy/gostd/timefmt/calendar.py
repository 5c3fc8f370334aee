"""The proleptic Gregorian calendar without bounds on the year."""

from __future__ import annotations

_MONTH_DAYS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def days_from_civil(year: int, month: int, day: int) -> int:
    """Return the days from 1970-01-01 to a date; *month* and *day* may be out of range, as for time.Date."""
    extra, zero_month = divmod(month - 1, 12)
    year += extra
    shifted = year - (zero_month < 2)
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((zero_month + 10) % 12) + 2) // 5
    return era * 146_097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year + day - 1 - 719_468


def civil_from_days(days: int) -> tuple[int, int, int]:
    """Return year, month and day of a number of days since 1970-01-01."""
    era, day_of_era = divmod(days + 719_468, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    shifted = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * shifted + 2) // 5 + 1
    month = shifted + 3 if shifted < 10 else shifted - 9
    return year_of_era + era * 400 + (month <= 2), month, day


def is_leap(year: int) -> bool:
    """Say whether *year* has a 29 February."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in(month: int, year: int) -> int:
    """Return how many days *month* has in *year*."""
    return _MONTH_DAYS[month] + (month == 2 and is_leap(year))


def days_before(month: int) -> int:
    """Return how many days of a common year lie before *month*; 13 gives 365."""
    return sum(_MONTH_DAYS[:month])
