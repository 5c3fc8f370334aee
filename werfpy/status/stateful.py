"""StatefulSet and DaemonSet.

Source: kstatus ``statefulsetConditions`` and ``daemonsetConditions``. One point differs: with the update strategy
OnDelete a DaemonSet's pods are replaced only when somebody deletes them, so updated pods are not waited for.
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.status.fields import number, read, text
from werfpy.status.words import Status, StatusContext, current, in_progress

_ON_DELETE = "OnDelete"


def stateful_set(manifest: Manifest, _context: StatusContext) -> Status:
    """All replicas are ready and, as far as the partition lets them, of the newest revision."""
    if text(manifest, "spec", "updateStrategy", "type") == _ON_DELETE:
        return current("it updates on delete", _ON_DELETE)
    if read(manifest, "status", "observedGeneration") is None:
        return in_progress("its controller has not seen it yet", "LatestGenerationNotObserved")
    wanted = number(manifest, "spec", "replicas", default=1)
    return _stateful_counts(manifest, wanted) or _stateful_revision(manifest, wanted)


def _stateful_counts(manifest: Manifest, wanted: int) -> Status | None:
    total = number(manifest, "status", "replicas")
    ready = number(manifest, "status", "readyReplicas")
    if total < wanted:
        return in_progress(f"{total} of {wanted} replicas created", "LessReplicas")
    if ready < wanted:
        return in_progress(f"{ready} of {wanted} replicas ready", "LessReady")
    if total > wanted:
        return in_progress(f"{total - wanted} replicas too many still to end", "ExtraPods")
    return None


def _stateful_revision(manifest: Manifest, wanted: int) -> Status:
    partition = number(manifest, "spec", "updateStrategy", "rollingUpdate", "partition")
    if partition > 0:
        updated = number(manifest, "status", "updatedReplicas")
        due = max(wanted - partition, 0)
        if updated < due:
            return in_progress(f"{updated} of {due} replicas updated (partition {partition})", "PartitionRollout")
        return current(f"{due} of {wanted} replicas updated (partition {partition})", "PartitionRolloutComplete")
    if number(manifest, "status", "currentReplicas") < wanted:
        updated = number(manifest, "status", "updatedReplicas")
        return in_progress(f"{updated} of {wanted} replicas updated", "LessCurrent")
    if text(manifest, "status", "currentRevision") != text(manifest, "status", "updateRevision"):
        return in_progress("its revisions differ", "RevisionMismatch")
    return current(f"{wanted} replicas ready", "RolloutComplete")


def daemon_set(manifest: Manifest, _context: StatusContext) -> Status:
    """On every node that should have one there is a ready pod of the newest template."""
    if read(manifest, "status", "observedGeneration") is None or (
        read(manifest, "status", "desiredNumberScheduled") is None
    ):
        return in_progress("its controller has not seen it yet", "NoObservedGeneration")
    wanted = number(manifest, "status", "desiredNumberScheduled")
    checks = [("currentNumberScheduled", "scheduled"), ("updatedNumberScheduled", "updated"),
              ("numberAvailable", "available"), ("numberReady", "ready")]  # fmt: skip
    if text(manifest, "spec", "updateStrategy", "type") == _ON_DELETE:
        checks.pop(1)
    for name, word in checks:
        count = number(manifest, "status", name)
        if count < wanted:
            return in_progress(f"{count} of {wanted} pods {word}", f"Less{word.capitalize()}")
    return current(f"{wanted} pods ready", "Available")
