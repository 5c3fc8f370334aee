"""Two states of one object: what differs, the server's own bookkeeping left out."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

KEYS = {
    "containers": "name",
    "initContainers": "name",
    "env": "name",
    "volumes": "name",
    "volumeMounts": "mountPath",
    "imagePullSecrets": "name",
    "hostAliases": "ip",
    "ports": "",
}
"""Lists of pods and services that are merged by key; the key of ports depends on whose they are."""
WORKLOADS = ("Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob", "Pod")

_BOOKKEEPING = ("resourceVersion", "generation", "managedFields", "uid", "creationTimestamp")
_CONTROLLERS_ANNOTATIONS = ("deployment.kubernetes.io/", "deprecated.daemonset.", "pv.kubernetes.io/", "volume.")


def merge_key(kind: str, path: Path, items: list[Any]) -> str:
    """The key that tells the items of a list apart; empty where the list is one value."""
    field = path[-1]
    if not items or not isinstance(field, str) or not all(isinstance(item, dict) for item in items):
        return ""
    if kind == "Service" and path == ("spec", "ports"):
        key = "port"
    elif kind in WORKLOADS and "volumeClaimTemplates" not in path:
        key = "containerPort" if field == "ports" else KEYS.get(field, "")
    elif kind == "ServiceAccount" and field == "secrets":
        key = "name"
    else:
        return ""
    values = [item.get(key) for item in items] if key else []
    return key if values and None not in values and len(set(values)) == len(values) else ""


def settled(manifest: dict[str, Any]) -> dict[str, Any]:
    """The object without what the server and its controllers write by themselves."""
    kept = copy.deepcopy(manifest)
    kept.pop("status", None)
    metadata = kept["metadata"]
    for name in _BOOKKEEPING:
        metadata.pop(name, None)
    annotations = metadata.get("annotations") or {}
    for name in [name for name in annotations if name.startswith(_CONTROLLERS_ANNOTATIONS)]:
        del annotations[name]
    if kept["kind"] == "PersistentVolumeClaim":
        kept["spec"].pop("volumeName", None)
    return kept


def differences(kind: str, expected: Any, found: Any, path: Path = ()) -> Iterator[str]:
    """Each place where two states differ, in words; items of keyed lists are compared by key, their order too."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for name in sorted({*expected, *found}):
            yield from differences(kind, expected.get(name), found.get(name), (*path, name))
    elif isinstance(expected, list) and isinstance(found, list) and path:
        yield from _list_differences(kind, expected, found, path)
    elif not _same(expected, found):
        yield f"{shown(path)}: expected {expected!r}, found {found!r}"


def _list_differences(kind: str, expected: list[Any], found: list[Any], path: Path) -> Iterator[str]:
    key = merge_key(kind, path, [*expected]) and merge_key(kind, path, [*found])
    if not key:
        if not _same(expected, found):
            yield f"{shown(path)}: expected {expected!r}, found {found!r}"
        return
    wanted, have = {item[key]: item for item in expected}, {item[key]: item for item in found}
    for name in [*wanted, *(name for name in have if name not in wanted)]:
        yield from differences(kind, wanted.get(name), have.get(name), (*path, name))


def _same(left: Any, right: Any) -> bool:
    return bool(left == right) and isinstance(left, bool) == isinstance(right, bool)


def shown(path: Path) -> str:
    return ".".join(map(str, path)) or "(the object)"


def at(document: Any, path: Path) -> Any:
    """The value there; LookupError where there is none."""
    for step in path:
        if isinstance(document, (dict, list)):
            document = document[step]  # type: ignore[index]
        else:
            raise KeyError(step)
    return document
