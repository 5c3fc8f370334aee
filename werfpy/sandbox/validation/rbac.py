"""Roles and bindings. They are stored and checked, but nobody is kept from anything by them."""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Findings


def validate_role(manifest: Manifest, findings: Findings) -> None:
    """A Role or ClusterRole."""
    for index, rule in enumerate(manifest.get("rules") or ()):
        if not rule.get("verbs"):
            findings.required(f"rules[{index}].verbs", "verbs must contain at least one value")
        if not rule.get("apiGroups") and not rule.get("nonResourceURLs"):
            findings.required(f"rules[{index}].apiGroups", "resource rules must supply at least one api group")
        if not rule.get("resources") and not rule.get("nonResourceURLs"):
            why = "resource rules must supply at least one resource"
            findings.required(f"rules[{index}].resources", why)


def validate_binding(manifest: Manifest, findings: Findings) -> None:
    """A RoleBinding or ClusterRoleBinding."""
    role = manifest.get("roleRef") or {}
    allowed = ["ClusterRole"] if manifest.get("kind") == "ClusterRoleBinding" else ["Role", "ClusterRole"]
    if role.get("kind") not in allowed:
        findings.unsupported("roleRef.kind", role.get("kind", ""), allowed)
    if not role.get("name"):
        findings.required("roleRef.name")
    for index, subject in enumerate(manifest.get("subjects") or ()):
        if not subject.get("name"):
            findings.required(f"subjects[{index}].name")
        is_account = subject.get("kind") == "ServiceAccount"
        if is_account and not subject.get("namespace") and manifest.get("kind") == "ClusterRoleBinding":
            findings.required(f"subjects[{index}].namespace")
