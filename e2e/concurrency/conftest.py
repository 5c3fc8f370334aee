"""The proxy in which tests get in the way of a run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from e2e.crash.proxy import Proxy, proxied


@pytest.fixture
def proxy(cluster: Any, tmp_path: Path) -> Iterator[Proxy]:
    with proxied(cluster, tmp_path) as running:
        yield running
