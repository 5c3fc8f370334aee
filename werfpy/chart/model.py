"""A chart in memory: metadata, templates, values, files and the charts it contains.

Source: helm ``pkg/chart/v2/chart.go``, ``metadata.go``, ``dependency.go``.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

Values = dict[str, Any]
"""Chart values as JSON; numbers are floats where they came from YAML, ``Int64`` where they came from ``--set``."""


@dataclass(slots=True)
class ChartFile:
    """One file of a chart.

    Args:
        name: Path below the chart's folder, with ``/``.
        data: The bytes without a UTF-8 byte order mark.
        modtime_ns: Modification time in nanoseconds since 1970; None where it is not known.
    """

    name: str
    data: bytes
    modtime_ns: int | None = None


@dataclass(slots=True)
class Maintainer:
    """Who maintains the chart."""

    name: str = ""
    email: str = ""
    url: str = ""


@dataclass(slots=True)
class Dependency:
    """One entry of ``dependencies`` in Chart.yaml; ``name`` becomes the alias once dependencies are processed."""

    name: str = ""
    version: str = ""
    repository: str = ""
    condition: str = ""
    tags: list[str] | None = None
    enabled: bool = False
    import_values: list[Any] | None = None
    alias: str = ""


@dataclass(slots=True)
class Lock:
    """Chart.lock: the exact versions. ``generated`` is the text of a time, RFC 3339."""

    generated: str = ""
    digest: str = ""
    dependencies: list[Dependency | None] | None = None


@dataclass(slots=True)
class Metadata:
    """Chart.yaml. None stands for Go's nil list or map: the key was absent or null."""

    name: str = ""
    home: str = ""
    sources: list[str] | None = None
    version: str = ""
    description: str = ""
    keywords: list[str] | None = None
    maintainers: list[Maintainer | None] | None = None
    icon: str = ""
    api_version: str = ""
    condition: str = ""
    tags: str = ""
    app_version: str = ""
    deprecated: bool = False
    annotations: dict[str, str] | None = None
    kube_version: str = ""
    dependencies: list[Dependency] | None = None
    type: str = ""

    def duplicate(self) -> Metadata:
        """A copy whose dependency entries can be changed without touching this one."""
        entries = None if self.dependencies is None else [replace(entry) for entry in self.dependencies]
        return replace(self, dependencies=entries)


@dataclass(slots=True)
class CRDFile:
    """A file of ``crds/``: ``path`` starts with the name of the root chart, ``data`` is its text, not a template."""

    name: str
    path: str
    data: bytes


@dataclass(eq=False, slots=True)
class Chart:
    """A chart and, in ``dependencies``, the charts below it.

    Args:
        metadata: Chart.yaml, validated.
        lock: Chart.lock or requirements.lock.
        templates: Everything below ``templates/``, in the order of the files.
        raw: Every file of the chart as it was read, those of its subcharts included.
        values: values.yaml; None where there is none.
        schema: values.schema.json as bytes; None where there is none.
        files: What ``.Files`` shows: neither templates nor values nor Chart.yaml.
        dependencies: Subcharts; filled by the loader, changed by ``process_dependencies``.
        parent: The chart that contains this one. It gives a template its path, nothing else.
    """

    metadata: Metadata
    lock: Lock | None = None
    templates: list[ChartFile] = field(default_factory=list)
    raw: list[ChartFile] = field(default_factory=list)
    values: Values | None = None
    schema: bytes | None = None
    files: list[ChartFile] = field(default_factory=list)
    modtime_ns: int | None = None
    schema_modtime_ns: int | None = None
    dependencies: list[Chart] = field(default_factory=list)
    parent: Chart | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """The name of the chart, or its alias below its parent."""
        return self.metadata.name

    @property
    def is_root(self) -> bool:
        """True where no chart contains this one."""
        return self.parent is None

    @property
    def is_library(self) -> bool:
        """A library only lends its named templates; it renders nothing itself."""
        return self.metadata.type.lower() == "library"

    @property
    def full_path(self) -> str:
        """``root/charts/sub/charts/subsub``: what template names start with."""
        return self.name if self.parent is None else f"{self.parent.full_path}/charts/{self.name}"

    def set_dependencies(self, charts: list[Chart]) -> None:
        """Make *charts* the subcharts of this chart, and this chart their parent."""
        for chart in charts:
            chart.parent = self
        self.dependencies = charts

    def duplicate(self) -> Chart:
        """A copy of the whole tree of charts whose metadata can be changed; files and values are shared."""
        result = copy(self)
        result.metadata = self.metadata.duplicate()
        result.set_dependencies([chart.duplicate() for chart in self.dependencies])
        return result

    def walk(self) -> Iterator[Chart]:
        """This chart, then every chart below it."""
        yield self
        for chart in self.dependencies:
            yield from chart.walk()

    def crds(self) -> list[CRDFile]:
        """The files of ``crds/``: this chart's in the order of its files, then those of its subcharts."""
        return [
            CRDFile(file.name, f"{chart.full_path}/{file.name}", file.data)
            for chart in self.walk()
            for file in chart.files
            if file.name.startswith("crds/") and file.name.lower().endswith((".yaml", ".yml", ".json"))
        ]

    def release_json(self) -> dict[str, Any]:
        """The chart as Helm 4 stores it inside a release record; Helm 3 reads the same. See ``release_json.py``."""
        from werfpy.chart.release_json import chart_to_json

        return chart_to_json(self)

    @classmethod
    def from_release_json(cls, data: dict[str, Any]) -> Chart:
        """The chart of a stored release, by Helm 3 or 4. Subcharts are not stored, so there are none."""
        from werfpy.chart.release_json import chart_from_json

        return chart_from_json(data)
