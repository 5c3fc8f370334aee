"""The merge keys of every kind that Kubernetes itself defines.

``merge_keys.json`` is generated from the OpenAPI document of a kube-apiserver (``bench/generate_merge_keys.py``), so
that a deploy needs no request for it. Versions of an API that clusters had in the past take the schema of today's
version: merge keys have not changed between versions of one kind.
"""

from __future__ import annotations

import json
import pkgutil
import re
from functools import lru_cache
from typing import Final

from werfpy.json_types import Manifest
from werfpy.merge.merge_schema import MergeSchema, Table

CUSTOM_RESOURCE_GROUPS: Final = frozenset({"apiextensions.k8s.io"})
"""Built in, but patched by JSON merge, as kubectl and Helm do: clients have no struct tags for it."""

_GROUP_ALIASES: Final = {
    "extensions": ("apps", "networking.k8s.io", "policy"),
}
_CUSTOM_RESOURCE: Final[Table] = {
    "custom resource": {"apiVersion": "s", "kind": "s", "metadata": "@meta.v1.ObjectMeta|Z"}
}


def schema_for(group: str, version: str, kind: str) -> MergeSchema | None:
    """The merge schema of a built-in kind; None for custom resources, which get JSON merge patches.

    Args:
        group: API group, ``""`` for core.
        version: Any version that the kind has or once had, ``v1beta1``.
        kind: ``Deployment``.
    """
    if group in CUSTOM_RESOURCE_GROUPS:
        return None
    return _schema_for(group, version, kind)


def known_schema(manifest: Manifest, schema: MergeSchema | None) -> MergeSchema:
    """*schema*, or else what is known of the manifest's kind anyway."""
    if schema is not None:
        return schema
    group, slash, version = str(manifest.get("apiVersion", "")).partition("/")
    kind = str(manifest.get("kind", ""))
    return state_schema(group, version, kind) if slash else state_schema("", group, kind)


@lru_cache(maxsize=64)
def state_schema(group: str, version: str, kind: str) -> MergeSchema:
    """What is known of a kind that is patched by JSON merge: everything of a CustomResourceDefinition, the metadata
    of a custom resource. Good for comparing and merging states, not for strategic patches."""
    if group in CUSTOM_RESOURCE_GROUPS:
        known = _schema_for(group, version, kind)
        if known is not None:
            return known
    return MergeSchema("custom resource", {**_load()[1], **_CUSTOM_RESOURCE})


@lru_cache(maxsize=1024)
def _schema_for(group: str, version: str, kind: str) -> MergeSchema | None:
    kinds, types = _load()
    for candidate in (group, *_GROUP_ALIASES.get(group, ())):
        versions = kinds.get(f"{candidate}/{kind}")
        if versions:
            name = versions.get(version) or versions.get(_stable(version)) or next(iter(versions.values()))
            return MergeSchema(name, types, is_exact=candidate == group and version in versions)
    return None


def _stable(version: str) -> str:
    """``v2`` for ``v2beta1``."""
    return re.sub(r"(alpha|beta)\d+$", "", version)


@lru_cache(maxsize=1)
def _load() -> tuple[dict[str, dict[str, str]], Table]:
    data = pkgutil.get_data(__package__ or "werfpy.merge", "merge_keys.json")
    if data is None:  # pragma: no cover - the file is part of the package
        raise RuntimeError("merge_keys.json is missing from the package")
    document = json.loads(data)
    return document["kinds"], document["types"]
