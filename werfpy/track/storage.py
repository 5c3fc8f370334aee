"""Which storage classes bind a claim only when a pod uses it."""

from __future__ import annotations

from werfpy.errors import KubeError
from werfpy.resource.refs import GVK
from werfpy.status.fields import text
from werfpy.status.words import StatusContext
from werfpy.track.reader import Reader

_STORAGE_CLASS = GVK("storage.k8s.io", "v1", "StorageClass")
_IS_DEFAULT = "storageclass.kubernetes.io/is-default-class"


def learn(reader: Reader) -> StatusContext:
    """Read the cluster's classes, in one request. A user who may not gets the rules without them."""
    try:
        classes = reader.list(_STORAGE_CLASS).items
    except KubeError:
        return StatusContext()
    late = set()
    for one in classes:
        if text(one, "volumeBindingMode") == "WaitForFirstConsumer":
            late.add(text(one, "metadata", "name"))
            if text(one, "metadata", "annotations", _IS_DEFAULT) == "true":
                late.add("")
    return StatusContext(late_binding_classes=frozenset(late))
