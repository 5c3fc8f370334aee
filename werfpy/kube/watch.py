"""Watches: the changes of a kind as they happen."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass

from werfpy.errors import Unreachable
from werfpy.json_types import Manifest
from werfpy.kube.bodies import decode, encode
from werfpy.kube.decorators import CONNECTION_RESET
from werfpy.kube.errors import error_of, raise_for_status
from werfpy.kube.streams import closing_on
from werfpy.kube.transport import Request, Response, Transport

_GRACE_S = 30.0


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """One change. ``type`` is ADDED, MODIFIED, DELETED or BOOKMARK.

    A bookmark's ``object`` has only a kind and ``metadata.resourceVersion``: from there a new watch can go on.
    """

    type: str
    object: Manifest


@dataclass(frozen=True, slots=True)
class Scope:
    """What is watched: the collection's path, its selectors as query parameters, and its name for a person."""

    path: str
    selectors: tuple[tuple[str, str], ...]
    what: str
    at: str = ""


def watch(
    transport: Transport, scope: Scope, resource_version: str, stop: threading.Event | None, timeout_s: int
) -> Iterator[WatchEvent]:
    """Yield changes until the server ends the watch, the connection is cut or *stop* is set.

    A cut connection ends the watch like the server's own timeout does: who watches must start anew from the last
    resourceVersion in any case.

    Raises:
        Gone: *resource_version* is too old.
        KubeError: The watch was refused, or ended by the server with an error.
        Unreachable: There was no answer to the request for the watch.
    """
    query = (
        *scope.selectors,
        ("watch", "true"),
        ("allowWatchBookmarks", "true"),
        ("resourceVersion", resource_version),
        ("timeoutSeconds", str(timeout_s)),
    )
    if stop is not None and stop.is_set():
        return
    response = transport.send(Request("GET", scope.path, query, stream=True, timeout_s=timeout_s + _GRACE_S))
    raise_for_status(response, "watch", scope.what, at=scope.at)
    with closing_on(response, stop):
        try:
            for line in response.iter_lines():
                if stop is not None and stop.is_set():
                    return
                if line.strip():
                    yield _event(line, scope)
        except Unreachable as error:
            stopped = stop is not None and stop.is_set()
            if not stopped and error.reason not in (CONNECTION_RESET, "Timeout", "TLS"):
                raise


def _event(line: bytes, scope: Scope) -> WatchEvent:
    change = decode(line, scope.what)
    if change.get("type") == "ERROR":
        status = change.get("object") or {}
        answer = Response(int(status.get("code") or 500), body=encode({"kind": "Status", **status}))
        raise error_of(answer, "watch", scope.what, at=scope.at)
    return WatchEvent(str(change.get("type")), change.get("object") or {})
