"""Loading a chart from a folder or an archive.

Source: helm ``pkg/chart/loader`` and ``pkg/chart/v2/loader/load.go``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from werfpy.chart.archive import GZIP_MAGIC, read_archive
from werfpy.chart.metadata import ValidationError, fill_metadata, read_lock, validate
from werfpy.chart.model import Chart, ChartFile, Metadata
from werfpy.chart.notices import notice
from werfpy.chart.value_files import read_values
from werfpy.errors import ChartError
from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import from_bytes


def load_chart(path: str | Path, *, compat: int = 4) -> Chart:
    """Load the chart at *path*, a folder or a ``.tgz``, with everything in its ``charts/``.

    Helm 3 (*compat* 3) reads only the first document of values.yaml.

    Raises:
        ChartError: It is no chart, or breaks a rule; the text is Helm 4's.
    """
    place = Path(path)
    try:
        return _load_directory(place, compat) if place.is_dir() else _load_archive(place, compat)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ChartError(f"open {error.filename or place}: {reason}") from error


def _load_directory(folder: Path, compat: int) -> Chart:
    from werfpy.chart.directory import read_directory

    if not (folder / "Chart.yaml").exists():
        name = folder.absolute() / "Chart.yaml"
        raise ChartError(
            f"unable to detect chart at {name}: open {name}: no such file or directory",
            hint="give the folder that holds Chart.yaml",
        )
    return _checked(read_directory(folder), compat)


def _load_archive(file: Path, compat: int) -> Chart:
    data = file.read_bytes()
    if not data.startswith(GZIP_MAGIC):
        if file.suffix in (".yaml", ".yml"):
            raise ChartError(f"file '{file}' seems to be a YAML file, but expected a gzipped archive")
        raise ChartError(f"file '{file}' does not appear to be a gzipped archive; got '{_content_type(data)}'")
    files = read_archive(data)
    if not any(entry.name == "Chart.yaml" for entry in files):
        raise ChartError("unable to detect chart version, no Chart.yaml found", at=str(file))
    return _checked(files, compat)


def _content_type(data: bytes) -> str:
    head = data[:512]
    is_text = not any(byte < 32 and byte not in b"\t\n\f\r\x1b" for byte in head)
    return "text/plain; charset=utf-8" if is_text else "application/octet-stream"


def _checked(files: list[ChartFile], compat: int) -> Chart:
    chart_yaml = next(entry for entry in files if entry.name == "Chart.yaml")
    version = _document(chart_yaml, "Chart.yaml")
    version = version.get("apiVersion") if isinstance(version, dict) else ""
    if version == "v3":
        raise ChartError("invalid chart apiVersion", at="Chart.yaml: apiVersion: v3")
    if version not in (None, "", "v1", "v2"):
        raise ChartError("unsupported chart version", at=f"Chart.yaml: apiVersion: {version}")
    return build_chart(files, compat)


def build_chart(files: Sequence[ChartFile], compat: int = 4) -> Chart:
    """Put *files* together to a chart; a folder or archive in ``charts/`` becomes a subchart.

    Subcharts stand in the order of their names. (Helm's order is random where Chart.yaml does not name them.)

    Raises:
        ChartError: A file cannot be decoded, or the chart breaks a rule.
    """
    chart = Chart(Metadata(), raw=list(files))
    chart_yaml = next((entry for entry in files if entry.name == "Chart.yaml"), None)
    if chart_yaml is not None:
        _fill(chart.metadata, chart_yaml)
        chart.metadata.api_version = chart.metadata.api_version or "v1"
        chart.modtime_ns = chart_yaml.modtime_ns
    subcharts: dict[str, list[ChartFile]] = {}
    for entry in files:
        _place(chart, entry, subcharts, compat)
    if chart_yaml is None:
        raise ChartError("Chart.yaml file is missing", hint="every chart needs a Chart.yaml at its top")
    try:
        validate(chart.metadata)
    except ValidationError as error:
        raise ChartError(f"validation: {error}", at="Chart.yaml") from error
    loaded = (_subchart(chart.name, name, subcharts[name], compat) for name in sorted(subcharts))
    chart.set_dependencies([child for child in loaded if child is not None])
    return chart


def _place(chart: Chart, entry: ChartFile, subcharts: dict[str, list[ChartFile]], compat: int) -> None:
    name = entry.name
    if name.startswith("templates/"):
        chart.templates.append(entry)
    elif name.startswith("charts/") and not name.endswith(".prov"):
        below = name.removeprefix("charts/")
        subcharts.setdefault(below.partition("/")[0], []).append(ChartFile(below, entry.data, entry.modtime_ns))
    elif name == "values.yaml":
        chart.values = _values(entry, compat)
    elif name == "values.schema.json":
        chart.schema = entry.data
        chart.schema_modtime_ns = entry.modtime_ns
    elif name in ("Chart.lock", "requirements.lock", "requirements.yaml"):
        _place_dependency_file(chart, entry)
    elif name != "Chart.yaml":
        chart.files.append(entry)


def _place_dependency_file(chart: Chart, entry: ChartFile) -> None:
    if entry.name == "requirements.yaml":
        _fill(chart.metadata, entry)
    else:
        try:
            chart.lock = read_lock(_document(entry, entry.name))
        except GoError as error:
            raise ChartError(f"cannot load {entry.name}: {error}") from error
    if entry.name == "Chart.lock":
        return
    if chart.metadata.api_version == "v1":
        chart.files.append(entry)
    else:
        notice("INFO", f'Warning: {entry.name} is ignored since apiVersion "v2"; use Chart.yaml and Chart.lock.')


def _values(entry: ChartFile, compat: int) -> dict[str, Any]:
    try:
        return read_values(from_bytes(entry.data), compat)
    except GoError as error:
        raise ChartError(f"cannot load values.yaml: {error}", at=entry.name) from error


def _fill(metadata: Metadata, entry: ChartFile) -> None:
    try:
        fill_metadata(metadata, _document(entry, entry.name))
    except GoError as error:
        raise ChartError(f"cannot load {entry.name}: {error}") from error


def _document(entry: ChartFile, name: str) -> Any:
    try:
        return yaml.load_typed(entry.data)
    except GoError as error:
        raise ChartError(f"cannot load {name}: {error}") from error


def _subchart(parent: str, name: str, files: list[ChartFile], compat: int) -> Chart | None:
    if name.startswith(("_", ".")):
        return None
    try:
        if not name.endswith(".tgz"):
            inside = [
                ChartFile(entry.name.partition("/")[2], entry.data, entry.modtime_ns)
                for entry in files
                if "/" in entry.name
            ]
            return build_chart(inside, compat)
        if files[0].name != name:
            raise ChartError(f"error unpacking subchart tar in {parent}: expected {name}, got {files[0].name}")
        return build_chart(read_archive(files[0].data), compat)
    except ChartError as error:
        if error.summary.startswith("error unpacking subchart tar"):
            raise
        raise ChartError(
            f"error unpacking subchart {name} in {parent}: {error.summary}",
            at=error.at,
            because=error.because,
            hint=error.hint,
        ) from error
