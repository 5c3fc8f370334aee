"""What a use case works with, opened once and handed in: no use case opens anything itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from werfpy.events import Emit
from werfpy.kube.client import Client
from werfpy.release.store import ReleaseStore
from werfpy.release.tiller import TillerStore


@dataclass(frozen=True, slots=True)
class Services:
    """The outside world.

    Args:
        client: The API server.
        releases: Where revisions of the release's namespace are kept.
        emit: Where events go.
        tiller: Where Helm 2 kept its records; None does not look there.
        stop: Set when the run must end.
        now: Wall clock, aware of its zone.
        monotonic: Seconds that never go back.
        width: How many requests may be under way at once.
        only_looks: The run will not write, so a dry run that the user may not send is told as a warning.
    """

    client: Client
    releases: ReleaseStore
    emit: Emit
    tiller: TillerStore | None = None
    stop: threading.Event = field(default_factory=threading.Event)
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    monotonic: Callable[[], float] = time.monotonic
    width: int = 24
    only_looks: bool = False

    @contextmanager
    def pool(self) -> Iterator[ThreadPoolExecutor]:
        """Threads for requests that do not depend on each other."""
        with ThreadPoolExecutor(self.width, thread_name_prefix="werfpy-read") as pool:
            yield pool
