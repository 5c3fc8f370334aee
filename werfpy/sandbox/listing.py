"""LIST: selectors, pages, and lists of an earlier state."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass

import orjson

from werfpy.json_types import Manifest
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.conversion import from_storage
from werfpy.sandbox.refusals import bad_request
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.selectors import Predicate, field_selector, label_selector, matches_all


@dataclass(frozen=True, slots=True)
class Page:
    """Some objects of a list, in the request's version."""

    items: list[Manifest]
    resource_version: str
    continue_token: str = ""
    remaining: int | None = None

    def document(self, resource: Resource) -> Manifest:
        """The list as the API answers it."""
        metadata: Manifest = {"resourceVersion": self.resource_version}
        if self.continue_token:
            metadata["continue"] = self.continue_token
        if self.remaining is not None:
            metadata["remainingItemCount"] = self.remaining
        kind, version = f"{resource.kind}List", resource.api_version
        return {"kind": kind, "apiVersion": version, "metadata": metadata, "items": self.items}


def selector_of(call: Call, resource: Resource, name: str = "") -> Predicate:
    """The predicate of a request's selectors."""
    selectable: tuple[str, ...] = ()
    if isinstance(resource.definition, dict):
        fields = resource.definition.get("selectableFields") or ()
        selectable = tuple(str(item.get("jsonPath", "")).lstrip(".") for item in fields)
    predicates = []
    if call.option("labelSelector"):
        predicates.append(label_selector(call.option("labelSelector")))
    if call.option("fieldSelector"):
        kind = "" if resource.is_custom else resource.kind
        predicates.append(field_selector(call.option("fieldSelector"), kind, selectable))
    if name:
        predicates.append(lambda manifest: manifest["metadata"]["name"] == name)
    return matches_all(predicates)


def list_page(api: Api, target: Target, call: Call) -> Page:
    """The objects that a GET of a collection asks for.

    Raises:
        Refused: 400 for a selector or token that cannot be read, 410 for a state that is forgotten.
    """
    resource = target.resource
    matches = selector_of(call, resource)
    limit = _number(call.option("limit") or "0", "limit")
    token = call.option("continue")
    with api.store.lock:
        start, revision = _continued(token) if token else (None, _exact_revision(call) or api.store.revision)
        found = api.store.at(revision, resource.key, target.namespace)
    chosen = [item for item in found if matches(item) and (start is None or _place(item) > start)]
    items = [_without_type(from_storage(resource, item), resource) for item in chosen[: limit or None]]
    if not limit or len(chosen) <= limit:
        return Page(items, str(revision))
    has_selector = bool(call.option("labelSelector") or call.option("fieldSelector"))
    remaining = None if has_selector else len(chosen) - limit
    return Page(items, str(revision), _token(_place(chosen[limit - 1]), revision), remaining)


def _without_type(manifest: Manifest, resource: Resource) -> Manifest:
    """Items of built-in kinds carry no kind of their own, those of custom resources do."""
    if resource.is_custom:
        return manifest
    return {key: value for key, value in manifest.items() if key not in ("apiVersion", "kind")}


def _exact_revision(call: Call) -> int | None:
    wanted = call.option("resourceVersion")
    if not wanted or call.option("resourceVersionMatch") != "Exact":
        return None
    return _number(wanted, "resourceVersion")


def _number(text: str, name: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise bad_request(
            f'{name}: Invalid value: "{text}": strconv.ParseUint: parsing "{text}": invalid syntax'
        ) from None


def _place(manifest: Manifest) -> tuple[str, str]:
    metadata = manifest["metadata"]
    return metadata.get("namespace", ""), metadata["name"]


def _token(place: tuple[str, str], revision: int) -> str:
    return base64.urlsafe_b64encode(orjson.dumps([revision, *place])).decode()


def _continued(token: str) -> tuple[tuple[str, str], int]:
    try:
        revision, namespace, name = orjson.loads(base64.urlsafe_b64decode(token.encode()))
    except (ValueError, TypeError, binascii.Error):
        raise bad_request("invalid continue token: continue key is not valid") from None
    return (str(namespace), str(name)), int(revision)
