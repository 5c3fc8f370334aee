"""Events as lines, one line a fact: for CI logs and for terminals that cannot redraw."""

from __future__ import annotations

import threading
from typing import TextIO

from werfpy.events import Event
from werfpy.report.failures import render_failure
from werfpy.report.said import said


class PlainReport:
    """Writes lines as events come; may be called from several threads.

    Args:
        stream: Where lines go; flushed after each event, so that a log is read while it grows.
        errors: Where failures go.
        is_colored: Whether to colour by ANSI codes.
    """

    def __init__(self, stream: TextIO, errors: TextIO, *, is_colored: bool = False) -> None:
        self._stream = stream
        self._errors = errors
        self._is_colored = is_colored
        self._lock = threading.Lock()

    def __call__(self, event: Event) -> None:
        """Tell an event."""
        lines = said(event, is_colored=self._is_colored)
        if lines:
            with self._lock:
                self._stream.write("".join(f"{line}\n" for line in lines))
                self._stream.flush()

    def failure(self, error: BaseException) -> None:
        """Tell how the run failed."""
        with self._lock:
            self._errors.write(render_failure(error, is_colored=self._is_colored and self._errors.isatty()))
            self._errors.flush()

    def close(self) -> None:
        """Nothing is left open."""
