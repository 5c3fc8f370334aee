"""A clock that moves only when it is told to, or when somebody waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


class FakeClock:
    """Waiting in the thread that made the clock moves it at once; other threads wait for the real event.

    ``on_wait`` runs at each such wait: the rest of the world acts then.
    """

    def __init__(self, on_wait: Callable[[float], None] = lambda _: None) -> None:
        self.seconds = 0.0
        self.on_wait = on_wait
        self._owner = threading.get_ident()

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.seconds)

    def monotonic(self) -> float:
        return self.seconds

    def wait(self, event: threading.Event, timeout_s: float) -> bool:
        if threading.get_ident() != self._owner:
            return event.wait(30)
        self.seconds += timeout_s
        self.on_wait(self.seconds)
        return event.is_set()
