"""The HTTP side: TLS, the bearer token, keep-alive, watches as chunked streams."""

from __future__ import annotations

import contextlib
import hmac
import logging
import socket
import ssl
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from socketserver import TCPServer, ThreadingMixIn
from typing import Any, Final

import orjson

from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call
from werfpy.sandbox.dispatch import Reply, Stream, dispatch
from werfpy.sandbox.refusals import failure

_LOG: Final = logging.getLogger("werfpy.sandbox")
_HANDSHAKE_S: Final = 10.0
_IDLE_S: Final = 300.0
_BODY_LIMIT: Final = 3 * 1024 * 1024


class SandboxServer(ThreadingMixIn, TCPServer):
    """Serves one Api on a loopback port, a thread for each connection.

    Args:
        api: What to serve.
        token: The bearer token that every request must carry.
        certificate: PEM file with the server's certificate chain.
        key: PEM file with its key.
        port: 0 takes a free one.
    """

    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    allow_reuse_address = True

    def __init__(self, api: Api, token: str, certificate: Path, key: Path, port: int = 0) -> None:
        self.api = api
        self.token = token
        self.is_stopping = threading.Event()
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(certificate, key)
        self._open: set[socket.socket] = set()
        self._open_lock = threading.Lock()
        super().__init__(("127.0.0.1", port), _Handler)

    @property
    def url(self) -> str:
        """``https://127.0.0.1:PORT``."""
        return f"https://127.0.0.1:{self.server_address[1]}"

    def get_request(self) -> tuple[Any, Any]:
        """Accept a connection; its handshake is done in its own thread."""
        connection, address = super().get_request()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.settimeout(_HANDSHAKE_S)
        return self._context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def finish_request(self, request: Any, client_address: Any) -> None:
        """Shake hands and serve the connection until it ends."""
        with contextlib.suppress(OSError):
            request.do_handshake()
            request.settimeout(_IDLE_S)
            with self._open_lock:
                self._open.add(request)
            try:
                super().finish_request(request, client_address)
            finally:
                with self._open_lock:
                    self._open.discard(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that broke is no news; anything else is a fault of ours."""
        _LOG.exception("request from %s failed", client_address)

    def stop(self) -> None:
        """End serving, watches and idle connections included."""
        self.is_stopping.set()
        self.api.store.wake_all()
        self.shutdown()
        self.server_close()
        with self._open_lock:
            waiting = list(self._open)
        for connection in waiting:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    server: SandboxServer

    def _serve(self) -> None:
        body = self._body()
        if body is None:
            return
        if not self._is_authorised():
            self._send(Reply(401, failure(401, "Unauthorized", "Unauthorized")))
            return
        headers = {name.lower(): value for name, value in self.headers.items()}
        call = Call.of(self.command, self.path, headers, body)
        try:
            answer = dispatch(self.server.api, call, self.server.is_stopping.is_set)
        except Exception as error:  # noqa: BLE001 - one request must not end the server; the client is told
            _LOG.exception("%s %s", self.command, self.path)
            message = f"the sandbox failed: {type(error).__name__}: {error}"
            answer = Reply(500, failure(500, "InternalError", message))
        if isinstance(answer, Stream):
            self._send_stream(answer)
        else:
            self._send(answer)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve

    def do_HEAD(self) -> None:
        """Answer as GET would, without the body."""
        self._send(Reply(405, failure(405, "MethodNotAllowed", "the sandbox does not answer HEAD")))

    def _body(self) -> bytes | None:
        length = int(self.headers.get("Content-Length") or 0)
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return self._chunked_body()
        if length > _BODY_LIMIT:
            message = f"Request entity too large: limit is {_BODY_LIMIT}"
            self.close_connection = True
            self._send(Reply(413, failure(413, "RequestEntityTooLarge", message)))
            return None
        return self.rfile.read(length) if length else b""

    def _chunked_body(self) -> bytes:
        parts: list[bytes] = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        while self.rfile.readline().strip():
            pass
        return b"".join(parts)

    def _is_authorised(self) -> bool:
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        return scheme.lower() == "bearer" and hmac.compare_digest(token.strip(), self.server.token)

    def _send(self, reply: Reply) -> None:
        text = reply.document
        body = text.encode() if isinstance(text, str) else orjson.dumps(text) + b"\n"
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Cache-Control", "no-cache, private")
        for warning in reply.warnings:
            quoted = warning.replace("\\", "\\\\").replace('"', '\\"')
            self.send_header("Warning", f'299 - "{quoted}"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def _send_stream(self, stream: Stream) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Cache-Control", "no-cache, private")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.flush()
        with contextlib.suppress(OSError):
            for event in stream.events:
                line = orjson.dumps(stream.encode(event)) + b"\n"
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")
            self.wfile.flush()

    def version_string(self) -> str:
        """What the ``Server`` header says."""
        return "werfpy-sandbox"

    def log_message(self, format: str, *args: Any) -> None:
        """One line for a request in the log file."""
        _LOG.info("%s %s", self.command if hasattr(self, "command") else "-", format % args)
