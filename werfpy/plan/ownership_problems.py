"""What a person is told when an object of the chart already exists and is not ours."""

from __future__ import annotations

from werfpy.errors import NotOwned, PlanError
from werfpy.json_types import Manifest
from werfpy.resource.annotations import ALLOW_ADOPTION, annotations_of
from werfpy.resource.ownership import ReleaseId, owner_of
from werfpy.resource.refs import ObjectRef


def unowned(ref: ObjectRef, live: Manifest, release: ReleaseId, source: str) -> NotOwned:
    """The object exists, belongs to no release, and nobody consented to its adoption."""
    consent = annotations_of(live).get(ALLOW_ADOPTION)
    because = "no revision of this release states it, and it carries no ownership marks"
    if consent is not None:
        because = f'its annotation {ALLOW_ADOPTION} is "{consent}", not "{release.name}"'
    return NotOwned(
        f"{ref} already exists in the cluster and is not part of release {release}",
        at=source,
        because=because,
        hint=_three_ways_out(ref, release, overwrite=consent is not None),
    )


def foreign(ref: ObjectRef, live: Manifest, release: ReleaseId, *, is_recorded: bool, source: str) -> NotOwned:
    """The object's marks name another release."""
    owner = owner_of(live)
    recorded = ", although this release has a record of it" if is_recorded else ""
    return NotOwned(
        f"{ref} belongs to release {owner}, not to {release}{recorded}",
        at=source,
        because="its annotations meta.helm.sh/release-name and -namespace (or service.werf.io/owner-release) say so",
        hint=(
            "deploy it from one release only: drop it from one of the two charts, "
            "or take it over with --take-ownership once the other release no longer states it"
        ),
    )


def terminating(ref: ObjectRef, live: Manifest, source: str) -> PlanError:
    """The object is on its way out: what we wrote to it would go with it."""
    finalizers = ", ".join((live.get("metadata") or {}).get("finalizers") or ()) or "no finalizer"
    return PlanError(
        f"{ref} is being deleted",
        at=source,
        because=f"its deletion began at {live['metadata']['deletionTimestamp']} and waits for {finalizers}",
        hint="deploy again when it is gone; if it does not go, see to whoever should take the finalizer away",
    )


def _three_ways_out(ref: ObjectRef, release: ReleaseId, *, overwrite: bool) -> str:
    where = f"-n {ref.namespace} " if ref.namespace else ""
    again = "--overwrite " if overwrite else ""
    target = resource_argument(ref)
    return (
        "do one of these, then deploy again:\n"
        f"let this release adopt it:  kubectl {where}annotate {again}{target} {ALLOW_ADOPTION}={release.name}\n"
        f"delete it from the cluster: kubectl {where}delete {target}\n"
        "drop it from the chart"
    )


def resource_argument(ref: ObjectRef) -> str:
    """``kind.version.group/name`` as kubectl takes it; the bare kind for core objects.

    >>> from werfpy.resource.refs import GVK
    >>> resource_argument(ObjectRef(GVK("apps", "v1", "Deployment"), "shop", "web"))
    'deployment.v1.apps/web'
    """
    kind = ref.gvk.kind.lower()
    return f"{kind}.{ref.gvk.version}.{ref.gvk.group}/{ref.name}" if ref.gvk.group else f"{kind}/{ref.name}"
