"""A run on a terminal: facts scroll by above, the present state is drawn below and vanishes at the end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TextIO

from werfpy import events
from werfpy.events import Event, Outcome
from werfpy.report.board import Board, Row, Urgency
from werfpy.report.failures import render_failure
from werfpy.report.paint import visible
from werfpy.report.said import said
from werfpy.report.words import listed

if TYPE_CHECKING:
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

_DRAWN_ONLY: Final = (
    events.OperationStarted,
    events.TrackingStarted,
    events.ResourceProgress,
    events.ResourceReady,
    events.LockWaiting,
)
_FEW = 30
"""Up to so many planned objects, each creation is a line of its own; beyond, they are only counted."""

_REFRESHES_PER_S = 4
_RESERVED_LINES = 5
_MARKS: Final = {
    Urgency.FAILED: ("✗", "bold red"),
    Urgency.TROUBLE: ("!", "yellow"),
    Urgency.WRITING: ("→", "cyan"),
    Urgency.WAITING: ("·", "dim"),
}


class LiveReport:
    """Draws the run while it happens; may be called from several threads.

    Args:
        stream: The terminal.
        errors: Where failures go, after the view is gone.
        is_colored: Whether to colour.
        clock: Seconds that never go back.
    """

    def __init__(
        self,
        stream: TextIO,
        errors: TextIO,
        *,
        is_colored: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._errors = errors
        self._is_colored = is_colored
        self._clock = clock
        # The drawing thread holds rich's own lock when it asks for the board: nothing of rich may be called under ours.
        self._board_lock = threading.Lock()
        self._begin_lock = threading.Lock()
        self._board = Board()
        self._started_s = clock()
        self._live: Live | None = None
        self._console: Console | None = None

    def __call__(self, event: Event) -> None:
        """Tell an event: as a line that stays, as a change of the view, or both."""
        with self._board_lock:
            self._board.take(event)
            stays = self._stays(event)
        live = self._begun()
        if isinstance(event, events.RunFinished):
            self.close()
        if stays:
            self._print(live.console, said(event, is_colored=self._is_colored))

    def failure(self, error: BaseException) -> None:
        """Tell how the run failed."""
        self.close()
        self._errors.write(render_failure(error, is_colored=self._is_colored and self._errors.isatty()))
        self._errors.flush()

    def close(self) -> None:
        """Give the terminal back."""
        if self._live is not None:
            self._live.stop()

    def _begun(self) -> Live:
        with self._begin_lock:
            if self._live is None:
                self._live = self._begin()
            return self._live

    def _begin(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        self._console = console = Console(
            file=self._stream, force_terminal=True, no_color=not self._is_colored, highlight=False
        )
        live = Live(
            console=console,
            get_renderable=self._draw,
            refresh_per_second=_REFRESHES_PER_S,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            vertical_overflow="crop",
        )
        live.start()
        return live

    def _stays(self, event: Event) -> bool:
        if isinstance(event, _DRAWN_ONLY) or (isinstance(event, events.ResourceTrouble) and not event.fatal):
            return False
        is_created = isinstance(event, events.OperationFinished) and event.outcome is Outcome.CREATED
        return not is_created or self._board.planned <= _FEW

    def _print(self, console: Console, lines: list[str]) -> None:
        from rich.text import Text

        for line in lines:
            console.print(Text.from_ansi(line), soft_wrap=True)

    def _draw(self) -> Text:
        from rich.text import Text

        assert self._console is not None
        width, height = self._console.size
        with self._board_lock:
            lines = view(self._board, self._clock() - self._started_s, width, height)
        text = Text(no_wrap=True, overflow="ellipsis")
        for number, parts in enumerate(lines):
            text.append("\n" if number else "")
            for words, style in parts:
                text.append(words, style or None)
        return text


Line = list[tuple[str, str]]
"""Pieces of a line, each with a style (``""`` for none)."""


def view(board: Board, elapsed_s: float, width: int, height: int) -> list[Line]:
    """The lines of the view, at most *height* of them and none wider than *width*."""
    clock = f"{int(elapsed_s) // 60:02d}:{int(elapsed_s) % 60:02d}"
    lines: list[Line] = [[(clock, "cyan"), ("  ", ""), (board.title, "bold")]]
    if board.note:
        lines.append([(f"  {board.note}", "yellow")])
    if board.planned or board.outcomes:
        done = sum(count for outcome, count in board.outcomes.items() if outcome is not Outcome.UNCHANGED)
        counts = listed({str(outcome): board.outcomes[outcome] for outcome in Outcome})
        lines.append([("  written  ", "dim"), (f"{done} of {max(done, board.planned)}", ""), (f"  {counts}", "dim")])
    if board.tracked:
        lines.append([("  ready    ", "dim"), (f"{board.ready} of {board.tracked}", "")])
    lines.extend(_rows(board.sorted_rows(), width, height - _RESERVED_LINES))
    return [_cut(line, width) for line in lines]


def _rows(rows: list[Row], width: int, room: int) -> list[Line]:
    shown = rows[: max(room, 1)]
    name_width = min(max((len(str(row.ref)) for row in shown), default=0), max(width // 2, 20))
    lines: list[Line] = []
    for row in shown:
        mark, style = _MARKS[row.urgency]
        message = visible(row.message).replace("\n", " ")
        lines.append([(f"  {mark} ", style), (f"{row.ref!s:<{name_width}}", ""), (f"  {message}", style)])
    if len(rows) > len(shown):
        lines.append([(f"  … and {len(rows) - len(shown)} more", "dim")])
    return lines


def _cut(line: Line, width: int) -> Line:
    """The line without what would stand beyond the terminal's edge, an ellipsis in its place."""
    room, kept = width, []
    for words, style in line:
        if len(words) > room:
            kept.append((f"{words[: max(room - 1, 0)]}…" if room else "", style))
            return kept
        kept.append((words, style))
        room -= len(words)
    return kept
