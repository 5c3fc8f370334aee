"""What to do when the object changed between reading and writing: read again, decide again, try again."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from werfpy.json_types import Manifest
from werfpy.plan.operations import Operation

Redecide: TypeAlias = Callable[[Operation, Manifest | None], Operation]
"""Decide about the same object again, with a newer live state. Raises what the first decision would have raised."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often and how patiently a conflicting write is tried again.

    Args:
        tries: How many writes are sent at most.
        first_wait_s: Seconds before the second one; it doubles each time, with jitter, so that two writers part.
    """

    tries: int = 6
    first_wait_s: float = 0.05
    jitter: Callable[[], float] = field(default=random.random)

    def wait(self, attempt: int, stop: threading.Event) -> None:
        """Wait before try number *attempt* + 1; returns at once when the run is asked to stop."""
        stop.wait(self.first_wait_s * 2**attempt * (0.5 + self.jitter()))
