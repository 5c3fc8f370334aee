"""Which report suits the output that was asked for and the terminal that is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Protocol, TextIO

from werfpy.errors import UsageError
from werfpy.events import Event


class Report(Protocol):
    """Tells a run. It is an `Emit`; ``close`` must be called at its end, whatever happened."""

    def __call__(self, event: Event) -> None:
        """Tell an event; quick, and safe from several threads."""
        ...

    def failure(self, error: BaseException) -> None:
        """Tell how the run failed."""
        ...

    def close(self) -> None:
        """Give the terminal back."""
        ...


def open_report(
    output: str,
    stream: TextIO,
    is_tty: bool,
    *,
    errors: TextIO | None = None,
    environ: Mapping[str, str] | None = None,
) -> Report:
    """
    A report for *output* (``text`` or ``json``) on *stream*.

    A terminal that can redraw gets the live view; a CI log, a dumb terminal and a pipe get lines. ``NO_COLOR`` turns
    colours off, ``CI`` the redrawing.

    Raises:
        UsageError: There is no such output.
    """
    env = os.environ if environ is None else environ
    failures = errors or sys.stderr
    if output == "json":
        from werfpy.report.jsonl import JsonReport

        return JsonReport(stream)
    if output not in {"text", ""}:
        raise UsageError(f"invalid output {output!r}: must be text or json")
    if can_redraw(is_tty, env):
        from werfpy.report.live import LiveReport

        return LiveReport(stream, failures, is_colored=not env.get("NO_COLOR"))
    from werfpy.report.plain import PlainReport

    return PlainReport(stream, failures, is_colored=is_colorful(is_tty, env))


def is_colorful(is_tty: bool, environ: Mapping[str, str]) -> bool:
    """Whether text may be coloured."""
    return is_tty and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"


def can_redraw(is_tty: bool, environ: Mapping[str, str]) -> bool:
    """Whether lines can be drawn again in place."""
    return is_tty and environ.get("TERM", "") not in {"", "dumb"} and not environ.get("CI")
