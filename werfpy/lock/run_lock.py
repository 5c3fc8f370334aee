"""The lock of a run: ``with RunLock(client, settings) as lock: …``.

A Lease ``werfpy-release-NAME`` in the release's namespace is held for 15 seconds and renewed every 5 by a thread. Every
write is conditional on the resourceVersion that was read, so of two runs that try at once exactly one gets it. A run
that is not the holder judges expiry by how long the Lease has not changed *on its own clock* (as client-go's leader
election does), so clocks that differ by less than five minutes cannot steal a lock. It need not wait for a holder that
is surely gone: a process of this machine that runs no more, or a Lease that was last renewed five minutes ago.

Who may not write Leases cannot lock, and the run fails: going on without the lock would silently allow two runs at
once. ``--no-lock`` is the way out that says so.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from types import TracebackType

from werfpy.errors import AlreadyExists, Conflict, Forbidden, Interrupted, KubeError, LeaseHeld, LeaseLost, NotFound
from werfpy.events import Emit, LockWaiting
from werfpy.kube.client import Client
from werfpy.lock.clock import Clock, SystemClock
from werfpy.lock.lease import DURATION_S, Lease, lease_name, read_lease, write_lease
from werfpy.lock.process import is_surely_dead, process_name

RENEW_EVERY_S = 5.0
_ASK_EVERY_S = 2.0
_LONG_PAST_S = 300.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class LockSettings:
    """Which release, who we are, how long to wait for another run. ``timeout_s`` 0 does not wait."""

    release: str
    namespace: str
    holder: str
    timeout_s: float = 0.0
    duration_s: float = DURATION_S
    renew_every_s: float = RENEW_EVERY_S


class RunLock:
    """Holds the release's Lease while the block runs. The namespace must exist.

    ``previous`` is the Lease as it was found: what `werfpy.lock.stale` judges open revisions by. ``lost`` is set when
    the lock was taken from us or could not be renewed; whoever writes must look at it, or call `check`.

    Raises (on entering):
        LeaseHeld: Another run holds it and did not let go in time.
        Interrupted: *stop* was set while it waited.
        Forbidden: The user may not read or write Leases.
    """

    def __init__(
        self,
        client: Client,
        settings: LockSettings,
        *,
        emit: Emit = lambda _: None,
        clock: Clock | None = None,
        on_lost: Callable[[], None] = lambda: None,
        stop: threading.Event | None = None,
    ) -> None:
        # A renewal that hangs must fail while there is still time to try again.
        self._client = client.with_timeout(settings.renew_every_s)
        self._settings = settings
        self._emit = emit
        self._clock = clock or SystemClock()
        self._on_lost = on_lost
        self._stop = stop or threading.Event()
        self._done = threading.Event()
        self._thread: threading.Thread | None = None
        self._held: Lease | None = None
        self._why_lost = ""
        self._renewed_at = 0.0
        self.previous: Lease | None = None
        self.lost = threading.Event()

    def __enter__(self) -> RunLock:
        self._held = self._acquire()
        self._renewed_at = self._clock.monotonic()
        self._thread = threading.Thread(target=self._keep, name=f"lock-{self._settings.release}", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        if self._thread is not None:
            # A renewal that hangs must not keep the run from ending.
            self._thread.join(self._settings.renew_every_s)
        if not self.lost.is_set():
            self._release()

    def check(self) -> None:
        """Raise `LeaseLost` when the lock is no longer ours; call it before every write to the cluster."""
        if not self.lost.is_set() and self._clock.monotonic() - self._renewed_at >= self._settings.duration_s:
            # The thread that renews may hang in a request: time alone tells that others may take the lock.
            self._lose(f"it was not renewed for {self._settings.duration_s:.0f} s")
        if self.lost.is_set():
            raise LeaseLost(
                f"the lock of release {self._settings.release} was lost while deploying",
                because=self._why_lost,
                hint="nothing more was changed; see what the other run does, then deploy again",
            )

    def _acquire(self) -> Lease:
        """Take the Lease, waiting while another run renews it."""
        began = changed_at = self._clock.monotonic()
        seen: Lease | None = None
        while True:
            found = self._read()
            now = self._clock.monotonic()
            if found is None or seen is None or found.resource_version != seen.resource_version:
                changed_at, seen = now, found
            if found is None or self._is_free(found, now - changed_at):
                taken = self._take(found)
                if taken is not None:
                    self.previous = found
                    return taken
                continue
            self._wait(found, now - began)

    def _is_free(self, lease: Lease, unchanged_s: float) -> bool:
        """Released, not renewed for its duration by our own watching, or held by what is surely gone."""
        if not lease.holder or lease.renewed is None or unchanged_s >= lease.duration_s:
            return True
        age_s = (self._clock.now() - lease.renewed).total_seconds()
        return age_s > _LONG_PAST_S + lease.duration_s or is_surely_dead(lease.process)

    def _wait(self, found: Lease, waited_s: float) -> None:
        left_s = self._settings.timeout_s - waited_s
        if left_s <= 0:
            raise LeaseHeld(
                f"another run works on release {self._settings.release}",
                at=f"Lease {found.namespace}/{found.name}",
                because=f"held by {found.holder}; waited {waited_s:.0f} s",
                hint="wait for it, give it more time with --lock-timeout, or stop it; a dead run's lock ends by itself "
                f"after {found.duration_s:.0f} s",
            )
        self._emit(LockWaiting(self._settings.release, found.holder, waited_s))
        if self._clock.wait(self._stop, min(_ASK_EVERY_S, left_s)):
            raise Interrupted("interrupted", because=f"while waiting for {found.holder}", hint="nothing was changed")

    def _read(self) -> Lease | None:
        name = lease_name(self._settings.release)
        try:
            return read_lease(self._client.get(Lease(self._settings.namespace, name).ref))
        except NotFound:
            return None
        except Forbidden as error:
            raise self._forbidden(error) from error

    def _take(self, found: Lease | None) -> Lease | None:
        """Write ourselves in; None when another run was faster."""
        lease = found or Lease(self._settings.namespace, lease_name(self._settings.release))
        ours = lease.taken_by(self._settings.holder, process_name(), self._clock.now(), self._settings.duration_s)
        try:
            write = self._client.create if found is None else self._client.replace
            return read_lease(write(write_lease(ours)))
        except (Conflict, AlreadyExists):
            return None
        except NotFound:
            if found is None:
                raise
            return None
        except Forbidden as error:
            raise self._forbidden(error) from error

    def _forbidden(self, error: Forbidden) -> Forbidden:
        return Forbidden(
            f"cannot lock release {self._settings.release}: Leases in {self._settings.namespace} are forbidden",
            status=error.status,
            reason=error.reason,
            because=error.because,
            hint="allow get, create and update of leases.coordination.k8s.io there, or use --no-lock "
            "and make sure that no two runs deploy this release at once",
        )

    def _keep(self) -> None:
        """Renew until the block ends; what cannot be renewed within its duration is lost."""
        while not self._clock.wait(self._done, self._settings.renew_every_s):
            try:
                sent_at = self._clock.monotonic()
                self._renew()
                self._renewed_at = sent_at
            except LeaseLost as error:
                self._lose(error.because)
                return
            except KubeError as error:
                _log.warning("the lock of release %s could not be renewed: %s", self._settings.release, error)
                unsure_s = self._clock.monotonic() - self._renewed_at + self._settings.renew_every_s
                if unsure_s >= self._settings.duration_s:
                    self._lose(f"it could not be renewed: {error.summary}")
                    return

    def _renew(self) -> None:
        assert self._held is not None
        try:
            self._held = self._write(replace(self._held, renewed=self._clock.now()))
        except (Conflict, NotFound) as error:
            found = self._read()
            if found is None or found.holder != self._settings.holder:
                holder = found.holder if found and found.holder else "nobody"
                raise LeaseLost("lost", because=f"the Lease is now held by {holder}") from error
            self._held = self._write(replace(found, renewed=self._clock.now()))

    def _write(self, lease: Lease) -> Lease:
        return read_lease(self._client.replace(write_lease(lease)))

    def _lose(self, why: str) -> None:
        self._why_lost = why
        self.lost.set()
        self._on_lost()

    def _release(self) -> None:
        """Let go, so that the next run need not wait. Failing to is no reason to fail: the Lease ends by itself."""
        assert self._held is not None
        try:
            self._write(replace(self._held, holder="", process="", renewed=self._clock.now()))
        except KubeError as error:
            _log.warning("the lock of release %s could not be released: %s", self._settings.release, error)
