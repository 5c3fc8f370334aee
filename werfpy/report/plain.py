"""Events as lines, one line a fact: for CI logs and for terminals that cannot redraw."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final, TextIO

from werfpy.events import Event, ResourceProgress, ResourceReady
from werfpy.report.board import Board
from werfpy.report.failures import render_failure
from werfpy.report.said import said

_FEW: Final = 30
"""With more tracked objects their progress is summed up instead of told one by one."""

_SUMMARY_EVERY_S: Final = 5.0
_MAX_NAMES = 3


class PlainReport:
    """Writes lines as events come; may be called from several threads.

    Args:
        stream: Where lines go; flushed after each event, so that a log is read while it grows.
        errors: Where failures go.
        is_colored: Whether to colour by ANSI codes.
        clock: Seconds that never go back.
    """

    def __init__(
        self,
        stream: TextIO,
        errors: TextIO,
        *,
        is_colored: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._stream = stream
        self._errors = errors
        self._is_colored = is_colored
        self._clock = clock
        self._lock = threading.Lock()
        self._board = Board()
        self._summed_up_s = clock()

    def __call__(self, event: Event) -> None:
        """Tell an event."""
        with self._lock:
            self._board.take(event)
            if isinstance(event, ResourceProgress | ResourceReady) and self._board.tracked > _FEW:
                lines = self._summary()
            else:
                lines = said(event, is_colored=self._is_colored)
            if lines:
                self._stream.write("".join(f"{line}\n" for line in lines))
                self._stream.flush()

    def _summary(self) -> list[str]:
        """How far the objects are, at most every few seconds; at once when all are ready."""
        board, now_s = self._board, self._clock()
        if board.rows and now_s - self._summed_up_s < _SUMMARY_EVERY_S:
            return []
        self._summed_up_s = now_s
        rows = board.sorted_rows()
        names = ", ".join(str(row.ref) for row in rows[:_MAX_NAMES])
        more = f" and {len(rows) - _MAX_NAMES} more" if len(rows) > _MAX_NAMES else ""
        waiting = f"; waiting for {names}{more}" if rows else ""
        return [f"{board.ready} of {board.tracked} objects ready{waiting}"]

    def failure(self, error: BaseException) -> None:
        """Tell how the run failed."""
        with self._lock:
            self._errors.write(render_failure(error, is_colored=self._is_colored and self._errors.isatty()))
            self._errors.flush()

    def close(self) -> None:
        """Nothing is left open."""
