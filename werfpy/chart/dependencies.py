"""Which subcharts take part, under which name, and what they lend their parent.

Source: helm ``pkg/chart/v2/util/dependencies.go``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from werfpy.chart.coalesce import coalesce_values, merge_tables, merge_values
from werfpy.chart.model import Chart, Dependency, Values
from werfpy.chart.notices import notice
from werfpy.chart.tables import NoTable, NoValue, deep_copy, path_value, table
from werfpy.chart.versions import is_compatible


def process_dependencies(chart: Chart, values: Values, compat: int = 4) -> Chart:
    """A copy of *chart* without its disabled subcharts, with aliases in place and values imported.

    ``metadata.dependencies`` of the copy lists only what is enabled, which is also what a release record keeps.
    Where dependencies are declared, its ``values`` hold the subcharts' defaults too.

    Args:
        chart: As loaded; not changed.
        values: The user's values.
        compat: 4, or 3 for Helm 3's rules about nulls.

    Raises:
        ValuesError: The values give a subchart something other than a mapping.
    """
    result = chart.duplicate()
    _enable(result, values, "", compat)
    _import(result, compat)
    return result


def missing_dependencies(chart: Chart) -> list[str]:
    """The names in Chart.yaml for which ``charts/`` has nothing."""
    present = {child.name for child in chart.dependencies}
    return [entry.name for entry in chart.metadata.dependencies or () if entry.name not in present]


def _enable(chart: Chart, values: Values, path: str, compat: int) -> None:
    entries = chart.metadata.dependencies
    if entries is None:
        return
    _apply_aliases(chart, entries, compat)
    for entry in entries:
        entry.enabled = True
    computed = coalesce_values(chart, values, compat)
    _apply_tags(entries, computed)
    _apply_conditions(entries, computed, path)
    disabled = {entry.name for entry in entries if not entry.enabled}
    chart.set_dependencies([child for child in chart.dependencies if child.name not in disabled])
    for child in chart.dependencies:
        _enable(child, computed, f"{path}{child.name}.", compat)
    chart.metadata.dependencies = [entry for entry in entries if entry.name not in disabled] or None


def _apply_aliases(chart: Chart, entries: list[Dependency], compat: int) -> None:
    """Order the subcharts: first those that Chart.yaml does not name, then the named ones, each under its alias."""
    children = [
        child
        for child in chart.dependencies
        if not any(child.name == entry.name and _fits(entry, child) for entry in entries)
    ]
    for entry in entries:
        found = next((child for child in chart.dependencies if child.name == entry.name and _fits(entry, child)), None)
        if found is not None:
            children.append(_renamed(found, entry.alias, compat))
        if entry.alias:
            entry.name = entry.alias
    chart.set_dependencies(children)


def _fits(entry: Dependency, child: Chart) -> bool:
    return is_compatible(entry.version, child.metadata.version)


def _renamed(chart: Chart, alias: str, compat: int) -> Chart:
    result = replace(chart, metadata=chart.metadata.duplicate())
    if compat != 3:
        # Two aliases of one chart must not share their subcharts; one level is copied, as in Helm 4.
        result.set_dependencies([replace(child) for child in chart.dependencies])
    if alias:
        result.metadata.name = alias
    return result


def _apply_tags(entries: list[Dependency], values: Values) -> None:
    tags = values.get("tags")
    if not isinstance(tags, dict):
        return
    for entry in entries:
        said = []
        for tag in entry.tags or ():
            if isinstance(tags.get(tag), bool):
                said.append(tags[tag])
            elif tag in tags:
                notice("WARN", "returned non-bool value", tag=tag, chart=entry.name)
        entry.enabled = True in said or not said


def _apply_conditions(entries: list[Dependency], values: Values, path: str) -> None:
    for entry in entries:
        for condition in filter(None, entry.condition.strip().split(",")):
            try:
                value = path_value(values, path + condition)
            except NoValue:
                continue
            if isinstance(value, bool):
                entry.enabled = value
                break
            notice("WARN", "returned non-bool value", path=condition, chart=entry.name)


def _import(chart: Chart, compat: int) -> None:
    """Import values from the deepest charts upwards."""
    for child in chart.dependencies:
        _import(child, compat)
    entries = chart.metadata.dependencies
    if entries is None:
        return
    values = merge_values(chart, None, compat)
    imported: Values = {}
    for entry in entries:
        if entry.import_values is None:
            continue
        kept = []
        for item in entry.import_values:
            pair = _pair(item)
            if pair is None:
                continue
            kept.append(pair)
            imported = _import_pair(imported, values, entry.name, pair)
        entry.import_values = kept or None
    # What the parent says itself wins over what it imports.
    chart.values = merge_tables(deep_copy(values), imported)


def _pair(item: Any) -> dict[str, str] | None:
    if isinstance(item, str):
        return {"child": f"exports.{item}", "parent": "."}
    if isinstance(item, dict):
        return {"child": _text(item.get("child")), "parent": _text(item.get("parent"))}
    return None


def _text(value: Any) -> str:
    from werfpy.gostd.fmt import sprint_value

    return sprint_value(value)


def _import_pair(imported: Values, values: Values, name: str, pair: dict[str, str]) -> Values:
    try:
        found = table(values, f"{name}.{pair['child']}")
    except NoTable as error:
        notice("WARN", "ImportValues missing table from chart", chart=name, error=str(error))
        return imported
    if pair["parent"] != ".":
        for key in reversed(pair["parent"].split(".")):
            found = {key: found}
    return merge_tables(imported, found)
