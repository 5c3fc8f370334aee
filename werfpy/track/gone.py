"""Waiting until objects are deleted, and saying what holds those that are not."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from werfpy.errors import KubeError, TrackTimeout
from werfpy.events import Emit, ResourceProgress, ResourceReady, TrackingStarted, Warned
from werfpy.json_types import Manifest
from werfpy.resource.refs import ObjectRef
from werfpy.status.fields import mappings, read, text
from werfpy.status.words import Word
from werfpy.track.diagnosis import after
from werfpy.track.family import uid_of
from werfpy.track.feed import Broken, Disturbed, Feed, Listed, Message, Refused, Removed, Seen
from werfpy.track.feeds import Feeds, feeds_of
from werfpy.track.reader import Reader
from werfpy.track.result import TrackResult
from werfpy.track.tracker import NO_LIMIT_S, STOP_CHECK_S, is_over

_KNOWN_FINALIZERS: Final = {
    "foregroundDeletion": "the cluster deletes what it owns first",
    "orphan": "the garbage collector lets go of what it owns",
    "kubernetes.io/pvc-protection": "a pod still uses the claim",
    "kubernetes.io/pv-protection": "a claim is still bound to the volume",
    "customresourcecleanup.apiextensions.k8s.io": "custom resources of this kind are still there",
    "service.kubernetes.io/load-balancer-cleanup": "the cloud's controller removes the load balancer",
}


def track_gone(  # noqa: PLR0913  # what to wait for, and the services of a run
    client: Reader,
    refs: Sequence[ObjectRef],
    *,
    timeout_s: float,
    emit: Emit,
    clock: Callable[[], float] = time.monotonic,
    stop: threading.Event | None = None,
    uids: Mapping[ObjectRef, str] | None = None,
) -> TrackResult:
    """
    Wait until the objects are not there any more.

    Args:
        refs: What was deleted.
        timeout_s: Seconds on *clock*; 0 means 24 hours.
        emit: Told of what is waited for, and of each object that is gone (as ready).
        stop: Set by somebody to end the wait.
        uids: Which incarnation was deleted; another one of the same name counts as gone.

    Returns:
        ``ready`` are gone, ``timed_out`` are still there, ``left`` were still there when *stop* was set.

    Raises:
        KubeError: The cluster refuses to be read.
    """
    pending: dict[ObjectRef, Manifest | None] = dict.fromkeys(refs)
    if not pending:
        return TrackResult()
    wait = _Wait(pending, uids or {}, emit, clock, clock())
    emit(TrackingStarted(tuple(pending), timeout_s or NO_LIMIT_S, until="gone"))
    feeds = Feeds(client)
    try:
        feeds.start(feeds_of(pending))
        is_late = wait.run(feeds, timeout_s or NO_LIMIT_S, stop or threading.Event())
    finally:
        feeds.close()
    rest = tuple(wait.pending)
    if not is_late:
        return TrackResult(ready=tuple(wait.gone), left=rest)
    problems = tuple(_timeout_error(ref, wait.pending[ref], timeout_s) for ref in rest)
    return TrackResult(ready=tuple(wait.gone), timed_out=rest, problems=problems)


class _Wait:
    """What is still there, by its last known state."""

    def __init__(  # the state of one wait
        self,
        pending: dict[ObjectRef, Manifest | None],
        uids: Mapping[ObjectRef, str],
        emit: Emit,
        clock: Callable[[], float],
        started_s: float,
    ) -> None:
        self.pending = pending
        self.gone: list[ObjectRef] = []
        self._uids = uids
        self._emit = emit
        self._clock = clock
        self._started_s = started_s
        self._told: dict[ObjectRef, str] = {}
        self._trouble: KubeError | None = None

    def run(self, feeds: Feeds, timeout_s: float, stop: threading.Event) -> bool:
        """Until nothing is there any more (False) or the time is up (True)."""
        deadline_s = self._started_s + timeout_s
        while self.pending and not stop.is_set():
            left_s = deadline_s - self._clock()
            message = feeds.receive(min(STOP_CHECK_S, left_s))
            if is_over(left_s, message):
                return True
            if message is not None:
                self._take(message)
        return False

    def _take(self, message: Message) -> None:
        match message:
            case Listed():
                there = {ObjectRef.of(one).name: one for one in message.items}
                for ref in message.feed.refs:
                    self._there_or_gone(ref, there.get(ref.name))
            case Seen():
                self._there_or_gone(_ref(message.feed, message.manifest), message.manifest)
            case Removed():
                self._there_or_gone(_ref(message.feed, message.manifest), None)
            case Disturbed():
                if self._trouble is None:
                    self._emit(Warned(f"the cluster cannot be read just now, trying again: {message.error}"))
                self._trouble = message.error
            case Refused() | Broken():
                raise message.error

    def _there_or_gone(self, ref: ObjectRef, manifest: Manifest | None) -> None:
        if ref not in self.pending:
            return
        uid = self._uids.get(ref)
        if manifest is None or (uid and uid_of(manifest) != uid):
            del self.pending[ref]
            self.gone.append(ref)
            self._emit(ResourceReady(ref, self._clock() - self._started_s, until="gone"))
            return
        self.pending[ref] = manifest
        message = _held_by(manifest)
        if self._told.get(ref) != message:
            self._told[ref] = message
            self._emit(ResourceProgress(ref, str(Word.TERMINATING), message))


def _ref(feed: Feed, manifest: Manifest) -> ObjectRef:
    return ObjectRef(feed.gvk, feed.namespace, ObjectRef.of(manifest).name)


def _finalizers(manifest: Manifest) -> list[str]:
    found = read(manifest, "metadata", "finalizers")
    return [str(one) for one in found] if isinstance(found, list) else []


def _held_by(manifest: Manifest) -> str:
    if not read(manifest, "metadata", "deletionTimestamp"):
        return "it is there and nobody deletes it"
    finalizers = _finalizers(manifest)
    return "held by " + ", ".join(finalizers) if finalizers else "being deleted"


def _timeout_error(ref: ObjectRef, manifest: Manifest | None, timeout_s: float) -> TrackTimeout:
    if manifest is None:
        return TrackTimeout(f"{ref}: whether it is gone is not known {after(timeout_s)}")
    finalizers = _finalizers(manifest)
    reasons = [f"finalizer {one}: {_reason(one, manifest)}" for one in finalizers]
    names = ", ".join(finalizers)
    return TrackTimeout(
        f"{ref} is still there {after(timeout_s)}: {_held_by(manifest)}",
        at=f"metadata.finalizers: {names}" if names else "",
        because="\n".join(reasons),
        hint="let the finalizers' owners finish; remove a finalizer by hand only if its owner is gone" if names else "",
    )


def _reason(finalizer: str, manifest: Manifest) -> str:
    known = _KNOWN_FINALIZERS.get(finalizer)
    if known is not None:
        return known
    writer = _writer(finalizer, manifest)
    return f"set by {writer}, which has not finished" if writer else "its controller has not finished"


def _writer(finalizer: str, manifest: Manifest) -> str:
    """The field manager that set the finalizer, from managedFields."""
    for entry in mappings(manifest, "metadata", "managedFields"):
        fields = read(entry, "fieldsV1", "f:metadata", "f:finalizers")
        if isinstance(fields, dict) and f'v:"{finalizer}"' in fields:
            return text(entry, "manager")
    return ""
