"""Names, labels, annotations, finalizers and owners."""

from __future__ import annotations

import re
from typing import Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Cause, Findings
from werfpy.sandbox.resources import Resource

_SUBDOMAIN: Final = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LABEL: Final = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_QUALIFIED: Final = re.compile(r"([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]")
_LABEL_VALUE: Final = re.compile(r"(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?")
_PATH_NAMED: Final = frozenset({"Role", "ClusterRole", "RoleBinding", "ClusterRoleBinding"})
_LABEL_NAMED: Final = frozenset({"Namespace", "Service", "StatefulSet"})
_ANNOTATIONS_LIMIT: Final = 256 * 1024
NOT_SUBDOMAIN: Final = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
NOT_LABEL: Final = (
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')"
)
_NOT_LABEL_VALUE: Final = (
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is "
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
)
_NOT_QUALIFIED: Final = (
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric "
    "character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)


def is_subdomain(text: str) -> bool:
    """A lowercase RFC 1123 subdomain of at most 253 characters."""
    return len(text) <= 253 and _SUBDOMAIN.fullmatch(text) is not None


def is_label(text: str) -> bool:
    """A lowercase RFC 1123 label of at most 63 characters."""
    return len(text) <= 63 and _LABEL.fullmatch(text) is not None


def validate_metadata(resource: Resource, manifest: Manifest, findings: Findings) -> None:
    """The rules that all kinds share."""
    metadata = manifest["metadata"]
    name = metadata.get("name", "")
    if not name:
        findings.required("metadata.name", "name or generateName is required")
    else:
        _validate_name(resource, name, findings)
    validate_labels(metadata.get("labels") or {}, "metadata.labels", findings)
    _validate_annotations(metadata.get("annotations") or {}, findings)
    for index, owner in enumerate(metadata.get("ownerReferences") or ()):
        for key in ("apiVersion", "kind", "name", "uid"):
            if not owner.get(key):
                findings.invalid(
                    f"metadata.ownerReferences[{index}].{key}", owner.get(key, ""), f"{key} must not be empty"
                )
    for finalizer in metadata.get("finalizers") or ():
        if "/" not in finalizer and finalizer not in ("orphan", "foregroundDeletion", "kubernetes"):
            why = "name is neither a standard finalizer name nor is it fully qualified"
            findings.invalid("metadata.finalizers", finalizer, why)


def _validate_name(resource: Resource, name: str, findings: Findings) -> None:
    if resource.kind in _PATH_NAMED:
        if "/" in name or "%" in name or name in (".", ".."):
            findings.invalid("metadata.name", name, "may not contain '/' or '%'")
    elif resource.kind in _LABEL_NAMED and not resource.is_custom:
        check_label(name, "metadata.name", findings)
    elif len(name) > 253:
        findings.invalid("metadata.name", name, "must be no more than 253 characters")
    elif not is_subdomain(name):
        findings.invalid("metadata.name", name, NOT_SUBDOMAIN)


def check_label(name: str, path: str, findings: Findings) -> None:
    """A name that must be an RFC 1123 label."""
    if len(name) > 63:
        findings.invalid(path, name, "must be no more than 63 characters")
    elif not is_label(name):
        findings.invalid(path, name, "must not contain dots" if is_subdomain(name) else NOT_LABEL)


def check_subdomain(name: str, path: str, findings: Findings) -> None:
    """A name that another object may have."""
    if not name:
        findings.required(path)
    elif not is_subdomain(name):
        findings.invalid(path, name, NOT_SUBDOMAIN)


def validate_labels(labels: dict[str, str], path: str, findings: Findings) -> None:
    """Keys and values of labels."""
    for key, value in labels.items():
        _validate_key(key, path, findings)
        if len(value) > 63:
            findings.invalid(path, value, "must be no more than 63 bytes")
        elif _LABEL_VALUE.fullmatch(value) is None:
            findings.invalid(path, value, _NOT_LABEL_VALUE)


def _validate_key(key: str, path: str, findings: Findings) -> None:
    prefix, slash, name = key.rpartition("/")
    if len(name) > 63:
        findings.invalid(path, key, "name part must be no more than 63 bytes")
    elif _QUALIFIED.fullmatch(name) is None:
        findings.invalid(path, key, _NOT_QUALIFIED)
    if slash and not is_subdomain(prefix):
        findings.invalid(path, key, f"prefix part {NOT_SUBDOMAIN}")


def _validate_annotations(annotations: dict[str, str], findings: Findings) -> None:
    for key in annotations:
        _validate_key(key.lower(), "metadata.annotations", findings)
    size = sum(len(key) + len(str(value)) for key, value in annotations.items())
    if size > _ANNOTATIONS_LIMIT:
        message = f"Too long: may not be more than {_ANNOTATIONS_LIMIT} bytes"
        findings.causes.append(Cause("metadata.annotations", message, "FieldValueTooLong"))


def validate_metadata_update(manifest: Manifest, live: Manifest, findings: Findings) -> None:
    """What of the metadata may not change."""
    if manifest["metadata"].get("name") != live["metadata"]["name"]:
        findings.invalid("metadata.name", manifest["metadata"].get("name"), "field is immutable")
    if live["metadata"].get("deletionTimestamp"):
        added = set(manifest["metadata"].get("finalizers") or ()) - set(live["metadata"].get("finalizers") or ())
        if added:
            names = ", ".join(f'"{item}"' for item in sorted(added))
            why = "no new finalizers can be added if the object is being deleted, found new finalizers "
            findings.forbidden("metadata.finalizers", f"{why}[]string{{{names}}}")
