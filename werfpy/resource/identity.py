"""When do two manifests name the same object, though their API versions differ?"""

from __future__ import annotations

from typing import Final, NamedTuple

from werfpy.resource.refs import ObjectRef

_MOVED: Final = {
    ("extensions", "Deployment"): "apps",
    ("extensions", "DaemonSet"): "apps",
    ("extensions", "ReplicaSet"): "apps",
    ("extensions", "Ingress"): "networking.k8s.io",
    ("extensions", "NetworkPolicy"): "networking.k8s.io",
    ("extensions", "PodSecurityPolicy"): "policy",
    ("events.k8s.io", "Event"): "",
}


class Identity(NamedTuple):
    """Equal for two references exactly when the API server keeps one object for both."""

    group: str
    kind: str
    namespace: str
    name: str


def identity(ref: ObjectRef) -> Identity:
    """The object behind *ref*, whatever version of its API names it.

    All versions of a group show the same object; some kinds also moved between groups
    (Kubernetes' deprecation guide: ``extensions/v1beta1`` and its heirs). A manifest of an old revision may name an
    API that the cluster no longer serves: it is matched by this, and never has to be mapped.

    >>> from werfpy.resource.refs import GVK
    >>> old = ObjectRef(GVK("extensions", "v1beta1", "Ingress"), "shop", "web")
    >>> identity(old) == identity(ObjectRef(GVK("networking.k8s.io", "v1", "Ingress"), "shop", "web"))
    True
    """
    group = _MOVED.get((ref.gvk.group, ref.gvk.kind), ref.gvk.group)
    return Identity(group, ref.gvk.kind, ref.namespace, ref.name)
