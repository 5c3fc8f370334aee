"""Deployment, ReplicaSet, ReplicationController.

Source: kstatus ``deploymentConditions`` and ``replicasetConditions``; a paused Deployment is ready, as in Helm 4.
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.status.fields import condition, is_true, number, read
from werfpy.status.words import Status, StatusContext, current, failed, in_progress

_NO_DEADLINE = 2**31 - 1
"""progressDeadlineSeconds of MaxInt32 means that the controller keeps no Progressing condition."""


def deployment(manifest: Manifest, _context: StatusContext) -> Status:
    """All replicas are of the newest template, available, and no old one is left."""
    if read(manifest, "spec", "paused") is True:
        return current("its rollout is paused", "Paused")
    progressing = condition(manifest, "Progressing")
    if progressing is not None and progressing.reason == "ProgressDeadlineExceeded":
        return failed(progressing.told("the progress deadline has passed"), "ProgressDeadlineExceeded")
    return _deployment_counts(manifest) or _deployment_conditions(manifest)


def _deployment_counts(manifest: Manifest) -> Status | None:
    wanted = number(manifest, "spec", "replicas", default=1)
    total, updated, available, ready = (
        number(manifest, "status", name)
        for name in ("replicas", "updatedReplicas", "availableReplicas", "readyReplicas")
    )
    if read(manifest, "status", "observedGeneration") is None and wanted == 0:
        return in_progress("its controller has not seen it yet", "LatestGenerationNotObserved")
    if total < wanted:
        return in_progress(f"{total} of {wanted} replicas created", "LessReplicas")
    if updated < wanted:
        return in_progress(f"{updated} of {wanted} replicas updated", "LessUpdated")
    if total > wanted:
        return in_progress(f"{_counted(total - wanted, 'old replica')} still to end", "ExtraPods")
    if available < updated:
        return in_progress(f"{available} of {updated} replicas available", "LessAvailable")
    if ready < wanted:
        return in_progress(f"{ready} of {wanted} replicas ready", "LessReady")
    return None


def _deployment_conditions(manifest: Manifest) -> Status:
    progressing = condition(manifest, "Progressing")
    deadline = number(manifest, "spec", "progressDeadlineSeconds", default=_NO_DEADLINE)
    if deadline != _NO_DEADLINE and progressing is not None:
        is_rolled_out = progressing.status == "True" and progressing.reason == "NewReplicaSetAvailable"
        if not is_rolled_out:
            return in_progress("its new ReplicaSet is not available yet", "ReplicaSetNotAvailable")
    elif deadline != _NO_DEADLINE:
        return in_progress("its controller has not begun the rollout", "ProgressingUnknown")
    if not is_true(manifest, "Available"):
        return in_progress("it is not available yet", "NotAvailable")
    return current(_all_ready(number(manifest, "status", "replicas")), "Available")


def replica_set(manifest: Manifest, _context: StatusContext) -> Status:
    """All replicas are labelled, available and ready."""
    failure = condition(manifest, "ReplicaFailure")
    if failure is not None and failure.status == "True":
        return in_progress(failure.told("a pod cannot be created"), failure.reason or "ReplicaFailure")
    wanted = number(manifest, "spec", "replicas", default=1)
    if read(manifest, "status", "observedGeneration") is None:
        return in_progress("its controller has not seen it yet", "LatestGenerationNotObserved")
    for name, word in (
        ("fullyLabeledReplicas", "labelled"), ("availableReplicas", "available"), ("readyReplicas", "ready")
    ):  # fmt: skip
        count = number(manifest, "status", name)
        if count < wanted:
            return in_progress(f"{count} of {wanted} replicas {word}", f"Less{word.capitalize()}")
    extra = number(manifest, "status", "replicas") - wanted
    if extra > 0:
        return in_progress(f"{_counted(extra, 'replica')} too many still to end", "ExtraPods")
    return current(_all_ready(wanted), "Available")


def _all_ready(count: int) -> str:
    return f"{_counted(count, 'replica')} ready"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
