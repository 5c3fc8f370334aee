"""The discovery documents of a server, kept on disk between runs.

A copy that cannot be read, was written by another version or is broken counts as none; one that cannot be written is
not written. Nothing in it is secret.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

_FORMAT = 1
_TTL_S = 600.0


@dataclass(frozen=True, slots=True)
class Document:
    """One discovery document and the ETag that it came with (``""`` for none)."""

    etag: str
    value: dict[str, Any]


class DiscoveryCache:
    """The copy for one server.

    Args:
        folder: Where copies are kept; created when needed.
        server: The server's URL, which names the copy.
        ttl_s: A copy older than this many seconds is used only to ask whether it has changed.
        clock: Seconds since the epoch.
    """

    def __init__(
        self, folder: Path, server: str, *, ttl_s: float = _TTL_S, clock: Callable[[], float] = time.time
    ) -> None:
        self._path = folder / f"{hashlib.sha256(server.encode()).hexdigest()[:32]}.json"
        self._server = server
        self._ttl_s = ttl_s
        self._clock = clock

    def young(self) -> Mapping[str, Document]:
        """The documents by path (/api and /apis) if the copy is young enough, else nothing."""
        saved_at, documents = self._load()
        return documents if 0 <= self._clock() - saved_at < self._ttl_s else {}

    def any_age(self) -> Mapping[str, Document]:
        """The documents by path, however old; nothing when there is no copy."""
        return self._load()[1]

    def save(self, documents: Mapping[str, Document]) -> None:
        """Replace the copy, all at once."""
        self._write(self._clock(), documents)

    def age(self) -> None:
        """Make the copy too old to be used without asking."""
        documents = self.any_age()
        if documents:
            self._write(0.0, documents)

    def _load(self) -> tuple[float, Mapping[str, Document]]:
        try:
            content = orjson.loads(self._path.read_bytes())
            if content["format"] != _FORMAT or content["server"] != self._server:
                return 0.0, {}
            documents = {
                path: Document(str(content["documents"][path]["etag"]), dict(content["documents"][path]["value"]))
                for path in ("/api", "/apis")
            }
            return float(content["saved_at"]), documents
        except (OSError, ValueError, KeyError, TypeError):
            return 0.0, {}

    def _write(self, saved_at: float, documents: Mapping[str, Document]) -> None:
        content = {
            "format": _FORMAT,
            "server": self._server,
            "saved_at": saved_at,
            "documents": {path: {"etag": doc.etag, "value": doc.value} for path, doc in documents.items()},
        }
        temporary = self._path.with_suffix(f".{os.getpid()}.tmp")
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            temporary.write_bytes(orjson.dumps(content))
            temporary.replace(self._path)
        except OSError:
            temporary.unlink(missing_ok=True) if self._path.parent.is_dir() else None
