"""The sandbox's tables are what the generator makes of the API server that it imitates."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.cluster.choose import chosen, stop
from e2e.cluster.cluster import Cluster
from e2e.sandbox_tables import OUTPUT, tables, written

pytestmark = pytest.mark.cluster


@pytest.fixture
def pristine(cluster: Cluster, tmp_path: Path) -> Iterator[Cluster]:
    """An API server of its own: other tests define kinds in the one that they share."""
    if cluster.origin not in ("built", "assets"):
        pytest.skip(f"a {cluster.origin} cluster may be of another version")
    yield chosen(tmp_path, os.getpid())
    stop(tmp_path)


def test_tables_are_current(pristine: Cluster) -> None:
    if shutil.which("go") is None:
        pytest.skip("Go, whose module cache holds the types, is not installed")
    is_current = OUTPUT.read_text() == written(tables(pristine.http))
    assert is_current, "run python -m e2e.sandbox_tables"
