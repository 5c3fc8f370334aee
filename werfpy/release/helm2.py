"""Revisions that Helm 2 recorded, as revisions of today.

Source: Helm 2's ``_proto/hapi/**``; werf's fork adds fields 9 (three-way merge enabled) and 10 (resources have
an owner) to Release, but the annotations of the storage object are what counts.
"""

from __future__ import annotations

import base64
import binascii
import gzip
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeVar

from werfpy.errors import RecordCorrupt
from werfpy.gostd.kinds import GoError
from werfpy.gostd.yaml import load_map
from werfpy.release.protobuf import Message
from werfpy.release.record import HookRecord, HookRun, Info, Release, Status
from werfpy.release.times import format_time

T = TypeVar("T")

RESOURCES_HAVE_OWNER = "werf.io/resources-has-owner-release-name"
"""Annotation of the storage object: all resources carry ``service.werf.io/owner-release``."""

_STATUSES = (
    Status.UNKNOWN,
    Status.DEPLOYED,
    Status.UNINSTALLED,
    Status.SUPERSEDED,
    Status.FAILED,
    Status.UNINSTALLING,
    Status.PENDING_INSTALL,
    Status.PENDING_UPGRADE,
    Status.PENDING_ROLLBACK,
)
_EVENTS = (
    "unknown",
    "pre-install",
    "post-install",
    "pre-delete",
    "post-delete",
    "pre-upgrade",
    "post-upgrade",
    "pre-rollback",
    "post-rollback",
    "test",
    "test-failure",
    "crd-install",
)
_DELETE_POLICIES = ("hook-succeeded", "hook-failed", "before-hook-creation")


def decode_helm2(payload: str | bytes, where: str) -> Release:
    """The release in the payload of a Helm 2 storage object: base64 of a protobuf message, mostly gzipped.

    The result has no annotations: the storage object tells them.

    Raises:
        RecordCorrupt: It is none; *where* names the storage object.
    """
    try:
        data = base64.b64decode(payload, validate=True)
        message = Message(gzip.decompress(data) if data.startswith(b"\x1f\x8b\x08") else data)
        if not message.text(1) or not message.number(7):
            raise ValueError("it has no name or version")
        return _release(message)
    except (binascii.Error, OSError, EOFError, zlib.error, ValueError, OverflowError) as error:
        raise RecordCorrupt(
            f"the Helm 2 release record {where} cannot be decoded",
            because=f"{type(error).__name__}: {error}",
            hint="look at it with `kubectl get`; if it cannot be saved, delete it",
        ) from error


def _release(message: Message) -> Release:
    info = message.message(2)
    return Release(
        name=message.text(1),
        namespace=message.text(8),
        revision=message.number(7),
        info=Info(
            status=_at(_STATUSES, info.message(1).number(1), Status.UNKNOWN),
            first_deployed=_time(info, 2),
            last_deployed=_time(info, 3),
            deleted=_time(info, 4),
            description=info.text(5),
            notes=info.message(1).text(4),
        ),
        chart=_chart(message.message(3)),
        config=_values(message.message(4)),
        manifest=message.text(5),
        hooks=tuple(_hook(hook) for hook in message.messages(6)),
        apply_method="csa",
    )


def _hook(message: Message) -> HookRecord:
    """Helm 2 knows no output-log policies; hooks for its failure tests and CRDs keep their names, which run nowhere."""
    return HookRecord(
        name=message.text(1),
        kind=message.text(2),
        path=message.text(3),
        manifest=message.text(4),
        events=tuple(_at(_EVENTS, event, "unknown") for event in message.numbers(5)),
        weight=message.number(7),
        delete_policies=tuple(_at(_DELETE_POLICIES, policy, "unknown") for policy in message.numbers(8)),
        last_run=HookRun(completed_at=_time(message, 6), phase="Unknown" if 6 in message else ""),
    )


def _chart(message: Message) -> dict[str, Any]:
    """Helm 3's JSON of the chart. Subcharts are left out, as Helm 3 leaves them out."""
    templates = [
        {"name": template.text(1), "data": base64.b64encode(template.data(2)).decode()}
        for template in message.messages(2)
    ]
    files = [{"name": file.text(1), "data": base64.b64encode(file.data(2)).decode()} for file in message.messages(5)]
    return {
        "metadata": _metadata(message.message(1)),
        "lock": None,
        "templates": templates or None,
        "values": _values(message.message(4)),
        "schema": None,
        "files": files or None,
    }


def _metadata(message: Message) -> dict[str, Any]:
    texts: Mapping[str, int] = {
        "name": 1, "home": 2, "version": 4, "description": 5, "icon": 9, "condition": 11, "tags": 12,
        "appVersion": 13, "kubeVersion": 17,
    }  # fmt: skip
    maintainers = [
        {key: person.text(number) for number, key in ((1, "name"), (2, "email"), (3, "url")) if number in person}
        for person in message.messages(7)
    ]
    annotations = {entry.text(1): entry.text(2) for entry in message.messages(16)}
    fields: dict[str, Any] = {key: message.text(number) for key, number in texts.items()}
    fields |= {
        "apiVersion": message.text(10) or "v1",
        "sources": list(message.texts(3)),
        "keywords": list(message.texts(6)),
        "maintainers": maintainers,
        "deprecated": message.flag(14),
        "annotations": annotations,
    }
    return {key: value for key, value in fields.items() if value}


def _values(message: Message) -> dict[str, Any]:
    raw = message.text(1)
    try:
        return load_map(raw)
    except GoError as error:
        raise ValueError(f"its values are not YAML: {error}") from error


def _time(message: Message, number: int) -> str:
    """A google.protobuf.Timestamp with all its nanoseconds; ``""`` when absent."""
    if number not in message:
        return ""
    stamp = message.message(number)
    second = format_time(datetime.fromtimestamp(stamp.number(1), UTC))
    nanos = f".{stamp.number(2):09d}".rstrip("0").rstrip(".")
    return f"{second.removesuffix('Z')}{nanos}Z"


def _at(names: tuple[T, ...], number: int, otherwise: T) -> T:
    return names[number] if 0 <= number < len(names) else otherwise
