"""Chart defaults under the user's values."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chart.files import chart_of, subchart
from werfpy.chart.coalesce import coalesce_tables, coalesce_values, merge_tables, merge_values
from werfpy.errors import ValuesError


@pytest.mark.parametrize(
    ("defaults", "given", "expected"),
    [
        pytest.param("a: 1", {}, {"a": 1}, id="default-taken"),
        pytest.param("a: 1", {"a": 2}, {"a": 2}, id="user-wins"),
        pytest.param("a: {b: 1, c: 2}", {"a": {"b": 9}}, {"a": {"b": 9, "c": 2}}, id="maps-merge"),
        pytest.param("a: [1, 2]", {"a": [3]}, {"a": [3]}, id="lists-are-replaced"),
        pytest.param("a: 1\nb: 2", {"a": None}, {"b": 2}, id="null-takes-a-default-away"),
        pytest.param("a: {b: 1, c: 2}", {"a": {"b": None}}, {"a": {"c": 2}}, id="nested-null"),
        pytest.param("b: 1", {"a": {"x": None}}, {"a": {"x": None}, "b": 1}, id="null-without-default-stays"),
        pytest.param("a: null\nb: {c: null, d: 1}", {}, {"b": {"d": 1}}, id="nulls-of-defaults-go"),
        pytest.param("a: {b: null}", {"a": {"b": None}}, {"a": {"b": None}}, id="null-over-null-stays"),
        pytest.param("a: {b: 1}", {"a": "text"}, {"a": "text"}, id="scalar-over-map"),
        pytest.param("a: 1", {"a": {"b": 2}}, {"a": {"b": 2}}, id="map-over-scalar"),
    ],
)
def test_helm_4_coalesces(defaults: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert coalesce_values(chart_of({"values.yaml": defaults}), given) == expected


@pytest.mark.parametrize(
    ("defaults", "given", "expected"),
    [
        pytest.param("a: null\nb: {c: null}", {}, {"a": None, "b": {"c": None}}, id="nulls-of-defaults-stay"),
        pytest.param("a: 1", {"a": None}, {}, id="null-takes-a-default-away"),
    ],
)
def test_helm_3_coalesces(defaults: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert coalesce_values(chart_of({"values.yaml": defaults}), given, 3) == expected


def test_neither_argument_is_changed() -> None:
    chart = chart_of({"values.yaml": "a: {b: {c: 1}, e: null}"})
    given = {"a": {"b": {"d": 2}}}
    coalesce_values(chart, given)
    assert given == {"a": {"b": {"d": 2}}}
    assert chart.values == {"a": {"b": {"c": 1}, "e": None}}


def test_a_subcharts_section_gets_its_defaults() -> None:
    chart = chart_of({"values.yaml": "db: {size: 2}", **subchart("db", "size: 1\nname: x")})
    assert coalesce_values(chart, {}) == {"db": {"size": 2, "name": "x", "global": {}}}


def test_globals_reach_subcharts_and_the_parent_wins() -> None:
    chart = chart_of(
        {"values.yaml": "global: {a: 1, m: {v: 1}}", **subchart("db", "global: {a: 2, b: 3, m: {v: 2, w: 2}}")}
    )
    values = coalesce_values(chart, {})
    assert values["db"]["global"] == {"a": 1, "b": 3, "m": {"v": 1, "w": 2}}
    assert values["global"] == {"a": 1, "m": {"v": 1}}


def test_a_section_that_is_no_mapping_is_an_error() -> None:
    chart = chart_of(subchart("db"))
    with pytest.raises(ValuesError, match=r"type mismatch on db: %!t\(string=x\)"):
        coalesce_values(chart, {"db": "x"})


def test_merge_keeps_nulls() -> None:
    assert merge_values(chart_of({"values.yaml": "a: null\nb: 1"}), {"b": None}) == {"a": None, "b": None}


def test_a_null_of_the_parents_defaults_needs_a_value_of_the_user_to_act() -> None:
    chart = chart_of({"values.yaml": "db: {size: null}", **subchart("db", "size: 1")})
    assert coalesce_values(chart, {})["db"]["size"] == 1
    assert "size" not in coalesce_values(chart, {"db": {"other": 1.0}})["db"]


def test_tables_differ_in_what_a_null_does() -> None:
    assert coalesce_tables({"a": None, "b": 1}, {"a": 2, "c": 3}) == {"b": 1, "c": 3}
    assert merge_tables({"a": None, "b": 1}, {"a": 2, "c": 3}) == {"a": None, "b": 1, "c": 3}


def test_warnings_name_the_path(caplog: pytest.LogCaptureFixture) -> None:
    coalesce_values(chart_of({"values.yaml": "a: {b: 1}"}), {"a": {"b": {"c": 1.0}}})
    assert caplog.messages == [
        'level=INFO msg="warning: destination for web.a.b is a table. Ignoring non-table value (1)"'
    ]
