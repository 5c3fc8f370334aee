"""Questions about rights: in the sandbox everybody may do everything, and the answers say so."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import bad_request, not_offered
from werfpy.sandbox.resources import Resource

ACCESS: Final = frozenset({"selfsubjectaccessreviews", "subjectaccessreviews", "localsubjectaccessreviews"})
USER: Final = "sandbox-admin"
_ALL: Final = ["*"]


def is_question(resource: Resource) -> bool:
    """Whether POST is answered instead of stored."""
    return resource.verbs == ("create",)


def answer(resource: Resource, document: Any) -> Manifest:
    """The answer to a review.

    Raises:
        Refused: 400 for no review, 501 for one that the sandbox cannot answer.
    """
    if not isinstance(document, dict):
        raise bad_request(f"the object provided is unrecognized (must be of type {resource.kind})")
    base: Manifest = {"kind": resource.kind, "apiVersion": resource.api_version, "metadata": {}}
    spec = document.get("spec") or {}
    if resource.plural in ACCESS:
        status: Manifest = {"allowed": True, "reason": "the sandbox does not enforce RBAC"}
    elif resource.plural == "selfsubjectrulesreviews":
        rules = [{"verbs": _ALL, "apiGroups": _ALL, "resources": _ALL}]
        status = {
            "resourceRules": rules,
            "nonResourceRules": [{"verbs": _ALL, "nonResourceURLs": _ALL}],
            "incomplete": False,
        }
    elif resource.plural == "selfsubjectreviews":
        status = {"userInfo": {"username": USER, "groups": ["system:masters", "system:authenticated"]}}
    else:
        raise not_offered(f"{resource.plural}.{resource.group}" if resource.group else resource.plural)
    return {**base, "spec": spec, "status": status}
