"""Transports around a transport: each adds one habit and knows nothing of the others."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

import orjson

from werfpy.errors import Unreachable, WriteRefused
from werfpy.kube.transport import Request, Response, Transport
from werfpy.kube.verbs import verb_of

_REVIEWS = (
    "/selfsubjectaccessreviews",
    "/selfsubjectrulesreviews",
    "/selfsubjectreviews",
)
_ACTING_SUBRESOURCES = ("/exec", "/attach", "/portforward", "/proxy")

CONNECTION_RESET = "ConnectionReset"
"""The reason of an `Unreachable` whose connection was cut before the answer."""


class ReadOnlyTransport:
    """Lets nothing through that could change the cluster; what ``plan`` and ``diff`` run on.

    Allowed are reads (but not exec, attach, portforward and proxy), writes with ``dryRun=All`` in the query, and the
    reviews that ask the API server what the user may do.
    """

    def __init__(self, inner: Transport) -> None:
        self._inner = inner

    def send(self, request: Request) -> Response:
        """Pass *request* on, or raise `werfpy.errors.WriteRefused` before anything is sent."""
        if not _is_harmless(request):
            raise WriteRefused(
                f"refused {request.method} {request.path}: this run may only read",
                hint="this is a fault of werfpy; nothing was changed. Please report it",
            )
        return self._inner.send(request)


def _is_harmless(request: Request) -> bool:
    if request.is_read:
        return not any(request.path.endswith(name) or f"{name}/" in request.path for name in _ACTING_SUBRESOURCES)
    dry_runs = [value for key, value in request.query if key == "dryRun"]
    if dry_runs:
        return dry_runs == ["All"] and (request.method != "DELETE" or _delete_options_are_dry(request.body))
    is_review = request.path.startswith(("/apis/authorization.k8s.io/", "/apis/authentication.k8s.io/"))
    return request.method == "POST" and is_review and request.path.endswith(_REVIEWS)


def _delete_options_are_dry(body: bytes | None) -> bool:
    """Beside a body the API server ignores the query of a DELETE: then the body itself must ask for a dry run."""
    if not body:
        return True
    try:
        return bool(orjson.loads(body)["dryRun"] == ["All"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        return False


class CountingTransport:
    """Counts the requests by verb; retries below it are not seen."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self._lock = threading.Lock()
        self._counts: Counter[str] = Counter()

    def send(self, request: Request) -> Response:
        """Count *request*, whatever becomes of it, and pass it on."""
        with self._lock:
            self._counts[verb_of(request)] += 1
        return self._inner.send(request)

    @property
    def counts(self) -> Mapping[str, int]:
        """A copy: verb (get, list, watch, create, update, patch, delete) to the number of requests."""
        with self._lock:
            return dict(self._counts)

    @property
    def total(self) -> int:
        """How many requests were sent."""
        with self._lock:
            return self._counts.total()


class RetryingTransport:
    """Tries again where that is safe: nothing is sent twice that may have been done once.

    429 and 5xx answers that carry Retry-After are retried for every method, because the server says that it has not
    begun. A read is also retried on 503 and on a connection that was cut. What remains is the caller's to see.
    Source: client-go ``rest.withRetry``; it waits as long as Retry-After says, we at most *max_wait_s* for each.
    """

    def __init__(
        self,
        inner: Transport,
        *,
        attempts: int = 8,
        max_wait_s: float = 30.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._inner = inner
        self._attempts = attempts
        self._max_wait_s = max_wait_s
        self._sleep = sleep

    def send(self, request: Request) -> Response:
        """Send *request* up to *attempts* times; the last answer, or the last error, is the caller's."""
        for attempt in range(self._attempts - 1):
            wait_s = 0.1 * 2**attempt
            try:
                response = self._inner.send(request)
            except Unreachable as error:
                if not (request.is_read and error.reason == CONNECTION_RESET) or attempt >= 2:
                    raise
            else:
                asked_s = _retry_after_s(request, response)
                if asked_s is None:
                    return response
                response.close()
                wait_s = max(wait_s, asked_s)
            self._sleep(min(wait_s, self._max_wait_s))
        return self._inner.send(request)


def _retry_after_s(request: Request, response: Response) -> float | None:
    """Seconds to wait before asking again; None when the answer stands."""
    if response.status != 429 and response.status < 500:
        return None
    told = response.headers.get("retry-after", "")
    if told.isdigit():
        return float(told)
    return 0.0 if request.is_read and response.status == 503 else None


class TimeoutTransport:
    """Gives up on an answer after *timeout_s* seconds of silence, where the request itself does not say."""

    def __init__(self, inner: Transport, timeout_s: float) -> None:
        self._inner = inner
        self._timeout_s = timeout_s

    def send(self, request: Request) -> Response:
        """Pass *request* on with the timeout."""
        if request.timeout_s is None:
            request = replace(request, timeout_s=self._timeout_s)
        return self._inner.send(request)


class RateLimitedTransport:
    """Lets *burst* requests through at once and then *qps* a second (token bucket), whichever thread sends them."""

    def __init__(
        self,
        inner: Transport,
        qps: float,
        burst: int = 100,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._inner = inner
        self._qps = qps
        self._burst = max(1, burst)
        self._clock = clock
        self._sleep = sleep
        self._lock = threading.Lock()
        self._tokens = float(self._burst)
        self._filled_at = clock()

    def send(self, request: Request) -> Response:
        """Wait for *request*'s turn, then pass it on."""
        wait_s = self._take()
        if wait_s > 0:
            self._sleep(wait_s)
        return self._inner.send(request)

    def _take(self) -> float:
        """Take a token, on credit if there is none; the seconds until the credit is paid."""
        with self._lock:
            now = self._clock()
            self._tokens = min(float(self._burst), self._tokens + (now - self._filled_at) * self._qps)
            self._filled_at = now
            self._tokens -= 1
            return -self._tokens / self._qps if self._tokens < 0 else 0.0
