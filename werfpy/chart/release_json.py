"""A chart as it stands inside a release record.

Source: the JSON tags of helm ``pkg/chart/v2``; Helm 3 reads the same and does without the modification times.
Subcharts are not stored: only the rendered manifest and ``metadata.dependencies`` tell of them.
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from typing import Any

from werfpy.chart.metadata import fill_metadata, read_lock
from werfpy.chart.model import Chart, ChartFile, Dependency, Lock, Maintainer, Metadata

ZERO_TIME = "0001-01-01T00:00:00Z"

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def chart_to_json(chart: Chart) -> dict[str, Any]:
    """The ``chart`` object of a release record of Helm 4.

    Whole numbers in ``values`` are ints, as Go prints a float64 without its point.
    """
    result: dict[str, Any] = {
        "metadata": metadata_to_json(chart.metadata),
        "lock": None if chart.lock is None else _lock(chart.lock),
        "templates": [_file(entry) for entry in chart.templates] or None,
        "values": None if chart.values is None else whole_numbers(chart.values),
        "schema": None if chart.schema is None else base64.b64encode(chart.schema).decode(),
        "schemamodtime": ZERO_TIME if chart.schema_modtime_ns is None else rfc3339_nano(chart.schema_modtime_ns),
        "files": [_file(entry) for entry in chart.files] or None,
    }
    if chart.modtime_ns is not None:
        result["modtime"] = rfc3339_nano(chart.modtime_ns)
    return result


def chart_from_json(data: dict[str, Any]) -> Chart:
    """The chart of a release record, written by Helm 3, Helm 4 or us.

    Raises:
        GoError: A field has a type that Helm does not write.
    """
    metadata = Metadata()
    fill_metadata(metadata, data.get("metadata"))
    schema, lock = data.get("schema"), data.get("lock")
    return Chart(
        metadata,
        lock=None if lock is None else read_lock(lock),
        templates=_files(data.get("templates")),
        values=None if data.get("values") is None else floats(data["values"]),
        schema=None if schema is None else base64.b64decode(schema),
        files=_files(data.get("files")),
        modtime_ns=time_ns(data.get("modtime")),
        schema_modtime_ns=time_ns(data.get("schemamodtime")),
    )


def metadata_to_json(metadata: Metadata) -> dict[str, Any]:
    """Chart.yaml as JSON, in the order of Helm's struct, empty fields left out."""
    maintainers = [None if entry is None else _maintainer(entry) for entry in metadata.maintainers or ()]
    dependencies = [dependency_to_json(entry) for entry in metadata.dependencies or ()]
    return _without_empty(
        {
            "name": metadata.name,
            "home": metadata.home,
            "sources": metadata.sources,
            "version": metadata.version,
            "description": metadata.description,
            "keywords": metadata.keywords,
            "maintainers": maintainers,
            "icon": metadata.icon,
            "apiVersion": metadata.api_version,
            "condition": metadata.condition,
            "tags": metadata.tags,
            "appVersion": metadata.app_version,
            "deprecated": metadata.deprecated,
            "annotations": metadata.annotations,
            "kubeVersion": metadata.kube_version,
            "dependencies": dependencies,
            "type": metadata.type,
        }
    )


def dependency_to_json(entry: Dependency) -> dict[str, Any]:
    """One dependency as JSON; ``name`` and ``repository`` always stand there."""
    fields = _without_empty(
        {
            "version": entry.version,
            "condition": entry.condition,
            "tags": entry.tags,
            "enabled": entry.enabled,
            "import-values": entry.import_values and whole_numbers(entry.import_values),
            "alias": entry.alias,
        }
    )
    return {"name": entry.name, "repository": entry.repository, **fields}


def rfc3339_nano(time: int) -> str:
    """*time* (nanoseconds since 1970) as Go writes a local time in JSON: no trailing zeros in the fraction."""
    seconds, fraction = divmod(time, 1_000_000_000)
    local = datetime.fromtimestamp(seconds, UTC).astimezone()
    offset = local.strftime("%z")
    zone = "Z" if offset == "+0000" else f"{offset[:3]}:{offset[3:5]}"
    digits = f".{fraction:09d}".rstrip("0").rstrip(".")
    return f"{local.strftime('%Y-%m-%dT%H:%M:%S')}{digits}{zone}"


def time_ns(text: str | None) -> int | None:
    """Nanoseconds since 1970 of an RFC 3339 time; None for nothing, ``""`` (Helm 3) and Go's zero time.

    >>> time_ns("2024-05-06T15:04:05.1Z")
    1715007845100000000
    """
    if not text or text.startswith("0001-"):
        return None
    whole, dot, rest = text.partition(".")
    digits = ""
    if dot:
        length = next((at for at, mark in enumerate(rest) if not mark.isdigit()), len(rest))
        digits, whole = rest[:length], whole + rest[length:]
    moment = datetime.fromisoformat(whole)
    seconds = (moment - _EPOCH) // (_EPOCH.resolution * 1_000_000)
    return seconds * 1_000_000_000 + int(digits.ljust(9, "0") or "0")


def whole_numbers(value: Any) -> Any:
    """A copy of *value* in which integral floats below 1e21 are ints, as encoding/json prints them."""
    if isinstance(value, dict):
        return {key: whole_numbers(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [whole_numbers(item) for item in value]
    if isinstance(value, float) and abs(value) < 1e21 and value.is_integer():
        return int(value)
    return value


def floats(value: Any) -> Any:
    """A copy of *value* in which every number is a float, as encoding/json reads them."""
    if isinstance(value, dict):
        return {key: floats(item) for key, item in value.items()}
    if isinstance(value, list):
        return [floats(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _file(entry: ChartFile) -> dict[str, Any]:
    result: dict[str, Any] = {"name": entry.name, "data": base64.b64encode(entry.data).decode()}
    if entry.modtime_ns is not None:
        result["modtime"] = rfc3339_nano(entry.modtime_ns)
    return result


def _files(entries: list[dict[str, Any]] | None) -> list[ChartFile]:
    return [
        ChartFile(entry["name"], base64.b64decode(entry.get("data") or ""), time_ns(entry.get("modtime")))
        for entry in entries or ()
    ]


def _lock(lock: Lock) -> dict[str, Any]:
    entries = lock.dependencies
    return {
        "generated": _trimmed(lock.generated) or ZERO_TIME,
        "digest": lock.digest,
        "dependencies": None
        if entries is None
        else [None if entry is None else dependency_to_json(entry) for entry in entries],
    }


def _trimmed(time: str) -> str:
    """An RFC 3339 time without trailing zeros in its fraction."""
    whole, dot, rest = time.partition(".")
    if not dot:
        return time
    length = next((at for at, mark in enumerate(rest) if not mark.isdigit()), len(rest))
    digits = rest[:length].rstrip("0")
    return f"{whole}{'.' if digits else ''}{digits}{rest[length:]}"


def _maintainer(entry: Maintainer) -> dict[str, Any]:
    return _without_empty({"name": entry.name, "email": entry.email, "url": entry.url})


def _without_empty(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value}
