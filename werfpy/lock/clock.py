"""The time, as something that tests can hold."""

from __future__ import annotations

import threading
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Wall time for what others read, monotonic time for how long something took, and waiting."""

    def now(self) -> datetime:
        """The wall time, in UTC."""
        ...

    def monotonic(self) -> float:
        """Seconds since some moment; never goes back."""
        ...

    def wait(self, event: threading.Event, timeout_s: float) -> bool:
        """Wait for *event* for at most *timeout_s* seconds; whether it is set."""
        ...


class SystemClock:
    """The real time."""

    def now(self) -> datetime:
        """See `Clock.now`."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """See `Clock.monotonic`."""
        return time.monotonic()

    def wait(self, event: threading.Event, timeout_s: float) -> bool:
        """See `Clock.wait`."""
        return event.wait(timeout_s)
