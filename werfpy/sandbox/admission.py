"""What the server sets in a new object or a new state besides the defaults: addresses, finalizers, selectors.

Stands for each kind's ``PrepareForCreate`` and ``PrepareForUpdate`` and for the admission plugins that are on by
default and change what a chart's author sees (Priority, DefaultStorageClass, DefaultTolerationSeconds).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.merge.equality import json_equal
from werfpy.sandbox.api import Api
from werfpy.sandbox.refusals import Cause, forbidden, not_found

STORAGE_CLASSES: Final = "storage.k8s.io/storageclasses"
_DEFAULT_CLASS: Final = "storageclass.kubernetes.io/is-default-class"
_NODE_PORTS: Final = range(30000, 32768)
_SYSTEM_PRIORITIES: Final = {"system-cluster-critical": 2000000000, "system-node-critical": 2000001000}


def check_namespace(api: Api, namespace: str, group: str, plural: str, name: str) -> None:
    """Raise Refused when nothing may be created in this namespace: it is not there (404), or it ends (403)."""
    found = api.store.get("/namespaces", ("", namespace))
    if found is None:
        raise not_found("", "namespaces", namespace)
    if found["metadata"].get("deletionTimestamp"):
        why = f"unable to create new content in namespace {namespace} because it is being terminated"
        message = f"namespace {namespace} is being terminated"
        raise forbidden(group, plural, name, why, [Cause("metadata.namespace", message, "NamespaceTerminating")])


def admit_new(api: Api, kind: str, manifest: Manifest) -> None:
    """Complete a new object of a built-in kind, in place."""
    rule = _NEW.get(kind)
    if rule is not None:
        rule(api, manifest)


def admit_change(api: Api, kind: str, manifest: Manifest, live: Manifest) -> None:
    """Complete a new state of an object of a built-in kind, in place."""
    rule = _CHANGE.get(kind)
    if rule is not None:
        rule(api, manifest, live)


def _add_finalizer(manifest: Manifest, name: str) -> None:
    finalizers = manifest["metadata"].setdefault("finalizers", [])
    if name not in finalizers:
        finalizers.append(name)


def _new_pod(api: Api, manifest: Manifest) -> None:
    spec = manifest["spec"]
    spec.setdefault("priority", _SYSTEM_PRIORITIES.get(spec.get("priorityClassName", ""), 0))
    spec.setdefault("preemptionPolicy", "PreemptLowerPriority")
    tolerations = spec.setdefault("tolerations", [])
    for reason in ("not-ready", "unreachable"):
        key = f"node.kubernetes.io/{reason}"
        if not any(item.get("key", key) == key for item in tolerations):
            tolerations.append({"key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300})
    manifest["status"] = {"phase": "Pending", "qosClass": _service_class(spec)}


def _service_class(spec: dict[str, Any]) -> str:
    containers = [*(spec.get("containers") or ()), *(spec.get("initContainers") or ())]
    resources = [item.get("resources") or {} for item in containers]
    names = ("cpu", "memory")
    if not any(
        (item.get(part) or {}).get(name) for item in resources for part in ("limits", "requests") for name in names
    ):
        return "BestEffort"
    is_guaranteed = all(
        (item.get("limits") or {}).get(name)
        and (item.get("limits") or {}).get(name) == (item.get("requests") or {}).get(name)
        for item in resources
        for name in names
    )
    return "Guaranteed" if is_guaranteed else "Burstable"


def _new_service(api: Api, manifest: Manifest) -> None:
    spec = manifest["spec"]
    if spec["type"] != "ExternalName":
        if not spec.get("clusterIP"):
            spec["clusterIP"] = _free_address(api)
        spec.setdefault("clusterIPs", [spec["clusterIP"]])
        spec.setdefault("ipFamilies", ["IPv4"])
        spec.setdefault("ipFamilyPolicy", "SingleStack")
    _assign_node_ports(api, spec)


def _free_address(api: Api) -> str:
    taken = {item["spec"].get("clusterIP") for item in api.store.objects("/services")}
    for number in range(10, 65000):
        address = f"10.96.{number // 250}.{number % 250 + 1}"
        if address not in taken:
            return address
    raise AssertionError("no address is left for a Service")


def _assign_node_ports(api: Api, spec: dict[str, Any]) -> None:
    if spec["type"] == "ClusterIP" or spec["type"] == "ExternalName":
        return
    if spec["type"] == "LoadBalancer" and spec.get("allocateLoadBalancerNodePorts") is False:
        return
    taken = {
        port.get("nodePort") for item in api.store.objects("/services") for port in item["spec"].get("ports") or ()
    }
    free = (number for number in _NODE_PORTS if number not in taken)
    for port in spec.get("ports") or ():
        if not port.get("nodePort"):
            port["nodePort"] = next(free)
    if spec["type"] == "LoadBalancer" and spec.get("externalTrafficPolicy") == "Local":
        spec.setdefault("healthCheckNodePort", next(free))


def _changed_service(api: Api, manifest: Manifest, live: Manifest) -> None:
    before, after = live["spec"], manifest["spec"]
    if after["type"] == "ExternalName":
        for name in ("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy", "internalTrafficPolicy"):
            after.pop(name, None)
        return
    if before["type"] == "ExternalName":
        _new_service(api, manifest)
        return
    for name in ("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"):
        if not after.get(name) and name in before:
            after[name] = before[name]
    _carry_node_ports(before, after)
    _assign_node_ports(api, after)


def _carry_node_ports(before: dict[str, Any], after: dict[str, Any]) -> None:
    if after["type"] == "ClusterIP":
        # Ports that were assigned to the former type go with it.
        known = {port.get("nodePort") for port in before.get("ports") or ()}
        for port in after.get("ports") or ():
            if port.get("nodePort") in known:
                port.pop("nodePort", None)
        after.pop("healthCheckNodePort", None)
        return
    known_ports = {(port.get("port"), port.get("protocol")): port.get("nodePort") for port in before.get("ports") or ()}
    for port in after.get("ports") or ():
        earlier = known_ports.get((port.get("port"), port.get("protocol")))
        if not port.get("nodePort") and earlier:
            port["nodePort"] = earlier


def _new_job(api: Api, manifest: Manifest) -> None:
    spec, metadata = manifest["spec"], manifest["metadata"]
    if spec.get("manualSelector"):
        return
    uid, name = metadata["uid"], metadata.get("name", "")
    labels = {
        "batch.kubernetes.io/controller-uid": uid,
        "batch.kubernetes.io/job-name": name,
        "controller-uid": uid,
        "job-name": name,
    }
    template = spec["template"].setdefault("metadata", {})
    template["labels"] = {**(template.get("labels") or {}), **labels}
    spec["selector"] = {"matchLabels": {"batch.kubernetes.io/controller-uid": uid}}


def _new_claim(api: Api, manifest: Manifest) -> None:
    _add_finalizer(manifest, "kubernetes.io/pvc-protection")
    spec = manifest["spec"]
    if "storageClassName" in spec:
        return
    for item in api.store.objects(STORAGE_CLASSES):
        if (item["metadata"].get("annotations") or {}).get(_DEFAULT_CLASS) == "true":
            spec["storageClassName"] = item["metadata"]["name"]


def _new_namespace(api: Api, manifest: Manifest) -> None:
    manifest["spec"]["finalizers"] = ["kubernetes"]


def _changed_namespace(api: Api, manifest: Manifest, live: Manifest) -> None:
    manifest["spec"] = live["spec"]


def _new_volume(api: Api, manifest: Manifest) -> None:
    _add_finalizer(manifest, "kubernetes.io/pv-protection")


def _new_definition(api: Api, manifest: Manifest) -> None:
    versions = manifest["spec"].get("versions") or ()
    stored = [item["name"] for item in versions if item.get("storage")]
    names = {"plural": "", "kind": ""}
    manifest["status"] = {"conditions": None, "acceptedNames": names, "storedVersions": stored}


def _changed_definition(api: Api, manifest: Manifest, live: Manifest) -> None:
    stored = list((live.get("status") or {}).get("storedVersions") or ())
    for item in manifest["spec"].get("versions") or ():
        if item.get("storage") and item["name"] not in stored:
            stored.append(item["name"])
    manifest["status"] = {**(live.get("status") or {}), "storedVersions": stored}


def link_job_labels(document: Manifest, manifest: Manifest) -> None:
    """Labels of a Job that were defaulted from its template are one map with the template's, and grow with it."""
    template = ((document.get("spec") or {}).get("template") or {}).get("metadata") or {}
    if not (document.get("metadata") or {}).get("labels") and template.get("labels") is not None:
        manifest["metadata"]["labels"] = dict(manifest["spec"]["template"]["metadata"]["labels"])


_TEMPLATE_GENERATION: Final = "deprecated.daemonset.template.generation"


def number_template(kind: str, manifest: Manifest, live: Manifest | None) -> None:
    """Count the changes of a DaemonSet's template in its annotation, as its conversion to v1 does."""
    if kind != "DaemonSet":
        return
    generation = 1
    if live is not None:
        generation = int((live["metadata"].get("annotations") or {}).get(_TEMPLATE_GENERATION, "1"))
        generation += not json_equal(live["spec"]["template"], manifest["spec"]["template"])
    annotations = manifest["metadata"].setdefault("annotations", {})
    annotations[_TEMPLATE_GENERATION] = str(generation)


_NEW: Final[dict[str, Callable[[Api, Manifest], None]]] = {
    "Namespace": _new_namespace,
    "Pod": _new_pod,
    "Service": _new_service,
    "Job": _new_job,
    "PersistentVolumeClaim": _new_claim,
    "PersistentVolume": _new_volume,
    "CustomResourceDefinition": _new_definition,
}
_CHANGE: Final[dict[str, Callable[[Api, Manifest, Manifest], None]]] = {
    "Namespace": _changed_namespace,
    "Service": _changed_service,
    "CustomResourceDefinition": _changed_definition,
}
