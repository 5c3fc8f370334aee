"""The release's namespace: created when it is missing and the run may do so."""

from __future__ import annotations

from werfpy.actions.draft import Draft
from werfpy.actions.services import Services
from werfpy.errors import AlreadyExists, NotFound
from werfpy.events import NamespaceCreated


def ensure_namespace(draft: Draft, services: Services) -> None:
    """Create the namespace of the release, with the label ``name`` as Helm gives it.

    Raises:
        NotFound: It is missing and may not be created.
        Forbidden: It is missing and the user may not create it.
    """
    name = draft.request.release.namespace
    if name not in draft.planning.missing_namespaces:
        return
    if not draft.request.permissions.create_namespace:
        raise NotFound(
            f"namespace {name} does not exist",
            status=404,
            reason="NotFound",
            hint=f"create it with `kubectl create namespace {name}`, or leave out --no-create-namespace",
        )
    manifest = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": {"name": name}}}
    try:
        services.client.create(manifest)
    except AlreadyExists:
        return
    services.emit(NamespaceCreated(name))
