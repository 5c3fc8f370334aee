"""PATCH: strategic, merge and JSON patches. Server-side apply is refused by name."""

from __future__ import annotations

from typing import Any, Final

from werfpy.errors import MergeError
from werfpy.json_types import Manifest
from werfpy.merge.json_merge import apply_json_merge
from werfpy.merge.merge_keys import schema_for
from werfpy.merge.strategic_apply import apply_strategic
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.refusals import Findings, Refused, bad_request, invalid
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.writing import Build, Written, change

STRATEGIC: Final = "application/strategic-merge-patch+json"
MERGE: Final = "application/merge-patch+json"
JSON: Final = "application/json-patch+json"
_APPLY: Final = ("application/apply-patch+yaml", "application/apply-patch+cbor")


def patch(api: Api, target: Target, call: Call) -> Written:
    """PATCH of an object or of its status."""
    return change(api, target, patch_builder(target.resource, call), call, "PatchOptions")


def patch_builder(resource: Resource, call: Call) -> Build:
    """What makes a patched document of a document.

    Raises:
        Refused: 415, the kind of patch is none that this resource takes.
    """
    media_type = call.headers.get("content-type", "").partition(";")[0].strip()
    if media_type in _APPLY:
        message = "the werfpy sandbox does not do server-side apply; use a patch, or a real cluster"
        raise Refused(415, "UnsupportedMediaType", message, {})
    if media_type == STRATEGIC and resource.is_custom:
        accepted = f"{JSON}, {MERGE}, {_APPLY[0]}"
        message = f"the body of the request was in an unknown format - accepted media types include: {accepted}"
        raise Refused(415, "UnsupportedMediaType", message, {})
    if media_type not in (STRATEGIC, MERGE, JSON):
        raise Refused(415, "UnsupportedMediaType", "415: Unsupported Media Type", {})
    document = call.document()
    if media_type == JSON:
        return lambda live: _json_patched(resource, live, document)
    if not isinstance(document, dict):
        raise bad_request("error decoding patch: a patch must be an object")
    if media_type == MERGE:
        return lambda live: apply_json_merge(live, document)
    return lambda live: _strategic(resource, live, document)


def _strategic(resource: Resource, live: Manifest, document: Manifest) -> Manifest:
    schema = schema_for(resource.group, resource.version, resource.kind)
    try:
        return apply_strategic(live, document, schema)
    except MergeError as error:
        raise Refused(500, "", f"unable to apply the patch: {error}") from error


def _json_patched(resource: Resource, live: Manifest, operations: Any) -> Any:
    import jsonpatch
    import jsonpointer

    name = live["metadata"]["name"]
    if not isinstance(operations, list):
        raise bad_request("error decoding patch: a JSON patch must be a list of operations")
    try:
        return jsonpatch.JsonPatch(operations).apply(live)
    except jsonpatch.InvalidJsonPatch as error:
        raise bad_request(f"error decoding patch: {error}") from error
    except (jsonpatch.JsonPatchException, jsonpointer.JsonPointerException) as error:
        findings = Findings()
        refusal = invalid(resource.group, resource.kind, name, findings.causes)
        raise Refused(422, "Invalid", "the server rejected our request due to an error in our request", {}) from (
            error if refusal else None
        )
