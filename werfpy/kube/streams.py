"""Ending streams from outside: a reader that waits for the network cannot look at an event."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from werfpy.kube.transport import Response

_LOOK_EVERY_S = 0.1


class _Closer:
    """One thread for all streams of the process: closes those whose stop event is set, and ends with the last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: dict[int, tuple[Response, threading.Event]] = {}
        self._thread: threading.Thread | None = None

    def add(self, response: Response, stop: threading.Event) -> None:
        with self._lock:
            self._streams[id(response)] = (response, stop)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="werfpy-stream-closer", daemon=True)
                self._thread.start()

    def remove(self, response: Response) -> None:
        with self._lock:
            self._streams.pop(id(response), None)

    def _run(self) -> None:
        pause = threading.Event()
        while True:
            with self._lock:
                if not self._streams:
                    self._thread = None
                    return
                stopped = [response for response, stop in self._streams.values() if stop.is_set()]
            for response in stopped:
                self.remove(response)
                response.close()
            pause.wait(_LOOK_EVERY_S)


_closer = _Closer()


@contextmanager
def closing_on(response: Response, stop: threading.Event | None) -> Iterator[None]:
    """Close *response* when *stop* is set, within a tenth of a second, and in any case at the end of the block."""
    if stop is not None:
        _closer.add(response, stop)
    try:
        yield
    finally:
        if stop is not None:
            _closer.remove(response)
        response.close()
