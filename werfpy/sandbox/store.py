"""All objects, the resourceVersion that counts their changes, and the history that watches read.

A stored object is never changed in place: writers store a new one, readers may keep what they got.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from werfpy.json_types import Manifest
from werfpy.sandbox.journal import Entry, Journal
from werfpy.sandbox.refusals import expired

HISTORY: Final = 5000
"""How many changes a watch or a continued list can look back."""

Name = tuple[str, str]
"""Namespace (``""`` for cluster-scoped objects) and name."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change: ``before`` is None for a creation, ``after`` for a deletion (then ``before`` is the last state)."""

    revision: int
    key: str
    name: Name
    before: Manifest | None
    after: Manifest | None


class Store:
    """The objects by resource key and name. ``lock`` makes several steps one; it may be taken again by its holder."""

    def __init__(self, journal: Journal | None = None, history: int = HISTORY) -> None:
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.revision = 0
        self._objects: dict[str, dict[Name, Manifest]] = {}
        self._history: deque[Change] = deque(maxlen=history)
        self._journal = journal
        self._listeners: list[Callable[[Change], None]] = []
        if journal is not None:
            self._restore(journal)

    def _restore(self, journal: Journal) -> None:
        for entry in journal.load():
            self.revision = max(self.revision, entry.revision)
            objects = self._objects.setdefault(entry.key, {})
            if entry.object is None:
                objects.pop((entry.namespace, entry.name), None)
            else:
                objects[entry.namespace, entry.name] = entry.object
        journal.start(
            Entry(self.revision, key, name[0], name[1], item)
            for key, objects in self._objects.items()
            for name, item in objects.items()
        )

    def subscribe(self, listener: Callable[[Change], None]) -> None:
        """Call *listener* after each change, with the lock held: it must be quick."""
        self._listeners.append(listener)

    def get(self, key: str, name: Name) -> Manifest | None:
        """One object."""
        return self._objects.get(key, {}).get(name)

    def objects(self, key: str, namespace: str = "") -> list[Manifest]:
        """All objects of a resource, in all namespaces or in one, in the order of their names."""
        with self.lock:
            found = self._objects.get(key, {})
            names = sorted(name for name in found if not namespace or name[0] == namespace)
            return [found[name] for name in names]

    def at(self, revision: int, key: str, namespace: str = "") -> list[Manifest]:
        """What ``objects`` answered when the store was at *revision*.

        Raises:
            Refused: 410, the history does not go back that far.
        """
        with self.lock:
            self.check_history(revision)
            found = dict(self._objects.get(key, {}))
            for change in reversed(self._history):
                if change.revision <= revision:
                    break
                if change.key == key and change.before is None:
                    found.pop(change.name, None)
                elif change.key == key and change.before is not None:
                    found[change.name] = change.before
            return [found[name] for name in sorted(found) if not namespace or name[0] == namespace]

    def put(self, key: str, name: Name, manifest: Manifest) -> Manifest:
        """Store an object under the next resourceVersion, which is written into it; the stored object is returned."""
        with self.lock:
            before = self.get(key, name)
            self.revision += 1
            stored = {**manifest, "metadata": {**manifest["metadata"], "resourceVersion": str(self.revision)}}
            self._objects.setdefault(key, {})[name] = stored
            self._record(Change(self.revision, key, name, before, stored))
            return stored

    def remove(self, key: str, name: Name) -> Manifest | None:
        """Delete an object; its last state carries the resourceVersion of the deletion."""
        with self.lock:
            before = self._objects.get(key, {}).pop(name, None)
            if before is None:
                return None
            self.revision += 1
            last = {**before, "metadata": {**before["metadata"], "resourceVersion": str(self.revision)}}
            self._record(Change(self.revision, key, name, last, None))
            return last

    def check_history(self, revision: int) -> None:
        """Raise Refused (410) when changes after *revision* have been forgotten."""
        oldest = self._history[0].revision - 1 if self._history else self.revision
        if revision < oldest:
            raise expired(f"too old resource version: {revision} ({oldest})")

    def changes_after(self, revision: int) -> list[Change]:
        """The changes after *revision*, oldest first (no check of the history)."""
        with self.lock:
            found: list[Change] = []
            for change in reversed(self._history):
                if change.revision <= revision:
                    break
                found.append(change)
            return found[::-1]

    def wait_after(self, revision: int, timeout_s: float) -> None:
        """Sleep until there are changes after *revision*, at most *timeout_s*."""
        with self.changed:
            if self.revision <= revision:
                self.changed.wait(timeout_s)

    def wake_all(self) -> None:
        """Let every waiting watch look around: the server stops."""
        with self.changed:
            self.changed.notify_all()

    def clear(self) -> None:
        """Forget all objects; the resourceVersion goes on, so that no old one is ever met again."""
        with self.lock:
            for key in list(self._objects):
                for name in list(self._objects[key]):
                    self.remove(key, name)

    def close(self) -> None:
        """Stop writing to disk."""
        with self.lock:
            if self._journal is not None:
                self._journal.close()

    def _record(self, change: Change) -> None:
        self._history.append(change)
        if self._journal is not None:
            namespace, name = change.name
            self._journal.append(Entry(change.revision, change.key, namespace, name, change.after))
        for listener in self._listeners:
            listener(change)
        self.changed.notify_all()
