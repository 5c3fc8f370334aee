"""Release records to Helm's JSON and back. Written as helm 4 writes it, which helm 3 reads; both are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from werfpy.release.record import HookRecord, HookRun, Info, Release, Status

_RELEASE_KEYS = ("name", "info", "chart", "config", "manifest", "hooks", "version", "namespace", "apply_method")
_INFO_KEYS = ("first_deployed", "last_deployed", "deleted", "description", "status", "notes")
_HOOK_KEYS = (
    "name", "kind", "path", "manifest", "events", "last_run", "weight", "delete_policies", "output_log_policies",
)  # fmt: skip
_RUN_KEYS = ("started_at", "completed_at", "phase")


def to_json(release: Release) -> dict[str, Any]:
    """Helm's JSON of *release*; labels, annotations and the resource version belong to the storage object instead."""
    document: dict[str, Any] = {
        "name": release.name,
        "info": _info_to_json(release.info),
        "chart": dict(release.chart) or None,
        "manifest": release.manifest,
        "version": release.revision,
        "namespace": release.namespace,
    }
    optional = {
        "config": dict(release.config),
        "hooks": [_hook_to_json(hook) for hook in release.hooks],
        "apply_method": release.apply_method,
    }
    return {**release.extra, **document, **_present(optional)}


def from_json(document: Mapping[str, Any]) -> Release:
    """The release in *document*; labels and annotations are empty.

    Raises:
        KeyError, TypeError, ValueError: *document* is no release.
    """
    name, revision = document["name"], document["version"]
    if not isinstance(name, str) or not name or not isinstance(revision, int):
        raise ValueError("it has no name or version")
    return Release(
        name=name,
        namespace=document.get("namespace") or "",
        revision=revision,
        info=_info_from_json(_mapping(document.get("info"))),
        chart=_mapping(document.get("chart")),
        config=_mapping(document.get("config")),
        manifest=document.get("manifest") or "",
        hooks=tuple(_hook_from_json(_mapping(hook)) for hook in document.get("hooks") or ()),
        apply_method=document.get("apply_method") or "",
        extra=_rest(document, _RELEASE_KEYS),
    )


def _info_to_json(info: Info) -> dict[str, Any]:
    document = {"description": info.description, "status": info.status.value}
    times = {"first_deployed": info.first_deployed, "last_deployed": info.last_deployed, "deleted": info.deleted}
    return {**info.extra, **_present(times), **document, **_present({"notes": info.notes})}


def _info_from_json(document: Mapping[str, Any]) -> Info:
    try:
        status = Status(document.get("status") or "unknown")
    except ValueError:
        status = Status.UNKNOWN
    return Info(
        status=status,
        first_deployed=document.get("first_deployed") or "",
        last_deployed=document.get("last_deployed") or "",
        deleted=document.get("deleted") or "",
        description=document.get("description") or "",
        notes=document.get("notes") or "",
        extra=_rest(document, _INFO_KEYS),
    )


def _hook_to_json(hook: HookRecord) -> dict[str, Any]:
    run = hook.last_run
    last_run = {**_present({"started_at": run.started_at, "completed_at": run.completed_at}), "phase": run.phase}
    document = {"name": hook.name, "kind": hook.kind, "path": hook.path, "manifest": hook.manifest}
    optional = {
        "events": list(hook.events),
        "weight": hook.weight,
        "delete_policies": list(hook.delete_policies),
        "output_log_policies": list(hook.output_log_policies),
    }
    return {**hook.extra, **document, "last_run": last_run, **_present(optional)}


def _hook_from_json(document: Mapping[str, Any]) -> HookRecord:
    run = _mapping(document.get("last_run"))
    return HookRecord(
        name=document.get("name") or "",
        kind=document.get("kind") or "",
        path=document.get("path") or "",
        manifest=document.get("manifest") or "",
        events=tuple(document.get("events") or ()),
        weight=document.get("weight") or 0,
        delete_policies=tuple(document.get("delete_policies") or ()),
        output_log_policies=tuple(document.get("output_log_policies") or ()),
        last_run=HookRun(*(run.get(key) or "" for key in _RUN_KEYS)),
        extra=_rest(document, _HOOK_KEYS),
    )


def _mapping(value: object) -> Mapping[str, Any]:
    """*value*, or ``{}`` for null; what is no mapping is no release."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise TypeError(f"expected a mapping, not {type(value).__name__}")
    return value


def _present(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Go's ``omitempty``."""
    return {key: value for key, value in fields.items() if value}


def _rest(document: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in known}
