"""Executed cases of the real helm, where they are at hand."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def vectors() -> Callable[[str], Any]:
    """Load a file of executed cases by its name; the test is skipped where the files are not at hand."""
    default = Path(__file__).resolve().parents[1].parent / "shared"
    folder = Path(os.environ.get("WERFPY_SHARED", default)) / "vectors"

    def load(name: str) -> Any:
        path = folder / name
        if not path.exists():
            pytest.skip(f"no {name}: set WERFPY_SHARED to the folder of shared test data")
        return json.loads(path.read_text(encoding="utf-8"))

    return load
