"""Runs one command and says what it cost."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cost:
    """Seconds of wall and CPU time (the command's own processes only), peak memory in MiB, API calls."""

    wall_s: float
    cpu_s: float
    peak_mib: float
    calls: int = 0


class CommandFailed(Exception):
    """The command did not succeed, so its cost says nothing."""


def run(argv: Sequence[str], environ: Mapping[str, str]) -> Cost:
    """Run *argv* to its end.

    Raises:
        CommandFailed: It exited with another code than 0.
    """
    with tempfile.TemporaryFile() as output:
        started = time.perf_counter()
        process = subprocess.Popen(argv, env=dict(environ), stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            output.seek(0)
            raise CommandFailed(f"{' '.join(argv)}: exit {process.returncode}\n{output.read().decode()[-2000:]}")
    return Cost(wall_s, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)
