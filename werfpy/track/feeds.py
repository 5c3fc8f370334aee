"""Which feeds are needed, and their threads."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Iterable

from werfpy.json_types import Manifest
from werfpy.resource.refs import GVK, ObjectRef
from werfpy.status.fields import read
from werfpy.track.feed import Feed, Message, Purpose, follow
from werfpy.track.reader import Reader

POD = GVK("", "v1", "Pod")
REPLICA_SET = GVK("apps", "v1", "ReplicaSet")
EVENT = GVK("", "v1", "Event")

_FEW = 3
"""Up to so many workloads of a namespace their own labels select the pods; beyond, all pods are followed at once."""


class Feeds:
    """The running feeds of one wait and the queue into which they tell."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._halt = threading.Event()
        self._queue: queue.SimpleQueue[Message] = queue.SimpleQueue()
        self._started: set[Feed] = set()

    def start(self, feeds: Iterable[Feed]) -> None:
        """Start those of *feeds* that do not run yet."""
        for feed in feeds:
            if feed not in self._started:
                self._started.add(feed)
                thread = threading.Thread(
                    target=follow,
                    args=(self._reader, feed, self._queue.put, self._halt),
                    name=f"track {feed.gvk.kind} {feed.namespace}",
                    daemon=True,
                )
                thread.start()

    def receive(self, within_s: float) -> Message | None:
        """The next message, or None when there is none within so many seconds."""
        try:
            return self._queue.get(timeout=max(within_s, 0.0))
        except queue.Empty:
            return None

    def close(self) -> None:
        """Tell all threads to end. Those that wait for the server end with its next word."""
        self._halt.set()


def feeds_of(refs: Iterable[ObjectRef]) -> list[Feed]:
    """One feed for each kind and namespace; a single object is selected by its name."""
    found = []
    key = lambda ref: (ref.gvk, ref.namespace)  # noqa: E731  # used twice, nowhere else
    for (gvk, namespace), group in itertools.groupby(sorted(set(refs), key=key), key):
        wanted = tuple(group)
        selector = f"metadata.name={wanted[0].name}" if len(wanted) == 1 else ""
        found.append(Feed(Purpose.TRACKED, gvk, namespace, wanted, field_selector=selector))
    return found


def feeds_of_owned(namespace: str, workloads: list[Manifest]) -> list[Feed]:
    """Feeds of the pods (and ReplicaSets, where there is a Deployment) of the workloads of one namespace."""
    selectors = {_selector(one) for one in workloads}
    if len(selectors) > _FEW or "" in selectors:
        selectors = {""}
    kinds = [REPLICA_SET] if any(one.get("kind") == "Deployment" for one in workloads) else []
    return [
        Feed(Purpose.OWNED, gvk, namespace, label_selector=selector)
        for gvk in [*kinds, POD]
        for selector in sorted(selectors)
    ]


def feed_of_news(namespace: str, *, all_of_it: bool) -> Feed:
    """The feed of a namespace's Events: *all_of_it*, or only of pods that cannot be created (a full quota)."""
    selector = "" if all_of_it else "type=Warning,reason=FailedCreate"
    return Feed(Purpose.NEWS, EVENT, namespace, field_selector=selector)


def _selector(workload: Manifest) -> str:
    """The workload's labels as a selector; ``""`` where it cannot be written as equalities."""
    labels = read(workload, "spec", "selector", "matchLabels")
    expressions = read(workload, "spec", "selector", "matchExpressions")
    if not isinstance(labels, dict) or expressions:
        return ""
    return ",".join(f"{key}={value}" for key, value in sorted(labels.items()))
