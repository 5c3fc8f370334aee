"""ConfigMaps and Secrets."""

from __future__ import annotations

import re
from typing import Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Cause, Findings

_KEY: Final = re.compile(r"[-._a-zA-Z0-9]+")
_NOT_KEY: Final = (
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or "
    "'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
)
_LIMIT_BYTES: Final = 1024 * 1024
_REQUIRED_KEYS: Final = {
    "kubernetes.io/dockercfg": (".dockercfg",),
    "kubernetes.io/dockerconfigjson": (".dockerconfigjson",),
    "kubernetes.io/ssh-auth": ("ssh-privatekey",),
    "kubernetes.io/tls": ("tls.crt", "tls.key"),
}


def _validate_keys(manifest: Manifest, names: tuple[str, ...], findings: Findings) -> None:
    for name in names:
        for key in manifest.get(name) or {}:
            if _KEY.fullmatch(key) is None or key in (".", ".."):
                findings.invalid(f"{name}[{key}]", key, _NOT_KEY)


def validate_config_map(manifest: Manifest, findings: Findings) -> None:
    """A ConfigMap."""
    _validate_keys(manifest, ("data", "binaryData"), findings)
    for key in (manifest.get("binaryData") or {}).keys() & (manifest.get("data") or {}).keys():
        findings.invalid(f"binaryData[{key}]", key, "duplicate of key present in data")
    size = sum(len(value.encode()) for value in (manifest.get("data") or {}).values())
    size += sum(len(value) * 3 // 4 for value in (manifest.get("binaryData") or {}).values())
    _validate_size(size, "", findings)


def validate_secret(manifest: Manifest, findings: Findings) -> None:
    """A Secret."""
    _validate_keys(manifest, ("data",), findings)
    data = manifest.get("data") or {}
    _validate_size(sum(len(value) * 3 // 4 - value[-2:].count("=") for value in data.values()), "data", findings)
    for key in _REQUIRED_KEYS.get(manifest.get("type", ""), ()):
        if key not in data:
            findings.required(f"data[{key}]")


def _validate_size(size: int, path: str, findings: Findings) -> None:
    if size > _LIMIT_BYTES:
        message = f"Too long: may not be more than {_LIMIT_BYTES} bytes"
        findings.causes.append(Cause(path or "[]", message, "FieldValueTooLong"))
