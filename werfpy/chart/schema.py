"""Checking values against ``values.schema.json``, the chart's own and those of its subcharts.

Source: helm ``pkg/chart/common/util/jsonschema.go``.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from werfpy.chart.model import Chart, Values
from werfpy.chart.notices import notice
from werfpy.errors import SchemaError
from werfpy.gostd.kinds import Int64
from werfpy.gostd.utf8 import to_valid

FetchSchema = Callable[[str], bytes]
"""Reads an http(s) URL that a schema refers to."""

_HEADER = "values don't meet the specifications of the schema(s) in the following chart(s):\n"


def check_schema(chart: Chart, values: Values, fetch: FetchSchema | None = None) -> None:
    """Check coalesced *values* against the schema of *chart*, and each section against its subchart's.

    Args:
        chart: With its dependencies processed.
        values: Coalesced.
        fetch: For schemas that refer to a URL; without it such a reference is an error.

    Raises:
        SchemaError: Something does not fit; the text lists everything, in Helm's words.
    """
    report = _report(chart, values, fetch)
    if report:
        raise SchemaError(
            _HEADER + report.rstrip("\n"),
            hint="change the values named above, or use --skip-schema-validation",
        )


def _report(chart: Chart, values: Values, fetch: FetchSchema | None) -> str:
    text = ""
    if chart.schema is not None:
        problems = schema_problems(values, chart.schema, fetch)
        if problems:
            text = f"{chart.name}:\n{problems}"
    for child in chart.dependencies:
        section = values.get(child.name)
        if section is None:
            continue
        if isinstance(section, dict):
            text += _report(child, section, fetch)
        else:
            from werfpy.gostd.reflect import type_name

            text += f"{child.name}:\ninvalid type for values: expected object (map), got {type_name(section)}\n"
    return text


def schema_problems(values: Values, schema: bytes, fetch: FetchSchema | None = None) -> str:
    """What is wrong with *values*; empty where nothing is, else lines with a newline at the end."""
    import jsonschema_rs

    try:
        document = json.loads(schema)
        validator = jsonschema_rs.validator_for(
            document,
            validate_formats=_asserts_formats(document),
            retriever=_Retriever(fetch),
            base_uri="file:///values.schema.json",
        )
    except ValueError as error:
        return _compile_problem(error) + "\n"
    errors = list(validator.iter_errors(_plain(values)))
    if not errors:
        return ""
    from werfpy.chart.schema_messages import error_text

    return error_text(errors, values) + "\n"


def _plain(value: Any) -> Any:
    """A copy in Python's own types: the validator knows neither Int64 nor text that is no UTF-8."""
    if isinstance(value, dict):
        return {to_valid(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, str):
        return to_valid(value)
    return int(value) if isinstance(value, Int64) else value


def _compile_problem(error: ValueError) -> str:
    """The schema itself is bad."""
    if isinstance(error, json.JSONDecodeError):
        return f"{error.msg} (line {error.lineno})"
    message = getattr(error, "message", "") or str(error)
    return f'"file:///values.schema.json#" is not valid against metaschema: {message}'


def _asserts_formats(document: Any) -> bool:
    """Formats are checked up to draft 7; later drafts take them as notes."""
    declared = document.get("$schema", "") if isinstance(document, dict) else ""
    return any(f"draft-0{number}/" in declared for number in (4, 6, 7))


class _Retriever:
    """Reads what a schema refers to by URL."""

    def __init__(self, fetch: FetchSchema | None) -> None:
        self._fetch = fetch

    def __call__(self, url: str) -> Any:
        parts = urlsplit(url)
        if parts.scheme == "file":
            return json.loads(Path(unquote(parts.path)).read_bytes())
        if parts.scheme == "urn":
            notice("WARN", "unresolved URN reference ignored; using permissive schema", urn=url)
            return True
        if self._fetch is None:
            raise ValueError(f"failing loading {url}: no access to the network here")
        return json.loads(self._fetch(url))
