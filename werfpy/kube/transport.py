"""The seam between the client and the network: one request in, one response out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Request:
    """One HTTP request to the API server.

    ``path`` begins with ``/`` and is relative to the server's URL, already percent-encoded; ``query`` is not encoded.
    ``stream`` asks for a body that is read line by line (watch, followed logs). ``timeout_s`` is the longest silence
    between two pieces of an answer, in seconds; None takes the transport's own.
    """

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    stream: bool = False
    timeout_s: float | None = None

    @property
    def is_read(self) -> bool:
        """Whether the request can change nothing on the server."""
        return self.method in ("GET", "HEAD")

    def query_value(self, name: str) -> str:
        """The first value of the query parameter *name*, ``""`` when it is absent."""
        return next((value for key, value in self.query if key == name), "")


@dataclass(slots=True)
class Response:
    """One answer. ``headers`` has lower-case names. ``body`` is empty while ``lines`` streams it."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    lines: Iterable[bytes] | None = None
    on_close: Callable[[], None] | None = None

    def iter_lines(self) -> Iterator[bytes]:
        """The body's lines without their line ends, as they arrive; it ends where the body does.

        Raises:
            Unreachable: The connection broke in the middle of the body.
        """
        yield from self.body.splitlines() if self.lines is None else self.lines

    def close(self) -> None:
        """Stop reading: may be called from another thread than the reader's, and more than once."""
        if self.on_close is not None:
            self.on_close()


class Transport(Protocol):
    """Whatever can answer a request. It is safe to call from many threads at once."""

    def send(self, request: Request) -> Response:
        """Answer *request*, whatever the status; only the lack of any answer raises (`werfpy.errors.Unreachable`)."""
        ...
