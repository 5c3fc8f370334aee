"""Fields that an update may not change."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.merge.equality import json_equal
from werfpy.sandbox.refusals import Findings

_IMMUTABLE: Final = "field is immutable"
_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "Deployment": ("spec.selector",),
    "ReplicaSet": ("spec.selector",),
    "DaemonSet": ("spec.selector",),
    "Job": ("spec.completionMode", "spec.selector", "spec.template"),
    "StorageClass": ("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"),
    "PriorityClass": ("value", "preemptionPolicy"),
    "Secret": ("type",),
    "RoleBinding": ("roleRef",),
    "ClusterRoleBinding": ("roleRef",),
    "CustomResourceDefinition": ("spec.group", "spec.scope", "spec.names.kind", "spec.names.plural"),
}
_STATEFUL_SET_MUTABLE: Final = frozenset(
    {
        "replicas", "ordinals", "template", "updateStrategy", "revisionHistoryLimit", "minReadySeconds",
        "persistentVolumeClaimRetentionPolicy",
    }
)  # fmt: skip
_STATEFUL_SET_WHY: Final = (
    "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', "
    "'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
)
_POD_WHY: Final = (
    "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,"
    "`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),"
    "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)"
)


def validate_immutable(kind: str, manifest: Manifest, live: Manifest, findings: Findings) -> None:
    """Tell *findings* which changes from *live* are not allowed."""
    for path in _FIELDS.get(kind, ()):
        before, after = _at(live, path), _at(manifest, path)
        if not json_equal(before, after):
            _refuse(kind, path, after, findings)
    special = _SPECIAL.get(kind)
    if special is not None:
        special(manifest, live, findings)


def _refuse(kind: str, path: str, value: Any, findings: Findings) -> None:
    if kind == "StorageClass" and path in ("parameters", "provisioner"):
        findings.forbidden(path, f"updates to {path} are forbidden.")
    elif kind in ("RoleBinding", "ClusterRoleBinding"):
        findings.invalid(path, value, "cannot change roleRef")
    elif kind == "PriorityClass":
        findings.forbidden(path, "may not be changed in an update.")
    else:
        findings.invalid(path, value, _IMMUTABLE)


def _at(manifest: Manifest, path: str) -> Any:
    value: Any = manifest
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _stateful_set(manifest: Manifest, live: Manifest, findings: Findings) -> None:
    before = {key: value for key, value in live["spec"].items() if key not in _STATEFUL_SET_MUTABLE}
    after = {key: value for key, value in manifest["spec"].items() if key not in _STATEFUL_SET_MUTABLE}
    if not json_equal(before, after):
        findings.forbidden("spec", _STATEFUL_SET_WHY)


def _service(manifest: Manifest, live: Manifest, findings: Findings) -> None:
    before, after = live["spec"], manifest["spec"]
    if "ExternalName" in (before.get("type"), after.get("type")):
        return
    if before.get("clusterIP") and before.get("clusterIP") != after.get("clusterIP", ""):
        why = "may not change once set"
        findings.invalid("spec.clusterIPs[0]", [after["clusterIP"]] if after.get("clusterIP") else [], why)


def _claim(manifest: Manifest, live: Manifest, findings: Findings) -> None:
    before, after = dict(live["spec"]), dict(manifest["spec"])
    if not before.get("volumeName"):
        before.pop("volumeName", None)
        after.pop("volumeName", None)
    if (live.get("status") or {}).get("phase") == "Bound":
        before.pop("resources", None)
        after.pop("resources", None)
    for spec in (before, after):
        spec.pop("volumeAttributesClassName", None)
    if not json_equal(before, after):
        why = (
            "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims"
        )
        findings.forbidden("spec", why)


def _data_holder(manifest: Manifest, live: Manifest, findings: Findings) -> None:
    if not live.get("immutable"):
        return
    if not manifest.get("immutable"):
        findings.forbidden("immutable", "field is immutable when `immutable` is set")
    for name in ("data", "binaryData"):
        if not json_equal(live.get(name) or {}, manifest.get(name) or {}):
            findings.forbidden(name, "field is immutable when `immutable` is set")


def _pod(manifest: Manifest, live: Manifest, findings: Findings) -> None:
    if not json_equal(_frozen_pod(manifest["spec"]), _frozen_pod(live["spec"])):
        findings.forbidden("spec", _POD_WHY)


def _frozen_pod(spec: dict[str, Any]) -> dict[str, Any]:
    skipped = ("activeDeadlineSeconds", "tolerations", "nodeName", "containers", "initContainers")
    frozen = {key: value for key, value in spec.items() if key not in skipped}
    for name in ("containers", "initContainers"):
        frozen[name] = [{key: value for key, value in item.items() if key != "image"} for item in spec.get(name) or ()]
    return frozen


def _job(manifest: Manifest, live: Manifest, findings: Findings) -> None:
    before, after = live["spec"].get("completions"), manifest["spec"].get("completions")
    is_elastic = manifest["spec"].get("completionMode") == "Indexed"
    if before != after and not is_elastic:
        findings.invalid("spec.completions", after, _IMMUTABLE)


_SPECIAL: Final = {
    "StatefulSet": _stateful_set,
    "Service": _service,
    "PersistentVolumeClaim": _claim,
    "ConfigMap": _data_holder,
    "Secret": _data_holder,
    "Pod": _pod,
    "Job": _job,
}
