"""Label and field selectors as the query strings of lists and watches carry them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import bad_request

Predicate = Callable[[Manifest], bool]
_KEY: Final = r"[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?"
_VALUE: Final = r"[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?|"
_REQUIREMENT: Final = re.compile(
    rf"\s*(?:(?P<absent>!)\s*)?(?P<key>{_KEY})\s*"
    rf"(?:(?P<sign>==|=|!=|>|<)\s*(?P<value>{_VALUE})|(?P<set>in|notin)\s*\((?P<values>[^)]*)\))?\s*(?:,|$)"
)
_ALWAYS: Final = ("metadata.name", "metadata.namespace")
_MORE_FIELDS: Final[dict[str, tuple[str, ...]]] = {
    "Pod": (
        "spec.nodeName", "spec.restartPolicy", "spec.schedulerName", "spec.serviceAccountName", "spec.hostNetwork",
        "status.phase", "status.podIP", "status.nominatedNodeName",
    ),
    "Event": (
        "involvedObject.kind", "involvedObject.namespace", "involvedObject.name", "involvedObject.uid",
        "involvedObject.apiVersion", "involvedObject.resourceVersion", "involvedObject.fieldPath", "reason",
        "reportingComponent", "source", "type",
    ),
    "Secret": ("type",),
    "Service": ("spec.clusterIP", "spec.type"),
    "Namespace": ("status.phase",),
    "Node": ("spec.unschedulable",),
    "Job": ("status.successful",),
    "ReplicaSet": ("status.replicas",),
    "ReplicationController": ("status.replicas",),
    "CertificateSigningRequest": ("spec.signerName",),
}  # fmt: skip


def matches_all(predicates: list[Predicate]) -> Predicate:
    """All of them."""
    return lambda manifest: all(predicate(manifest) for predicate in predicates)


def label_selector(text: str) -> Predicate:
    """The selector of ``labelSelector=``.

    Raises:
        Refused: 400, it does not parse.
    """
    predicates: list[Predicate] = []
    position = 0
    while position < len(text):
        matched = _REQUIREMENT.match(text, position)
        if matched is None or (matched["absent"] and (matched["sign"] or matched["set"])):
            rest = text[position:].lstrip()
            raise bad_request(f"unable to parse requirement: found '{rest[:1]}', expected: identifier")
        predicates.append(_label_requirement(matched))
        position = matched.end()
    return matches_all(predicates)


def _label_requirement(matched: re.Match[str]) -> Predicate:
    key = matched["key"]
    if matched["absent"]:
        return lambda manifest: key not in labels_of(manifest)
    if matched["set"]:
        values = {item.strip() for item in matched["values"].split(",")}
        if matched["set"] == "in":
            return lambda manifest: labels_of(manifest).get(key) in values
        return lambda manifest: labels_of(manifest).get(key) not in values
    sign, value = matched["sign"], matched["value"]
    if sign is None:
        return lambda manifest: key in labels_of(manifest)
    if sign in ("=", "=="):
        return lambda manifest: labels_of(manifest).get(key) == value
    if sign == "!=":
        return lambda manifest: labels_of(manifest).get(key) != value
    return lambda manifest: _compare(labels_of(manifest).get(key), sign, value)


def _compare(label: str | None, sign: str, value: str) -> bool:
    try:
        left, right = int(label or ""), int(value)
    except ValueError:
        return False
    return left > right if sign == ">" else left < right


def labels_of(manifest: Manifest) -> dict[str, str]:
    """The labels, ``{}`` when there are none."""
    return manifest["metadata"].get("labels") or {}


def field_selector(text: str, kind: str, selectable: tuple[str, ...] = ()) -> Predicate:
    """The selector of ``fieldSelector=`` for objects of *kind*; *selectable* are the fields that a CRD adds.

    Raises:
        Refused: 400, it does not parse or names a field that cannot be selected by.
    """
    known = (*_ALWAYS, *_MORE_FIELDS.get(kind, ()), *selectable)
    predicates: list[Predicate] = []
    for term in filter(None, text.split(",")):
        matched = re.fullmatch(r"([^=!]+?)(==|=|!=)(.*)", term)
        if matched is None:
            raise bad_request(f"invalid selector: '{text}'; can't understand '{term}'")
        path, sign, value = matched.groups()
        if path not in known:
            names = ", ".join(f'"{item}"' for item in _ALWAYS)
            extra = "" if len(known) == len(_ALWAYS) else " and those of its kind"
            raise bad_request(f'"{path}" is not a known field selector: only {names}{extra}')
        predicates.append(_field_requirement(path, sign, value))
    return matches_all(predicates)


def _field_requirement(path: str, sign: str, value: str) -> Predicate:
    if sign == "!=":
        return lambda manifest: _field(manifest, path) != value
    return lambda manifest: _field(manifest, path) == value


def _field(manifest: Manifest, path: str) -> str:
    value: Any = manifest
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    if path == "status.successful":
        return str((manifest.get("status") or {}).get("succeeded", 0))
    if path in ("spec.unschedulable", "spec.hostNetwork"):
        return "true" if value else "false"
    if path == "source":
        return str((manifest.get("source") or {}).get("component", ""))
    return "" if value is None else str(value)
