"""CustomResourceDefinitions."""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Findings


def validate_definition(manifest: Manifest, findings: Findings) -> None:
    """A CustomResourceDefinition."""
    spec = manifest["spec"]
    names = spec.get("names") or {}
    expected = f"{names.get('plural', '')}.{spec.get('group', '')}"
    if manifest["metadata"].get("name") != expected:
        name = manifest["metadata"].get("name", "")
        why = 'must be spec.names.plural+"."+spec.group'
        findings.invalid("metadata.name", name, why)
    for key in ("plural", "kind"):
        if not names.get(key):
            findings.required(f"spec.names.{key}")
    if spec.get("scope") not in ("Cluster", "Namespaced"):
        findings.unsupported("spec.scope", spec.get("scope", ""), ["Cluster", "Namespaced"])
    versions = spec.get("versions") or []
    if sum(bool(item.get("storage")) for item in versions) != 1:
        why = "must have exactly one version marked as storage version"
        findings.invalid("spec.versions", [item.get("name", "") for item in versions], why)
    for index, item in enumerate(versions):
        if not (item.get("schema") or {}).get("openAPIV3Schema"):
            findings.required(f"spec.versions[{index}].schema.openAPIV3Schema", "schemas are required")
