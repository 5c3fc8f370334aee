"""Create and update: the path that every write takes, whoever sends it."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.merge.equality import copy_json, json_equal
from werfpy.sandbox.admission import admit_change, admit_new, check_namespace, link_job_labels, number_template
from werfpy.sandbox.api import Api, new_uid
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.conversion import from_storage, to_storage
from werfpy.sandbox.decoding import Decoder, zero_object
from werfpy.sandbox.managed_fields import Writer, tracked
from werfpy.sandbox.reading_objects import check_custom, decoded, object_metadata
from werfpy.sandbox.refusals import (
    Findings,
    already_exists,
    bad_request,
    conflict,
    invalid,
    method_not_allowed,
    not_found,
    qualified,
)
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.shapes import Shape, schema_shape, struct_shape
from werfpy.sandbox.validation import validate_create, validate_update

_SUFFIX_LETTERS: Final = "bcdfghjklmnpqrstvwxz2456789"
_SERVER_METADATA: Final = ("uid", "creationTimestamp", "generation", "deletionTimestamp", "deletionGracePeriodSeconds")
_KEEPS_STATUS_ON_CREATE: Final = frozenset({"Node", "Namespace", "APIService"})
Build = Callable[[Manifest], Any]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a write; ``is_new`` decides between 200 and 201."""

    manifest: Manifest
    is_new: bool = False


def create(api: Api, target: Target, document: Any, call: Call) -> Written:
    """POST of an object."""
    resource = target.resource
    dry_run = call.dry_run("CreateOptions")
    _check_body_namespace(resource, document, target.namespace)
    manifest = decoded(resource, document, call)
    with api.store.lock:
        _name_it(manifest, target)
        metadata = manifest["metadata"]
        if not resource.is_custom:
            number_template(resource.kind, manifest, None)
        if resource.namespaced:
            check_namespace(api, target.namespace, resource.group, resource.plural, metadata.get("name", ""))
        _prepare_new(api, resource, manifest, _managed(api, resource, _zero(resource), manifest, call, ""))
        if resource.kind == "Job" and not resource.is_custom:
            link_job_labels(document, manifest)
        _check(resource, manifest, None)
        if api.store.get(resource.key, (target.namespace, metadata["name"])) is not None:
            raise already_exists(resource.group, resource.plural, metadata["name"])
        if dry_run:
            metadata.pop("resourceVersion", None)
            return Written(manifest, is_new=True)
        stored = api.store.put(resource.key, (target.namespace, metadata["name"]), to_storage(resource, manifest))
        return Written(from_storage(resource, stored), is_new=True)


def update(api: Api, target: Target, document: Any, call: Call) -> Written:
    """PUT of an object or of its status."""
    resource = target.resource
    name = object_metadata(document).get("name")
    if name and name != target.name:
        message = f"the name of the object ({name}) does not match the name on the URL ({target.name})"
        raise bad_request(message)
    if not name:
        raise bad_request(
            f"the name of the object ({name or ''} based on URL) was undeterminable: name must be provided"
        )
    _check_body_namespace(resource, document, target.namespace)
    if api.store.get(resource.key, (target.namespace, target.name)) is None and resource.may_be_created_by_put:
        return create(api, target, document, call)
    if not object_metadata(document).get("resourceVersion") and not resource.may_update_blindly:
        findings = Findings()
        findings.invalid("metadata.resourceVersion", 0, "must be specified for an update")
        raise invalid(resource.group, qualified("", resource.plural), target.name, findings.causes)
    return change(api, target, lambda _live: document, call, "UpdateOptions")


