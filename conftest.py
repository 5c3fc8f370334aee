"""Loads the fixtures that all tests share, and names parametrised tests so that every process gives them one name."""

from __future__ import annotations

pytest_plugins = ["e2e.cluster.fixtures"]


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes are named by their parameter: a compressed file has its time in it, and no two processes agree on it."""
    return argname if isinstance(val, bytes) else None
