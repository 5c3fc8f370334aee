"""Holds the release's lock while a use case runs, and closes what dead runs left open."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from werfpy.actions.histories import own_history
from werfpy.actions.request import Waiting
from werfpy.actions.services import Services
from werfpy.errors import Interrupted, ReleasePending
from werfpy.events import LockWaiting
from werfpy.lock import stale
from werfpy.lock.lease import Lease, holder_identity
from werfpy.lock.run_lock import LockSettings, RunLock
from werfpy.release.history import History
from werfpy.resource.ownership import ReleaseId


@contextmanager
def locked(release: ReleaseId, waiting: Waiting, services: Services) -> Iterator[Lease | None]:
    """Hold the lock of *release*; gives the Lease as it was found, None where there was none or no lock is wanted.

    Losing the lock asks the run to stop.

    Raises:
        LeaseHeld: Another run did not let go in time.
        Interrupted: The run was asked to stop while it waited for another.
        LeaseLost: The lock was lost while the block ran.
        Forbidden: Leases may not be written.
    """
    if not waiting.locks:
        yield None
        return
    settings = LockSettings(release.name, release.namespace, holder_identity(os.environ), waiting.lock_timeout_s)
    lock = RunLock(services.client, settings, emit=services.emit, on_lost=services.stop.set, stop=services.stop)
    with lock:
        try:
            yield lock.previous
        except Interrupted:
            lock.check()
            raise


def history_without_stale(release: ReleaseId, previous: Lease | None, waiting: Waiting, services: Services) -> History:
    """The history as it is now that we hold the lock, with what dead runs left pending closed as failed.

    A pending revision that may still have a run is waited for, as a lock is: it ends, or becomes old enough to close.

    Raises:
        ReleasePending: It was not closed in time; perhaps by a run that takes no lock, helm's for example.
    """
    began_s = services.monotonic()
    while True:
        history = own_history(release, services)
        try:
            return stale.close_stale(services.releases, history, previous, services.now(), services.emit)
        except ReleasePending as error:
            waited_s = services.monotonic() - began_s
            if waited_s >= waiting.lock_timeout_s or services.stop.is_set():
                raise
            services.emit(LockWaiting(release.name, f"a run without a lock ({error.at})", waited_s))
            services.stop.wait(_ASK_EVERY_S)


_ASK_EVERY_S: Final = 2.0
