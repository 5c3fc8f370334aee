"""Chart defaults under the user's values, for a chart and all charts below it.

Two modes: *coalesce* gives the values that templates see, where a null of the user takes a default away;
*merge* keeps every null, for values that will be coalesced later.

Source: helm ``pkg/chart/common/util/coalesce.go`` 4.2; the null rules differ in 3.x (``compat`` 3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from werfpy.chart.model import Chart, Values
from werfpy.chart.notices import notice
from werfpy.chart.tables import deep_copy
from werfpy.errors import ValuesError

GLOBAL = "global"


@dataclass(frozen=True, slots=True)
class _Mode:
    """How nulls are treated: *merge* keeps them all; *clean_defaults* takes them out of chart defaults first."""

    merge: bool
    clean_defaults: bool

    def merging(self) -> _Mode:
        return _Mode(True, self.clean_defaults)


def coalesce_values(chart: Chart, values: Values | None, compat: int = 4) -> Values:
    """The values for the templates of *chart*: *values* over its defaults, and so for each subchart's section.

    Neither argument is changed.

    Raises:
        ValuesError: *values* give a subchart something other than a mapping.
    """
    return _coalesce(chart, deep_copy(values or {}), "", _Mode(False, compat != 3))


def merge_values(chart: Chart, values: Values | None, compat: int = 4) -> Values:
    """Like :func:`coalesce_values`, but nulls stay."""
    return _coalesce(chart, deep_copy(values or {}), "", _Mode(True, compat != 3))


def coalesce_tables(upper: Values, lower: Values) -> Values:
    """Fill *upper* with what only *lower* has; a null in *upper* deletes. Both are changed; *upper* is returned."""
    return _tables(upper, lower, "", merge=False)


def merge_tables(upper: Values, lower: Values) -> Values:
    """Fill *upper* with what only *lower* has; nulls stay. Both are changed; *upper* is returned."""
    return _tables(upper, lower, "", merge=True)


def _coalesce(chart: Chart, values: Values, prefix: str, mode: _Mode) -> Values:
    path = f"{prefix}.{chart.name}" if prefix else chart.name
    _defaults(chart, values, path, mode)
    for child in chart.dependencies:
        section = values.setdefault(child.name, {})
        if not isinstance(section, dict):
            raise ValuesError(
                f"type mismatch on {child.name}: {_as_go_bool(section)}",
                hint=f"the values under {child.name} are those of a subchart: they must be a mapping",
            )
        _globals(section, values, path)
        values[child.name] = _coalesce(child, section, path, mode)
    return values


def _as_go_bool(value: Any) -> str:
    """Go's ``%t`` of something."""
    if isinstance(value, bool):
        return "true" if value else "false"
    from werfpy.gostd.fmt import sprintf

    return sprintf("%t", [value])


def _defaults(chart: Chart, values: Values, path: str, mode: _Mode) -> None:
    children = {child.name for child in chart.dependencies}
    for key, default in deep_copy(chart.values or {}).items():
        if key not in values:
            _take_default(values, key, default, mode)
            continue
        value = values[key]
        if value is None and not mode.merge:
            del values[key]
        elif isinstance(value, dict):
            if isinstance(default, dict):
                merge = mode.merge or key in children
                if mode.clean_defaults and not merge:
                    _clean(default)
                _tables(value, default, f"{path}.{key}", merge=merge)
            elif default is not None:
                notice("INFO", f"warning: skipped value for {path}.{key}: Not a table.")


def _take_default(values: Values, key: str, default: Any, mode: _Mode) -> None:
    if mode.clean_defaults and not mode.merge:
        if default is None:
            return
        if isinstance(default, dict):
            _clean(default)
    values[key] = default


def _globals(section: Values, above: Values, path: str) -> None:
    """Give a subchart's section the globals of the chart above; what the upper chart says wins."""
    own, given = section.get(GLOBAL, {}), above.get(GLOBAL, {})
    if not isinstance(own, dict):
        notice("INFO", "warning: skipping globals because destination global is not a table.")
        return
    if not isinstance(given, dict):
        notice("INFO", "warning: skipping globals because source global is not a table.")
        return
    for key, value in given.items():
        mine = own.get(key)
        if isinstance(value, dict):
            if key in own and not isinstance(mine, dict):
                notice("INFO", f'Conflict: cannot merge map onto non-map for "{key}". Skipping.')
                continue
            value = dict(value)
            if isinstance(mine, dict):
                # Nulls are kept here: the coalescing of the subchart that follows takes them out.
                _tables(value, mine, f"{path}.{key}", merge=True)
            own[key] = value
        elif isinstance(mine, dict):
            notice("INFO", f"key {key} is table. Skipping")
        else:
            own[key] = value
    section[GLOBAL] = own


def _tables(upper: Values, lower: Values, path: str, *, merge: bool) -> Values:
    """Merge *lower* under *upper*, changing both.

    A null in *upper* means "take the default away" only where *lower* had a value; else it stays a null.
    """
    given = {key for key, value in lower.items() if value is not None}
    for key, value in upper.items():
        if value is None:
            lower[key] = None
    for key, value in lower.items():
        if key not in upper:
            upper[key] = value
            continue
        above = upper[key]
        if above is None and not merge and key in given:
            del upper[key]
        elif isinstance(value, dict):
            if isinstance(above, dict):
                _tables(above, value, f"{path}.{key}" if path else key, merge=merge)
            else:
                _warn_overwrite(f"{path}.{key}" if path else key, value)
        elif isinstance(above, dict) and value is not None:
            name = f"{path}.{key}" if path else key
            notice("INFO", f"warning: destination for {name} is a table. Ignoring non-table value ({_as_go(value)})")
    return upper


def _warn_overwrite(name: str, value: Any) -> None:
    notice("INFO", f"warning: cannot overwrite table with non table for {name} ({_as_go(value)})")


def _as_go(value: Any) -> str:
    from werfpy.gostd.fmt import sprint_value

    return sprint_value(value)


def _clean(values: Values) -> None:
    """Take nulls out of *values* and the mappings in it, in place."""
    for key in [key for key, value in values.items() if value is None]:
        del values[key]
    for value in values.values():
        if isinstance(value, dict):
            _clean(value)
