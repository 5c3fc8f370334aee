"""What a deploy leaves behind, without what differs from one run to the next."""

from __future__ import annotations

from typing import Any

from e2e.driver import COLLECTIONS, Live

KINDS = [kind for kind in COLLECTIONS if kind not in ("Pod", "Lease")]
NOT_OURS = {("ConfigMap", "kube-root-ca.crt"), ("ServiceAccount", "default")}
VOLATILE = ("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink", "namespace")
ASSIGNED = ("clusterIP", "clusterIPs", "nodePort", "controller-uid", "batch.kubernetes.io/controller-uid")


def end_state(live: Live) -> dict[tuple[str, str], Any]:
    """Every object of the namespace but release records, by kind and name: only what a writer can have stated."""
    return {
        (kind, item["metadata"]["name"]): _stated(item, live.namespace)
        for kind in KINDS
        for item in live.items(kind)
        if (kind, item["metadata"]["name"]) not in NOT_OURS and item.get("type") != "helm.sh/release.v1"
    }


def _stated(item: dict[str, Any], namespace: str) -> Any:
    kept = {key: value for key, value in item.items() if key != "status"}
    metadata = {key: value for key, value in item["metadata"].items() if key not in VOLATILE}
    annotations = metadata.get("annotations") or {}
    metadata["annotations"] = {
        key: value for key, value in annotations.items() if key != "deployment.kubernetes.io/revision"
    }
    return _without_assigned({**kept, "metadata": metadata}, namespace)


def _without_assigned(value: Any, namespace: str) -> Any:
    if isinstance(value, dict):
        return {key: _without_assigned(item, namespace) for key, item in value.items() if key not in ASSIGNED}
    if isinstance(value, list):
        return [_without_assigned(item, namespace) for item in value]
    return "NAMESPACE" if value == namespace else value


def statuses(live: Live, release: str) -> dict[int, str]:
    """The status of each revision, as the labels say, which is what helm looks for."""
    found = live.revisions(release)
    return {number: found[number]["metadata"]["labels"]["status"] for number in sorted(found)}
