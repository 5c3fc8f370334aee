"""``.Capabilities``: what the cluster can do, or what Helm assumes without one.

Source: helm ``pkg/chart/common/capabilities.go``; ``k8s.io/apimachinery/pkg/util/version`` for version texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from werfpy.errors import UsageError
from werfpy.gostd.kinds import GoStruct
from werfpy.gostd.quote import quote

DEFAULT_KUBE_VERSION: Final = "v1.36.0"

HELM_VERSIONS: Final = {4: "v4.2.4", 3: "v3.22.0"}
"""The Helm that each profile stands for, as templates see it in ``.Capabilities.HelmVersion.Version``."""

GO_VERSION: Final = "go1.26.8"

_VERSION: Final = re.compile(r"\s*v?([0-9]+(?:\.[0-9]+)*)")


class VersionSet(list[str]):
    """``.Capabilities.APIVersions``: ``group/version``, and with a cluster ``group/version/Kind`` too."""

    __slots__ = ()
    go_type: ClassVar[str] = "common.VersionSet"
    go_kind: ClassVar[str] = "slice"
    go_methods: ClassVar[Mapping[str, str]] = {"Has": "has"}

    def has(self, name: str) -> bool:
        """Whether *name* is in the list."""
        return name in self


@dataclass(frozen=True)
class KubeVersion(GoStruct):
    """A version of Kubernetes.

    Args:
        version: In full: ``v1.33.4-gke.1245000``.
        major: ``1``.
        minor: ``33``.
        normalized: Without suffixes: what constraints are checked against; empty means *version*.
    """

    version: str
    major: str
    minor: str
    normalized: str = ""

    go_type: ClassVar[str] = "common.KubeVersion"
    go_fields: ClassVar[Mapping[str, str]] = {"Version": "version", "Major": "major", "Minor": "minor"}
    go_methods: ClassVar[Mapping[str, str]] = {"String": "text", "GitVersion": "git_version"}

    def text(self) -> str:
        """The version for constraints; also what a template prints."""
        return self.normalized or self.version

    def git_version(self) -> str:
        """The full version."""
        return self.version


@dataclass(frozen=True)
class HelmVersion(GoStruct):
    """``.Capabilities.HelmVersion``."""

    version: str
    git_commit: str = ""
    git_tree_state: str = ""
    go_version: str = GO_VERSION
    kube_client_version: str = "v1.36"

    go_type: ClassVar[str] = "version.BuildInfo"
    go_fields: ClassVar[Mapping[str, str]] = {
        "Version": "version",
        "GitCommit": "git_commit",
        "GitTreeState": "git_tree_state",
        "GoVersion": "go_version",
        "KubeClientVersion": "kube_client_version",
    }
    _json: ClassVar[Mapping[str, str]] = {
        "version": "version",
        "git_commit": "git_commit",
        "git_tree_state": "git_tree_state",
        "go_version": "go_version",
        "kube_client_version": "kube_client_version",
    }

    def json_value(self) -> dict[str, Any]:
        """As encoding/json sees it: the tags of Go's struct, empty fields left out."""
        return {key: getattr(self, name) for key, name in self._json.items() if getattr(self, name)}


class HelmVersion3(HelmVersion):
    """The same in Helm 3, which does not tell its client-go."""

    go_fields: ClassVar[Mapping[str, str]] = {
        name: attribute for name, attribute in HelmVersion.go_fields.items() if name != "KubeClientVersion"
    }
    _json: ClassVar[Mapping[str, str]] = {
        name: attribute for name, attribute in HelmVersion._json.items() if name != "kube_client_version"
    }


@dataclass(frozen=True)
class Capabilities(GoStruct):
    """What templates may ask of the cluster."""

    kube_version: KubeVersion
    api_versions: VersionSet
    helm_version: HelmVersion

    go_type: ClassVar[str] = "*common.Capabilities"
    go_fields: ClassVar[Mapping[str, str]] = {
        "KubeVersion": "kube_version",
        "APIVersions": "api_versions",
        "HelmVersion": "helm_version",
    }

    @classmethod
    def of_cluster(
        cls, server_version: Mapping[str, Any], api_versions: Iterable[str], compat: int = 4
    ) -> Capabilities:
        """From the answer to ``/version`` and the API versions (``group/version``, with and without ``/Kind``)."""
        version = str(server_version.get("gitVersion", ""))
        major, minor = str(server_version.get("major", "")), str(server_version.get("minor", ""))
        return cluster_capabilities(version, major, minor, api_versions, compat=compat)

    def with_api_versions(self, names: Iterable[str]) -> Capabilities:
        """The same with *names* appended, as ``--api-versions`` does."""
        return replace(self, api_versions=type(self.api_versions)([*self.api_versions, *names]))

    def with_kube_version(self, version: str, compat: int = 4) -> Capabilities:
        """The same for another version of Kubernetes, as ``--kube-version`` does.

        Raises:
            UsageError: *version* is no version.
        """
        return replace(self, kube_version=parse_kube_version(version, compat))


