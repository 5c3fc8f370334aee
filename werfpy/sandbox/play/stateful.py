"""StatefulSets and DaemonSets."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.merge.equality import copy_json
from werfpy.sandbox.play.hand import Hand, is_ready, owner_reference
from werfpy.sandbox.play.sets import PODS, pod_of, random_suffix, template_hash

STATEFUL_SETS: Final = "apps/statefulsets"
DAEMON_SETS: Final = "apps/daemonsets"
CLAIMS: Final = "/persistentvolumeclaims"
_REVISION_LABEL: Final = "controller-revision-hash"


def reconcile_stateful_set(hand: Hand, namespace: str, name: str) -> float | None:
    """Create the pods in their order, replace outdated ones from the last to the first, tell the status."""
    owner = hand.get(STATEFUL_SETS, namespace, name)
    if owner is None or owner["metadata"].get("deletionTimestamp"):
        return None
    revision = f"{name}-{template_hash(owner['spec']['template'])}"
    pods = {item["metadata"]["name"]: item for item in hand.owned(PODS, owner)}
    _move(hand, owner, pods, revision)
    _tell(hand, owner, hand.owned(PODS, owner), revision)
    return None


def _move(hand: Hand, owner: Manifest, pods: dict[str, Manifest], revision: str) -> None:
    spec, name = owner["spec"], owner["metadata"]["name"]
    namespace = owner["metadata"]["namespace"]
    start = (spec.get("ordinals") or {}).get("start", 0)
    wanted = [f"{name}-{start + index}" for index in range(spec["replicas"])]
    is_ordered = spec["podManagementPolicy"] == "OrderedReady"
    for pod_name in wanted:
        if pod_name not in pods:
            # A pod of that name that is still ending keeps the place; its end brings us back.
            if hand.get(PODS, namespace, pod_name) is None:
                _create(hand, owner, pod_name, revision)
            if is_ordered:
                return
        elif is_ordered and not is_ready(pods[pod_name]):
            _replace_if_outdated(hand, owner, pods[pod_name], revision)
            return
    for pod_name in sorted(set(pods) - set(wanted), key=_ordinal, reverse=True)[: 1 if is_ordered else None]:
        hand.delete(PODS, namespace, pod_name)
    for pod_name in reversed(wanted):
        pod = pods.get(pod_name)
        if pod is not None and _replace_if_outdated(hand, owner, pod, revision):
            return


def _ordinal(pod_name: str) -> int:
    return int(pod_name.rpartition("-")[2])


def _replace_if_outdated(hand: Hand, owner: Manifest, pod: Manifest, revision: str) -> bool:
    strategy = owner["spec"]["updateStrategy"]
    partition = (strategy.get("rollingUpdate") or {}).get("partition", 0)
    is_outdated = (pod["metadata"].get("labels") or {}).get(_REVISION_LABEL) != revision
    if strategy["type"] != "RollingUpdate" or not is_outdated or _ordinal(pod["metadata"]["name"]) < partition:
        return False
    hand.delete(PODS, pod["metadata"]["namespace"], pod["metadata"]["name"])
    return True


def _create(hand: Hand, owner: Manifest, pod_name: str, revision: str) -> None:
    namespace = owner["metadata"]["namespace"]
    labels = {
        _REVISION_LABEL: revision,
        "statefulset.kubernetes.io/pod-name": pod_name,
        "apps.kubernetes.io/pod-index": str(_ordinal(pod_name)),
    }
    pod = pod_of(owner, owner["spec"]["template"], pod_name, labels)
    pod["spec"] |= {"hostname": pod_name, "subdomain": owner["spec"].get("serviceName", "")}
    volumes = {item["name"]: item for item in pod["spec"].get("volumes") or ()}
    for template in owner["spec"].get("volumeClaimTemplates") or ():
        volume = template["metadata"]["name"]
        claim = f"{volume}-{pod_name}"
        volumes[volume] = {"name": volume, "persistentVolumeClaim": {"claimName": claim}}
        if hand.get(CLAIMS, namespace, claim) is None:
            hand.create(CLAIMS, namespace, _claim(owner, template, claim))
    pod["spec"]["volumes"] = list(volumes.values())
    hand.create(PODS, namespace, pod)


def _claim(owner: Manifest, template: Manifest, name: str) -> Manifest:
    metadata: Manifest = copy_json(template["metadata"])
    labels = (owner["spec"]["selector"] or {}).get("matchLabels") or {}
    metadata |= {"name": name, "labels": {**(metadata.get("labels") or {}), **labels}}
    metadata.pop("creationTimestamp", None)
    policy = owner["spec"].get("persistentVolumeClaimRetentionPolicy") or {}
    if policy.get("whenDeleted") == "Delete":
        metadata["ownerReferences"] = [owner_reference(owner)]
    return {"metadata": metadata, "spec": copy_json(template["spec"])}


def _tell(hand: Hand, owner: Manifest, pods: list[Manifest], revision: str) -> None:
    before, metadata = owner.get("status") or {}, owner["metadata"]
    ready = sum(map(is_ready, pods))
    updated = sum((pod["metadata"].get("labels") or {}).get(_REVISION_LABEL) == revision for pod in pods)
    is_complete = updated == len(pods) == owner["spec"]["replicas"] and ready == updated
    current = revision if is_complete or not before.get("currentRevision") else before["currentRevision"]
    status: dict[str, Any] = {
        "observedGeneration": metadata["generation"],
        "replicas": len(pods),
        "availableReplicas": ready,
        "currentRevision": current,
        "updateRevision": revision,
        "collisionCount": 0,
    }
    counts = {
        "readyReplicas": ready,
        "updatedReplicas": updated,
        "currentReplicas": updated if current == revision else len(pods) - updated,
    }
    status.update({key: value for key, value in counts.items() if value})
    hand.set_status(STATEFUL_SETS, metadata["namespace"], metadata["name"], status)


def reconcile_daemon_set(hand: Hand, namespace: str, name: str) -> float | None:
    """Keep one pod of the current template on the one node there is, tell the status."""
    owner = hand.get(DAEMON_SETS, namespace, name)
    if owner is None or owner["metadata"].get("deletionTimestamp"):
        return None
    revision = template_hash(owner["spec"]["template"])
    pods = hand.owned(PODS, owner)
    outdated = [pod for pod in pods if (pod["metadata"].get("labels") or {}).get(_REVISION_LABEL) != revision]
    if owner["spec"]["updateStrategy"]["type"] == "RollingUpdate":
        for pod in outdated:
            hand.delete(PODS, namespace, pod["metadata"]["name"])
        pods = [pod for pod in pods if pod not in outdated]
    if not pods:
        pod_name = f"{name[:57]}-{random_suffix()}"
        hand.create(PODS, namespace, pod_of(owner, owner["spec"]["template"], pod_name, {_REVISION_LABEL: revision}))
    pods = hand.owned(PODS, owner)
    ready = sum(map(is_ready, pods))
    updated = sum((pod["metadata"].get("labels") or {}).get(_REVISION_LABEL) == revision for pod in pods)
    status: Manifest = {
        "currentNumberScheduled": len(pods),
        "desiredNumberScheduled": 1,
        "numberMisscheduled": 0,
        "numberReady": ready,
        "observedGeneration": owner["metadata"]["generation"],
    }
    counts = {"updatedNumberScheduled": updated, "numberAvailable": ready, "numberUnavailable": 1 - min(ready, 1)}
    status.update({key: value for key, value in counts.items() if value})
    hand.set_status(DAEMON_SETS, namespace, name, status)
    return None
