"""Pods and pod templates."""

from __future__ import annotations

from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Findings
from werfpy.sandbox.validation.metadata import check_label, check_subdomain, is_label

_PULL_POLICIES: Final = ("Always", "IfNotPresent", "Never")
_PROTOCOLS: Final = ("SCTP", "TCP", "UDP")
_PROBES: Final = ("livenessProbe", "readinessProbe", "startupProbe")
_HANDLERS: Final = ("exec", "httpGet", "tcpSocket", "grpc")
_RESTARTS: Final = ("Always", "Never", "OnFailure")


def validate_pod(manifest: Manifest, findings: Findings) -> None:
    """A pod."""
    validate_pod_spec(manifest["spec"], "spec", findings)


def validate_pod_spec(
    spec: dict[str, Any], path: str, findings: Findings, claims: frozenset[str] = frozenset()
) -> None:
    """The spec of a pod or of a template; *claims* are volumes that a StatefulSet adds."""
    volumes = _validate_volumes(spec.get("volumes") or [], f"{path}.volumes", findings) | claims
    names: set[str] = set()
    containers = spec.get("containers") or []
    if not containers:
        findings.required(f"{path}.containers")
    for field, items in (("containers", containers), ("initContainers", spec.get("initContainers") or [])):
        for index, item in enumerate(items):
            where = f"{path}.{field}[{index}]"
            _validate_container(item, where, volumes, findings)
            if item.get("name") in names:
                findings.duplicate(f"{where}.name", item.get("name"))
            names.add(item.get("name", ""))
    if spec.get("restartPolicy") not in _RESTARTS:
        findings.unsupported(f"{path}.restartPolicy", spec.get("restartPolicy"), _RESTARTS)


def _validate_volumes(volumes: list[Any], path: str, findings: Findings) -> set[str]:
    names: set[str] = set()
    for index, volume in enumerate(volumes):
        name = volume.get("name", "")
        if not name:
            findings.required(f"{path}[{index}].name")
        else:
            check_label(name, f"{path}[{index}].name", findings)
        if name in names:
            findings.duplicate(f"{path}[{index}].name", name)
        if is_label(name):
            names.add(name)
        if "configMap" in volume and not volume["configMap"].get("name"):
            findings.required(f"{path}[{index}].configMap.name")
        if "secret" in volume and not volume["secret"].get("secretName"):
            findings.required(f"{path}[{index}].secret.secretName")
        for source in sorted(set(volume) - {"name"})[1:]:
            findings.forbidden(f"{path}[{index}].{source}", "may not specify more than 1 volume type")
    return names


def _validate_container(item: dict[str, Any], path: str, volumes: set[str], findings: Findings) -> None:
    name = item.get("name", "")
    if not name:
        findings.required(f"{path}.name")
    else:
        check_label(name, f"{path}.name", findings)
    if not item.get("image"):
        findings.required(f"{path}.image")
    if item.get("imagePullPolicy") not in _PULL_POLICIES:
        findings.unsupported(f"{path}.imagePullPolicy", item.get("imagePullPolicy"), _PULL_POLICIES)
    _validate_ports(item.get("ports") or [], f"{path}.ports", findings)
    _validate_environment(item.get("env") or [], f"{path}.env", findings)
    _validate_sources(item.get("envFrom") or [], f"{path}.envFrom", findings)
    for index, mount in enumerate(item.get("volumeMounts") or []):
        where = f"{path}.volumeMounts[{index}]"
        if mount.get("name") not in volumes:
            findings.not_found(f"{where}.name", mount.get("name", ""))
        if not mount.get("mountPath"):
            findings.required(f"{where}.mountPath")
    for probe in _PROBES:
        if probe in item and not any(handler in item[probe] for handler in _HANDLERS):
            findings.required(f"{path}.{probe}", "must specify a handler type")
    _validate_resources(item.get("resources") or {}, f"{path}.resources", findings)


def _validate_ports(ports: list[Any], path: str, findings: Findings) -> None:
    for index, port in enumerate(ports):
        number = port.get("containerPort", 0)
        if not number:
            findings.required(f"{path}[{index}].containerPort")
        elif not 0 < number < 65536:
            findings.invalid(f"{path}[{index}].containerPort", number, "must be between 1 and 65535, inclusive")
        if port.get("protocol") not in _PROTOCOLS:
            findings.unsupported(f"{path}[{index}].protocol", port.get("protocol"), _PROTOCOLS)


def _validate_environment(environment: list[Any], path: str, findings: Findings) -> None:
    for index, variable in enumerate(environment):
        if not variable.get("name"):
            findings.required(f"{path}[{index}].name")
        for kind in ("configMapKeyRef", "secretKeyRef"):
            source = (variable.get("valueFrom") or {}).get(kind)
            if source is not None:
                check_subdomain(source.get("name", ""), f"{path}[{index}].valueFrom.{kind}.name", findings)
        if variable.get("value") and variable.get("valueFrom"):
            findings.invalid(f"{path}[{index}].valueFrom", "", "may not be specified when `value` is not empty")


def _validate_sources(sources: list[Any], path: str, findings: Findings) -> None:
    for index, source in enumerate(sources):
        if "configMapRef" not in source and "secretRef" not in source:
            findings.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`")
        for kind in ("configMapRef", "secretRef"):
            if kind in source:
                check_subdomain(source[kind].get("name", ""), f"{path}[{index}].{kind}.name", findings)


def _validate_resources(resources: dict[str, Any], path: str, findings: Findings) -> None:
    limits, requests = resources.get("limits") or {}, resources.get("requests") or {}
    for name, request in requests.items():
        limit = limits.get(name)
        if limit is not None and _amount(request) > _amount(limit):
            why = f"must be less than or equal to {name} limit of {limit}"
            findings.invalid(f"{path}.requests", request, why)


def _amount(text: str) -> Any:
    from decimal import Decimal

    scales = {
        "n": "1e-9",
        "u": "1e-6",
        "m": "1e-3",
        "k": "1e3",
        "M": "1e6",
        "G": "1e9",
        "T": "1e12",
        "P": "1e15",
        "E": "1e18",
    }
    if text.endswith("i"):
        return Decimal(text[:-2]) * (1 << (10 * ("KMGTPE".index(text[-2]) + 1)))
    if text and text[-1] in scales:
        return Decimal(text[:-1]) * Decimal(scales[text[-1]])
    return Decimal(text)