class VersionSet3(VersionSet):
    """Helm 3's name of the type."""

    __slots__ = ()
    go_type: ClassVar[str] = "chartutil.VersionSet"


class KubeVersion3(KubeVersion):
    """Helm 3's name of the type."""

    go_type: ClassVar[str] = "chartutil.KubeVersion"


class Capabilities3(Capabilities):
    """Helm 3's name of the type."""

    go_type: ClassVar[str] = "*chartutil.Capabilities"


def default_capabilities(compat: int = 4) -> Capabilities:
    """What Helm assumes when it may not ask a cluster."""
    return cluster_capabilities(DEFAULT_KUBE_VERSION, "1", "36", DEFAULT_API_VERSIONS, compat=compat)


def cluster_capabilities(
    git_version: str, major: str, minor: str, api_versions: Iterable[str], *, compat: int = 4
) -> Capabilities:
    """Capabilities from a cluster's ``/version`` and its API versions.

    Args:
        git_version: ``gitVersion``, such as ``v1.36.3``.
        major: As the server says it.
        minor: As the server says it; some servers append a ``+``.
        api_versions: ``group/version`` and ``group/version/Kind`` names.
        compat: 4, or 3 for Helm 3's type names.
    """
    if compat == 3:
        kube_version: KubeVersion = KubeVersion3(git_version, major, minor)
        return Capabilities3(kube_version, VersionSet3(api_versions), HelmVersion3(HELM_VERSIONS[3]))
    return Capabilities(KubeVersion(git_version, major, minor), VersionSet(api_versions), HelmVersion(HELM_VERSIONS[4]))


def parse_kube_version(text: str, compat: int = 4) -> KubeVersion:
    """Read the value of ``--kube-version``.

    Raises:
        UsageError: It is no version; the text is Helm's.
    """
    match = _VERSION.match(text)
    if match is None:
        raise _bad_version(text, f"could not parse {quote(text)} as version")
    components = match.group(1).split(".")
    if len(components) < 2:
        raise _bad_version(text, f"illegal version string {quote(text)}")
    if components[0].startswith("0") and components[0] != "0":
        raise _bad_version(text, f"illegal zero-prefixed version component {quote(components[0])} in {quote(text)}")
    numbers = [str(int(component)) for component in components]
    normalized = "v" + ".".join(numbers)
    if compat == 3:
        return KubeVersion3(normalized, numbers[0], numbers[1])
    return KubeVersion(text if text.startswith("v") else f"v{text}", numbers[0], numbers[1], normalized)


def _bad_version(text: str, reason: str) -> UsageError:
    return UsageError(f"invalid kube version '{text}': {reason}", hint="give a version such as 1.33.4 or v1.33.4-gke.1")


DEFAULT_API_VERSIONS: Final = tuple(
    """
    v1 admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1alpha1
    admissionregistration.k8s.io/v1beta1 internal.apiserver.k8s.io/v1alpha1 apps/v1 apps/v1beta1 apps/v1beta2
    authentication.k8s.io/v1 authentication.k8s.io/v1alpha1 authentication.k8s.io/v1beta1
    authorization.k8s.io/v1 authorization.k8s.io/v1beta1 autoscaling/v1 autoscaling/v2 batch/v1 batch/v1beta1
    certificates.k8s.io/v1 certificates.k8s.io/v1beta1 certificates.k8s.io/v1alpha1
    coordination.k8s.io/v1alpha2 coordination.k8s.io/v1beta1 coordination.k8s.io/v1 discovery.k8s.io/v1
    discovery.k8s.io/v1beta1 events.k8s.io/v1 events.k8s.io/v1beta1 extensions/v1beta1
    flowcontrol.apiserver.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.apiserver.k8s.io/v1beta2
    flowcontrol.apiserver.k8s.io/v1beta3 networking.k8s.io/v1 networking.k8s.io/v1beta1 node.k8s.io/v1
    node.k8s.io/v1alpha1 node.k8s.io/v1beta1 policy/v1 policy/v1beta1 rbac.authorization.k8s.io/v1
    rbac.authorization.k8s.io/v1beta1 rbac.authorization.k8s.io/v1alpha1 resource.k8s.io/v1
    resource.k8s.io/v1beta2 resource.k8s.io/v1beta1 resource.k8s.io/v1alpha3 scheduling.k8s.io/v1alpha2
    scheduling.k8s.io/v1beta1 scheduling.k8s.io/v1 storage.k8s.io/v1beta1 storage.k8s.io/v1
    storage.k8s.io/v1alpha1 storagemigration.k8s.io/v1beta1 apiextensions.k8s.io/v1beta1
    apiextensions.k8s.io/v1
    """.split()  # noqa: SIM905 - a table of words reads better than fifty quoted lines
)
"""The API versions that client-go 0.36 knows, in its order: Helm's list when there is no cluster."""
