"""The cases that the real apimachinery executed, and the ones in which this merge is better on purpose."""

from __future__ import annotations

import gzip
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from werfpy.merge.merge_keys import schema_for
from werfpy.merge.merge_schema import MergeSchema

Case = dict[str, Any]


@lru_cache(maxsize=1)
def cases() -> list[Case]:
    """All cases; skips the test if the vectors are not there."""
    shared = Path(os.environ.get("WERFPY_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
    file = shared / "vectors" / "three-way-merge.jsonl.gz"
    if not file.exists():
        pytest.skip("three-way-merge.jsonl.gz is not there; set WERFPY_SHARED")
    with gzip.open(file) as lines:
        return [json.loads(line) for line in lines]


@lru_cache(maxsize=1)
def deviations() -> dict[int, str]:
    """Index of a case to the reason why the result differs."""
    classes = json.loads(Path(__file__).with_name("deviations.json").read_text())
    return {case: entry["reason"] for entry in classes.values() for case in entry["cases"]}


def schema_of(case: Case) -> MergeSchema:
    """The merge schema of the case's kind."""
    group, slash, version = case["apiVersion"].partition("/")
    schema = schema_for(group if slash else "", version if slash else group, case["kind"])
    assert schema is not None
    return schema
