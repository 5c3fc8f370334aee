"""The corpus of real charts: cases, unpacked charts, what the real helm printed."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import tarfile
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(os.environ.get("WERFPY_SHARED", Path(__file__).resolve().parents[2].parent / "shared"))
CORPUS = SHARED / "corpus"


@functools.cache
def cases() -> tuple[dict[str, Any], ...]:
    """All cases; skips the test where the corpus is not there."""
    file = CORPUS / "cases.json"
    if not file.exists():
        pytest.skip("no corpus here")
    loaded = json.loads(file.read_text(encoding="utf-8"))
    return tuple(loaded["cases"] if isinstance(loaded, dict) else loaded)


def unpack(chart: str, folder: Path) -> None:
    """Put a chart, and the values of all cases, below *folder* as the command lines name them."""
    if not (folder / "values").exists():
        (folder / "values").symlink_to(CORPUS / "values")
    charts = folder / "charts"
    charts.mkdir(exist_ok=True)
    with tarfile.open(CORPUS / "charts" / f"{chart}.tgz") as archive:
        archive.extractall(charts, filter="data")


def command_line(case: dict[str, Any]) -> list[str]:
    """The arguments behind ``template``."""
    name = [case["release"]] if case["release"] else []
    chart = case.get("chart_arg") or f"charts/{case['chart']}"
    files = [part for file in case["values"] for part in ("-f", file)]
    return [*name, chart, "-n", case["namespace"], *files, *case["args"]]


def digest(output: bytes) -> str:
    """As the corpus states outputs."""
    return hashlib.sha256(output).hexdigest()
