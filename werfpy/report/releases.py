"""Releases as ``list``, ``history``, ``status`` and ``get`` show them: Helm's tables, JSON and YAML."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from werfpy.actions.queries import ObjectStatus
from werfpy.gostd import yaml
from werfpy.release.record import Release
from werfpy.release.record_json import to_json
from werfpy.release.times import parse_time
from werfpy.report.status_text import LiveResources, StatusView, status_text
from werfpy.report.tables import HistoryRow, ListRow, ansic, history_table, list_table


def list_text(releases: Sequence[Release], output: str, *, is_short: bool, has_headers: bool) -> str:
    """``helm list``'s output."""
    if is_short:
        names = [release.name for release in releases]
        return _machine(names, output) if output != "table" else "".join(f"{name}\n" for name in names)
    rows = [_list_row(release) for release in releases]
    if output == "table":
        return list_table(rows, has_headers=has_headers)
    return _machine([_list_json(row) for row in rows], output)


def _list_row(release: Release) -> ListRow:
    return ListRow(
        release.name,
        release.namespace,
        release.revision,
        go_time(release.info.last_deployed),
        str(release.status),
        chart_name(release),
        app_version(release),
    )


def _list_json(row: ListRow) -> dict[str, str]:
    return {
        "name": row.name,
        "namespace": row.namespace,
        "revision": str(row.revision),
        "updated": row.updated,
        "status": row.status,
        "chart": row.chart,
        "app_version": row.app_version,
    }


def go_time(text: str) -> str:
    """A recorded time as Go's ``time.Time.String`` prints it: what ``helm list`` shows."""
    moment = parse_time(text)
    if moment is None:
        return "-"
    fraction = text.partition(".")[2].rstrip("Zz") if "." in text else ""
    digits = "".join(character for character in fraction.split("+")[0].split("-")[0] if character.isdigit())
    tail = f".{digits.rstrip('0')}" if digits.rstrip("0") else ""
    offset = moment.strftime("%z") or "+0000"
    zone = "UTC" if offset == "+0000" else offset
    return f"{moment:%Y-%m-%d %H:%M:%S}{tail} {offset} {zone}"


def chart_name(release: Release) -> str:
    """``NAME-VERSION`` of the chart, or ``MISSING`` as Helm says."""
    metadata = release.chart.get("metadata") or {}
    return f"{metadata.get('name')}-{metadata.get('version')}" if metadata else "MISSING"


def app_version(release: Release) -> str:
    """The chart's ``appVersion``."""
    return str((release.chart.get("metadata") or {}).get("appVersion") or "")


def history_text(releases: Iterable[Release], output: str) -> str:
    """``helm history``'s output."""
    if output != "table":
        return _machine([_history_json(release) for release in releases], output)
    rows = [
        HistoryRow(
            release.revision,
            ansic(release.info.updated) if release.info.updated else "-",
            str(release.status),
            chart_name(release),
            app_version(release),
            release.info.description,
        )
        for release in releases
    ]
    return history_table(rows)


def _history_json(release: Release) -> dict[str, Any]:
    return {
        "revision": release.revision,
        "updated": release.info.last_deployed,
        "status": str(release.status),
        "chart": chart_name(release),
        "app_version": app_version(release),
        "description": release.info.description,
    }


def release_status_text(release: Release, statuses: Sequence[ObjectStatus], output: str) -> str:
    """``helm status``'s output, with the objects' own readiness."""
    if output != "table":
        document = {key: value for key, value in to_json(release).items() if key != "chart"}
        document["objects"] = [
            {"kind": item.ref.kind, "namespace": item.ref.namespace, "name": item.ref.name, "status": item.word,
             "message": item.message}
            for item in statuses
        ]  # fmt: skip
        return _machine(document, output)
    groups: dict[str, list[list[str]]] = {}
    for item in statuses:
        rows = groups.setdefault(f"{item.ref.gvk.api_version}/{item.ref.kind}", [["NAME", "STATUS", "MESSAGE"]])
        rows.append([item.ref.name, item.word, item.message])
    return status_text(release, StatusView([LiveResources(kind, rows) for kind, rows in groups.items()]))


def values_text(values: Mapping[str, Any], output: str, *, is_computed: bool) -> str:
    """``helm get values``' output."""
    if output != "table":
        return _machine(dict(values), output)
    head = "COMPUTED VALUES:" if is_computed else "USER-SUPPLIED VALUES:"
    return f"{head}\n{yaml.dump(dict(values)) if values else 'null' + chr(10)}"


def everything_text(release: Release, computed: Mapping[str, Any]) -> str:
    """``helm get all``'s output."""
    hooks = "".join(f"---\n# Source: {hook.path}\n{hook.manifest}\n" for hook in release.hooks)
    notes = f"NOTES:\n{release.info.notes.strip()}\n" if release.info.notes else ""
    return (
        status_text(release, StatusView(has_chart=True, hides_notes=True))
        + f"{values_text(release.config, 'table', is_computed=False)}\n"
        + f"{values_text(computed, 'table', is_computed=True)}\n"
        + f"HOOKS:\n{hooks}MANIFEST:\n{release.manifest}\n{notes}"
    )


def _machine(value: Any, output: str) -> str:
    if output == "yaml":
        return yaml.dump(value)
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False) + "\n"
