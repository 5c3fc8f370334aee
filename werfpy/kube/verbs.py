"""Which verb of the Kubernetes API a request stands for."""

from __future__ import annotations

from werfpy.kube.transport import Request

_WRITES = {"POST": "create", "PUT": "update", "PATCH": "patch"}


def verb_of(request: Request) -> str:
    """get, list, watch, create, update, patch, delete or deletecollection, as RBAC and the audit log name it.

    Source: k8s.io/apiserver ``request.RequestInfoFactory``.
    """
    if request.method in _WRITES:
        return _WRITES[request.method]
    names_object = _names_object(request.path)
    if request.method == "DELETE":
        return "delete" if names_object else "deletecollection"
    if request.query_value("watch") in ("1", "true"):
        return "watch"
    return "get" if names_object else "list"


def _names_object(path: str) -> bool:
    """Whether *path* names one object; paths outside /api/VERSION and /apis/GROUP/VERSION count as one."""
    segments = path.strip("/").split("/")
    prefix = {"api": 2, "apis": 3}.get(segments[0])
    if prefix is None or len(segments) <= prefix:
        return True
    resource = segments[prefix:]
    if resource[0] == "namespaces" and len(resource) > 2:
        resource = resource[2:]
    return len(resource) > 1
