"""Each transport around a transport adds exactly one habit."""

from __future__ import annotations

import pytest

from werfpy.errors import Unreachable, WriteRefused
from werfpy.kube.decorators import (
    CONNECTION_RESET,
    CountingTransport,
    RateLimitedTransport,
    ReadOnlyTransport,
    RetryingTransport,
    TimeoutTransport,
)
from werfpy.kube.transport import Request, Response
from werfpy.kube.verbs import verb_of


class Scripted:
    """Answers from a list; exceptions in it are raised."""

    def __init__(self, *answers: Response | Exception) -> None:
        self.answers = list(answers)
        self.sent: list[Request] = []

    def send(self, request: Request) -> Response:
        self.sent.append(request)
        answer = self.answers.pop(0) if self.answers else Response(200)
        if isinstance(answer, Exception):
            raise answer
        return answer


CM = "/api/v1/namespaces/shop/configmaps"


@pytest.mark.parametrize(
    ("method", "path", "query", "verb"),
    [
        ("GET", CM, (), "list"),
        ("GET", f"{CM}/a", (), "get"),
        ("GET", CM, (("watch", "true"),), "watch"),
        ("GET", "/apis/apps/v1/deployments", (), "list"),
        ("GET", "/api/v1/namespaces", (), "list"),
        ("GET", "/api/v1/namespaces/shop", (), "get"),
        ("GET", "/version", (), "get"),
        ("GET", "/apis", (), "get"),
        ("POST", CM, (), "create"),
        ("PUT", f"{CM}/a", (), "update"),
        ("PATCH", f"{CM}/a", (), "patch"),
        ("DELETE", f"{CM}/a", (), "delete"),
        ("DELETE", CM, (), "deletecollection"),
    ],
)
def test_verb_is_the_one_of_rbac(method: str, path: str, query: tuple[tuple[str, str], ...], verb: str) -> None:
    assert verb_of(Request(method, path, query)) == verb


REVIEW = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews"


@pytest.mark.parametrize(
    "request_",
    [
        Request("GET", CM),
        Request("POST", CM, (("dryRun", "All"),)),
        Request("PATCH", f"{CM}/a", (("fieldManager", "werfpy"), ("dryRun", "All"))),
        Request("POST", REVIEW),
        Request("DELETE", f"{CM}/a", (("dryRun", "All"),), body=b'{"dryRun": ["All"]}'),
    ],
    ids=["read", "dry run", "dry run of a patch", "access review", "dry run of a delete"],
)
def test_read_only_lets_the_harmless_through(request_: Request) -> None:
    inner = Scripted()
    ReadOnlyTransport(inner).send(request_)
    assert inner.sent == [request_]


@pytest.mark.parametrize(
    "request_",
    [
        Request("POST", CM),
        Request("DELETE", f"{CM}/a"),
        Request("DELETE", f"{CM}/a", (("dryRun", "All"),), body=b'{"propagationPolicy": "Background"}'),
        Request("PATCH", f"{CM}/a", (("dryRun", ""),)),
        Request("PATCH", f"{CM}/a", (("dryRun", "All"), ("dryRun", "x"))),
        Request("GET", "/api/v1/namespaces/shop/pods/p/exec"),
        Request("GET", "/api/v1/namespaces/shop/services/s/proxy/delete-everything"),
        Request("POST", "/apis/evil.example/v1/selfsubjectaccessreviews"),
    ],
    ids=[
        "create",
        "delete",
        "delete whose body is no dry run",
        "empty dry run",
        "two dry runs",
        "exec",
        "proxy",
        "review of another group",
    ],
)
def test_read_only_refuses_before_sending(request_: Request) -> None:
    inner = Scripted()
    with pytest.raises(WriteRefused):
        ReadOnlyTransport(inner).send(request_)
    assert inner.sent == []


def test_counting_counts_failures_too() -> None:
    counting = CountingTransport(Scripted(Response(200), Unreachable("gone")))
    counting.send(Request("GET", CM))
    with pytest.raises(Unreachable):
        counting.send(Request("POST", CM))
    assert (dict(counting.counts), counting.total) == ({"list": 1, "create": 1}, 2)


BUSY = Response(429, {"retry-after": "3"})
RESET = Unreachable("cut", reason=CONNECTION_RESET)


@pytest.mark.parametrize(
    ("method", "answers", "tries", "status"),
    [
        ("POST", (BUSY, Response(201)), 2, 201),
        ("POST", (Response(429),), 1, 429),
        ("POST", (Response(503),), 1, 503),
        ("GET", (Response(503), Response(200)), 2, 200),
        ("GET", (Response(404),), 1, 404),
        ("GET", (Response(500),), 1, 500),
        ("GET", (RESET, Response(200)), 2, 200),
    ],
    ids=["429 told when", "429 not told", "write 503", "read 503", "404", "500", "read cut"],
)
def test_retrying_repeats_only_what_is_safe(
    method: str, answers: tuple[Response | Exception, ...], tries: int, status: int
) -> None:
    inner = Scripted(*answers)
    response = RetryingTransport(inner, sleep=lambda _: None).send(Request(method, CM))
    assert (len(inner.sent), response.status) == (tries, status)


def test_a_cut_write_is_not_repeated() -> None:
    inner = Scripted(RESET)
    with pytest.raises(Unreachable):
        RetryingTransport(inner, sleep=lambda _: None).send(Request("PATCH", f"{CM}/a"))
    assert len(inner.sent) == 1


def test_retry_waits_as_long_as_the_server_says_but_not_for_ever() -> None:
    slept: list[float] = []
    inner = Scripted(BUSY, Response(503, {"retry-after": "999"}), Response(200))
    RetryingTransport(inner, sleep=slept.append, max_wait_s=30).send(Request("GET", CM))
    assert slept == [3.0, 30]


def test_the_last_answer_stands_when_all_tries_are_used() -> None:
    inner = Scripted(*[BUSY] * 9)
    assert RetryingTransport(inner, attempts=3, sleep=lambda _: None).send(Request("GET", CM)).status == 429
    assert len(inner.sent) == 3


def test_a_timeout_is_given_only_where_there_is_none() -> None:
    inner = Scripted()
    for timeout_s in (None, 300.0):
        TimeoutTransport(inner, 5.0).send(Request("GET", CM, timeout_s=timeout_s))
    assert [request.timeout_s for request in inner.sent] == [5.0, 300.0]


def test_rate_limit_lets_a_burst_through_and_then_paces() -> None:
    now, slept = [0.0], []
    limited = RateLimitedTransport(Scripted(), qps=2, burst=2, clock=lambda: now[0], sleep=slept.append)
    for _ in range(4):
        limited.send(Request("GET", CM))
    assert slept == [0.5, 1.0]
    now[0] = 10.0
    limited.send(Request("GET", CM))
    assert len(slept) == 2
