"""Count the requests that reached the API server, from its audit log (one JSON line each)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class ApiRequest:
    """One finished request. ``verb`` is the API's word: get, list, watch, create, update, patch, delete…"""

    user: str
    verb: str
    resource: str
    subresource: str
    namespace: str
    name: str
    uri: str
    status: int
    user_agent: str

    @property
    def is_write(self) -> bool:
        """Whether it could change something: no read, no dry run, no review of one's own rights."""
        reviews = self.resource.startswith("selfsubject")
        return self.verb not in ("get", "list", "watch") and "dryRun=" not in self.uri and not reviews


class AuditLog:
    """Read *path*; only requests of *user* where one is named."""

    def __init__(self, path: Path, user: str = "") -> None:
        self._path = path
        self._user = user

    def mark(self) -> int:
        """Where the log ends now; give it to ``requests`` to see what came after."""
        return self._path.stat().st_size

    def requests(self, since: int = 0, *, namespace: str | None = None, user_agent: str = "") -> list[ApiRequest]:
        """The finished requests after *since*, oldest first.

        Args:
            since: What ``mark`` returned.
            namespace: Only requests of this namespace (``""``: only cluster-scoped ones).
            user_agent: Only clients whose User-Agent contains this.
        """
        found = self._all(since)
        if namespace is not None:
            found = (item for item in found if item.namespace == namespace)
        return [item for item in found if user_agent in item.user_agent]

    def _all(self, since: int) -> Iterator[ApiRequest]:
        with self._path.open("rb") as log:
            log.seek(since)
            for line in log:
                if not line.endswith(b"\n"):
                    return
                event = json.loads(line)
                if event["stage"] == "ResponseComplete" and self._user in ("", event["user"]["username"]):
                    yield _request(event)


def _request(event: dict) -> ApiRequest:
    target = event.get("objectRef") or {}
    return ApiRequest(
        user=event["user"]["username"],
        verb=event["verb"],
        resource=target.get("resource", ""),
        subresource=target.get("subresource", ""),
        namespace=target.get("namespace", ""),
        name=target.get("name", ""),
        uri=event["requestURI"],
        status=(event.get("responseStatus") or {}).get("code", 0),
        user_agent=event.get("userAgent", ""),
    )