def change(api: Api, target: Target, build: Build, call: Call, options: str) -> Written:
    """Store what *build* makes of the live object (its argument is a copy, in the request's version).

    Raises:
        Refused: 404, 409, 422, or whatever *build* raises.
    """
    resource = target.resource
    dry_run = call.dry_run(options)
    with api.store.lock:
        live = api.live(resource, target.namespace, target.name)
        manifest = decoded(resource, build(copy_json(live)), call)
        if not resource.is_custom:
            number_template(resource.kind, manifest, live)
        _check_base(resource, manifest, live)
        managed = _managed(api, resource, live, manifest, call, target.subresource)
        _prepare_change(api, resource, manifest, live, target.subresource)
        if managed:
            manifest["metadata"]["managedFields"] = managed
        _check(resource, manifest, live)
        if json_equal(_comparable(manifest), _comparable(live)):
            return Written(live)
        if dry_run:
            return Written(manifest)
        return Written(from_storage(resource, _commit(api, target, to_storage(resource, manifest))))


def _commit(api: Api, target: Target, manifest: Manifest) -> Manifest:
    metadata = manifest["metadata"]
    is_finished = metadata.get("deletionTimestamp") and not metadata.get("finalizers")
    waits_for_kubelet = target.resource.kind == "Pod" and metadata.get("deletionGracePeriodSeconds")
    waits_for_content = target.resource.kind == "Namespace" and (manifest.get("spec") or {}).get("finalizers")
    stored = api.store.put(target.resource.key, (target.namespace, target.name), manifest)
    if is_finished and not waits_for_kubelet and not waits_for_content:
        return api.store.remove(target.resource.key, (target.namespace, target.name)) or stored
    return stored


def _check_body_namespace(resource: Resource, document: Any, namespace: str) -> None:
    given = object_metadata(document).get("namespace")
    if resource.namespaced and given and given != namespace:
        raise bad_request("the namespace of the provided object does not match the namespace sent on the request")


def _name_it(manifest: Manifest, target: Target) -> None:
    metadata = manifest["metadata"]
    if target.resource.namespaced:
        metadata["namespace"] = target.namespace
    else:
        metadata.pop("namespace", None)
    prefix = metadata.get("generateName")
    if prefix and not metadata.get("name"):
        suffix = "".join(secrets.choice(_SUFFIX_LETTERS) for _ in range(5))
        metadata["name"] = f"{prefix[:58]}{suffix}"


def _prepare_new(api: Api, resource: Resource, manifest: Manifest, managed: list[Any]) -> None:
    metadata = manifest["metadata"]
    for key in (*_SERVER_METADATA, "managedFields", "selfLink", "resourceVersion"):
        metadata.pop(key, None)
    metadata["uid"] = new_uid()
    metadata["creationTimestamp"] = api.now()
    if managed:
        metadata["managedFields"] = managed
    if resource.has_generation:
        metadata["generation"] = 1
    if resource.has_status and resource.kind not in _KEEPS_STATUS_ON_CREATE:
        manifest.pop("status", None)
        if not resource.is_custom:
            _add_initial_status(resource, manifest)
    if not resource.is_custom:
        admit_new(api, resource.kind, manifest)


def _add_initial_status(resource: Resource, manifest: Manifest) -> None:
    initial = Decoder().decode({}, resource.type_name).get("status")
    if initial is not None:
        manifest["status"] = initial


def _prepare_change(api: Api, resource: Resource, manifest: Manifest, live: Manifest, subresource: str) -> None:
    metadata, before = manifest["metadata"], live["metadata"]
    if resource.namespaced:
        metadata["namespace"] = before["namespace"]
    for key in _SERVER_METADATA:
        metadata.pop(key, None)
        if key in before:
            metadata[key] = before[key]
    if subresource == "status":
        _keep_all_but_status(resource, manifest, live)
    elif resource.has_status:
        manifest.pop("status", None)
        if "status" in live:
            manifest["status"] = live["status"]
    if subresource != "status":
        if not resource.is_custom:
            admit_change(api, resource.kind, manifest, live)
        if resource.has_generation and _has_new_spec(resource, manifest, live):
            metadata["generation"] = before.get("generation", 0) + 1


def _keep_all_but_status(resource: Resource, manifest: Manifest, live: Manifest) -> None:
    status = manifest.get("status")
    metadata = manifest["metadata"]
    kept = {**live, "metadata": dict(live["metadata"])}
    if not resource.is_custom:
        for key in ("labels", "annotations"):
            kept["metadata"].pop(key, None)
            if key in metadata:
                kept["metadata"][key] = metadata[key]
    manifest.clear()
    manifest.update(kept)
    manifest.pop("status", None)
    if status is not None:
        manifest["status"] = status


