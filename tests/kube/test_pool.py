"""The pool over real sockets: a small HTTP server on loopback plays the API server."""

from __future__ import annotations

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from werfpy.errors import Unreachable
from werfpy.kube.auth import StaticCredentials
from werfpy.kube.decorators import CONNECTION_RESET
from werfpy.kube.pool import Endpoint, PooledTransport
from werfpy.kube.streams import closing_on
from werfpy.kube.transport import Request


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, format: str, *args: object) -> None: ...

    def do_GET(self) -> None:
        self.server.seen.append((self.path, dict(self.headers.items()), self.client_address[1]))
        if self.path.startswith("/k8s/cut"):
            self.close_connection = True
            return
        if self.path.startswith("/k8s/stream"):
            self._stream()
            return
        body = gzip.compress(b"hello")
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self) -> None:
        self.send_response(200)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in (b"one\ntw", b"o\n"):
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        if self.path.startswith("/k8s/stream/ends"):
            self.wfile.write(b"5\r\nthree\r\n0\r\n\r\n")
            return
        self.server.released.wait(10)
        self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen: list[tuple[str, dict[str, str], int]] = []
        self.released = threading.Event()


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.released.set()
        server.shutdown()
        thread.join()


def transport(server: Server) -> PooledTransport:
    address = f"http://127.0.0.1:{server.server_address[1]}/k8s/"
    return PooledTransport(
        Endpoint(address, origin="a test"), StaticCredentials("Bearer t", (("Impersonate-Group", "a"),))
    )


def test_a_connection_is_kept_and_the_path_begins_at_the_servers(server: Server) -> None:
    pool = transport(server)
    bodies = [pool.send(Request("GET", "/api", (("a", "b c"),))).body for _ in range(3)]
    assert bodies == [b"hello"] * 3
    assert {path for path, _, _ in server.seen} == {"/k8s/api?a=b+c"}
    assert len({port for _, _, port in server.seen}) == 1


def test_credentials_are_sent_with_every_request(server: Server) -> None:
    transport(server).send(Request("GET", "/api"))
    headers = server.seen[0][1]
    assert (headers["Authorization"], headers["Impersonate-Group"]) == ("Bearer t", "a")
    assert headers["User-Agent"].startswith("werfpy/")


def test_a_cut_connection_is_told_from_a_refused_one(server: Server) -> None:
    with pytest.raises(Unreachable) as caught:
        transport(server).send(Request("GET", "/cut"))
    assert caught.value.reason == CONNECTION_RESET
    refused = PooledTransport(Endpoint("http://127.0.0.1:1", origin="a test"), StaticCredentials())
    with pytest.raises(Unreachable) as caught:
        refused.send(Request("GET", "/api"))
    assert (caught.value.reason, caught.value.at) == ("ConnectionRefused", "a test")


def test_a_stream_gives_whole_lines_as_they_come_and_ends_when_told_to(server: Server) -> None:
    response = transport(server).send(Request("GET", "/stream", stream=True, timeout_s=20))
    stop, lines = threading.Event(), []
    with closing_on(response, stop):
        try:
            for line in response.iter_lines():
                lines.append(line)
                if len(lines) == 2:
                    stop.set()
        except Unreachable as error:
            assert error.reason == CONNECTION_RESET
    assert lines == [b"one", b"two"]
    assert not server.released.is_set()


def test_a_stream_that_ends_gives_its_last_line_and_may_be_closed_twice(server: Server) -> None:
    response = transport(server).send(Request("GET", "/stream/ends", stream=True))
    assert list(response.iter_lines()) == [b"one", b"two", b"three"]
    response.close()
    response.close()


def test_a_refused_token_is_renewed_once() -> None:
    class Refusing(PooledTransport):
        sent = 0

        def _send_once(self, request: Request):  # type: ignore[no-untyped-def]
            from werfpy.kube.transport import Response

            self.sent += 1
            return Response(401 if self.sent == 1 else 200)

    class Renewing(StaticCredentials):
        def renew(self) -> bool:
            return True

    pool = Refusing(Endpoint("http://127.0.0.1:1"), Renewing())
    assert (pool.send(Request("GET", "/api")).status, pool.sent) == (200, 2)
