"""Conditions, tags, aliases, imported values."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chart.files import chart_of, subchart
from werfpy.chart.dependencies import missing_dependencies, process_dependencies
from werfpy.chart.model import Chart

HEAD = "apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies:\n"


def processed(entries: str, values: dict[str, Any] | None = None, own: str = "", **more: str) -> Chart:
    files = {"Chart.yaml": HEAD + entries, "values.yaml": own, **subchart("db", "size: 1"), **subchart("cache"), **more}
    return process_dependencies(chart_of(files), values or {})


def names(chart: Chart) -> list[str]:
    return [child.name for child in chart.dependencies]


@pytest.mark.parametrize(
    ("entry", "values", "expected"),
    [
        pytest.param("{name: db, version: '*', condition: db.enabled}", {}, ["cache", "db"], id="no-value"),
        pytest.param(
            "{name: db, version: '*', condition: db.enabled}", {"db": {"enabled": False}}, ["cache"], id="condition"
        ),
        pytest.param(
            "{name: db, version: '*', condition: 'x.y,db.on'}", {"db": {"on": False}}, ["cache"], id="second-path"
        ),
        pytest.param(
            "{name: db, version: '*', condition: 'db.a,db.b'}",
            {"db": {"a": True, "b": False}},
            ["cache", "db"],
            id="first-path-wins",
        ),
        pytest.param("{name: db, version: '*', tags: [t]}", {"tags": {"t": False}}, ["cache"], id="tag"),
        pytest.param(
            "{name: db, version: '*', tags: [t, u]}", {"tags": {"t": False, "u": True}}, ["cache", "db"], id="one-tag"
        ),
        pytest.param(
            "{name: db, version: '*', tags: [t], condition: db.on}",
            {"tags": {"t": False}, "db": {"on": True}},
            ["cache", "db"],
            id="condition-over-tag",
        ),
        pytest.param("{name: db, version: '>=2'}", {}, ["db", "cache"], id="wrong-version-is-undeclared"),
    ],
)
def test_what_takes_part(entry: str, values: dict[str, Any], expected: list[str]) -> None:
    assert sorted(names(processed(f"- {entry}\n", values))) == sorted(expected)


def test_declared_charts_come_behind_the_others_in_their_order() -> None:
    assert names(processed("- {name: db, version: '*'}\n")) == ["cache", "db"]


def test_only_enabled_dependencies_stay_in_the_metadata() -> None:
    chart = processed("- {name: db, version: '*', condition: used}\n- {name: cache, version: '*'}\n", {"used": False})
    assert chart.metadata.dependencies is not None
    assert [(entry.name, entry.enabled) for entry in chart.metadata.dependencies] == [("cache", True)]


def test_an_alias_renames_the_chart_and_its_values() -> None:
    chart = processed(
        "- {name: db, version: '*', alias: first}\n- {name: db, version: '*', alias: second}\n",
        own="first: {size: 5}",
    )
    assert names(chart) == ["cache", "first", "second"]
    assert [child.full_path for child in chart.dependencies[1:]] == ["web/charts/first", "web/charts/second"]
    assert chart.values is not None
    assert (chart.values["first"]["size"], chart.values["second"]["size"]) == (5, 1)


def test_the_chart_given_is_not_changed() -> None:
    chart = chart_of({"Chart.yaml": HEAD + "- {name: db, version: '*', alias: x}\n", **subchart("db")})
    process_dependencies(chart, {})
    assert names(chart) == ["db"]
    assert chart.metadata.dependencies is not None
    assert chart.metadata.dependencies[0].name == "db"


def test_exports_are_imported_to_the_top() -> None:
    chart = processed(
        "- {name: lib, version: '*', import-values: [data]}\n",
        own="b: own",
        **subchart("lib", "exports: {data: {a: 1, b: 2}}"),
    )
    assert chart.values is not None
    assert (chart.values["a"], chart.values["b"]) == (1, "own")


def test_a_pair_imports_from_one_path_to_another() -> None:
    chart = processed(
        "- {name: lib, version: '*', import-values: [{child: v.w, parent: p.q}]}\n", **subchart("lib", "v: {w: {a: 1}}")
    )
    assert chart.values is not None
    assert chart.values["p"] == {"q": {"a": 1}}
    assert chart.metadata.dependencies is not None
    assert chart.metadata.dependencies[0].import_values == [{"child": "v.w", "parent": "p.q"}]


def test_missing_dependencies_are_named() -> None:
    chart = chart_of(
        {"Chart.yaml": HEAD + "- {name: db, version: '*'}\n- {name: gone, version: '*'}\n", **subchart("db")}
    )
    assert missing_dependencies(chart) == ["gone"]
