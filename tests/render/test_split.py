"""Cutting a rendered file into documents: both Helms' rules."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.render.split import GO_SPACE, split_documents


@pytest.mark.parametrize(
    ("text", "four", "three"),
    [
        ("a: 1\n", ["a: 1\n"], ["a: 1"]),
        ("a: 1\n---\nb: 2\n", ["a: 1\n", "b: 2\n"], ["a: 1", "b: 2"]),
        ("---\na: 1\n---\n\n", ["a: 1\n"], ["a: 1"]),
        ("\n\n---\n---\na: 1", ["a: 1"], ["---\na: 1"]),
        ("a: 1\n--- # c\nb: 2", ["a: 1\n", "# c\nb: 2"], ["a: 1", "# c\nb: 2"]),
        ("a: 1\n ---\nb: 2", ["a: 1\n ---\nb: 2"], ["a: 1\n ---\nb: 2"]),
        ("a: |\n  ---\n", ["a: |\n  ---\n"], ["a: |\n  ---"]),
        ("a: 1\n----\nb: 2", ["a: 1\n", "-\nb: 2"], ["a: 1", "-\nb: 2"]),
        ("# only a comment\n", ["# only a comment\n"], ["# only a comment"]),
        (" \n\t\n", [], []),
    ],
)
def test_documents(text: str, four: list[str], three: list[str]) -> None:
    assert split_documents(text) == four
    assert split_documents(text, 3) == three


TEXTS = st.text(alphabet="-a \n\t\r\x0b\u00a0", max_size=40) | st.lists(
    st.sampled_from(["---", "\n", " ", "a: 1", "\n---\n", "--- ", "\t", "----"]), max_size=12
).map("".join)


@given(TEXTS)
def test_helm_4s_expression_gives_the_same(text: str) -> None:
    pieces = re.split(r"(?m)^---[ \t]*", text.lstrip(GO_SPACE))
    assert split_documents(text) == [piece.lstrip(GO_SPACE) for piece in pieces if piece.strip(GO_SPACE)]


@given(TEXTS)
def test_helm_3s_expression_gives_the_same(text: str) -> None:
    pieces = re.split(r"(?:^|[\t\n\f\r ]*\n)---[\t\n\f\r ]*", text.strip(GO_SPACE))
    assert split_documents(text, 3) == [piece.strip(GO_SPACE) for piece in pieces if piece]
