"""How the played controllers write: through the same path as any client, under their own names."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.merge.equality import copy_json, json_equal
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.deleting import DeleteOptions, delete
from werfpy.sandbox.refusals import Refused
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.writing import change, create

MANAGER: Final = "kube-controller-manager"
KUBELET: Final = "kubelet"


@dataclass(slots=True)
class Hand:
    """Reads and writes of one controller. Keys are those of the store: ``apps/deployments``, ``/pods``.

    Writes that come too late (the object is gone or has changed) are dropped: the change itself brings the
    controller back.
    """

    api: Api
    manager: str = MANAGER

    def get(self, key: str, namespace: str, name: str) -> Manifest | None:
        """An object, not to be changed."""
        return self.api.store.get(key, (namespace, name))

    def all(self, key: str, namespace: str = "") -> list[Manifest]:
        """Objects, not to be changed."""
        return self.api.store.objects(key, namespace)

    def owned(self, key: str, owner: Manifest) -> list[Manifest]:
        """The objects that *owner* controls and that are not being deleted."""
        uid = owner["metadata"]["uid"]
        return [
            item
            for item in self.all(key, owner["metadata"].get("namespace", ""))
            if controller_uid(item) == uid and not item["metadata"].get("deletionTimestamp")
        ]

    def create(self, key: str, namespace: str, manifest: Manifest) -> None:
        """Create an object."""
        with contextlib.suppress(Refused):
            create(self.api, Target(self._resource(key), namespace, "", ""), manifest, self._call())

    def modify(self, key: str, namespace: str, name: str, edit: Callable[[Manifest], None]) -> None:
        """Change an object in place; nothing is written when *edit* changes nothing."""
        self._change(key, namespace, name, "", edit)

    def set_status(
        self, key: str, namespace: str, name: str, status: Manifest, annotations: dict[str, str] | None = None
    ) -> None:
        """Replace an object's status; add *annotations* on the way."""

        def edit(manifest: Manifest) -> None:
            manifest["status"] = status
            if annotations:
                metadata = manifest["metadata"]
                metadata["annotations"] = {**(metadata.get("annotations") or {}), **annotations}

        live = self.get(key, namespace, name) or {}
        known = (live.get("metadata") or {}).get("annotations") or {}
        if json_equal(live.get("status"), status) and not (annotations or {}).items() - known.items():
            return  # most looks at an object find nothing new
        self._change(key, namespace, name, "status", edit)

    def delete(
        self, key: str, namespace: str, name: str, propagation: str = "Background", grace_s: int | None = None
    ) -> None:
        """Delete an object."""
        options = DeleteOptions(propagation=propagation, grace_s=grace_s)
        with contextlib.suppress(Refused):
            delete(self.api, Target(self._resource(key), namespace, name, ""), options)

    def _change(self, key: str, namespace: str, name: str, subresource: str, edit: Callable[[Manifest], None]) -> None:
        def build(live: Manifest) -> Manifest:
            manifest: Manifest = copy_json(live)
            edit(manifest)
            return manifest

        resource = self._resource(key)
        if subresource and subresource not in resource.subresources:
            subresource = ""
        with contextlib.suppress(Refused):
            change(self.api, Target(resource, namespace, name, subresource), build, self._call(), "UpdateOptions")

    def _call(self) -> Call:
        return Call("PUT", "", {"fieldValidation": ["Ignore"]}, {"user-agent": self.manager}, b"")

    def _resource(self, key: str) -> Resource:
        group, _, plural = key.partition("/")
        for item in self.api.registry.all():
            if (item.group, item.plural) == (group, plural) and item.version == (item.storage_version or item.version):
                return item
        raise KeyError(key)


def controller_uid(manifest: Manifest) -> str:
    """The UID of the object that controls this one, ``""`` when none does."""
    for owner in manifest["metadata"].get("ownerReferences") or ():
        if owner.get("controller"):
            return str(owner["uid"])
    return ""


def owner_reference(owner: Manifest) -> dict[str, Any]:
    """A reference that makes *owner* the controller."""
    metadata = owner["metadata"]
    return {
        "apiVersion": owner["apiVersion"],
        "kind": owner["kind"],
        "name": metadata["name"],
        "uid": metadata["uid"],
        "controller": True,
        "blockOwnerDeletion": True,
    }


def is_ready(pod: Manifest) -> bool:
    """Whether a pod's Ready condition is true."""
    conditions = (pod.get("status") or {}).get("conditions") or ()
    return any(item["type"] == "Ready" and item["status"] == "True" for item in conditions)


def condition(now: str, before: Manifest, kind: str, status: str, **more: str) -> dict[str, Any]:
    """A condition; its transition time is kept while its status is."""
    earlier: dict[str, Any] = next((item for item in (before.get("conditions") or ()) if item["type"] == kind), {})
    since = earlier.get("lastTransitionTime", now) if earlier.get("status") == status else now
    return {"type": kind, "status": status, "lastTransitionTime": since, **more}
