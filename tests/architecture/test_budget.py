"""The tree stays small: files and functions within the budget that CONTRIBUTING names."""

from __future__ import annotations

import ast
import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "werfpy").rglob("*.py"))
FORBIDDEN_NAMES = {"utils", "util", "common", "helpers", "helper", "manager", "legacy", "misc"}

MAX_FILE_LINES = 600
P95_FILE_LINES = 400
MEDIAN_FILE_LINES = 150
MAX_FUNCTION_LINES = 60
P95_FUNCTION_LINES = 35

LONG_FILES: dict[str, str] = {}
"""File → why it may be longer than the budget. The list may only shrink."""


def line_counts() -> dict[str, int]:
    return {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in SOURCES
        if "_templates" not in path.parts
    }


def functions() -> Iterator[tuple[str, int]]:
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield f"{path.relative_to(ROOT)}:{node.name}", body_lines(node)


def body_lines(node: ast.FunctionDef) -> int:
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (node.end_lineno or 0) - node.lineno + 1 - docstring


def percentile(numbers: list[int], share: float) -> int:
    return sorted(numbers)[min(len(numbers) - 1, int(len(numbers) * share))]


def test_no_file_is_longer_than_the_maximum() -> None:
    long = {name: count for name, count in line_counts().items() if count > MAX_FILE_LINES and name not in LONG_FILES}
    assert not long


def test_every_exception_is_still_needed() -> None:
    counts = line_counts()
    assert not [name for name in LONG_FILES if counts.get(name, 0) <= MAX_FILE_LINES]


def test_files_are_short_on_the_whole() -> None:
    counts = list(line_counts().values())
    assert statistics.median(counts) <= MEDIAN_FILE_LINES
    assert percentile(counts, 0.95) <= P95_FILE_LINES


def test_no_function_is_longer_than_the_maximum() -> None:
    assert not {name: count for name, count in functions() if count > MAX_FUNCTION_LINES}


def test_functions_are_short_on_the_whole() -> None:
    counts = [count for _, count in functions()]
    assert statistics.median(counts) <= 8
    assert percentile(counts, 0.95) <= P95_FUNCTION_LINES


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_have_names_that_say_what_is_in_them(path: Path) -> None:
    assert path.stem not in FORBIDDEN_NAMES
