"""Services, Ingresses, NetworkPolicies."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Findings
from werfpy.sandbox.validation.metadata import NOT_LABEL, check_label, is_label, validate_labels

_TYPES: Final = ("ClusterIP", "ExternalName", "LoadBalancer", "NodePort")
_PROTOCOLS: Final = ("SCTP", "TCP", "UDP")
_PATH_TYPES: Final = ("Exact", "ImplementationSpecific", "Prefix")
_PORT_RANGE: Final = "must be between 1 and 65535, inclusive"


def validate_service(manifest: Manifest, findings: Findings) -> None:
    """A Service."""
    spec = manifest["spec"]
    kind = spec.get("type")
    ports = spec.get("ports") or []
    if kind not in _TYPES:
        findings.unsupported("spec.type", kind, _TYPES)
    if not ports and kind != "ExternalName" and spec.get("clusterIP") != "None":
        findings.required("spec.ports")
    if kind == "ExternalName" and not spec.get("externalName"):
        findings.required("spec.externalName")
    validate_labels(spec.get("selector") or {}, "spec.selector", findings)
    if spec.get("loadBalancerSourceRanges") and kind != "LoadBalancer":
        findings.forbidden("spec.LoadBalancerSourceRanges", "may only be used when `type` is 'LoadBalancer'")
    for index, port in enumerate(ports):
        if port.get("nodePort") and kind == "ClusterIP":
            findings.forbidden(f"spec.ports[{index}].nodePort", "may not be used when `type` is 'ClusterIP'")
    _validate_ports(ports, findings)


def _validate_ports(ports: list[Any], findings: Findings) -> None:
    names: set[str] = set()
    numbers: set[tuple[int, str]] = set()
    for index, port in enumerate(ports):
        path = f"spec.ports[{index}]"
        name, number = port.get("name", ""), port.get("port", 0)
        if not name and len(ports) > 1:
            findings.required(f"{path}.name")
        elif name and not is_label(name):
            findings.invalid(f"{path}.name", name, NOT_LABEL)
        elif name in names:
            findings.duplicate(f"{path}.name", name)
        names.add(name)
        if not 0 < number < 65536:
            findings.invalid(f"{path}.port", number, _PORT_RANGE)
        if port.get("protocol") not in _PROTOCOLS:
            findings.unsupported(f"{path}.protocol", port.get("protocol"), _PROTOCOLS)
        if (number, port.get("protocol", "")) in numbers:
            findings.duplicate(path, {"port": number, "protocol": port.get("protocol", "")})
        numbers.add((number, port.get("protocol", "")))


def validate_ingress(manifest: Manifest, findings: Findings) -> None:
    """An Ingress."""
    spec = manifest["spec"]
    if not spec.get("rules") and not spec.get("defaultBackend"):
        findings.invalid("spec", None, "either `defaultBackend` or `rules` must be specified")
    for index, rule in enumerate(spec.get("rules") or []):
        if "http" in rule and not rule["http"].get("paths"):
            findings.required(f"spec.rules[{index}].http.paths")
        for number, item in enumerate((rule.get("http") or {}).get("paths") or []):
            _validate_path(item, f"spec.rules[{index}].http.paths[{number}]", findings)


def _validate_path(item: dict[str, Any], path: str, findings: Findings) -> None:
    kind = item.get("pathType")
    if not kind:
        findings.required(f"{path}.pathType", "pathType must be specified")
    elif kind not in _PATH_TYPES:
        findings.unsupported(f"{path}.pathType", kind, _PATH_TYPES)
    elif kind != "ImplementationSpecific" and not str(item.get("path", "")).startswith("/"):
        findings.invalid(f"{path}.path", item.get("path", ""), "must be an absolute path")
    service = (item.get("backend") or {}).get("service")
    if service is not None and not service.get("name"):
        findings.required(f"{path}.backend.service.name")
    elif service is not None:
        check_label(service["name"], f"{path}.backend.service.name", findings)


def validate_network_policy(manifest: Manifest, findings: Findings) -> None:
    """A NetworkPolicy."""
    for index, kind in enumerate(manifest["spec"].get("policyTypes") or []):
        if kind not in ("Ingress", "Egress"):
            findings.unsupported(f"spec.policyTypes[{index}]", kind, ["Egress", "Ingress"])
