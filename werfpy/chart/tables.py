"""Reading values by dotted paths.

Source: helm ``pkg/chart/common/values.go`` (Table, PathValue).
"""

from __future__ import annotations

from typing import Any

from werfpy.chart.model import Values


class NoTable(LookupError):
    """There is no mapping under a key of the path."""

    def __init__(self, key: str) -> None:
        super().__init__(f'"{key}" is not a table')


class NoValue(LookupError):
    """There is no scalar or list at the end of the path."""

    def __init__(self, key: str) -> None:
        super().__init__(f'"{key}" is not a value')


def table(values: Values, path: str) -> Values:
    """The mapping at the dotted *path*.

    Raises:
        NoTable: A key is missing, or its value is no mapping.
    """
    current = values
    for key in path.split("."):
        below = current.get(key)
        if not isinstance(below, dict):
            raise NoTable(key)
        current = below
    return current


def path_value(values: Values, path: str) -> Any:
    """The value at the dotted *path*; mappings do not count.

    Raises:
        NoValue: There is nothing, or a mapping.
    """
    above, _, key = path.rpartition(".")
    try:
        holder = table(values, above) if above else values
    except NoTable as error:
        raise NoValue(key) from error
    if key not in holder or isinstance(holder[key], dict):
        raise NoValue(key)
    return holder[key]


def deep_copy(value: Any) -> Any:
    """A copy of *value* in which no mapping or list is shared with it. Types of numbers are kept."""
    if isinstance(value, dict):
        return {key: deep_copy(item) if isinstance(item, (dict, list)) else item for key, item in value.items()}
    if isinstance(value, list):
        return [deep_copy(item) if isinstance(item, (dict, list)) else item for item in value]
    return value
