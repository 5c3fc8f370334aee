"""Telling for certain that a process of this machine is gone, so that nobody waits for its lock to run out.

A process is named by the machine's boot, its PID namespace, its PID and its start: a name that never returns. What
cannot be known (another machine, another container, no /proc) counts as alive.
"""

from __future__ import annotations

import os
from pathlib import Path


def process_name(pid: int = 0, proc: Path = Path("/proc")) -> str:
    """The name of the process *pid* (0: our own), ``""`` where the system does not tell."""
    try:
        boot = (proc / "sys/kernel/random/boot_id").read_text().strip()
        namespace = (proc / "self/ns/pid").readlink()
        number = pid or os.getpid()
        return f"{boot} {namespace} {number} {_start(number, proc)}"
    except (OSError, ValueError, IndexError):
        return ""


def is_surely_dead(name: str, proc: Path = Path("/proc")) -> bool:
    """Whether *name* is a process of this boot and PID namespace that runs no more."""
    ours, theirs = process_name(0, proc).split(), name.split()
    if len(ours) != 4 or len(theirs) != 4 or ours[:2] != theirs[:2] or not theirs[2].isdigit():
        return False
    try:
        return _start(int(theirs[2]), proc) != theirs[3]
    except FileNotFoundError:
        return True
    except (OSError, ValueError, IndexError):
        return False


def _start(pid: int, proc: Path) -> str:
    """When *pid* started, in clock ticks since the boot; a zombie counts as gone. Source: proc_pid_stat(5)."""
    fields = (proc / str(pid) / "stat").read_text().rpartition(")")[2].split()
    if fields[0] in ("Z", "X"):
        raise FileNotFoundError(pid)
    return fields[19]
