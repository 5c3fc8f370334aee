"""The sandbox as a process of its own: start, stop, reset, status.

Which process serves a folder is said by a lock that the system drops with the process, so that a stale process id is
never believed.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TextIO

from werfpy.errors import SandboxError
from werfpy.sandbox.home import Home

_START_S: Final = 30.0
_STOP_S: Final = 15.0
_POLL_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class Running:
    """A sandbox that serves."""

    pid: int
    url: str
    folder: Path


def running(folder: Path) -> Running | None:
    """The sandbox that serves *folder*; None when none does."""
    home = Home(folder)
    try:
        with home.lock.open("r+") as lock:
            if _try_lock(lock):
                return None
            text = lock.read()
    except OSError:
        return None
    try:
        document = json.loads(text)
        return Running(int(document["pid"]), str(document["url"]), folder)
    except (ValueError, KeyError, TypeError):
        return None  # it is just starting


def start(folder: Path, *, ready_after_s: float = 1.0) -> Running:
    """Start a sandbox in the background, unless one serves *folder* already.

    Raises:
        SandboxError: It does not come up.
    """
    found = running(folder)
    if found is not None:
        return found
    home = Home(folder)
    home.prepare()
    command = [sys.executable, "-m", "werfpy.sandbox.background", str(folder), str(ready_after_s)]
    with home.log.open("ab") as log:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    deadline = time.monotonic() + _START_S
    while (found := running(folder)) is None:
        if time.monotonic() > deadline or _is_dead(home):
            raise SandboxError("the sandbox did not start", because=_last_line(home.log), hint=f"its log is {home.log}")
        time.sleep(_POLL_S)
    return found


def _is_dead(home: Home) -> bool:
    """Whether the process that was started has ended again: it leaves a note."""
    return (home.folder / "failed").exists()


def _last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1] if lines else ""


def stop(folder: Path) -> bool:
    """Stop the sandbox of *folder* and wait for its end; False when none ran.

    Raises:
        SandboxError: It does not end.
    """
    found = running(folder)
    if found is None:
        return False
    with contextlib.suppress(ProcessLookupError):
        os.kill(found.pid, signal.SIGTERM)
    deadline = time.monotonic() + _STOP_S
    while running(folder) is not None:
        if time.monotonic() > deadline:
            raise SandboxError(f"the sandbox (process {found.pid}) did not stop within {_STOP_S:.0f} s")
        time.sleep(_POLL_S)
    return True


def reset(folder: Path, *, ready_after_s: float = 1.0) -> Running | None:
    """Forget all objects; a running sandbox is started again, with the same address, token and CA."""
    was_running = stop(folder)
    Home(folder).state.unlink(missing_ok=True)
    return start(folder, ready_after_s=ready_after_s) if was_running else None


def remove(folder: Path) -> None:
    """Stop the sandbox and delete its folder."""
    stop(folder)
    shutil.rmtree(folder, ignore_errors=True)


def _try_lock(lock: TextIO) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def serve(folder: Path, ready_after_s: float) -> int:
    """Serve *folder* until SIGTERM or SIGINT; the body of the background process."""
    from werfpy.sandbox.sandbox import Sandbox

    home = Home(folder)
    (home.folder / "failed").unlink(missing_ok=True)
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    with home.lock.open("a+") as lock:
        if not _try_lock(lock):
            return 0
        lock.truncate(0)
        with Sandbox(folder, ready_after_s=ready_after_s) as sandbox:
            lock.write(json.dumps({"pid": os.getpid(), "url": sandbox.url}))
            lock.flush()
            stopped.wait()
        lock.truncate(0)
    return 0


def _detach() -> None:
    """Become a process that no terminal and no parent waits for."""
    if os.fork():
        os._exit(0)
    os.setsid()
    signal.signal(signal.SIGHUP, signal.SIG_IGN)


def main(argv: list[str]) -> int:
    """``python -m werfpy.sandbox.background FOLDER SECONDS_UNTIL_READY``."""
    folder = Path(argv[0])
    (folder / "failed").unlink(missing_ok=True)
    _detach()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    try:
        return serve(folder, float(argv[1]))
    except Exception:
        logging.getLogger("werfpy.sandbox").exception("the sandbox ended")
        (folder / "failed").touch()
        raise


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
