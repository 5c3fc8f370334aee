"""Deep recursion without a deep stack.

Templates may nest 100000 levels (Go's limit). CPython counts frames for each thread, so a recursion that has become
deep goes on in a thread of its own, with a new stack and a new count; the recursion limit of the process stays where
C code is safe.
"""

from __future__ import annotations

import contextvars
import sys
import threading
from collections.abc import Callable
from typing import Any

RECURSION_LIMIT = 9000
_DEEP_FRAMES = 5000
_STACK_BYTES = 64 * 1024 * 1024

_starting = threading.Lock()


def prepare() -> None:
    """Raise the recursion limit to what the engine needs, if it is lower."""
    if sys.getrecursionlimit() < RECURSION_LIMIT:
        sys.setrecursionlimit(RECURSION_LIMIT)


def is_deep() -> bool:
    """Tell whether the calling thread has used most of its frames."""
    try:
        sys._getframe(_DEEP_FRAMES)
    except ValueError:
        return False
    return True


def on_new_stack(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that runs *function* in a new thread and waits for it."""

    def run(*args: Any) -> Any:
        outcome: list[tuple[Any, BaseException | None]] = []
        context = contextvars.copy_context()

        def work() -> None:
            try:
                outcome.append((context.run(function, *args), None))
            except BaseException as error:  # noqa: BLE001 - handed to the waiting thread, whatever it is
                outcome.append((None, error))

        _start(work).join()
        result, error = outcome[0]
        if error is not None:
            raise error
        return result

    return run


def _start(work: Callable[[], None]) -> threading.Thread:
    with _starting:
        before = threading.stack_size(_STACK_BYTES)
        try:
            thread = threading.Thread(target=work, name="template", daemon=True)
            thread.start()
        finally:
            threading.stack_size(before)
    return thread
