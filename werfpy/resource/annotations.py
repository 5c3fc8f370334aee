"""Names of the annotations and labels that werfpy reads and writes, and how their values are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from werfpy.json_types import Manifest

ALLOW_ADOPTION: Final = "werf.io/allow-adoption-by-release"
"""On the live object: the name of the release that may adopt it."""

ADOPTED_IN: Final = "werf.io/adopted-in-revision"
"""On an adopted object: the revision that adopted it. While that revision has not been deployed well, and when a
rollback goes back behind it, dropping the object from the release does not delete it."""

REPLICAS_ONLY_ON_CREATION: Final = "werf.io/set-replicas-only-on-creation"
RESOURCES_ONLY_ON_CREATION: Final = "werf.io/set-resources-only-on-creation"

REPAIR_PATCH: Final = "werf.io/repair-patch"
REPAIR_MESSAGES: Final = "werf.io/repair-messages"
REPAIR_ERRORS: Final = "werf.io/repair-patch-errors"
REPAIR_ANNOTATIONS: Final = (REPAIR_PATCH, REPAIR_MESSAGES, REPAIR_ERRORS)
"""Written on objects in two-way mode; the next three-way update takes them away."""

LEGACY_REPAIR_ANNOTATIONS: Final = tuple(
    f"debug.werf.io/{name}"
    for name in ("repair-patch", "repair-messages", "repair-patch-errors", "validation-messages")
)
"""What werf 1.0 and 1.1 wrote; taken away by a three-way update too."""

RESOURCE_POLICY: Final = "helm.sh/resource-policy"
HOOK: Final = "helm.sh/hook"

MANAGED_BY: Final = "app.kubernetes.io/managed-by"
MANAGED_BY_HELM: Final = "Helm"
RELEASE_NAME: Final = "meta.helm.sh/release-name"
RELEASE_NAMESPACE: Final = "meta.helm.sh/release-namespace"
WERF_OWNER: Final = "service.werf.io/owner-release"
"""The owner mark of werf 1.0 and 1.1: a release name without a namespace."""

MODE_ON_REVISION: Final = "werf.io/three-way-merge-enabled"
"""On a release's storage object: ``"true"`` where that revision was made with the three-way merge."""


def annotations_of(manifest: Manifest) -> Mapping[str, str]:
    """``metadata.annotations``, or an empty mapping."""
    found = (manifest.get("metadata") or {}).get("annotations")
    return found if isinstance(found, dict) else {}


def labels_of(manifest: Manifest) -> Mapping[str, str]:
    """``metadata.labels``, or an empty mapping."""
    found = (manifest.get("metadata") or {}).get("labels")
    return found if isinstance(found, dict) else {}
