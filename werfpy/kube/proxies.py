"""The proxy for a server's URL from HTTPS_PROXY, HTTP_PROXY and NO_PROXY.

Source: Go's ``net/http.ProxyFromEnvironment``: loopback is never proxied, NO_PROXY knows host suffixes, addresses and
CIDR blocks.
"""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit


def proxy_for(server: str, environ: Mapping[str, str]) -> str:
    """The proxy's URL, ``""`` for none."""
    url = urlsplit(server)
    host = (url.hostname or "").lower()
    proxy = _variable(environ, "HTTPS_PROXY" if url.scheme == "https" else "HTTP_PROXY")
    if not proxy or _is_loopback(host):
        return ""
    excluded = (entry.strip().lower() for entry in _variable(environ, "NO_PROXY").split(","))
    if any(_covers(entry, host, url.port) for entry in excluded if entry):
        return ""
    return proxy if "://" in proxy else f"http://{proxy}"


def _variable(environ: Mapping[str, str], name: str) -> str:
    return environ.get(name) or environ.get(name.lower()) or ""


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _covers(entry: str, host: str, port: int | None) -> bool:
    if entry == "*":
        return True
    if "/" in entry:
        try:
            return ip_address(host) in ip_network(entry, strict=False)
        except ValueError:
            return False
    name, colon, wanted_port = entry.rpartition(":")
    if colon and wanted_port.isdigit() and ":" not in name:
        if str(port or 443) != wanted_port:
            return False
        entry = name
    suffix = entry.removeprefix("*").removeprefix(".")
    return host == suffix or host.endswith(f".{suffix}")
