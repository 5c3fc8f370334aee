"""What kept an answer from coming, told so that a person can act."""

from __future__ import annotations

import ssl

from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    LocationParseError,
    NameResolutionError,
    NewConnectionError,
    ProtocolError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)

from werfpy.errors import Unreachable
from werfpy.kube.decorators import CONNECTION_RESET

_HINTS = {
    "TLS": "check certificate-authority in the kubeconfig, --kube-ca-file, or --kube-tls-server-name",
    "Name": "check the server's host name in the kubeconfig and your DNS or VPN",
    "ConnectionRefused": "check that the cluster runs and that the server's address and port are right",
    "Timeout": "check your network, VPN and firewall, and the server's address in the kubeconfig",
    "Proxy": "check proxy-url in the kubeconfig, HTTPS_PROXY and NO_PROXY",
    CONNECTION_RESET: "the connection was cut; check load balancers and proxies on the way, and try again",
    "Address": "set the cluster's server in the kubeconfig, or --kube-apiserver, to a URL such as https://host:6443",
}

_REASONS: tuple[tuple[type[Exception], str], ...] = (
    (NameResolutionError, "Name"),
    (ProxyError, "Proxy"),
    (SSLError, "TLS"),
    (ssl.SSLError, "TLS"),
    (NewConnectionError, "ConnectionRefused"),
    (ConnectTimeoutError, "Timeout"),
    (ReadTimeoutError, "Timeout"),
    (TimeoutError, "Timeout"),
    (ConnectionRefusedError, "ConnectionRefused"),
    (LocationParseError, "Address"),
    (ProtocolError, CONNECTION_RESET),
    (HTTPError, CONNECTION_RESET),
    (ConnectionError, CONNECTION_RESET),
    (ValueError, "Address"),
)


def unreachable(error: Exception, server: str, origin: str) -> Unreachable:
    """The error of a request that got no answer from *server*, whose address stands in *origin*."""
    reason = _reason(error)
    return Unreachable(
        f"Kubernetes cluster unreachable: {server}: {_told(error, reason)}",
        reason=reason,
        at=origin,
        because=_innermost(error),
        hint=_HINTS[reason],
    )


def _reason(error: Exception) -> str:
    """One word for the fault; the order matters, for urllib3's refusals are also timeouts."""
    return next((reason for kind, reason in _REASONS if isinstance(error, kind)), CONNECTION_RESET)


def _told(error: Exception, reason: str) -> str:
    words = {
        "TLS": "the connection is not trusted",
        "Name": "the host name cannot be resolved",
        "ConnectionRefused": "no connection",
        "Timeout": "no answer in time",
        "Proxy": "the proxy cannot be used",
        CONNECTION_RESET: "the connection was cut",
        "Address": "not a usable address",
    }
    return "not trusted: wrong host name" if "Hostname mismatch" in str(error) else words[reason]


def _innermost(error: BaseException) -> str:
    """The words of the first cause: the operating system's or OpenSSL's."""
    seen: set[int] = set()
    while id(error) not in seen:
        seen.add(id(error))
        deeper = error.__cause__ or error.__context__ or _wrapped(error)
        if deeper is None:
            break
        error = deeper
    return str(error) or type(error).__name__


def _wrapped(error: BaseException) -> BaseException | None:
    return next((arg for arg in reversed(error.args) if isinstance(arg, BaseException)), None)
