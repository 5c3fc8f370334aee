"""Objects that look after themselves: claims and volumes, load balancers, namespaces."""

from __future__ import annotations

from typing import Final

from werfpy.json_types import Manifest
from werfpy.merge.equality import copy_json
from werfpy.sandbox.play.garbage import drop_finalizer
from werfpy.sandbox.play.hand import Hand

CLAIMS: Final = "/persistentvolumeclaims"
VOLUMES: Final = "/persistentvolumes"
SERVICES: Final = "/services"
NAMESPACES: Final = "/namespaces"
_CLAIM_PROTECTION: Final = "kubernetes.io/pvc-protection"
_VOLUME_PROTECTION: Final = "kubernetes.io/pv-protection"
_ADDRESS: Final = "192.0.2.10"


def reconcile_claim(hand: Hand, namespace: str, name: str) -> float | None:
    """Bind a claim to a volume made for it; let a deleted one go."""
    claim = hand.get(CLAIMS, namespace, name)
    if claim is None:
        return None
    if claim["metadata"].get("deletionTimestamp"):
        hand.modify(CLAIMS, namespace, name, lambda item: drop_finalizer(item, _CLAIM_PROTECTION))
        volume = claim["spec"].get("volumeName")
        if volume:
            hand.delete(VOLUMES, "", volume)
        return None
    if (claim.get("status") or {}).get("phase") == "Bound" or not claim["spec"].get("storageClassName"):
        return None
    volume = claim["spec"].get("volumeName") or f"pvc-{claim['metadata']['uid']}"
    if hand.get(VOLUMES, "", volume) is None:
        hand.create(VOLUMES, "", _volume(claim, volume))
    hand.modify(CLAIMS, namespace, name, lambda item: item["spec"].update(volumeName=volume))
    capacity = copy_json(claim["spec"]["resources"]["requests"])
    hand.set_status(
        CLAIMS, namespace, name, {"phase": "Bound", "accessModes": claim["spec"]["accessModes"], "capacity": capacity}
    )
    return None


def _volume(claim: Manifest, name: str) -> Manifest:
    metadata, spec = claim["metadata"], claim["spec"]
    reference = {"kind": "PersistentVolumeClaim", "apiVersion": "v1", "namespace": metadata["namespace"]}
    return {
        "metadata": {"name": name, "annotations": {"pv.kubernetes.io/provisioned-by": "werfpy.dev/sandbox"}},
        "spec": {
            "accessModes": spec["accessModes"],
            "capacity": copy_json(spec["resources"]["requests"]),
            "claimRef": {**reference, "name": metadata["name"], "uid": metadata["uid"]},
            "persistentVolumeReclaimPolicy": "Delete",
            "storageClassName": spec["storageClassName"],
            "hostPath": {"path": f"/nowhere/{name}"},
        },
    }


def reconcile_volume(hand: Hand, _namespace: str, name: str) -> float | None:
    """A volume is bound as soon as it has a claim; let a deleted one go."""
    volume = hand.get(VOLUMES, "", name)
    if volume is None:
        return None
    if volume["metadata"].get("deletionTimestamp"):
        hand.modify(VOLUMES, "", name, lambda item: drop_finalizer(item, _VOLUME_PROTECTION))
        return None
    phase = "Bound" if volume["spec"].get("claimRef") else "Available"
    hand.set_status(VOLUMES, "", name, {**(volume.get("status") or {}), "phase": phase})
    return None


def reconcile_service(hand: Hand, namespace: str, name: str) -> float | None:
    """A load balancer gets its address."""
    service = hand.get(SERVICES, namespace, name)
    if service is None or service["spec"].get("type") != "LoadBalancer":
        return None
    ingress = [{"ip": _ADDRESS, "ipMode": "VIP"}]
    hand.set_status(SERVICES, namespace, name, {"loadBalancer": {"ingress": ingress}})
    return None


def reconcile_namespace(hand: Hand, _unused: str, name: str) -> float | None:
    """Fill a new namespace, empty one that is deleted."""
    namespace = hand.get(NAMESPACES, "", name)
    if namespace is None:
        return None
    if namespace["metadata"].get("deletionTimestamp"):
        _empty(hand, name)
        return None
    if hand.get("/serviceaccounts", name, "default") is None:
        hand.create("/serviceaccounts", name, {"metadata": {"name": "default"}})
    if hand.get("/configmaps", name, "kube-root-ca.crt") is None:
        hand.create("/configmaps", name, {"metadata": {"name": "kube-root-ca.crt"}, "data": {"ca.crt": ""}})
    return None


def _empty(hand: Hand, name: str) -> None:
    keys = sorted({item.key for item in hand.api.registry.all() if item.namespaced})
    for key in keys:
        for item in hand.all(key, name):
            if not item["metadata"].get("deletionTimestamp"):
                hand.delete(key, name, item["metadata"]["name"], grace_s=0)
    if not any(hand.all(key, name) for key in keys):
        # What keeps an empty namespace is only the finalizer in its spec.
        hand.api.store.remove(NAMESPACES, ("", name))
