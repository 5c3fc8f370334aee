"""Fixtures of all end-to-end tests: the command, the cluster's objects, a chart to write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy


@pytest.fixture
def namespace(cluster: Any) -> str:
    """A namespace that nobody else uses."""
    name: str = cluster.new_namespace("e2e")
    return name


@pytest.fixture
def werfpy(cluster: Any, namespace: str, tmp_path: Path) -> Werfpy:
    """The command, talking to the real control plane."""
    return Werfpy(cluster.kubeconfig, namespace, {"WERFPY_CACHE_DIR": str(tmp_path / "cache")})


@pytest.fixture
def live(cluster: Any, namespace: str) -> Live:
    """The objects of the namespace, without any code of werfpy."""
    return Live(cluster.http, namespace)


@pytest.fixture
def chart(tmp_path: Path) -> ChartFolder:
    """An empty chart."""
    return ChartFolder(tmp_path / "chart")
