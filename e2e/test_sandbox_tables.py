"""The sandbox's tables are what the generator makes of the API server that it imitates."""

from __future__ import annotations

import shutil

import pytest

from e2e.cluster.cluster import Cluster
from e2e.sandbox_tables import OUTPUT, tables, written

pytestmark = pytest.mark.cluster


def test_tables_are_current(cluster: Cluster) -> None:
    if shutil.which("go") is None:
        pytest.skip("Go, whose module cache holds the types, is not installed")
    if cluster.origin not in ("built", "assets"):
        pytest.skip(f"a {cluster.origin} cluster may be of another version")
    assert OUTPUT.read_text() == written(tables(cluster.http)), "run python -m e2e.sandbox_tables"
