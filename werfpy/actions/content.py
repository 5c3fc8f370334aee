"""What a rendered chart, or a recorded revision, consists of: resources, hooks and CRDs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from werfpy.actions.kinds import Kinds
from werfpy.actions.request import Extras
from werfpy.errors import RecordCorrupt, ResourceError
from werfpy.execute.hooks import BEFORE_CREATION, Hook
from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoError
from werfpy.json_types import JSONValue, Manifest
from werfpy.release.record import HookRecord, Release
from werfpy.render.rendered import Rendered, RenderedHook
from werfpy.resource.annotations import annotations_of, labels_of
from werfpy.resource.identity import identity
from werfpy.resource.model import Resource, resource_of, resources_of


@dataclass(frozen=True, slots=True)
class Content:
    """The objects of one revision. ``crds`` come from the chart's crds/ folder and belong to no release."""

    resources: tuple[Resource, ...]
    hooks: tuple[Hook, ...] = ()
    crds: tuple[Resource, ...] = ()


def parsed(text: str, source: str) -> JSONValue:
    """One rendered document as JSON.

    Raises:
        ResourceError: It is no YAML; says which template and line.
    """
    try:
        return yaml.load_manifest(text)
    except (GoError, ValueError) as error:
        raise ResourceError(
            f"{source}: a rendered document is not valid YAML",
            because=str(error),
            hint=f"look at it with `werfpy template --show-only {source.partition('/')[2]}`",
        ) from error


def with_extras(rendered: Rendered, extras: Extras) -> Rendered:
    """The chart's documents with the run's extra annotations and labels; they become part of what is recorded."""
    if not extras:
        return rendered
    return replace(
        rendered,
        manifests=tuple(_extended(item, extras) for item in rendered.manifests),
        hooks=tuple(_extended(item, extras) for item in rendered.hooks),
    )


def _extended(item: Any, extras: Extras) -> Any:
    document = parsed(item.text, item.path)
    if not isinstance(document, dict):
        return item
    metadata = dict(document.get("metadata") or {})
    if extras.annotations:
        metadata["annotations"] = {**annotations_of(document), **extras.annotations}
    if extras.labels:
        metadata["labels"] = {**labels_of(document), **extras.labels}
    return replace(item, text=yaml.dump({**document, "metadata": metadata}))


def content_of(rendered: Rendered, crds: Sequence[tuple[str, JSONValue]], kinds: Kinds, namespace: str) -> Content:
    """Take a rendering apart.

    Raises:
        ResourceError: A document is no object, an object is stated twice, or a hook cannot be understood.
    """
    documents = [(item.path, parsed(item.text, item.path)) for item in rendered.manifests]
    return Content(
        resources=tuple(
            resources_of(
                [(path, document) for path, document in documents if document],
                namespace=namespace,
                is_namespaced=kinds.is_namespaced,
            )
        ),
        hooks=tuple(_hook_of(item, kinds, namespace) for item in rendered.hooks),
        crds=tuple(
            resource_of(document, path, namespace=namespace, is_namespaced=kinds.is_namespaced)
            for path, document in crds
        ),
    )


def all_documents(rendered: Rendered, crds: Sequence[tuple[str, JSONValue]]) -> list[JSONValue]:
    """Every document of a rendering, hooks left out: what new kinds are looked for in."""
    manifests = [parsed(item.text, item.path) for item in rendered.manifests if item.kind == "CustomResourceDefinition"]
    return [*manifests, *(document for _, document in crds)]


def crd_documents(rendered: Rendered) -> list[tuple[str, JSONValue]]:
    """The documents of the chart's crds/ folder with their paths."""
    found: list[tuple[str, JSONValue]] = []
    for file in rendered.crds:
        text = file.data.decode("utf-8", "replace")
        found.extend((file.path, item.value) for item in yaml.load_all_documents(text) if item.value)
    return found


def _hook_of(item: RenderedHook, kinds: Kinds, namespace: str) -> Hook:
    resource = resource_of(
        parsed(item.text, item.path), item.path, namespace=namespace, is_namespaced=kinds.is_namespaced
    )
    return Hook(resource, tuple(item.events), item.weight, tuple(item.delete_policies) or (BEFORE_CREATION,))


def recorded_hooks(records: Iterable[HookRecord], kinds: Kinds, namespace: str) -> tuple[Hook, ...]:
    """The hooks of a stored revision, ready to run."""
    return tuple(
        Hook(
            resource_of(
                parsed(record.manifest, record.path),
                record.path,
                namespace=namespace,
                is_namespaced=kinds.is_namespaced,
            ),
            tuple(record.events),
            record.weight,
            tuple(record.delete_policies) or (BEFORE_CREATION,),
        )
        for record in records
    )


def recorded_resources(release: Release, kinds: Kinds) -> list[Resource]:
    """The objects that a stored revision states. An object stated twice counts once, as last stated.

    Objects of APIs that are served under another version are named by that version; those whose API is gone are
    left out, for the API server removed them with it.

    Raises:
        RecordCorrupt: The recorded text is not what a revision can have stated.
    """
    try:
        return _recorded_resources(release, kinds)
    except ResourceError as error:
        raise RecordCorrupt(
            f"revision {release.revision} of release {release.name}: the recorded manifest cannot be used",
            at=error.at,
            because=f"{error.summary}\n{error.because}".strip(),
            hint="somebody edited the record; save what you need of it, delete it, and deploy again",
        ) from error


def _recorded_resources(release: Release, kinds: Kinds) -> list[Resource]:
    found: dict[object, Resource] = {}
    for path, document in recorded_documents(release.manifest):
        if not document:
            continue
        for resource in resources_of(
            [(path, document)], namespace=release.namespace, is_namespaced=kinds.is_namespaced
        ):
            served = kinds.served(resource.ref)
            if served is not None:
                found[identity(resource.ref)] = replace(resource, ref=served)
    return list(found.values())


def recorded_documents(manifest: str) -> list[tuple[str, Manifest]]:
    """The documents of a release's manifest text, each with the path that its ``# Source:`` line names."""
    return [(_source_of(text), parsed(text, _source_of(text))) for text in _split(manifest) if text.strip()]


def _split(manifest: str) -> list[str]:
    texts: list[list[str]] = [[]]
    for line in manifest.splitlines(keepends=True):
        if line.startswith("---"):
            texts.append([line[3:]] if line[3:].strip() else [])
        else:
            texts[-1].append(line)
    return ["".join(text) for text in texts]


def _source_of(text: str) -> str:
    for line in text.splitlines():
        if line.startswith("# Source: "):
            return line.removeprefix("# Source: ").strip()
        if line and not line.startswith("#"):
            break
    return "recorded manifest"
