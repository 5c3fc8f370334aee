"""What a template sees as its dot: ``.Values .Chart .Release .Capabilities .Files .Subcharts .Template``.

Each chart has one such mapping, shared by all its templates: what one changes (``set .Values ...``), the next sees.

Source: helm ``pkg/engine/engine.go`` (recAllTpls), ``pkg/chart/common.go`` (structToMap).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from posixpath import normpath
from typing import Any, ClassVar

from werfpy.chart.model import Chart, Dependency
from werfpy.chart.tables import NoTable, NoValue, path_value, table
from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoError, StringMap
from werfpy.render.capabilities import Capabilities
from werfpy.render.chart_struct import ChartStruct
from werfpy.render.files import Files, Files3


class Scope(dict[str, Any]):
    """Go's ``common.Values``: a map that calls itself by another name, so that ``dig`` refuses it."""

    __slots__ = ()
    go_type: ClassVar[str] = "common.Values"
    go_kind: ClassVar[str] = "map"
    go_methods: ClassVar[Mapping[str, str]] = {
        "AsMap": "as_map",
        "YAML": "as_yaml",
        "Table": "below",
        "PathValue": "value_at",
    }

    def as_map(self) -> dict[str, Any]:
        """The same as a plain map."""
        return dict(self)

    def as_yaml(self) -> str:
        """All of it as YAML."""
        return yaml.dump(dict(self))

    def below(self, path: str) -> dict[str, Any]:
        """The map at a dotted path.

        Raises:
            GoError: There is none.
        """
        try:
            return type(self)(table(self, path))
        except NoTable as error:
            raise GoError(str(error)) from error

    def value_at(self, path: str) -> Any:
        """What stands at a dotted path, unless it is a map.

        Raises:
            GoError: Nothing, or a map.
        """
        try:
            return path_value(self, path)
        except NoValue as error:
            raise GoError(str(error)) from error


class Scope3(Scope):
    """Helm 3's name of the type."""

    __slots__ = ()
    go_type: ClassVar[str] = "chartutil.Values"


class NilStringMap(StringMap):
    """A nil ``map[string]string``: empty, and null in JSON."""

    __slots__ = ()
    go_type: ClassVar[str] = "map[string]string"
    go_kind: ClassVar[str] = "map"
    go_nil: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class ReleaseScope:
    """``.Release``; ``Service`` is always ``Helm``."""

    name: str
    namespace: str
    revision: int = 1
    is_install: bool = True
    is_upgrade: bool = False

    def as_map(self) -> dict[str, Any]:
        """The mapping that templates see."""
        return {
            "Name": self.name,
            "Namespace": self.namespace,
            "IsUpgrade": self.is_upgrade,
            "IsInstall": self.is_install,
            "Revision": self.revision,
            "Service": "Helm",
        }


@dataclass(frozen=True, slots=True)
class Renderable:
    """A template: its full name, its text, the dot of its chart, and ``.Template.BasePath``."""

    name: str
    data: bytes
    scope: Scope
    base_path: str


def renderables(
    chart: Chart, values: dict[str, Any], release: ReleaseScope, capabilities: Capabilities, compat: int
) -> list[Renderable]:
    """All templates of *chart* and the charts below it, each with its dot; of two with one name the later counts.

    Args:
        chart: With its dependencies processed.
        values: Coalesced.
        release: ``.Release``; one mapping for all charts.
        capabilities: ``.Capabilities``.
        compat: 4, or 3: ``.Chart`` is then a struct.
    """
    found: dict[str, Renderable] = {}
    scope_type = Scope3 if compat == 3 else Scope
    common = {"Release": release.as_map(), "Capabilities": capabilities}
    _collect(chart, scope_type(values), common, found, scope_type)
    return list(found.values())


def _collect(
    chart: Chart, values: dict[str, Any], common: dict[str, Any], found: dict[str, Renderable], scope_type: type[Scope]
) -> Scope:
    three = scope_type is Scope3
    subcharts: dict[str, Any] = {}
    scope = scope_type(
        Chart=ChartStruct(chart) if three else chart_map(chart),
        Files=(Files3 if three else Files).of(chart.files),
        Release=common["Release"],
        Capabilities=common["Capabilities"],
        Values=values,
        Subcharts=subcharts,
    )
    for child in chart.dependencies:
        section = values.get(child.name)
        # The parent's section and the subchart's values must be one object, so it keeps the parent's plain type.
        below = section if isinstance(section, dict) else scope_type()
        subcharts[child.name] = _collect(child, below, common, found, scope_type)
    path = chart.full_path
    for template in chart.templates:
        base = template.name.rpartition("/")[2]
        if not chart.is_library or base.startswith("_"):
            name = normpath(f"{path}/{template.name}")
            found[name] = Renderable(name, template.data, scope, f"{path}/templates")
    return scope


def chart_map(chart: Chart) -> dict[str, Any]:
    """``.Chart`` of Helm 4: the names of the Go fields, every field there."""
    metadata = chart.metadata
    annotations = metadata.annotations
    return {
        "Name": metadata.name,
        "Home": metadata.home,
        "Sources": list(metadata.sources or ()),
        "Version": metadata.version,
        "Description": metadata.description,
        "Keywords": list(metadata.keywords or ()),
        "Maintainers": [{"Name": m.name, "Email": m.email, "URL": m.url} for m in metadata.maintainers or () if m],
        "Icon": metadata.icon,
        "APIVersion": metadata.api_version,
        "Condition": metadata.condition,
        "Tags": metadata.tags,
        "AppVersion": metadata.app_version,
        "Deprecated": metadata.deprecated,
        "Annotations": NilStringMap() if annotations is None else StringMap(annotations),
        "KubeVersion": metadata.kube_version,
        "Dependencies": [_dependency_map(entry) for entry in metadata.dependencies or ()],
        "Type": metadata.type,
        "IsRoot": chart.is_root,
    }


def _dependency_map(entry: Dependency) -> dict[str, Any]:
    return {
        "Name": entry.name,
        "Version": entry.version,
        "Repository": entry.repository,
        "Condition": entry.condition,
        "Tags": list(entry.tags or ()),
        "Enabled": entry.enabled,
        "ImportValues": [StringMap(item) if isinstance(item, dict) else item for item in entry.import_values or ()],
        "Alias": entry.alias,
    }
