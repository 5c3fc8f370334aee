"""Delete and deletecollection: preconditions, propagation, finalizers, graceful ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.conversion import from_storage
from werfpy.sandbox.refusals import Findings, bad_request, conflict, forbidden, invalid
from werfpy.sandbox.resources import Resource

FOREGROUND: Final = "foregroundDeletion"
ORPHAN: Final = "orphan"
_POLICIES: Final = ("Background", "Foreground", "Orphan")
_KEPT_NAMESPACES: Final = frozenset({"default", "kube-system", "kube-public"})


@dataclass(frozen=True, slots=True)
class DeleteOptions:
    """What a deletion asks for, from its body or its query."""

    propagation: str = ""
    grace_s: int | None = None
    uid: str = ""
    resource_version: str = ""
    dry_run: bool = False

    @classmethod
    def of(cls, call: Call) -> DeleteOptions:
        """Read them.

        Raises:
            Refused: 400 or 422, a value is not one of those allowed.
        """
        body = call.document() if call.body.strip() else {}
        body = body if isinstance(body, dict) else {}
        propagation = str(body.get("propagationPolicy") or call.option("propagationPolicy"))
        if body.get("orphanDependents") is not None:
            propagation = propagation or ("Orphan" if body["orphanDependents"] else "Background")
        if propagation and propagation not in _POLICIES:
            findings = Findings()
            findings.invalid("propagationPolicy", propagation, f"must be one of {', '.join(_POLICIES)}")
            raise invalid("meta.k8s.io", "DeleteOptions", "", findings.causes)
        preconditions = body.get("preconditions") or {}
        return cls(
            propagation=propagation,
            grace_s=_grace(body.get("gracePeriodSeconds", call.option("gracePeriodSeconds") or None)),
            uid=str(preconditions.get("uid") or ""),
            resource_version=str(preconditions.get("resourceVersion") or ""),
            dry_run=bool(body.get("dryRun")) or call.dry_run("DeleteOptions"),
        )


def _grace(value: Any) -> int | None:
    try:
        return None if value is None else max(int(value), 0)
    except (TypeError, ValueError):
        raise bad_request(f"invalid gracePeriodSeconds {value!r}") from None


def delete(api: Api, target: Target, options: DeleteOptions) -> tuple[Manifest, bool]:
    """Delete one object.

    Returns:
        The object's last state in the request's version, and whether it is gone already.

    Raises:
        Refused: 404, or 409 for a precondition that does not hold.
    """
    resource = target.resource
    name = (target.namespace, target.name)
    with api.store.lock:
        live = api.stored(resource, *name)
        if resource.key == "/namespaces" and target.name in _KEPT_NAMESPACES:
            raise forbidden("", "namespaces", target.name, "this namespace may not be deleted")
        _check_preconditions(resource, live, options)
        if options.dry_run:
            return from_storage(resource, live), True
        ending = _ending(api, resource, live, options)
        if ending is None:
            return from_storage(resource, api.store.remove(resource.key, name) or live), True
        if ending is not live:
            ending = api.store.put(resource.key, name, ending)
        return from_storage(resource, ending), False


def _check_preconditions(resource: Resource, live: Manifest, options: DeleteOptions) -> None:
    metadata = live["metadata"]
    checks = (
        ("UID", options.uid, metadata["uid"], "deleted and then recreated"),
        ("ResourceVersion", options.resource_version, metadata["resourceVersion"], "modified"),
    )
    for what, wanted, found, happened in checks:
        if wanted and wanted != found:
            why = f"the {what} in the precondition ({wanted}) does not match the {what} in record ({found})"
            why = f"{why}. The object might have been {happened}"
            raise conflict(resource.group, resource.kind, metadata["name"], why)


def _ending(api: Api, resource: Resource, live: Manifest, options: DeleteOptions) -> Manifest | None:
    """The object that stays until somebody lets it go; None when it goes at once."""
    finalizers = _finalizers(live, options)
    grace_s = _grace_of(resource, live, options)
    waits = (
        bool(finalizers)
        or grace_s > 0
        or bool((live.get("spec") or {}).get("finalizers") and resource.kind == "Namespace")
    )
    if not waits:
        return None
    metadata = dict(live["metadata"])
    if metadata.get("deletionTimestamp"):
        if finalizers == (metadata.get("finalizers") or []) and not _is_hastened(metadata, grace_s):
            return live
    else:
        metadata["generation"] = metadata.get("generation", 0) + 1 if resource.has_generation else 0
        if not metadata["generation"]:
            del metadata["generation"]
        metadata["deletionTimestamp"] = api.after(grace_s)
    metadata["deletionGracePeriodSeconds"] = min(grace_s, metadata.get("deletionGracePeriodSeconds", grace_s))
    metadata.pop("finalizers", None)
    if finalizers:
        metadata["finalizers"] = finalizers
    ending = {**live, "metadata": metadata}
    if resource.kind == "Namespace":
        ending["status"] = {**(live.get("status") or {}), "phase": "Terminating"}
    return ending


def _is_hastened(metadata: dict[str, Any], grace_s: int) -> bool:
    return bool(grace_s < metadata.get("deletionGracePeriodSeconds", 0))


def _finalizers(live: Manifest, options: DeleteOptions) -> list[str]:
    found = list(live["metadata"].get("finalizers") or ())
    if options.propagation:
        found = [item for item in found if item not in (FOREGROUND, ORPHAN)]
    if options.propagation == "Foreground":
        found.append(FOREGROUND)
    elif options.propagation == "Orphan":
        found.append(ORPHAN)
    return found


def _grace_of(resource: Resource, live: Manifest, options: DeleteOptions) -> int:
    """Seconds that the kubelet is given; only pods that run somewhere have any."""
    if resource.kind != "Pod" or resource.is_custom:
        return 0
    status, spec = live.get("status") or {}, live["spec"]
    if not spec.get("nodeName") or status.get("phase") in ("Succeeded", "Failed"):
        return 0
    if options.grace_s is not None:
        return options.grace_s
    return int(spec.get("terminationGracePeriodSeconds", 30))