def _has_new_spec(resource: Resource, manifest: Manifest, live: Manifest) -> bool:
    """Whether ``generation`` counts on: for custom resources everything but metadata and status is spec."""
    skipped = {"metadata", "apiVersion", "kind"}
    if resource.has_status:
        skipped.add("status")
    before = {key: value for key, value in live.items() if key not in skipped}
    after = {key: value for key, value in manifest.items() if key not in skipped}
    if resource.kind == "Deployment" and not resource.is_custom:
        # Annotations of a Deployment are handed down to its ReplicaSets, so they count.
        before["annotations"] = live["metadata"].get("annotations")
        after["annotations"] = manifest["metadata"].get("annotations")
    return not json_equal(before, after)


def _check_base(resource: Resource, manifest: Manifest, live: Manifest) -> None:
    metadata, before = manifest["metadata"], live["metadata"]
    name = before["name"]
    uid = metadata.get("uid")
    if uid and uid != before["uid"]:
        why = f"Precondition failed: UID in precondition: {uid}, UID in object meta: {before['uid']}"
        raise conflict(resource.group, resource.plural, name, why)
    revision = metadata.get("resourceVersion")
    if revision and revision != before["resourceVersion"]:
        raise conflict(resource.group, resource.plural, name)
    metadata["resourceVersion"] = before["resourceVersion"]


def _check(resource: Resource, manifest: Manifest, live: Manifest | None) -> None:
    findings = Findings()
    if live is None:
        validate_create(resource, manifest, findings)
    else:
        validate_update(resource, manifest, live, findings)
    check_custom(resource, manifest, findings)
    if findings.causes:
        raise invalid(resource.group, resource.kind, manifest["metadata"].get("name", ""), findings.causes)


def _comparable(manifest: Manifest) -> Manifest:
    """The object without what a write that changes nothing would change."""
    metadata = {key: value for key, value in manifest["metadata"].items() if key != "managedFields"}
    managed = [
        {key: value for key, value in entry.items() if key != "time"}
        for entry in manifest["metadata"].get("managedFields") or ()
    ]
    return {**manifest, "metadata": {**metadata, "managedFields": managed}}


def _zero(resource: Resource) -> Manifest:
    if resource.is_custom:
        return {"metadata": {}}
    return {**zero_object(resource.type_name), "metadata": {}}


def shape_of(resource: Resource) -> Shape:
    """How managed fields see objects of this resource."""
    if resource.is_custom:
        schema: dict[str, Any] = resource.schema if isinstance(resource.schema, dict) else {"type": "object"}
        known: dict[str, Any] = schema.get("properties") or {}
        properties = {**known, "metadata": {"type": "object"}}
        return schema_shape({**schema, "type": "object", "properties": properties})
    return struct_shape(resource.type_name)


def _managed(
    api: Api, resource: Resource, before: Manifest, manifest: Manifest, call: Call, subresource: str
) -> list[Any]:
    """The ``managedFields`` after this write: of what the client sent and the defaults, not of what admission adds."""
    sent = manifest["metadata"].pop("managedFields", None)
    if sent is not None and all(not entry for entry in sent):
        before = {
            **before,
            "metadata": {key: item for key, item in before["metadata"].items() if key != "managedFields"},
        }
    writer = Writer(call.manager, resource.api_version, api.now(), subresource)
    ignored = frozenset({"status"}) if resource.has_status and not subresource else frozenset()
    return tracked(before, manifest, shape_of(resource), writer, ignored)


def refuse_write(target: Target) -> None:
    """Raise Refused for a subresource that cannot be written."""
    if target.subresource not in ("", "status", "scale", "finalize"):
        raise method_not_allowed()
    if not target.name:
        raise not_found(target.resource.group, target.resource.plural, target.name)
