"""Names for the shapes of JSON that pass between all layers."""

from typing import Any, TypeAlias

JSONValue: TypeAlias = Any
"""None, bool, int, float, str, list or dict of these: what JSON can say."""

Manifest: TypeAlias = dict[str, Any]
"""One Kubernetes object as JSON: ``apiVersion``, ``kind``, ``metadata`` and the rest."""

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a document: keys, and indices of list items."""
