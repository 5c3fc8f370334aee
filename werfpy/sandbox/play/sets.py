"""Deployments and ReplicaSets."""

from __future__ import annotations

import datetime
import hashlib
import secrets
from typing import Any, Final

import orjson

from werfpy.json_types import Manifest
from werfpy.merge.equality import copy_json, json_equal
from werfpy.sandbox.play.hand import Hand, condition, is_ready, owner_reference

DEPLOYMENTS: Final = "apps/deployments"
REPLICA_SETS: Final = "apps/replicasets"
PODS: Final = "/pods"
HASH_LABEL: Final = "pod-template-hash"
_REVISION: Final = "deployment.kubernetes.io/revision"
_LETTERS: Final = "bcdfghjklmnpqrstvwxz2456789"


def template_hash(template: Manifest) -> str:
    """A short name for a pod template; equal templates have equal ones."""
    digest = hashlib.sha256(orjson.dumps(template, option=orjson.OPT_SORT_KEYS)).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:10])


def random_suffix() -> str:
    """Five letters, as generated names have them."""
    return "".join(secrets.choice(_LETTERS) for _ in range(5))


def reconcile_deployment(hand: Hand, namespace: str, name: str) -> float | None:
    """Create the ReplicaSet of the template, retire the others when it is ready, tell the status."""
    deployment = hand.get(DEPLOYMENTS, namespace, name)
    if deployment is None or deployment["metadata"].get("deletionTimestamp"):
        return None
    spec = deployment["spec"]
    replica_sets = hand.owned(REPLICA_SETS, deployment)
    current = next((item for item in replica_sets if _has_template(item, spec["template"])), None)
    old = [item for item in replica_sets if item is not current]
    if not spec.get("paused"):
        if spec["strategy"]["type"] == "Recreate" and _retire(hand, old):
            return 0.1 if current is None else None
        current = _scale_current(hand, deployment, current, replica_sets)
        if current is not None and _ready(current) >= spec["replicas"]:
            _retire(hand, old)
    return _tell_deployment(hand, deployment, current, hand.owned(REPLICA_SETS, deployment))


def _has_template(replica_set: Manifest, template: Manifest) -> bool:
    own = copy_json(replica_set["spec"]["template"])
    (own["metadata"].get("labels") or {}).pop(HASH_LABEL, None)
    return json_equal(own, template)


def _scale_current(
    hand: Hand, deployment: Manifest, current: Manifest | None, all_sets: list[Manifest]
) -> Manifest | None:
    namespace, name = deployment["metadata"]["namespace"], deployment["metadata"]["name"]
    wanted = deployment["spec"]["replicas"]
    if current is None:
        digest = template_hash(deployment["spec"]["template"])
        hand.create(REPLICA_SETS, namespace, _replica_set(deployment, digest, _next_revision(all_sets)))
        return hand.get(REPLICA_SETS, namespace, f"{name}-{digest}")
    if current["spec"]["replicas"] != wanted:
        hand.modify(
            REPLICA_SETS, namespace, current["metadata"]["name"], lambda item: item["spec"].update(replicas=wanted)
        )
    if _revision(current) < max(map(_revision, all_sets)):
        newest = {_REVISION: str(_next_revision(all_sets))}
        hand.modify(
            REPLICA_SETS,
            namespace,
            current["metadata"]["name"],
            lambda item: item["metadata"]["annotations"].update(newest),
        )
    return hand.get(REPLICA_SETS, namespace, current["metadata"]["name"])


def _revision(replica_set: Manifest) -> int:
    return int((replica_set["metadata"].get("annotations") or {}).get(_REVISION, "0"))


def _next_revision(all_sets: list[Manifest]) -> int:
    return max(map(_revision, all_sets), default=0) + 1


def _replica_set(deployment: Manifest, digest: str, revision: int) -> Manifest:
    spec, metadata = deployment["spec"], deployment["metadata"]
    template = copy_json(spec["template"])
    labels = {**(template["metadata"].get("labels") or {}), HASH_LABEL: digest}
    template["metadata"]["labels"] = labels
    selector = copy_json(spec["selector"])
    selector["matchLabels"] = {**(selector.get("matchLabels") or {}), HASH_LABEL: digest}
    return {
        "metadata": {
            "name": f"{metadata['name']}-{digest}",
            "labels": labels,
            "annotations": {
                _REVISION: str(revision),
                "deployment.kubernetes.io/desired-replicas": str(spec["replicas"]),
            },
            "ownerReferences": [owner_reference(deployment)],
        },
        "spec": {"replicas": spec["replicas"], "selector": selector, "template": template},
    }


def _retire(hand: Hand, old: list[Manifest]) -> bool:
    """Scale old ReplicaSets to nothing; True while some still have pods."""
    for item in old:
        if item["spec"]["replicas"]:
            metadata = item["metadata"]
            hand.modify(
                REPLICA_SETS, metadata["namespace"], metadata["name"], lambda found: found["spec"].update(replicas=0)
            )
    return any(item["spec"]["replicas"] or (item.get("status") or {}).get("replicas") for item in old)


def _count(replica_set: Manifest | None, field: str) -> int:
    return int(((replica_set or {}).get("status") or {}).get(field, 0))


def _ready(replica_set: Manifest) -> int:
    return _count(replica_set, "readyReplicas")


