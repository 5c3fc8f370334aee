"""Which kinds the cluster serves, and under which name it serves those that old manifests state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from werfpy.errors import Forbidden, NotFound, ResourceError
from werfpy.json_types import JSONValue
from werfpy.kube.client import Client
from werfpy.resource.identity import identity
from werfpy.resource.model import Resource
from werfpy.resource.refs import GVK, ObjectRef

USUAL_SCALE_PATH: Final = ".spec.replicas"
_CRD: Final = GVK("apiextensions.k8s.io", "v1", "CustomResourceDefinition")


@dataclass(frozen=True, slots=True)
class Kinds:
    """The cluster's kinds, and those that CRDs of the chart will add."""

    client: Client
    coming: Mapping[GVK, bool]

    @classmethod
    def of(cls, client: Client, documents: Iterable[JSONValue]) -> Kinds:
        """Kinds of the cluster plus those of all CRDs among *documents*."""
        return cls(client, {gvk: scope for document in documents for gvk, scope in kinds_defined_by(document).items()})

    def is_served(self, gvk: GVK) -> bool:
        """Does the cluster serve it already?"""
        try:
            self.client.discovery.resource_for(gvk)
        except NotFound:
            return False
        return True

    def is_namespaced(self, gvk: GVK) -> bool | None:
        """None where neither the cluster nor a CRD of the chart knows the kind."""
        try:
            return self.client.discovery.resource_for(gvk).namespaced
        except NotFound:
            if gvk in self.coming:
                return self.coming[gvk]
        served = self.served(ObjectRef(gvk, "", ""))
        return None if served is None else self.client.discovery.resource_for(served.gvk).namespaced

    def served(self, ref: ObjectRef) -> ObjectRef | None:
        """The same object under an API that the cluster serves; None where no version of it is served any more."""
        if self.is_served(ref.gvk):
            return ref
        try:
            resource = self.client.discovery.preferred(identity(ref).group, ref.gvk.kind)
        except NotFound:
            return None
        return replace(ref, gvk=GVK(resource.group, resource.version, resource.kind))

    def problem_of(self, resource: Resource) -> ResourceError | None:
        """What to tell where the kind of a chart's resource is unknown."""
        gvk = resource.ref.gvk
        if self.is_served(gvk) or gvk in self.coming:
            return None
        hint = "install the CustomResourceDefinition of this kind first, or put it into the chart's crds/ folder"
        newer = self.served(resource.ref)
        if newer is not None:
            hint = f"this cluster serves the kind as {newer.gvk.api_version}; change apiVersion in the template"
        return ResourceError(
            f'{resource.ref}: no matches for kind "{gvk.kind}" in version "{gvk.api_version}"',
            at=resource.source,
            because="the API server does not know this kind",
            hint=hint,
        )

    def scale_path(self, gvk: GVK) -> str:
        """Where a custom resource keeps its replicas; empty where it has no scale subresource.

        The CRD says it (``subresources.scale.specReplicasPath``); who may not read CRDs gets the usual path.
        """
        try:
            resource = self.client.discovery.resource_for(gvk)
        except NotFound:
            return ""
        if "scale" not in resource.subresources or "." not in gvk.group or gvk.group.endswith(".k8s.io"):
            return ""
        name = f"{resource.plural}.{gvk.group}"
        try:
            crd = self.client.get(ObjectRef(_CRD, "", name))
        except (NotFound, Forbidden):
            return USUAL_SCALE_PATH
        return _scale_path_of(crd, gvk.version)


def _scale_path_of(crd: Mapping[str, Any], version: str) -> str:
    for stated in (crd.get("spec") or {}).get("versions") or ():
        if stated.get("name") == version:
            scale = (stated.get("subresources") or {}).get("scale") or {}
            return str(scale.get("specReplicasPath") or USUAL_SCALE_PATH)
    return USUAL_SCALE_PATH


def kinds_defined_by(document: JSONValue) -> dict[GVK, bool]:
    """The kinds that a CRD defines and serves, and whether they are namespaced; none if it is no CRD."""
    if not isinstance(document, Mapping) or document.get("kind") != "CustomResourceDefinition":
        return {}
    spec: Mapping[str, Any] = document.get("spec") or {}
    names = spec.get("names") or {}
    stated = spec.get("versions") or [{"name": spec.get("version")}]
    versions = [version.get("name") for version in stated if version.get("served") is not False]
    namespaced = spec.get("scope") != "Cluster"
    group, kind = str(spec.get("group")), str(names.get("kind"))
    return {GVK(group, str(version), kind): namespaced for version in versions if version}
