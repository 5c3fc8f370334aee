"""Who we are: headers made from a kubeconfig's user.

Static tokens, token files, passwords and client certificates are read here. Exec plugins and auth providers (OIDC) are
left to the official client, which runs and refreshes them; it is imported only then, since that takes a quarter of a
second.
"""

from __future__ import annotations

import base64
import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from werfpy.errors import Unauthorized, UsageError

Headers: TypeAlias = tuple[tuple[str, str], ...]

_TOKEN_FILE_S = 60.0


class StaticCredentials:
    """A token or password that does not change, or nothing but a client certificate."""

    def __init__(self, authorization: str = "", impersonation: Headers = ()) -> None:
        own = (("Authorization", authorization),) if authorization else ()
        self._headers: Headers = own + impersonation

    def headers(self) -> Sequence[tuple[str, str]]:
        """The same at every call."""
        return self._headers

    def renew(self) -> bool:
        """There is nothing newer."""
        return False


class TokenFileCredentials:
    """A token in a file that somebody else renews (a service account's): read again every minute and after a 401."""

    def __init__(self, path: Path, impersonation: Headers = (), *, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._impersonation = impersonation
        self._clock = clock
        self._lock = threading.Lock()
        self._token = ""
        self._read_at = float("-inf")

    def headers(self) -> Sequence[tuple[str, str]]:
        """The file's token; raises `Unauthorized` when it cannot be read and never could be."""
        with self._lock:
            if self._clock() - self._read_at > _TOKEN_FILE_S:
                self._read()
            return (("Authorization", f"Bearer {self._token}"), *self._impersonation)

    def renew(self) -> bool:
        """Read the file again; True when it holds another token now."""
        with self._lock:
            before = self._token
            self._read()
            return self._token != before

    def _read(self) -> None:
        try:
            self._token = self._path.read_text().strip()
        except OSError as error:
            if not self._token:
                raise Unauthorized(
                    f"the token file {self._path} cannot be read", because=error.strerror or str(error)
                ) from error
        self._read_at = self._clock()


class OfficialCredentials:
    """What the official client makes of an exec plugin or an auth provider.

    ``load`` fills a new ``kubernetes.client.Configuration``; the configuration refreshes an expired token itself.
    """

    def __init__(self, load: Callable[[], Any], plugin: str, impersonation: Headers = ()) -> None:
        self._load = load
        self._plugin = plugin
        self._impersonation = impersonation
        self._lock = threading.Lock()
        self._configuration = self._loaded()

    def headers(self) -> Sequence[tuple[str, str]]:
        """The token of the moment; none when the plugin gave a client certificate."""
        with self._lock, _root_log():
            bearer = self._configuration.get_api_key_with_prefix("BearerToken", alias="authorization")
        own = (("Authorization", bearer),) if bearer else ()
        return (*own, *self._impersonation)

    def renew(self) -> bool:
        """Run the plugin again; a certificate that it gives anew takes effect in the next run only."""
        with self._lock:
            self._configuration = self._loaded()
            return bool(self._configuration.api_key)

    @property
    def client_certificate(self) -> Mapping[str, str]:
        """The certificate and key that the plugin gave, as the keys of a kubeconfig's user; else empty."""
        cert, key = self._configuration.cert_file, self._configuration.key_file
        return {"client-certificate": cert, "client-key": key} if cert and key else {}

    def _loaded(self) -> Any:
        with _root_log() as told:
            configuration = self._load()
        if not configuration.api_key and not configuration.cert_file:
            raise Unauthorized(
                f"{self._plugin} of the kubeconfig gave no credentials",
                because="; ".join(told),
                hint="run it by hand, or log in again",
            )
        return configuration


def credentials_of(
    user: Mapping[str, Any], impersonation: Headers, official: Callable[[], Any]
) -> StaticCredentials | TokenFileCredentials | OfficialCredentials:
    """Credentials of a kubeconfig's *user* entry; *official* makes the official client's configuration if needed.

    A token file wins over a token, as in client-go. Raises `Unauthorized` when a plugin fails.
    """
    if user.get("tokenFile"):
        return TokenFileCredentials(Path(str(user["tokenFile"])), impersonation)
    if user.get("token"):
        return StaticCredentials(f"Bearer {user['token']}", impersonation)
    for key in ("exec", "auth-provider"):
        if user.get(key):
            return OfficialCredentials(official, _plugin_name(key, user[key]), impersonation)
    if user.get("username") and user.get("password") is not None:
        pair = f"{user['username']}:{user['password']}".encode()
        return StaticCredentials(f"Basic {base64.b64encode(pair).decode()}", impersonation)
    return StaticCredentials("", impersonation)


def impersonation_of(user: Mapping[str, Any]) -> Headers:
    """The Impersonate-* headers of a user entry (``as``, ``as-uid``, ``as-groups``, ``as-user-extra``)."""
    name = user.get("as")
    if not name:
        if user.get("as-groups") or user.get("as-uid"):
            raise UsageError("a group or uid can only be impersonated together with a user (--kube-as-user)")
        return ()
    headers = [("Impersonate-User", str(name))]
    if user.get("as-uid"):
        headers.append(("Impersonate-Uid", str(user["as-uid"])))
    headers += [("Impersonate-Group", str(group)) for group in user.get("as-groups") or ()]
    extras = user.get("as-user-extra") or {}
    headers += [(f"Impersonate-Extra-{key}", str(value)) for key, values in extras.items() for value in values]
    return tuple(headers)


def _plugin_name(key: str, entry: Mapping[str, Any]) -> str:
    return f"the exec plugin {entry.get('command')}" if key == "exec" else f"the auth provider {entry.get('name')}"


@contextmanager
def _root_log() -> Iterator[list[str]]:
    """What the official client logs instead of raising; it would otherwise go to standard error."""
    told: list[str] = []

    class _Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            told.append(record.getMessage())

    handler = _Keep(logging.ERROR)
    root = logging.getLogger()
    root.addHandler(handler)
    try:
        yield told
    finally:
        root.removeHandler(handler)
