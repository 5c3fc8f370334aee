"""``.Chart`` of Helm 3: Go structs, in which an unknown field is an error.

Source: helm 3 ``pkg/engine/engine.go`` (recAllTpls) and ``pkg/chart/metadata.go``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from werfpy.chart.model import Chart, Dependency, Maintainer
from werfpy.chart.release_json import dependency_to_json, metadata_to_json
from werfpy.gostd.kinds import GoStruct, StringList, StringMap


class DependencyStruct(GoStruct):
    """An element of ``.Chart.Dependencies``."""

    go_type: ClassVar[str] = "*chart.Dependency"
    go_fields: ClassVar[Mapping[str, str]] = {
        "Name": "name",
        "Version": "version",
        "Repository": "repository",
        "Condition": "condition",
        "Tags": "tags",
        "Enabled": "enabled",
        "ImportValues": "import_values",
        "Alias": "alias",
    }

    def __init__(self, entry: Dependency) -> None:
        self._entry = entry
        self.name = entry.name
        self.version = entry.version
        self.repository = entry.repository
        self.condition = entry.condition
        self.tags = StringList(entry.tags or ())
        self.enabled = entry.enabled
        self.import_values = [StringMap(item) if isinstance(item, dict) else item for item in entry.import_values or ()]
        self.alias = entry.alias

    def json_value(self) -> dict[str, Any]:
        """As encoding/json sees it."""
        return dependency_to_json(self._entry)


class MaintainerStruct(GoStruct):
    """An element of ``.Chart.Maintainers``."""

    go_type: ClassVar[str] = "*chart.Maintainer"
    go_fields: ClassVar[Mapping[str, str]] = {"Name": "name", "Email": "email", "URL": "url"}

    def __init__(self, entry: Maintainer) -> None:
        self.name = entry.name
        self.email = entry.email
        self.url = entry.url

    def json_value(self) -> dict[str, Any]:
        """As encoding/json sees it."""
        fields = {"name": self.name, "email": self.email, "url": self.url}
        return {key: value for key, value in fields.items() if value}


class DependencyList(list[DependencyStruct]):
    """A ``[]*chart.Dependency``."""

    __slots__ = ()
    go_type: ClassVar[str] = "[]*chart.Dependency"
    go_kind: ClassVar[str] = "slice"


class MaintainerList(list[MaintainerStruct]):
    """A ``[]*chart.Maintainer``."""

    __slots__ = ()
    go_type: ClassVar[str] = "[]*chart.Maintainer"
    go_kind: ClassVar[str] = "slice"


class ChartStruct(GoStruct):
    """``.Chart``: the metadata and ``IsRoot``."""

    go_type: ClassVar[str] = "struct { chart.Metadata; IsRoot bool }"
    go_fields: ClassVar[Mapping[str, str]] = {
        "Name": "name",
        "Home": "home",
        "Sources": "sources",
        "Version": "version",
        "Description": "description",
        "Keywords": "keywords",
        "Maintainers": "maintainers",
        "Icon": "icon",
        "APIVersion": "api_version",
        "Condition": "condition",
        "Tags": "tags",
        "AppVersion": "app_version",
        "Deprecated": "deprecated",
        "Annotations": "annotations",
        "KubeVersion": "kube_version",
        "Dependencies": "dependencies",
        "Type": "type",
        "IsRoot": "is_root",
    }

    def __init__(self, chart: Chart) -> None:
        metadata = chart.metadata
        self._metadata = metadata
        self.name = metadata.name
        self.home = metadata.home
        self.sources = StringList(metadata.sources or ())
        self.version = metadata.version
        self.description = metadata.description
        self.keywords = StringList(metadata.keywords or ())
        self.maintainers = MaintainerList(MaintainerStruct(entry) for entry in metadata.maintainers or () if entry)
        self.icon = metadata.icon
        self.api_version = metadata.api_version
        self.condition = metadata.condition
        self.tags = metadata.tags
        self.app_version = metadata.app_version
        self.deprecated = metadata.deprecated
        self.annotations = StringMap(metadata.annotations or {})
        self.kube_version = metadata.kube_version
        self.dependencies = DependencyList(DependencyStruct(entry) for entry in metadata.dependencies or ())
        self.type = metadata.type
        self.is_root = chart.is_root

    def json_value(self) -> dict[str, Any]:
        """As encoding/json sees it."""
        return {**metadata_to_json(self._metadata), "IsRoot": self.is_root}
