"""URLs taken apart and put together, as Go's net/url does."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from werfpy.gostd.kinds import GoError, GoPanic
from werfpy.gostd.quote import quote
from werfpy.gostd.text import from_bytes, to_bytes
from werfpy.sprig.values import kind_of

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_CONTROL = re.compile("[\0-\x1f\x7f]")
_PORT = re.compile(r":[0-9]*\Z")
_USERINFO = re.compile(r"[A-Za-z0-9\-._:~!$&'()*+,;=%@]*\Z")
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")

_UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~"
_IN_PATH = frozenset((_UNRESERVED + "$&+,/:;=@").encode())
_IN_USER = frozenset((_UNRESERVED + "$&+,;=").encode())
_IN_FRAGMENT = frozenset((_UNRESERVED + "$&+,/:;=?@!()*").encode())
_IN_HOST = frozenset((_UNRESERVED + "!$&'()*+,;=:[]<>\"").encode())


@dataclass(frozen=True, slots=True)
class _Url:
    scheme: str = ""
    opaque: str = ""
    user: tuple[str, str | None] | None = None
    host: str = ""
    path: str = ""
    query: str = ""
    fragment: str = ""


def url_parse(text: str) -> dict[str, Any]:
    """Take a URL apart.

    Raises:
        GoPanic: ``unable to parse url: parse "…": …``.
    """
    try:
        url = _parse(text)
    except GoError as error:
        raise GoPanic(f"unable to parse url: {error}") from None
    return {
        "scheme": url.scheme,
        "host": url.host,
        "hostname": _hostname(url.host),
        "path": url.path,
        "query": url.query,
        "opaque": url.opaque,
        "fragment": url.fragment,
        "userinfo": _userinfo(url.user) if url.user else "",
    }


def url_join(parts: dict[str, Any]) -> str:
    """Put a URL together from what urlParse gives; what is missing is empty.

    Raises:
        GoPanic: A part is no string, or the userinfo cannot be read.
    """
    found = {name: _part(parts, name) for name in ("scheme", "host", "path", "query", "opaque", "fragment")}
    userinfo = _part(parts, "userinfo")
    user = None
    if userinfo:
        try:
            user = _parse(f"proto://{userinfo}@host").user
        except GoError as error:
            raise GoPanic(f"unable to parse userinfo in dict: {error}") from None
    return _text(_Url(user=user, **found))


def _part(parts: dict[str, Any], name: str) -> str:
    if name not in parts:
        return ""
    value = parts[name]
    kind = kind_of(value)
    if kind != "string":
        raise GoPanic(f"unable to parse {name} key, must be of type string, but {kind} found")
    return str(value)


def _parse(text: str) -> _Url:
    before, _, fragment = text.partition("#")
    try:
        url = _without_fragment(before)
    except GoError as error:
        raise GoError(f"parse {quote(before)}: {error}") from None
    try:
        decoded = _unescaped(fragment)
    except GoError as error:
        raise GoError(f"parse {quote(text)}: {error}") from None
    return _Url(url.scheme, url.opaque, url.user, url.host, url.path, url.query, decoded)


def _without_fragment(text: str) -> _Url:
    if _CONTROL.search(text):
        raise GoError("net/url: invalid control character in URL")
    if text == "*":
        return _Url(path="*")
    match = _SCHEME.match(text)
    if text.startswith(":"):
        raise GoError("missing protocol scheme")
    scheme = match[0][:-1].lower() if match else ""
    rest, _, query = (text[match.end() :] if match else text).partition("?")
    if not rest.startswith("/"):
        if scheme:
            return _Url(scheme=scheme, opaque=rest, query=query)
        if ":" in rest.partition("/")[0]:
            raise GoError("first path segment in URL cannot contain colon")
    user, host = None, ""
    if rest.startswith("//") and (scheme or not rest.startswith("///")):
        authority, slash, path = rest[2:].partition("/")
        rest = slash + path
        user, host = _authority(authority, scheme)
    return _Url(scheme=scheme, user=user, host=host, path=_unescaped(rest), query=query)


def _authority(text: str, scheme: str) -> tuple[tuple[str, str | None] | None, str]:
    userinfo, at, host_text = text.rpartition("@")
    host = _host(host_text, scheme)
    if not at:
        return None, host
    if not _USERINFO.match(userinfo):
        raise GoError("net/url: invalid userinfo")
    name, colon, password = userinfo.partition(":")
    return (_unescaped(name), _unescaped(password) if colon else None), host


def _host(text: str, scheme: str) -> str:
    """Decode a host and its port.

    Raises:
        GoError: A bracket stands where none may, or the port is no number.
    """
    bracket = text.rfind("[")
    if bracket > 0:
        raise GoError("invalid IP-literal")
    if bracket == 0:
        return _ip_literal(text)
    # Several hosts with ports, as databases have them, are accepted where the scheme is not http.
    colon = text.find(":") if scheme in ("http", "https") else text.rfind(":")
    if colon >= 0:
        _check_port(text[colon:])
    return _unescaped(text, host=True)


def _check_port(text: str) -> None:
    if text and not _PORT.match(text):
        raise GoError(f"invalid port {quote(text)} after host")


def _ip_literal(text: str) -> str:
    from ipaddress import IPv6Address

    end = text.rfind("]")
    if end < 0:
        raise GoError("missing ']' in host")
    _check_port(text[end + 1 :])
    address, zone_mark, zone = text[1:end].partition("%25")
    name = _unescaped(address, host=True) + (_unescaped(zone_mark + zone) if zone_mark else "")
    try:
        IPv6Address(name)
    except ValueError:
        if re.fullmatch(r"\d+(\.\d+){3}", name):
            raise GoError("invalid IP-literal") from None
        raise GoError(f"invalid host: ParseAddr({quote(name)}): unable to parse IP") from None
    return f"[{name}]" + _unescaped(text[end + 1 :], host=True)


def _hostname(host: str) -> str:
    colon = host.rfind(":")
    if colon >= 0 and _PORT.match(host[colon:]):
        host = host[:colon]
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


def _unescaped(text: str, *, host: bool = False) -> str:
    """Decode ``%41``; in a host only bytes beyond ASCII may be escaped.

    Raises:
        GoError: ``invalid URL escape "%zz"``, or a character that no host has.
    """
    out = bytearray()
    position = 0
    data = to_bytes(text)
    while position < len(data):
        byte = data[position]
        if byte == 0x25:
            piece = from_bytes(data[position : position + 3])
            if not _ESCAPE.fullmatch(piece) or (host and int(piece[1], 16) < 8 and piece != "%25"):
                raise GoError(f"invalid URL escape {quote(piece)}")
            out.append(int(piece[1:], 16))
            position += 3
            continue
        if host and byte < 0x80 and byte not in _IN_HOST:
            raise GoError(f"invalid character {quote(chr(byte))} in host name")
        out.append(byte)
        position += 1
    return from_bytes(bytes(out))


def _escaped(text: str, allowed: frozenset[int]) -> str:
    return "".join(chr(byte) if byte in allowed else f"%{byte:02X}" for byte in to_bytes(text))


def _userinfo(user: tuple[str, str | None]) -> str:
    name, password = user
    return _escaped(name, _IN_USER) + ("" if password is None else ":" + _escaped(password, _IN_USER))


def _text(url: _Url) -> str:
    out = f"{url.scheme}:" if url.scheme else ""
    if url.opaque:
        out += url.opaque
    else:
        out += _authority_text(url)
        path = "*" if url.path == "*" else _escaped(url.path, _IN_PATH)
        if path and path[0] != "/" and url.host:
            out += "/"
        if not out and ":" in path.partition("/")[0]:
            out = "./"
        out += path
    query = f"?{url.query}" if url.query else ""
    fragment = f"#{_escaped(url.fragment, _IN_FRAGMENT)}" if url.fragment else ""
    return out + query + fragment


def _authority_text(url: _Url) -> str:
    if not (url.scheme or url.host or url.user):
        return ""
    out = "//" if url.host or url.path or url.user else ""
    if url.user:
        out += _userinfo(url.user) + "@"
    return out + _escaped(url.host, _IN_HOST)
