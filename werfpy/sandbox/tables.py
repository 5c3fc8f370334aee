"""Objects as rows of a table: what ``kubectl get`` prints."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.listing import Page
from werfpy.sandbox.resources import Resource

Cell = Any
_NONE: Final = "<none>"


def is_table(accept: str) -> bool:
    """Whether the client would rather have a table."""
    return "as=Table" in accept and "g=meta.k8s.io" in accept


def table(resource: Resource, page: Page, now: datetime.datetime, include: str) -> Manifest:
    """A ``Table`` of a page.

    Args:
        resource: Of the objects.
        page: What to show.
        now: To count ages from.
        include: ``Object``, ``Metadata`` (``""`` means this) or ``None``: what comes with each row.
    """
    columns, cells = _columns(resource)
    metadata: Manifest = {"resourceVersion": page.resource_version}
    if page.continue_token:
        metadata["continue"] = page.continue_token
    rows = [{"cells": cells(item, now), "object": _object(resource, item, include)} for item in page.items]
    return {
        "kind": "Table",
        "apiVersion": "meta.k8s.io/v1",
        "metadata": metadata,
        "columnDefinitions": columns,
        "rows": rows,
    }


def _object(resource: Resource, item: Manifest, include: str) -> Manifest | None:
    if include == "None":
        return None
    if include == "Object":
        return {"kind": resource.kind, "apiVersion": resource.api_version, **item}
    return {"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": item["metadata"]}


def age(timestamp: str | None, now: datetime.datetime) -> str:
    """How long ago, as kubectl writes it: ``45s``, ``3m10s``, ``5h``, ``12d``."""
    if not timestamp:
        return "<unknown>"
    then = datetime.datetime.strptime(timestamp, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=datetime.UTC)
    seconds = max(int((now - then).total_seconds()), 0)
    if seconds < 120:
        return f"{seconds}s"
    minutes = seconds // 60
    if minutes < 10:
        return f"{minutes}m{seconds % 60}s" if seconds % 60 else f"{minutes}m"
    if minutes < 180:
        return f"{minutes}m"
    hours = minutes // 60
    return f"{hours}h" if hours < 48 else f"{hours // 24}d"


def _column(name: str, kind: str = "string", priority: int = 0) -> Manifest:
    format_ = "name" if name == "Name" else ""
    return {"name": name, "type": kind, "format": format_, "description": "", "priority": priority}


def _columns(resource: Resource) -> tuple[list[Manifest], Callable[[Manifest, datetime.datetime], list[Cell]]]:
    if isinstance(resource.definition, dict):
        return _custom_columns(resource.definition.get("additionalPrinterColumns") or [])
    known = _KINDS.get(resource.kind, ())
    has_age = resource.kind not in _WITHOUT_AGE
    columns = [_column("Name"), *(_column(name) for name, _ in known), *([_column("Age")] if has_age else [])]

    def cells(item: Manifest, now: datetime.datetime) -> list[Cell]:
        end = [age(item["metadata"].get("creationTimestamp"), now)] if has_age else []
        return [item["metadata"]["name"], *(read(item) for _, read in known), *end]

    return columns, cells


def _custom_columns(given: list[Any]) -> tuple[list[Manifest], Callable[[Manifest, datetime.datetime], list[Cell]]]:
    if not given:
        given = [{"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"}]
    columns = [_column("Name"), *(_column(c["name"], _kind(c), c.get("priority", 0)) for c in given)]

    def cells(item: Manifest, now: datetime.datetime) -> list[Cell]:
        found: list[Cell] = [item["metadata"]["name"]]
        for column in given:
            value = json_path(item, column["jsonPath"])
            found.append(age(value, now) if column["type"] == "date" and isinstance(value, str) else value)
        return found

    return columns, cells


def _kind(column: Manifest) -> str:
    return "string" if column["type"] == "date" else str(column["type"])


_STEP: Final = re.compile(
    r"\.([A-Za-z_][\w-]*)|\[(?:(\d+|\*)|'([^']+)'|\?\(@\.([\w.]+)\s*==\s*[\"']([^\"']*)[\"']\))\]"
)


def json_path(document: Any, path: str) -> Any:
    """The first value that a simple JSONPath finds: fields, indices and ``[?(@.type=="Ready")]``; else None."""
    values = [document]
    for name, index, quoted, key, wanted in _STEP.findall(path.replace("\\.", "\x00")):
        found: list[Any] = []
        for value in values:
            field = (name or quoted).replace("\x00", ".")
            if field and isinstance(value, dict) and field in value:
                found.append(value[field])
            elif index and isinstance(value, list):
                found += value if index == "*" else value[int(index) : int(index) + 1]
            elif key and isinstance(value, list):
                found += [item for item in value if isinstance(item, dict) and str(item.get(key)) == wanted]
        values = found
    return values[0] if values else None


def _spec(path: str, default: Cell = _NONE) -> Callable[[Manifest], Cell]:
    def read(item: Manifest) -> Cell:
        value = json_path(item, f".{path}")
        return default if value is None else value

    return read


def _count(path: str) -> Callable[[Manifest], Cell]:
    return lambda item: str(len(json_path(item, f".{path}") or ()))


def _ready(done: str, wanted: str) -> Callable[[Manifest], Cell]:
    return lambda item: f"{json_path(item, f'.{done}') or 0}/{json_path(item, f'.{wanted}') or 0}"


def _pod_ready(item: Manifest) -> Cell:
    statuses = (item.get("status") or {}).get("containerStatuses") or ()
    ready = sum(bool(status.get("ready")) for status in statuses)
    return f"{ready}/{len(item['spec'].get('containers') or ())}"


def _pod_status(item: Manifest) -> Cell:
    if item["metadata"].get("deletionTimestamp"):
        return "Terminating"
    status = item.get("status") or {}
    for container in status.get("containerStatuses") or ():
        state = container.get("state") or {}
        reason = (state.get("waiting") or state.get("terminated") or {}).get("reason")
        if reason:
            return reason
    return status.get("phase", "Unknown")


def _restarts(item: Manifest) -> Cell:
    statuses = (item.get("status") or {}).get("containerStatuses") or ()
    return str(sum(status.get("restartCount", 0) for status in statuses))


def _ports(item: Manifest) -> Cell:
    texts = []
    for port in item["spec"].get("ports") or ():
        node = f":{port['nodePort']}" if port.get("nodePort") else ""
        texts.append(f"{port['port']}{node}/{port.get('protocol', 'TCP')}")
    return ",".join(texts) or _NONE


def _external_address(item: Manifest) -> Cell:
    if item["spec"].get("type") == "ExternalName":
        return item["spec"].get("externalName", _NONE)
    ingress = ((item.get("status") or {}).get("loadBalancer") or {}).get("ingress") or ()
    found = ",".join(entry.get("ip") or entry.get("hostname", "") for entry in ingress)
    return found or ("<pending>" if item["spec"].get("type") == "LoadBalancer" else _NONE)


def _hosts(item: Manifest) -> Cell:
    return ",".join(rule.get("host", "*") for rule in item["spec"].get("rules") or ()) or "*"


def _job_status(item: Manifest) -> Cell:
    conditions = (item.get("status") or {}).get("conditions") or ()
    done = [entry["type"] for entry in conditions if entry.get("status") == "True"]
    return "Complete" if "Complete" in done else ("Failed" if "Failed" in done else "Running")


def _autoscaler_target(item: Manifest) -> Cell:
    target = item["spec"].get("scaleTargetRef") or {}
    return f"{target.get('kind', '')}/{target.get('name', '')}"


_Reader = Callable[[Manifest], Cell]
_WITHOUT_AGE: Final = frozenset({"Event"})
_KINDS: Final[dict[str, tuple[tuple[str, _Reader], ...]]] = {
    "Pod": (("Ready", _pod_ready), ("Status", _pod_status), ("Restarts", _restarts)),
    "Deployment": (
        ("Ready", _ready("status.readyReplicas", "spec.replicas")),
        ("Up-to-date", _spec("status.updatedReplicas", 0)),
        ("Available", _spec("status.availableReplicas", 0)),
    ),
    "ReplicaSet": (
        ("Desired", _spec("spec.replicas", 0)),
        ("Current", _spec("status.replicas", 0)),
        ("Ready", _spec("status.readyReplicas", 0)),
    ),
    "StatefulSet": (("Ready", _ready("status.readyReplicas", "spec.replicas")),),
    "DaemonSet": (
        ("Desired", _spec("status.desiredNumberScheduled", 0)),
        ("Current", _spec("status.currentNumberScheduled", 0)),
        ("Ready", _spec("status.numberReady", 0)),
        ("Up-to-date", _spec("status.updatedNumberScheduled", 0)),
        ("Available", _spec("status.numberAvailable", 0)),
    ),
    "Job": (("Status", _job_status), ("Completions", _ready("status.succeeded", "spec.completions"))),
    "CronJob": (
        ("Schedule", _spec("spec.schedule")),
        ("Suspend", lambda item: str(item["spec"].get("suspend", False))),
        ("Active", _count("status.active")),
    ),
    "Service": (
        ("Type", _spec("spec.type")),
        ("Cluster-IP", _spec("spec.clusterIP")),
        ("External-IP", _external_address),
        ("Port(s)", _ports),
    ),
    "Ingress": (
        ("Class", _spec("spec.ingressClassName")),
        ("Hosts", _hosts),
        ("Address", _external_address),
    ),
    "ConfigMap": (("Data", lambda item: str(len(item.get("data") or ()) + len(item.get("binaryData") or ()))),),
    "Secret": (("Type", _spec("type")), ("Data", _count("data"))),
    "Namespace": (("Status", _spec("status.phase")),),
    "Node": (("Status", lambda _: "Ready"), ("Version", _spec("status.nodeInfo.kubeletVersion"))),
    "PersistentVolumeClaim": (
        ("Status", _spec("status.phase")),
        ("Volume", _spec("spec.volumeName", "")),
        ("Capacity", _spec("status.capacity.storage", "")),
        ("StorageClass", _spec("spec.storageClassName", "")),
    ),
    "PersistentVolume": (
        ("Capacity", _spec("spec.capacity.storage", "")),
        ("Reclaim Policy", _spec("spec.persistentVolumeReclaimPolicy")),
        ("Status", _spec("status.phase")),
        ("StorageClass", _spec("spec.storageClassName", "")),
    ),
    "HorizontalPodAutoscaler": (
        ("Reference", _autoscaler_target),
        ("MinPods", _spec("spec.minReplicas")),
        ("MaxPods", _spec("spec.maxReplicas")),
        ("Replicas", _spec("status.currentReplicas", 0)),
    ),
    "Event": (
        ("Type", _spec("type")),
        ("Reason", _spec("reason")),
        (
            "Object",
            lambda item: f"{item['involvedObject'].get('kind', '').lower()}/{item['involvedObject'].get('name', '')}",
        ),
        ("Message", _spec("message")),
    ),
    "CustomResourceDefinition": (("Created At", _spec("metadata.creationTimestamp")),),
    "RoleBinding": (("Role", lambda item: f"{item['roleRef']['kind']}/{item['roleRef']['name']}"),),
    "ClusterRoleBinding": (("Role", lambda item: f"{item['roleRef']['kind']}/{item['roleRef']['name']}"),),
    "Lease": (("Holder", _spec("spec.holderIdentity", "")),),
}
