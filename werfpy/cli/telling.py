"""Opens the report that tells a run."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from werfpy.report.choose import Report


@contextmanager
def reported(output: str) -> Iterator[Report]:
    """The report that suits *output* and the terminal; closed at the end, whatever happens."""
    from werfpy.cli.running import check_output
    from werfpy.report.choose import open_report

    check_output(output)
    report = open_report(output, sys.stdout, sys.stdout.isatty())
    try:
        yield report
    finally:
        report.close()
