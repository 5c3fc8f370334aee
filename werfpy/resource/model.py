"""A resource: one object that a chart states, with everything that is known of it before the cluster is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from werfpy.errors import ResourceError
from werfpy.json_types import JSONValue, Manifest
from werfpy.resource.identity import Identity, identity
from werfpy.resource.refs import GVK, ObjectRef

IsNamespaced: TypeAlias = Callable[[GVK], bool | None]
"""Is the kind namespaced? None: nobody knows the kind."""


@dataclass(frozen=True, slots=True)
class Resource:
    """One object of a chart.

    ``manifest`` is complete: its namespace stands in it where the kind has one. ``source`` is the template's path.
    """

    ref: ObjectRef
    manifest: Manifest
    source: str

    @property
    def identity(self) -> Identity:
        """What tells this object from all others."""
        return identity(self.ref)


def resource_of(manifest: JSONValue, source: str, *, namespace: str, is_namespaced: IsNamespaced) -> Resource:
    """Check one document and give it its namespace.

    Raises:
        ResourceError: It is no object, or it lacks apiVersion, kind or a name.
    """
    checked = _checked(manifest, source)
    metadata = checked["metadata"]
    gvk = GVK.of(checked["apiVersion"], checked["kind"])
    if is_namespaced(gvk) is False:
        if "namespace" in metadata:
            metadata = {key: value for key, value in metadata.items() if key != "namespace"}
    elif not metadata.get("namespace"):
        metadata = {**metadata, "namespace": namespace}
    complete = {**checked, "metadata": metadata}
    return Resource(ObjectRef.of(complete), complete, source)


def resources_of(
    documents: Iterable[tuple[str, JSONValue]], *, namespace: str, is_namespaced: IsNamespaced
) -> list[Resource]:
    """All objects of the rendered documents (template path, parsed document), Lists taken apart, in their order.

    Raises:
        ResourceError: A document is no object, or two documents name the same object.
    """
    found: dict[Identity, Resource] = {}
    for source, document in documents:
        for item in _items(document):
            resource = resource_of(item, source, namespace=namespace, is_namespaced=is_namespaced)
            twin = found.get(resource.identity)
            if twin is not None:
                raise ResourceError(
                    f"{resource.ref} is stated twice",
                    at=twin.source if twin.source == source else f"{twin.source} and {source}",
                    hint="give one of the two another name; only one object can exist",
                )
            found[resource.identity] = resource
    return list(found.values())


def _items(document: JSONValue) -> Iterator[JSONValue]:
    """The document, or the items of a List (``kind: List``, ``ConfigMapList``…), as kubectl and Helm take it."""
    if isinstance(document, Mapping) and str(document.get("kind", "")).endswith("List") and "items" in document:
        kind = str(document["kind"]).removesuffix("List")
        for item in document["items"] or ():
            if kind and isinstance(item, Mapping):
                item = {"apiVersion": document.get("apiVersion"), "kind": kind, **item}
            yield from _items(item)
        return
    yield document


def _checked(manifest: JSONValue, source: str) -> Manifest:
    if not isinstance(manifest, dict):
        raise ResourceError(
            f"{source}: a rendered document is not an object", because=f"it is a {type(manifest).__name__}"
        )
    for key in ("apiVersion", "kind"):
        if not isinstance(manifest.get(key), str) or not manifest[key]:
            raise ResourceError(f"{source}: a rendered document has no {key}", at=_excerpt(manifest))
    metadata = manifest.get("metadata")
    if not isinstance(metadata, dict) or not (metadata.get("name") or metadata.get("generateName")):
        raise ResourceError(
            f"{source}: {manifest['kind']} has no metadata.name",
            hint="every object needs a name; look for an empty value in the template",
        )
    if not metadata.get("name"):
        raise ResourceError(
            f"{source}: {manifest['kind']} uses metadata.generateName",
            hint="an object of a release must keep its name from one revision to the next; set metadata.name",
        )
    return _with_string_names(manifest, metadata)


def _with_string_names(manifest: Manifest, metadata: JSONValue) -> Manifest:
    """A name that YAML read as a number is the user's text all the same; the API server would refuse it late."""
    if isinstance(metadata["name"], str):
        return manifest
    return {**manifest, "metadata": {**metadata, "name": str(metadata["name"])}}


def _excerpt(manifest: Manifest) -> str:
    return "document with the keys " + ", ".join(sorted(str(key) for key in manifest)[:8])
