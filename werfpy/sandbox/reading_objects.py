"""Turn the body of a request into an object: decoded, pruned, defaulted; what was dropped becomes warnings."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.call import Call
from werfpy.sandbox.custom_schemas import fill_defaults, pruned, validate
from werfpy.sandbox.decoding import Decoder, WrongType
from werfpy.sandbox.refusals import Findings, Refused, bad_request, shown
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.schemas import Type, type_named

_METADATA: Final = "meta.v1.ObjectMeta"
_SCHEMALESS: Final = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}


def decoded(resource: Resource, document: Any, call: Call) -> Manifest:
    """The object that *document* says.

    Raises:
        Refused: 400, it is no object of this kind, or (``fieldValidation=Strict``) it has unknown fields.
    """
    if not isinstance(document, dict):
        raise bad_request(f"the object provided is unrecognized (must be of type {resource.kind})")
    _check_kind(resource, document)
    try:
        manifest, unknown = _read(resource, document)
    except WrongType as error:
        raise bad_request(_cannot(resource, resource.kind, str(error))) from None
    _tell_unknown(resource, unknown, call)
    return {"apiVersion": resource.api_version, "kind": resource.kind, **manifest}


def _check_kind(resource: Resource, document: Manifest) -> None:
    kind = document.get("kind") or resource.kind
    api_version = document.get("apiVersion") or resource.api_version
    if (kind, api_version) == (resource.kind, resource.api_version):
        return
    if resource.is_custom:
        message = f"the API version in the data ({api_version}) does not match the expected API version"
        if kind != resource.kind:
            raise bad_request(f"the kind in the data ({kind}) does not match the expected kind ({resource.kind})")
        raise bad_request(f"{message} ({resource.api_version})")
    why = f'no kind "{kind}" is registered for version "{api_version}" in scheme "sandbox"'
    raise bad_request(_cannot(resource, str(kind), why, str(api_version).rpartition("/")[2]))


def _cannot(resource: Resource, kind: str, why: str, version: str = "") -> str:
    return f'{kind} in version "{version or resource.version}" cannot be handled as a {resource.kind}: {why}'


def _read(resource: Resource, document: Manifest) -> tuple[Manifest, list[str]]:
    decoder = Decoder()
    if not resource.is_custom:
        return decoder.decode(document, resource.type_name), decoder.unknown
    schema = resource.schema if isinstance(resource.schema, dict) else _SCHEMALESS
    manifest, unknown = pruned({**document, "metadata": {}}, schema)
    assert isinstance(manifest, dict)
    fill_defaults(manifest, schema)
    manifest["metadata"] = decoder.decode(document.get("metadata") or {}, _METADATA)
    return manifest, [*(f"metadata.{path}" for path in decoder.unknown), *unknown]


def _tell_unknown(resource: Resource, unknown: list[str], call: Call) -> None:
    if not unknown or call.field_validation == "Ignore":
        return
    texts = [f'unknown field "{path}"' for path in unknown]
    if call.field_validation == "Strict":
        why = f"strict decoding error: {', '.join(texts)}"
        raise bad_request(_cannot(resource, resource.kind, why) if not resource.is_custom else why)
    call.warnings.extend(texts)


def check_custom(resource: Resource, manifest: Manifest, findings: Findings) -> None:
    """Validate a custom resource by its schema; a built-in one is checked elsewhere."""
    if resource.is_custom and isinstance(resource.schema, dict):
        validate(manifest, resource.schema, findings)


def object_metadata(manifest: Any) -> dict[str, Any]:
    """The metadata of a document that may be anything."""
    metadata = manifest.get("metadata") if isinstance(manifest, dict) else None
    return metadata if isinstance(metadata, dict) else {}


def metadata_type() -> Type:
    """The struct of ``metadata``."""
    return type_named(_METADATA)


def unreadable(value: Any) -> Refused:
    """400 for a body that is no object."""
    return bad_request(f"the object provided is unrecognized: {shown(value)[:64]}")
