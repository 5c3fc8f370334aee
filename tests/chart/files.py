"""Charts made of texts."""

from __future__ import annotations

import gzip
import io
import tarfile
from collections.abc import Mapping

from werfpy.chart.loader import build_chart
from werfpy.chart.model import Chart, ChartFile


def chart_of(files: Mapping[str, str], compat: int = 4) -> Chart:
    """A chart of *files*; Chart.yaml is made up where it is missing."""
    made = {"Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n", **files}
    return build_chart([ChartFile(name, text.encode()) for name, text in made.items()], compat)


def subchart(name: str, values: str = "", version: str = "1.0.0", **files: str) -> dict[str, str]:
    """The files of a subchart, with their paths in its parent."""
    made = {"Chart.yaml": f"apiVersion: v2\nname: {name}\nversion: {version}\n", "values.yaml": values, **files}
    return {f"charts/{name}/{path}": text for path, text in made.items()}


def archive_of(members: Mapping[str, bytes]) -> bytes:
    """A gzipped tar with exactly these names."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return gzip.compress(buffer.getvalue())
