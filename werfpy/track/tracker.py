"""Waiting until objects are ready: the loop between the feeds, which read, and the judge, which decides.

The caller's thread runs the loop and sleeps on the feeds' queue; the feeds' threads only read.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from werfpy.errors import KubeError
from werfpy.events import Emit, TrackingStarted, Warned
from werfpy.json_types import Manifest
from werfpy.resource.refs import ObjectRef
from werfpy.status.compute import compute, has_readiness
from werfpy.track import news, storage
from werfpy.track.diagnosis import Diagnosis
from werfpy.track.family import Family, uid_of
from werfpy.track.feed import Broken, Disturbed, Feed, Listed, Message, Purpose, Refused, Removed, Seen
from werfpy.track.feeds import Feeds, feed_of_news, feeds_of, feeds_of_owned
from werfpy.track.judge import Judge
from werfpy.track.options import DEFAULT, TrackOptions
from werfpy.track.reader import Reader
from werfpy.track.result import TrackResult
from werfpy.track.watched import Watched

STOP_CHECK_S = 0.5
"""How late the end of a wait may notice that it should stop."""

NO_LIMIT_S = 86400.0
"""What a timeout of 0 means, as in werf."""

_DRAIN_S = 5.0
_ONLY_EVENTS_TELL = frozenset({"StatefulSet", "DaemonSet", "Job"})
_WORKLOADS = _ONLY_EVENTS_TELL | {"Deployment", "ReplicaSet", "ReplicationController"}


def track(  # noqa: PLR0913  # what to wait for, and the services of a run
    client: Reader,
    refs: Sequence[ObjectRef],
    *,
    timeout_s: float,
    emit: Emit,
    clock: Callable[[], float] = time.monotonic,
    stop: threading.Event | None = None,
    options_of: Mapping[ObjectRef, TrackOptions] | None = None,
    written: Mapping[ObjectRef, Manifest] | None = None,
) -> TrackResult:
    """
    Wait until all objects are ready, one of them has failed, or the time is up.

    Objects are watched, one watch for each kind and namespace; pods and ReplicaSets are watched too where a workload
    is not ready. Where watching is forbidden they are read every 2 s.

    Args:
        refs: What to wait for.
        timeout_s: Seconds on *clock*; 0 means 24 hours.
        emit: Told of the start, of each change, of troubles and of readiness; called from this thread only.
        clock: Seconds that never go back.
        stop: Set by somebody to end the wait; what is on its way is then ``left``.
        options_of: The tracking annotations as ``track_options`` reads them; absent means the defaults.
        written: Objects as the last write answered them. Those already ready cost no request and tell no event.

    Returns:
        Every object in one of four groups, and an error for each that failed or timed out.

    Raises:
        KubeError: The cluster refuses to be read in a way that neither time nor polling cures (401, 403 on GET).
    """
    family = Family()
    judge = Judge(emit, clock, family, lambda: Diagnosis(client, family, emit), clock())
    for ref in dict.fromkeys(refs):
        known = (written or {}).get(ref)
        if known is not None and (not has_readiness(known) or compute(known).is_ready):
            judge.ready.append(ref)
        else:
            judge.watched[ref] = Watched(ref, (options_of or {}).get(ref, DEFAULT), known)
    wait = _Wait(client, judge, Feeds(client), timeout_s or NO_LIMIT_S, stop or threading.Event())
    late = wait.run() if judge.watched else ()
    rest = [ref for ref in judge.watched if ref not in late]
    return TrackResult(tuple(judge.ready), tuple(judge.failed), late, (*judge.left, *rest), tuple(judge.problems))


def is_over(left_s: float, message: Message | None) -> bool:
    """The time is up, and what the feeds told in time was taken in. That must not take long either."""
    return (left_s <= 0 and message is None) or left_s <= -_DRAIN_S


@dataclass(slots=True)
class _Wait:
    """One wait: what the feeds tell goes to the judge."""

    reader: Reader
    judge: Judge
    feeds: Feeds
    timeout_s: float
    stop: threading.Event
    trouble_with_server: KubeError | None = None
    knows_storage: bool = False
    blind: set[str] = field(default_factory=set)

    def run(self) -> tuple[ObjectRef, ...]:
        """Until nothing that blocks is left; the objects that timed out are returned."""
        judge = self.judge
        judge.emit(TrackingStarted(tuple(judge.watched), self.timeout_s))
        deadline_s = judge.started_s + self.timeout_s
        try:
            self.feeds.start(feeds_of(judge.watched))
            while judge.is_waiting and not self.stop.is_set():
                left_s = deadline_s - judge.clock()
                message = self.feeds.receive(min(STOP_CHECK_S, left_s))
                if is_over(left_s, message):
                    return judge.time_is_up(self.timeout_s, self.trouble_with_server)
                if message is not None:
                    self._take(message)
                    self._follow_owned()
                judge.time_passed()
        finally:
            self.feeds.close()
        return ()

    def _take(self, message: Message) -> None:
        match message:
            case Listed():
                self._take_list(message)
            case Seen():
                self._take_object(message.feed, message.manifest)
            case Removed():
                self._take_removed(message.feed, message.manifest)
            case Disturbed():
                self._take_disturbance(message.error)
            case Refused():
                self._take_refusal(message)
            case Broken():
                raise message.error

    def _take_list(self, message: Listed) -> None:
        feed = message.feed
        self.trouble_with_server = None
        if feed.purpose is Purpose.NEWS:
            return  # old news, of a rollout before this one
        if feed.purpose is Purpose.OWNED:
            self.judge.family.keep_only(message.items, feed)
        for manifest in message.items:
            self._take_object(feed, manifest)
        names = {ObjectRef.of(manifest).name for manifest in message.items}
        for ref in feed.refs:
            one = self.judge.watched.get(ref)
            if one is not None and ref.name not in names:
                self.judge.gone(one, one.manifest)

    def _take_object(self, feed: Feed, manifest: Manifest) -> None:
        if feed.purpose is Purpose.TRACKED:
            one = self._watched(feed, manifest)
            if one is not None:
                self._learn_storage(one)
                self.judge.judge(one, manifest)
        elif feed.purpose is Purpose.OWNED:
            self.judge.family.put(manifest, feed)
            self._judge_owners_of(manifest)
        else:
            concerned = news.take(manifest, self.judge.watched, self.judge.family, self.judge.emit)
            if concerned is not None and concerned.manifest is not None:
                self.judge.judge(concerned, concerned.manifest)

    def _take_removed(self, feed: Feed, manifest: Manifest) -> None:
        if feed.purpose is Purpose.OWNED:
            self.judge.family.remove(manifest)
            self._judge_owners_of(manifest)
        elif feed.purpose is Purpose.TRACKED:
            one = self._watched(feed, manifest)
            if one is not None:
                self.judge.gone(one, manifest)

    def _take_disturbance(self, error: KubeError) -> None:
        if self.trouble_with_server is None:
            self.judge.emit(Warned(f"the cluster cannot be read just now, trying again: {error}"))
        self.trouble_with_server = error

    def _take_refusal(self, message: Refused) -> None:
        kind = message.feed.gvk.kind
        if message.feed.purpose is Purpose.TRACKED:
            raise message.error
        if message.feed.purpose is Purpose.OWNED and kind not in self.blind:
            self.blind.add(kind)
            self.judge.emit(Warned(f"may not read {kind}s: what is wrong below a workload stays unknown"))

    def _watched(self, feed: Feed, manifest: Manifest) -> Watched | None:
        return self.judge.watched.get(ObjectRef(feed.gvk, feed.namespace, ObjectRef.of(manifest).name))

    def _judge_owners_of(self, manifest: Manifest) -> None:
        uids = set(self.judge.family.owners(manifest))
        for one in list(self.judge.watched.values()):
            if one.manifest is not None and uid_of(one.manifest) in uids:
                self.judge.judge(one, one.manifest)

    def _follow_owned(self) -> None:
        """Start the feeds of pods for workloads that turned out not to be ready."""
        fresh = [one for one in self.judge.watched.values() if not one.is_followed and one.manifest is not None]
        for namespace in sorted({one.ref.namespace for one in fresh}):
            here = [one for one in fresh if one.ref.namespace == namespace]
            workloads = [one for one in here if one.ref.kind in _WORKLOADS]
            if workloads:
                self.feeds.start(feeds_of_owned(namespace, [one.manifest for one in workloads if one.manifest]))
            wants_all = any(one.options.show_service_messages for one in here)
            if wants_all or any(one.ref.kind in _ONLY_EVENTS_TELL for one in here):
                self.feeds.start([feed_of_news(namespace, all_of_it=wants_all)])
            for one in here:
                one.is_followed = True

    def _learn_storage(self, one: Watched) -> None:
        if one.ref.kind == "PersistentVolumeClaim" and not self.knows_storage:
            self.knows_storage = True
            self.judge.context = storage.learn(self.reader)
