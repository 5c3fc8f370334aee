"""Opens the report that tells a run."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from werfpy.events import Event
    from werfpy.report.choose import Report


@contextmanager
def reported(output: str) -> Iterator[Report]:
    """The report that suits *output* and the terminal; closed at the end, whatever happens.

    Where nobody reads it any more (``werfpy deploy | head``), or the disk below it is full, the run goes on unheard:
    what it has begun must be brought to an end.
    """
    from werfpy.cli.running import check_output
    from werfpy.report.choose import open_report

    check_output(output)
    report = Undisturbed(open_report(output, sys.stdout, sys.stdout.isatty()), sys.stdout)
    try:
        yield report
    finally:
        report.close()


class Undisturbed:
    """Tells through *report*; falls silent when *stream* cannot be written to."""

    def __init__(self, report: Report, stream: TextIO) -> None:
        self._report = report
        self._stream = stream

    def __call__(self, event: Event) -> None:
        """Tell an event, if somebody listens."""
        try:
            self._report(event)
        except OSError:
            _silence(self._stream)

    def failure(self, error: BaseException) -> None:
        """Tell how the run failed."""
        self._report.failure(error)

    def close(self) -> None:
        """Give the terminal back."""
        try:
            self._report.close()
        except OSError:
            _silence(self._stream)


def _silence(stream: TextIO) -> None:
    """Lead the stream nowhere, so that neither later lines nor the flush at the end of the process fail."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
