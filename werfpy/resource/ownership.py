"""Whose is a live object? Marks that say so, and how they are put on.

Helm's marks (``pkg/action/validate.go``) are used, so that Helm 3.2 and later see our objects as theirs;
werf's old mark
is understood.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from werfpy.json_types import Manifest
from werfpy.resource.annotations import (
    ADOPTED_IN,
    ALLOW_ADOPTION,
    MANAGED_BY,
    MANAGED_BY_HELM,
    RELEASE_NAME,
    RELEASE_NAMESPACE,
    RESOURCE_POLICY,
    WERF_OWNER,
    annotations_of,
    labels_of,
)


@dataclass(frozen=True, slots=True)
class ReleaseId:
    """A release: its name and the namespace in which it is recorded."""

    name: str
    namespace: str

    def __str__(self) -> str:
        return f"{self.namespace}/{self.name}"


class Ownership(StrEnum):
    """The four classes of what stands where a resource of the chart should be."""

    NEW = "new"
    OURS = "ours"
    UNOWNED = "unowned"
    FOREIGN = "foreign"


def owner_of(live: Manifest) -> ReleaseId | None:
    """The release that the object's marks name; None where there is no mark.

    werf's old mark has no namespace: the returned namespace is then empty and equals any.
    """
    annotations = annotations_of(live)
    name = annotations.get(RELEASE_NAME)
    if name:
        return ReleaseId(name, annotations.get(RELEASE_NAMESPACE, ""))
    legacy = annotations.get(WERF_OWNER)
    return ReleaseId(legacy, "") if legacy else None


def is_owner(owner: ReleaseId | None, release: ReleaseId) -> bool:
    """Does the mark name *release*?"""
    return owner is not None and owner.name == release.name and owner.namespace in ("", release.namespace)


def classify(live: Manifest | None, release: ReleaseId) -> Ownership:
    """The class of a live object as *release* sees it; None for *live* means that there is no such object."""
    if live is None:
        return Ownership.NEW
    owner = owner_of(live)
    if owner is None:
        return Ownership.UNOWNED
    return Ownership.OURS if is_owner(owner, release) else Ownership.FOREIGN


def consents_to(live: Manifest, release: ReleaseId) -> bool:
    """Does the live object's annotation allow this release to adopt it?"""
    return annotations_of(live).get(ALLOW_ADOPTION) == release.name


def is_kept(manifest: Manifest) -> bool:
    """Is the object kept when its release drops it (``helm.sh/resource-policy``: any value but ``delete``)?"""
    policy = annotations_of(manifest).get(RESOURCE_POLICY)
    return policy is not None and str(policy).strip().lower() not in ("", "delete")


def is_terminating(live: Manifest) -> bool:
    """Has its deletion begun, so that it only waits for its finalizers?"""
    return bool((live.get("metadata") or {}).get("deletionTimestamp"))


def with_marks(manifest: Manifest, release: ReleaseId) -> Manifest:
    """A copy of *manifest* that carries the marks of *release*; what is not touched is shared, not copied."""
    metadata = dict(manifest.get("metadata") or {})
    metadata["labels"] = {**labels_of(manifest), MANAGED_BY: MANAGED_BY_HELM}
    metadata["annotations"] = {
        **annotations_of(manifest),
        RELEASE_NAME: release.name,
        RELEASE_NAMESPACE: release.namespace,
    }
    return {**manifest, "metadata": metadata}


def with_adoption_mark(manifest: Manifest, revision: int) -> Manifest:
    """A copy of *manifest* that says which revision adopted the object."""
    metadata = manifest.get("metadata") or {}
    annotations = {**annotations_of(manifest), ADOPTED_IN: str(revision)}
    return {**manifest, "metadata": {**metadata, "annotations": annotations}}


def adopted_in(live: Manifest) -> int:
    """The revision that adopted the object; 0 where it was not adopted or the mark cannot be read."""
    text = str(annotations_of(live).get(ADOPTED_IN, ""))
    return int(text) if text.isdecimal() else 0


def is_marked(live: Manifest, release: ReleaseId) -> bool:
    """Does the object carry all three of Helm's marks for *release*?"""
    annotations = annotations_of(live)
    return (
        labels_of(live).get(MANAGED_BY) == MANAGED_BY_HELM
        and annotations.get(RELEASE_NAME) == release.name
        and annotations.get(RELEASE_NAMESPACE) == release.namespace
    )
