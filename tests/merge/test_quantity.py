"""Quantities: equality and the canonical form."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.merge.quantity import canonical_quantity, same_quantity


@pytest.mark.parametrize(
    ("left", "right"),
    [("1000m", "1"), ("1", 1), ("0.5", "500m"), (0.5, "500m"), ("1Gi", "1024Mi"), ("1e3", "1k"), ("1E", "1000P"),
     ("1.5Gi", "1536Mi"), ("0", "0m"), ("-1", "-1000m"), ("1.", "1"), (".5", "0.5"), ("+1", "1"), ("1e-3", "1m")],
)  # fmt: skip
def test_the_same(left: Any, right: Any) -> None:
    assert same_quantity(left, right)


@pytest.mark.parametrize(
    ("left", "right"), [("1", "2"), ("1G", "1Gi"), ("x", "x"), ("", ""), (True, 1), (None, "0"), ("1e99999", "1")]
)
def test_not_the_same(left: Any, right: Any) -> None:
    assert not same_quantity(left, right)


@pytest.mark.parametrize(
    ("given", "canonical"),
    [("1000m", "1"), ("0.1", "100m"), ("1.5Gi", "1536Mi"), ("1024Ki", "1Mi"), ("0.5Gi", "512Mi"), ("1000k", "1M"),
     ("1e3", "1e3"), ("1000", "1k"), (2, "2"), (0.25, "250m"), ("0", "0"), ("-2000m", "-2"), ("12e6", "12e6"),
     ("512Ki", "512Ki"), ("no", "no"), (True, True), (None, None), ("0.0000001", "100n"), ("0.5Ki", "512")],
)  # fmt: skip
def test_canonical(given: Any, canonical: Any) -> None:
    assert canonical_quantity(given) == canonical
