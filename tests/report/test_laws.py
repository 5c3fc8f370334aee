"""What holds for every text that is drawn."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from werfpy.errors import UsageError
from werfpy.merge.diff_types import ABSENT, FieldChange
from werfpy.report.diffs import render_changes
from werfpy.report.failures import render_failure
from werfpy.report.tables import display_width, padded_table

VALUES = st.recursive(
    st.just(ABSENT) | st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
CONTROL = {chr(code) for code in [*range(0x20), 0x7F, *range(0x80, 0xA0)]} - {"\n", "\t"}


@given(st.text(), VALUES, VALUES)
def test_a_change_never_steers_the_terminal(path: str, before: Any, after: Any) -> None:
    lines = list(render_changes([FieldChange(path, before, after)]))
    assert lines
    assert not CONTROL & set("".join(lines))


@given(st.text(), st.text(), st.text())
def test_an_error_never_steers_the_terminal(summary: str, at: str, because: str) -> None:
    text = render_failure(UsageError(summary, at=at, because=because))
    assert text.startswith("Error: ")
    assert text.endswith("\n")
    assert not CONTROL & set(text)


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"])), min_size=3, max_size=3)))
def test_the_columns_of_a_table_stand_below_each_other(rows: list[list[str]]) -> None:
    lines = padded_table(rows).split("\n")[:-1]
    widths = {tuple(display_width(cell) for cell in line.split("\t")) for line in lines if line}
    assert len(widths) <= 1
