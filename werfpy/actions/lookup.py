"""The template function ``lookup``: live objects in templates.

Source: Helm's ``pkg/engine/lookup_func.go``: what is not there is an empty map, any other failure stops the rendering.
"""

from __future__ import annotations

from typing import Any

from werfpy.errors import NotFound
from werfpy.kube.client import Client
from werfpy.resource.refs import GVK, ObjectRef


def lookup(client: Client, api_version: str, kind: str, namespace: str, name: str) -> dict[str, Any]:
    """One object, or with an empty *name* a List of all in *namespace* (everywhere where that is empty too).

    Raises:
        KubeError: The cluster said neither yes nor "not found".
    """
    gvk = GVK.of(api_version, kind)
    try:
        if name:
            return client.get(ObjectRef(gvk, namespace, name))
        listing = client.list(gvk, namespace or None)
    except NotFound:
        return {}
    return {"apiVersion": api_version, "kind": f"{kind}List", "metadata": {}, "items": list(listing.items)}
