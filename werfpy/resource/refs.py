"""Names of kinds and of objects."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.json_types import Manifest


@dataclass(frozen=True, slots=True, order=True)
class GVK:
    """A kind: API group (``""`` for core), version, kind.

    >>> GVK.of("apps/v1", "Deployment")
    GVK(group='apps', version='v1', kind='Deployment')
    """

    group: str
    version: str
    kind: str

    @classmethod
    def of(cls, api_version: str, kind: str) -> GVK:
        """Read ``apiVersion`` as manifests write it: ``v1`` or ``group/version``."""
        group, slash, version = api_version.partition("/")
        return cls(group, version, kind) if slash else cls("", api_version, kind)

    @property
    def api_version(self) -> str:
        """``v1`` or ``group/version``."""
        return f"{self.group}/{self.version}" if self.group else self.version

    def __str__(self) -> str:
        return f"{self.api_version} {self.kind}"


@dataclass(frozen=True, slots=True, order=True)
class ObjectRef:
    """Which object: kind, namespace (``""`` for cluster-scoped ones), name."""

    gvk: GVK
    namespace: str
    name: str

    @classmethod
    def of(cls, manifest: Manifest, default_namespace: str = "") -> ObjectRef:
        """The object that *manifest* names; *default_namespace* where it names none."""
        metadata = manifest.get("metadata") or {}
        return cls(
            GVK.of(str(manifest.get("apiVersion", "")), str(manifest.get("kind", ""))),
            metadata.get("namespace") or default_namespace,
            str(metadata.get("name", "")),
        )

    @property
    def kind(self) -> str:
        """The bare kind, ``Deployment``."""
        return self.gvk.kind

    def __str__(self) -> str:
        where = f"{self.namespace}/" if self.namespace else ""
        return f"{self.gvk.kind} {where}{self.name}"
