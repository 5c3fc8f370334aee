"""Warnings that the API server sends beside an answer (``Warning: 299 - "…"``): unknown fields, deprecated versions."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator

from werfpy.kube.transport import Response

_WARNING = re.compile(r'299 \S+ "((?:[^"\\]|\\.)*)"')


def warnings_of(response: Response) -> Iterator[str]:
    """The texts of the answer's warnings. Source: RFC 7234 §5.5 as k8s.io/apimachinery ``net.NewWarningHeader``."""
    for match in _WARNING.finditer(response.headers.get("warning", "")):
        yield re.sub(r"\\(.)", r"\1", match[1])


class WarningSink:
    """Passes each different warning on once."""

    def __init__(self, tell: Callable[[str], None] | None) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._told: set[str] = set()

    def hear(self, response: Response) -> None:
        """Tell the warnings of *response* that were not told before."""
        if self._tell is None or "warning" not in response.headers:
            return
        for text in warnings_of(response):
            with self._lock:
                is_new = text not in self._told
                self._told.add(text)
            if is_new:
                self._tell(text)
