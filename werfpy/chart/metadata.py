"""Chart.yaml, requirements.yaml and Chart.lock: decoding and validation.

Source: helm ``pkg/chart/v2/metadata.go`` and ``dependency.go``.
"""

from __future__ import annotations

import re
from typing import Any, Final

from werfpy.chart.model import Dependency, Lock, Maintainer, Metadata
from werfpy.chart.typed import ANY, BOOL, STRING, ListOf, MapOf, Struct, decode
from werfpy.chart.versions import is_valid_version
from werfpy.gostd.quote import quote
from werfpy.gostd.text import is_print

STRINGS: Final = ListOf(STRING, "[]string")

MAINTAINER: Final = Struct("Maintainer", {"name": STRING, "email": STRING, "url": STRING}, go_type="v2.Maintainer")

DEPENDENCY: Final = Struct(
    "Dependency",
    {
        "name": STRING,
        "version": STRING,
        "repository": STRING,
        "condition": STRING,
        "tags": STRINGS,
        "enabled": BOOL,
        "import-values": ListOf(ANY, "[]interface {}"),
        "alias": STRING,
    },
    go_type="v2.Dependency",
)

DEPENDENCIES: Final = ListOf(DEPENDENCY, "[]*v2.Dependency")

METADATA: Final = Struct(
    "Metadata",
    {
        "name": STRING,
        "home": STRING,
        "sources": STRINGS,
        "version": STRING,
        "description": STRING,
        "keywords": STRINGS,
        "maintainers": ListOf(MAINTAINER, "[]*v2.Maintainer"),
        "icon": STRING,
        "apiVersion": STRING,
        "condition": STRING,
        "tags": STRING,
        "appVersion": STRING,
        "deprecated": BOOL,
        "annotations": MapOf(STRING, "map[string]string"),
        "kubeVersion": STRING,
        "dependencies": DEPENDENCIES,
        "type": STRING,
    },
    go_type="v2.Metadata",
)

LOCK: Final = Struct("Lock", {"generated": STRING, "digest": STRING, "dependencies": DEPENDENCIES}, go_type="v2.Lock")

_ATTRIBUTES: Final = {"apiVersion": "api_version", "appVersion": "app_version", "kubeVersion": "kube_version"}

_ALIAS: Final = re.compile(r"[a-zA-Z0-9_-]+\Z")


class ValidationError(Exception):
    """Chart.yaml breaks a rule of Helm's; the text is Helm's, without a prefix."""


def fill_metadata(metadata: Metadata, document: Any) -> None:
    """Set the fields of *metadata* that *document* (the YAML of Chart.yaml or requirements.yaml) names.

    Raises:
        GoError: A value has the wrong type.
    """
    for key, value in (decode(document, METADATA) or {}).items():
        if key == "maintainers":
            value = [None if entry is None else Maintainer(**entry) for entry in value]
        elif key == "dependencies":
            value = [_dependency(entry) for entry in value]
        elif key in ("sources", "keywords"):
            value = _strings(value)
        setattr(metadata, _ATTRIBUTES.get(key, key), value)


def read_lock(document: Any) -> Lock:
    """Chart.lock or requirements.lock from its YAML.

    Raises:
        GoError: A value has the wrong type.
    """
    fields = decode(document, LOCK) or {}
    entries = fields.get("dependencies")
    return Lock(
        fields.get("generated", ""),
        fields.get("digest", ""),
        None if entries is None else [_dependency(entry) for entry in entries],
    )


def _dependency(entry: dict[str, Any] | None) -> Any:
    if entry is None:
        return None
    fields = {key.replace("-", "_"): value for key, value in entry.items()}
    if "tags" in fields:
        fields["tags"] = _strings(fields["tags"])
    return Dependency(**fields)


def _strings(items: list[str | None]) -> list[str]:
    return [item or "" for item in items]


def validate(metadata: Metadata) -> None:
    """Check *metadata* as Helm does when it loads a chart; strings are cleaned of unprintable characters.

    Raises:
        ValidationError: The first broken rule.
    """
    _clean(metadata)
    if not metadata.api_version:
        raise ValidationError("chart.metadata.apiVersion is required")
    _check_name(metadata.name)
    if not metadata.version:
        raise ValidationError("chart.metadata.version is required")
    if not is_valid_version(metadata.version):
        raise ValidationError(f"chart.metadata.version {quote(metadata.version)} is invalid")
    if metadata.type not in ("", "application", "library"):
        raise ValidationError("chart.metadata.type must be application or library")
    for maintainer in metadata.maintainers or ():
        if maintainer is None:
            raise ValidationError("maintainers must not contain empty or null nodes")
        for attribute in ("name", "email", "url"):
            setattr(maintainer, attribute, sanitize(getattr(maintainer, attribute)))
    _check_dependencies(metadata.dependencies or [])


def _clean(metadata: Metadata) -> None:
    for attribute in ("name", "description", "home", "icon", "condition", "tags", "app_version", "kube_version"):
        setattr(metadata, attribute, sanitize(getattr(metadata, attribute)))
    for items in (metadata.sources, metadata.keywords):
        if items:
            items[:] = [sanitize(item) for item in items]


def _check_name(name: str) -> None:
    if not name:
        raise ValidationError("chart.metadata.name is required")
    if name in (".", ".."):
        raise ValidationError(f"chart.metadata.name {quote(name)} is not allowed")
    if "/" in name:
        raise ValidationError(f"chart.metadata.name {quote(name)} is invalid")


def _check_dependencies(entries: list[Dependency]) -> None:
    seen: set[str] = set()
    for entry in entries:
        if entry is None:
            raise ValidationError("dependencies must not contain empty or null nodes")
        for attribute in ("name", "version", "repository", "condition"):
            setattr(entry, attribute, sanitize(getattr(entry, attribute)))
        if entry.tags:
            entry.tags = [sanitize(tag) for tag in entry.tags]
        if entry.alias and not _ALIAS.match(entry.alias):
            raise ValidationError(f"dependency {quote(entry.name)} has disallowed characters in the alias")
        key = entry.alias or entry.name
        if key in seen:
            raise ValidationError(f"more than one dependency with name or alias {quote(key)}")
        seen.add(key)


def sanitize(text: str) -> str:
    """White space becomes a space, what Go calls unprintable is dropped."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(" " if mark.isspace() else mark for mark in text if mark.isspace() or is_print(mark))
