"""Following the objects of a kind in a thread: LIST, then WATCH, again whenever the server ends it.

Everything is told by messages, in order; the thread decides nothing. Where the user may not watch, it reads on a
timer instead. Waiting is always on the ``halt`` event, so that the end of tracking ends the thread.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from werfpy.errors import Forbidden, Gone, KubeError, NotFound, TooManyRequests, Unreachable
from werfpy.json_types import Manifest
from werfpy.resource.refs import GVK, ObjectRef
from werfpy.track.reader import Reader

POLL_INTERVAL_S: Final = 2.0
_BACKOFF_S: Final = (0.5, 1.0, 2.0, 5.0, 10.0)


class Purpose(Enum):
    """What a feed's objects are to tracking."""

    TRACKED = "tracked"
    OWNED = "owned"
    NEWS = "events"


@dataclass(frozen=True, slots=True)
class Feed:
    """What to follow. ``refs`` are the objects wanted of it; empty when all are."""

    purpose: Purpose
    gvk: GVK
    namespace: str
    refs: tuple[ObjectRef, ...] = ()
    label_selector: str = ""
    field_selector: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """The state of the whole feed; what is not in it is not there."""

    feed: Feed
    items: tuple[Manifest, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """An object was created or changed."""

    feed: Feed
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class Removed:
    """An object was deleted; this was its last state."""

    feed: Feed
    manifest: Manifest


@dataclass(frozen=True, slots=True)
class Awoken:
    """Nothing happened but time (a bookmark)."""

    feed: Feed


@dataclass(frozen=True, slots=True)
class Disturbed:
    """The server could not be asked just now; the feed tries again."""

    feed: Feed
    error: KubeError


@dataclass(frozen=True, slots=True)
class Refused:
    """The user may not see this; the feed has ended."""

    feed: Feed
    error: KubeError


@dataclass(frozen=True, slots=True)
class Broken:
    """The feed ended by an error that trying again does not cure."""

    feed: Feed
    error: Exception


Message: TypeAlias = Listed | Seen | Removed | Awoken | Disturbed | Refused | Broken
Put: TypeAlias = Callable[[Message], None]
_Step: TypeAlias = Callable[[Reader, Feed, Put, threading.Event], None]


def follow(reader: Reader, feed: Feed, put: Put, halt: threading.Event) -> None:
    """Tell all that happens to the feed's objects until *halt* is set. Runs in a thread of its own; never raises."""
    failures = 0
    step: _Step = _list_and_watch
    while not halt.is_set():
        try:
            step(reader, feed, put, halt)
            failures = 0
        except Gone:
            continue
        except Forbidden as error:
            following = _after_refusal(feed, step)
            if following is None:
                put(Refused(feed, error))
                return
            step = following
        except KubeError as error:
            if not _is_passing(error):
                put(Broken(feed, error))
                return
            put(Disturbed(feed, error))
            halt.wait(_BACKOFF_S[min(failures, len(_BACKOFF_S) - 1)])
            failures += 1
        except Exception as error:  # noqa: BLE001  # told to the thread that waits, which raises it
            put(Broken(feed, error))
            return


def _after_refusal(feed: Feed, refused: _Step) -> _Step | None:
    """What the user may still be allowed: to list instead of watch, to get instead of list."""
    if refused is _list_and_watch:
        return _list_on_timer
    return _get_on_timer if refused is _list_on_timer and feed.refs else None


def _is_passing(error: KubeError) -> bool:
    return isinstance(error, Unreachable | TooManyRequests | NotFound) or error.status == 0 or error.status >= 500


def _list_and_watch(reader: Reader, feed: Feed, put: Put, halt: threading.Event) -> None:
    version = _list(reader, feed, put)
    while not halt.is_set():
        told = False
        for event in reader.watch(
            feed.gvk,
            feed.namespace or None,
            resource_version=version,
            label_selector=feed.label_selector,
            field_selector=feed.field_selector,
            stop=halt,
        ):
            told = True
            version = str((event.object.get("metadata") or {}).get("resourceVersion") or version)
            put(_message(feed, event.type, event.object))
            if halt.is_set():
                return
        if not told:
            # A proxy that closes idle streams at once must not make us ask without end.
            halt.wait(1.0)


def _message(feed: Feed, type_: str, manifest: Manifest) -> Message:
    if type_ == "DELETED":
        return Removed(feed, manifest)
    return Awoken(feed) if type_ == "BOOKMARK" else Seen(feed, manifest)


def _list(reader: Reader, feed: Feed, put: Put) -> str:
    listing = reader.list(
        feed.gvk,
        feed.namespace or None,
        label_selector=feed.label_selector,
        field_selector=feed.field_selector,
    )
    put(Listed(feed, tuple(listing.items)))
    return listing.resource_version


def _list_on_timer(reader: Reader, feed: Feed, put: Put, halt: threading.Event) -> None:
    _list(reader, feed, put)
    halt.wait(POLL_INTERVAL_S)


def _get_on_timer(reader: Reader, feed: Feed, put: Put, halt: threading.Event) -> None:
    found = []
    for ref in feed.refs:
        try:
            found.append(reader.get(ref))
        except NotFound:
            continue
    put(Listed(feed, tuple(found)))
    halt.wait(POLL_INTERVAL_S)
