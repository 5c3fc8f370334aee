"""Helm's tables, byte for byte.

``list`` and ``history`` pad every column, the last one too, and put a tab between columns (github.com/gosuri/uitable
without a limit of width); the resources of ``status`` are padded as kubectl does (a tab writer with 3 spaces between
columns). The width of a character is its width on a terminal, as in go-runewidth.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

_SEPARATOR = "\t"
_KUBECTL_PADDING = 3
_KUBECTL_MIN_WIDTH = 6


@dataclass(frozen=True, slots=True)
class ListRow:
    """One release of ``list``; ``updated`` is already text."""

    name: str
    namespace: str
    revision: int
    updated: str
    status: str
    chart: str
    app_version: str


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One revision of ``history``; ``updated`` is already text (`ansic`)."""

    revision: int
    updated: str
    status: str
    chart: str
    app_version: str
    description: str


def list_table(rows: Iterable[ListRow], *, has_headers: bool = True) -> str:
    """``helm list``'s table, with a newline at its end.

    Source: helm ``pkg/cmd/list.go``.
    """
    head = ("NAME", "NAMESPACE", "REVISION", "UPDATED", "STATUS", "CHART", "APP VERSION")
    cells = [
        (one.name, one.namespace, str(one.revision), one.updated, one.status, one.chart, one.app_version)
        for one in rows
    ]
    return padded_table([head, *cells] if has_headers else cells)


def history_table(rows: Iterable[HistoryRow]) -> str:
    """``helm history``'s table, with a newline at its end.

    Source: helm ``pkg/cmd/history.go``.
    """
    head = ("REVISION", "UPDATED", "STATUS", "CHART", "APP VERSION", "DESCRIPTION")
    cells = [(str(one.revision), one.updated, one.status, one.chart, one.app_version, one.description) for one in rows]
    return padded_table([head, *cells])


def padded_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as uitable prints them. A cell may have several lines; the row then has as many.

    >>> padded_table([("A", "B"), ("long", "x")])
    'A   \\tB\\nlong\\tx\\n'
    """
    columns = max((len(row) for row in rows), default=0)
    widths = [max((_cell_width(row[index]) for row in rows if index < len(row)), default=0) for index in range(columns)]
    lines = [line for row in rows for line in _row_lines(row, widths)]
    return "\n".join(lines) + "\n"


def _row_lines(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    cells = [_cell_lines(cell, width) for cell, width in zip(row, widths, strict=False)]
    for number in range(max((len(lines) for lines in cells), default=1)):
        parts = (
            _pad(lines[number] if number < len(lines) else " ", width)
            for lines, width in zip(cells, widths, strict=False)
        )
        yield _SEPARATOR.join(parts)


def _cell_lines(cell: str, width: int) -> list[str]:
    # uitable measures and shortens the cell as a whole before it splits it, so all its lines count as one.
    if display_width(cell) > width:
        cell = _shortened(cell, width)
    return _pad(cell, width).split("\n")


def _shortened(text: str, width: int) -> str:
    """The text with ``...`` at its end; go's own arithmetic, which keeps one character more than it measures."""
    kept, used = "", 0
    for character in text:
        kept += character
        step = display_width(character)
        if used + step >= width - 3:
            break
        used += step
    return kept + "..."


def _cell_width(cell: str) -> int:
    return max(display_width(line) for line in cell.split("\n"))


def _pad(text: str, width: int) -> str:
    return text + " " * max(0, width - display_width(text))


def display_width(text: str) -> int:
    """Columns that *text* takes on a terminal: East Asian wide characters take two, combining and control ones none."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if character < "\x7f":
        return 1 if character >= " " else 0
    if unicodedata.combining(character) or unicodedata.category(character) in {"Cc", "Cf", "Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def kubectl_table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as kubectl's table printer prints them, with a newline at the end of each.

    Source: k8s.io/cli-runtime ``printers.GetNewTabWriter``: cells at least 6 wide and 3 apart, the last one as it is.
    """
    columns = max((len(row) for row in rows), default=0)
    widths = [
        max(_KUBECTL_MIN_WIDTH, max(display_width(row[index]) for row in rows if index < len(row)) + _KUBECTL_PADDING)
        for index in range(columns)
    ]
    lines = []
    for row in rows:
        *head, last = row
        lines.append("".join(_pad(cell, width) for cell, width in zip(head, widths, strict=False)) + last)
    return "".join(line + "\n" for line in lines)


def ansic(moment: datetime) -> str:
    """A time in Go's ANSIC layout, as ``history`` and ``status`` show it.

    >>> ansic(datetime(2026, 3, 4, 5, 6, 7))
    'Wed Mar  4 05:06:07 2026'
    """
    # strftime's names would follow the locale.
    day = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")[moment.weekday()]
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{day} {months[moment.month - 1]} {moment.day:2d} {moment:%H:%M:%S} {moment.year:04d}"