def _tell_deployment(
    hand: Hand, deployment: Manifest, current: Manifest | None, all_sets: list[Manifest]
) -> float | None:
    before, spec = deployment.get("status") or {}, deployment["spec"]
    ready = sum(map(_ready, all_sets))
    status: dict[str, Any] = {"observedGeneration": deployment["metadata"]["generation"]}
    counts = {
        "replicas": sum(_count(item, "replicas") for item in all_sets),
        "updatedReplicas": _count(current, "replicas"),
        "readyReplicas": ready,
        "availableReplicas": ready,
        "unavailableReplicas": max(spec["replicas"] - ready, 0),
    }
    status.update({key: value for key, value in counts.items() if value})
    is_complete = current is not None and counts["updatedReplicas"] >= spec["replicas"] <= ready == counts["replicas"]
    progressing, again_s = _progress(hand, deployment, counts, is_complete)
    least = spec["replicas"] - _unavailable_allowed(spec)
    available = ("True", "MinimumReplicasAvailable", "Deployment has minimum availability.")
    if ready < least:
        available = ("False", "MinimumReplicasUnavailable", "Deployment does not have minimum availability.")
    status["conditions"] = [_condition(hand, before, "Available", *available), progressing]
    annotations = {_REVISION: str(_revision(current))} if current is not None else None
    hand.set_status(
        DEPLOYMENTS, deployment["metadata"]["namespace"], deployment["metadata"]["name"], status, annotations
    )
    return again_s


def _progress(
    hand: Hand, deployment: Manifest, counts: dict[str, int], is_complete: bool
) -> tuple[dict[str, Any], float | None]:
    """The Progressing condition, and when to look again whether the deadline has passed."""
    before = deployment.get("status") or {}
    earlier: dict[str, Any] = next(
        (item for item in before.get("conditions") or () if item["type"] == "Progressing"), {}
    )
    name = deployment["metadata"]["name"]
    if is_complete:
        message = f'Deployment "{name}" has successfully progressed.'
        return _condition(hand, before, "Progressing", "True", "NewReplicaSetAvailable", message), None
    moved = any(counts[key] != before.get(key, 0) for key in ("updatedReplicas", "readyReplicas"))
    is_new = before.get("observedGeneration") != deployment["metadata"]["generation"]
    deadline_s = deployment["spec"]["progressDeadlineSeconds"]
    if earlier and not moved and not is_new:
        waited_s = (hand.api.clock() - _time(earlier["lastUpdateTime"])).total_seconds()
        if waited_s >= deadline_s or earlier["reason"] == "ProgressDeadlineExceeded":
            message = f'Deployment "{name}" has timed out progressing.'
            return _condition(hand, before, "Progressing", "False", "ProgressDeadlineExceeded", message), None
        return earlier, max(deadline_s - waited_s, 0.1)
    message = f'Deployment "{name}" is progressing.'
    told = _condition(hand, before, "Progressing", "True", "ReplicaSetUpdated", message)
    return {**told, "lastUpdateTime": hand.api.now()}, float(deadline_s)


def _time(text: str) -> datetime.datetime:
    return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.UTC)


def _condition(hand: Hand, before: Manifest, kind: str, status: str, reason: str, message: str) -> dict[str, Any]:
    earlier: dict[str, Any] = next((item for item in before.get("conditions") or () if item["type"] == kind), {})
    is_same = (earlier.get("status"), earlier.get("reason")) == (status, reason)
    updated = earlier["lastUpdateTime"] if is_same else hand.api.now()
    return condition(hand.api.now(), before, kind, status, reason=reason, message=message, lastUpdateTime=updated)


def _unavailable_allowed(spec: Manifest) -> int:
    rolling = spec["strategy"].get("rollingUpdate") or {}
    allowed = rolling.get("maxUnavailable", 0)
    if isinstance(allowed, str):
        return int(allowed.rstrip("%") or 0) * int(spec["replicas"]) // 100
    return int(allowed)


def pod_of(owner: Manifest, template: Manifest, name: str, labels: dict[str, str] | None = None) -> Manifest:
    """A pod from a template."""
    pod: Manifest = {"metadata": copy_json(template.get("metadata") or {}), "spec": copy_json(template["spec"])}
    pod["metadata"]["name"] = name
    pod["metadata"]["labels"] = {**(pod["metadata"].get("labels") or {}), **(labels or {})}
    pod["metadata"]["ownerReferences"] = [owner_reference(owner)]
    return pod


def reconcile_replica_set(hand: Hand, namespace: str, name: str) -> float | None:
    """Create or delete pods until their number is right, tell the status."""
    replica_set = hand.get(REPLICA_SETS, namespace, name)
    if replica_set is None or replica_set["metadata"].get("deletionTimestamp"):
        return None
    pods = [item for item in hand.owned(PODS, replica_set) if (item.get("status") or {}).get("phase") != "Failed"]
    wanted = replica_set["spec"]["replicas"]
    for _ in range(wanted - len(pods)):
        hand.create(
            PODS, namespace, pod_of(replica_set, replica_set["spec"]["template"], f"{name[:57]}-{random_suffix()}")
        )
    for pod in sorted(pods, key=is_ready)[: max(len(pods) - wanted, 0)]:
        hand.delete(PODS, namespace, pod["metadata"]["name"])
    pods = hand.owned(PODS, replica_set)
    ready = sum(map(is_ready, pods))
    status: Manifest = {"replicas": len(pods), "observedGeneration": replica_set["metadata"]["generation"]}
    counts = {"fullyLabeledReplicas": len(pods), "readyReplicas": ready, "availableReplicas": ready}
    status.update({key: value for key, value in counts.items() if value})
    hand.set_status(REPLICA_SETS, namespace, name, status)
    return None
