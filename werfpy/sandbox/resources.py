"""Which resources the server has: the built-in ones, and those that custom resource definitions add."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from werfpy.json_types import JSONValue
from werfpy.sandbox.schemas import tables, type_name_of

# Kinds that only exist as the answer to a question, and what they would need that the sandbox does not do.
_NOT_STORED: Final = frozenset({"bindings", "componentstatuses", "tokenreviews", "selfsubjectreviews"})
_UNCONDITIONAL_FORBIDDEN: Final = frozenset(
    {
        "runtimeclasses", "poddisruptionbudgets", "csidrivers", "csistoragecapacities", "volumeattachments", "csinodes",
        "leases", "validatingadmissionpolicies", "mutatingadmissionpolicies", "mutatingwebhookconfigurations",
        "validatingwebhookconfigurations", "mutatingadmissionpolicybindings", "validatingadmissionpolicybindings",
    }
)  # fmt: skip
_CREATED_BY_PUT: Final = frozenset(
    {
        "runtimeclasses", "rolebindings", "clusterrolebindings", "roles", "clusterroles", "leases", "limitranges",
        "events", "services", "endpoints",
    }
)  # fmt: skip
_DELETED_OBJECT_RETURNED: Final = frozenset(
    {
        "resourceclaimtemplates", "resourceslices", "resourceclaims", "deviceclasses", "csidrivers", "storageclasses",
        "volumeattachments", "csinodes", "volumeattributesclasses", "resourcequotas", "persistentvolumes",
        "serviceaccounts", "persistentvolumeclaims", "namespaces", "pods", "services", "podtemplates",
    }
)  # fmt: skip
_WITH_GENERATION: Final = frozenset(
    {
        "priorityclasses", "ingressclasses", "networkpolicies", "ingresses", "endpointslices", "poddisruptionbudgets",
        "resourceslices", "deviceclasses", "flowschemas", "prioritylevelconfigurations", "daemonsets", "statefulsets",
        "deployments", "replicasets", "jobs", "cronjobs", "pods", "podtemplates", "replicationcontrollers",
        "validatingadmissionpolicies", "mutatingadmissionpolicies", "mutatingwebhookconfigurations",
        "validatingwebhookconfigurations", "mutatingadmissionpolicybindings", "validatingadmissionpolicybindings",
        "customresourcedefinitions",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Subresource:
    """``status``, ``scale`` and others; the kind is that of what goes over the wire."""

    name: str
    kind: str
    group: str = ""
    version: str = ""
    verbs: tuple[str, ...] = ("get", "patch", "update")


@dataclass(frozen=True, slots=True)
class Resource:
    """One resource in one version.

    ``type_name`` is the struct of a built-in kind, ``""`` for a custom resource; then ``schema`` is the version's
    ``openAPIV3Schema`` and ``definition`` the entry in the CRD's ``spec.versions``.
    """

    group: str
    version: str
    kind: str
    plural: str
    singular: str
    namespaced: bool
    verbs: tuple[str, ...]
    short_names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    subresources: dict[str, Subresource] = field(default_factory=dict)
    type_name: str = ""
    schema: JSONValue = None
    definition: JSONValue = None
    storage_version: str = ""

    @property
    def api_version(self) -> str:
        """``v1`` or ``group/version``."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def key(self) -> str:
        """Where its objects are stored: one place for all versions."""
        return f"{self.group}/{self.plural}"

    @property
    def is_custom(self) -> bool:
        """Whether a CRD defines it."""
        return self.definition is not None

    @property
    def has_status(self) -> bool:
        """Whether status is written through its own subresource only."""
        return "status" in self.subresources

    @property
    def has_generation(self) -> bool:
        """Whether ``metadata.generation`` counts the changes of its spec."""
        return self.is_custom or self.plural in _WITH_GENERATION

    @property
    def may_be_created_by_put(self) -> bool:
        """Whether PUT of an object that is not there makes it."""
        return not self.is_custom and self.plural in _CREATED_BY_PUT

    @property
    def may_update_blindly(self) -> bool:
        """Whether PUT without a resourceVersion is taken."""
        return not self.is_custom and self.plural not in _UNCONDITIONAL_FORBIDDEN

    @property
    def returns_deleted_object(self) -> bool:
        """Whether DELETE answers with the object instead of a Status."""
        return not self.is_custom and self.plural in _DELETED_OBJECT_RETURNED


class Registry:
    """All resources by group, version and plural. Thread-safe; custom ones come and go."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._resources: dict[tuple[str, str, str], Resource] = {
            (item.group, item.version, item.plural): item for item in map(_builtin, tables()["resources"])
        }

    def find(self, group: str, version: str, plural: str) -> Resource | None:
        """The resource of a URL."""
        return self._resources.get((group, version, plural))

    def of_kind(self, group: str, version: str, kind: str) -> Resource | None:
        """The resource of an object."""
        found = (item for item in self.all() if (item.group, item.version, item.kind) == (group, version, kind))
        return next(found, None)

    def all(self) -> list[Resource]:
        """Every resource in every version, built-in ones first."""
        with self._lock:
            return list(self._resources.values())

    def has_version(self, group: str, version: str) -> bool:
        """Whether any resource is served there."""
        return any((item.group, item.version) == (group, version) for item in self.all())

    def replace_custom(self, resources: Iterable[Resource]) -> None:
        """From now on these are the custom resources."""
        with self._lock:
            kept = {key: item for key, item in self._resources.items() if not item.is_custom}
            added = {(item.group, item.version, item.plural): item for item in resources}
            self._resources = {**kept, **{key: item for key, item in added.items() if key not in kept}}


def _builtin(line: dict[str, Any]) -> Resource:
    group, version, kind = line["group"], line["version"], line["kind"]
    subresources = {
        item["name"]: Subresource(item["name"], item["kind"], item["group"], item["version"], tuple(item["verbs"]))
        for item in line.get("subresources", ())
    }
    return Resource(
        group=group,
        version=version,
        kind=kind,
        plural=line["plural"],
        singular=line["singular"],
        namespaced=line["namespaced"],
        verbs=tuple(line["verbs"]),
        short_names=tuple(line.get("shortNames", ())),
        categories=tuple(line.get("categories", ())),
        subresources=subresources,
        type_name=type_name_of(group, version, kind) or "",
        storage_version="v2" if (group, line["plural"]) == ("autoscaling", "horizontalpodautoscalers") else version,
    )


def is_stored(resource: Resource) -> bool:
    """Whether objects of this resource are kept, as opposed to questions that are answered."""
    return resource.plural not in _NOT_STORED and "get" in resource.verbs
