"""The transport that really sends: HTTP/1.1 over one bounded pool of kept-alive connections."""

from __future__ import annotations

import logging
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote, urlencode

import urllib3
from urllib3 import HTTPHeaderDict
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError, InsecureRequestWarning, LocationParseError
from urllib3.util import Timeout, parse_url

from werfpy.errors import Unreachable
from werfpy.kube.network_errors import unreachable
from werfpy.kube.transport import Request, Response

if TYPE_CHECKING:
    import ssl

    from urllib3.connectionpool import HTTPConnectionPool
    from urllib3.response import BaseHTTPResponse

_log = logging.getLogger(__name__)

_CONNECT_TIMEOUT_S = 15.0
_READ_TIMEOUT_S = 120.0
_CHUNK_BYTES = 1 << 16
# A load balancer that forgets an idle connection says nothing; keep-alive probes find out within a minute.
_SOCKET_OPTIONS = [
    *HTTPConnection.default_socket_options,
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    *((socket.IPPROTO_TCP, getattr(socket, name), value) for name, value in (
        ("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3),
    ) if hasattr(socket, name)),
]  # fmt: skip


class Credentials(Protocol):
    """Who we are, as headers. Called for every request, from many threads."""

    def headers(self) -> Sequence[tuple[str, str]]:
        """Authorization and impersonation headers; a name may occur more than once."""
        ...

    def renew(self) -> bool:
        """The server answered 401: fetch new credentials; False when there are none to be had."""
        ...


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the API server is and how to speak to it.

    ``server`` is a URL, perhaps with a path; ``tls`` is None for plain HTTP; ``origin`` says for error messages where
    these settings were found.
    """

    server: str
    tls: ssl.SSLContext | None = None
    tls_server_name: str = ""
    proxy: str = ""
    compress: bool = True
    origin: str = ""


class PooledTransport:
    """Sends requests over at most *max_connections* connections; streams get connections of their own.

    A request waits for a free connection. Streams (watches) are not counted, else thirty-two of them would leave no
    connection for anything else.
    """

    def __init__(self, endpoint: Endpoint, credentials: Credentials, *, max_connections: int = 32) -> None:
        self._endpoint = endpoint
        self._credentials = credentials
        self._prefix = quote(parse_url(endpoint.server).path or "", safe="/%").rstrip("/")
        try:
            self._pool = _open_pool(endpoint, max_connections, block=True)
            self._streams = _open_pool(endpoint, 8, block=False)
        except (LocationParseError, ValueError) as error:
            raise unreachable(error, endpoint.server, endpoint.origin) from error

    def send(self, request: Request) -> Response:
        """Send *request*; after a 401 once more if the credentials could be renewed.

        Raises:
            Unreachable: There was no answer. ``reason`` tells refused, reset, timeout, name and TLS faults apart.
        """
        started_s = time.monotonic()
        response = self._send_once(request)
        waited_ms = (time.monotonic() - started_s) * 1000
        _log.debug("%s %s -> %d (%.0f ms)", request.method, self._target(request), response.status, waited_ms)
        if response.status == 401 and self._credentials.renew():
            response.close()
            response = self._send_once(request)
        return response

    def _send_once(self, request: Request) -> Response:
        pool = self._streams if request.stream else self._pool
        try:
            answer = pool.urlopen(
                request.method,
                self._target(request),
                body=request.body,
                headers=self._headers(request),
                retries=False,
                redirect=False,
                assert_same_host=False,
                preload_content=not request.stream,
                timeout=Timeout(connect=_CONNECT_TIMEOUT_S, read=request.timeout_s or _READ_TIMEOUT_S),
            )
            return self._response(request, answer)
        except (HTTPError, OSError) as error:
            raise unreachable(error, self._endpoint.server, self._endpoint.origin) from error

    def _target(self, request: Request) -> str:
        query = f"?{urlencode(request.query)}" if request.query else ""
        return f"{self._prefix}{request.path}{query}"

    def _headers(self, request: Request) -> HTTPHeaderDict:
        headers = HTTPHeaderDict({"Accept": "application/json", "User-Agent": _user_agent()})
        # A stream is not compressed: its chunks must be readable as they come.
        headers["Accept-Encoding"] = "gzip" if self._endpoint.compress and not request.stream else "identity"
        for name, value in request.headers.items():
            headers[name] = value
        for name, value in self._credentials.headers():
            headers.add(name, value)
        return headers

    def _response(self, request: Request, answer: BaseHTTPResponse) -> Response:
        headers = {name.lower(): value for name, value in answer.headers.items()}
        if not request.stream:
            return Response(answer.status, headers, answer.data)
        if answer.status >= 400:
            body = answer.read()
            answer.release_conn()
            return Response(answer.status, headers, body)
        return Response(answer.status, headers, lines=self._lines(answer), on_close=_closer(answer))

    def _lines(self, answer: BaseHTTPResponse) -> Iterator[bytes]:
        rest = b""
        try:
            for chunk in answer.stream(_CHUNK_BYTES, decode_content=True):
                *lines, rest = (rest + chunk).split(b"\n")
                yield from lines
            if rest:
                yield rest
        except (HTTPError, OSError, AttributeError) as error:
            # AttributeError: the socket was closed under the reader, which http.client does not expect.
            raise unreachable(error, self._endpoint.server, self._endpoint.origin) from error
        finally:
            answer.close()


def _closer(answer: BaseHTTPResponse) -> Callable[[], None]:
    def close() -> None:
        """Wake a reader that waits in another thread: shut the socket down, as `close` alone would not."""
        try:
            answer.shutdown()
        except (OSError, ValueError, RuntimeError, AttributeError):
            # It has been read to its end, or this urllib3 cannot shut down a socket.
            answer.close()

    return close


def _open_pool(endpoint: Endpoint, max_connections: int, *, block: bool) -> HTTPConnectionPool:
    url = parse_url(endpoint.server)
    if url.scheme not in ("http", "https") or not url.host:
        raise ValueError(f"{endpoint.server!r} is not an http or https URL")
    tls: dict[str, Any] = {}
    if endpoint.tls is not None and url.scheme == "https":
        tls["ssl_context"] = endpoint.tls
        if endpoint.tls_server_name:
            tls["server_hostname"] = endpoint.tls_server_name
            tls["assert_hostname"] = endpoint.tls_server_name
        if not endpoint.tls.check_hostname:
            tls["assert_hostname"] = False
            tls["cert_reqs"] = "CERT_NONE"
            # The user asked for it (insecure-skip-tls-verify); a warning for each connection helps nobody.
            urllib3.disable_warnings(InsecureRequestWarning)
    options: dict[str, Any] = {"maxsize": max_connections, "block": block, "socket_options": _SOCKET_OPTIONS, **tls}
    manager = _proxy_manager(endpoint.proxy, options) if endpoint.proxy else urllib3.PoolManager(**options)
    return manager.connection_from_host(url.host, url.port, url.scheme)


def _proxy_manager(proxy: str, options: dict[str, Any]) -> urllib3.PoolManager:
    if not proxy.startswith("socks"):
        return urllib3.ProxyManager(proxy, **options)
    try:
        from urllib3.contrib.socks import SOCKSProxyManager
    except ImportError as error:
        raise Unreachable(
            f"the proxy {proxy} cannot be used: SOCKS needs the package PySocks",
            hint="pip install PySocks, or use an HTTP proxy",
        ) from error
    return SOCKSProxyManager(proxy, **options)


def _user_agent() -> str:
    from werfpy import __version__

    return f"werfpy/{__version__}"
