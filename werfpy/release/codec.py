"""The payload of a storage object: JSON, gzip, base64. Source: Helm ``pkg/storage/driver/util.go``."""

from __future__ import annotations

import base64
import binascii
import gzip
import json
import zlib
from typing import Any

import orjson

from werfpy.errors import RecordCorrupt, RecordTooLarge
from werfpy.release.record import Release
from werfpy.release.record_json import from_json, to_json

MAX_BYTES = 1024 * 1024
"""What the API server lets the data of a Secret or ConfigMap sum up to (``core.MaxSecretSize``)."""

HEADROOM_BYTES = 2048
"""Kept free in a new revision: its final state has a longer description, notes and the runs of its hooks."""

HINT_OF_CORRUPT = "look at it with `kubectl get`; if it cannot be saved, delete it, and deploy again"

_GZIP = b"\x1f\x8b\x08"


def encode(release: Release) -> str:
    """The text that stands in ``data.release`` of a ConfigMap, and once more in base64 in that of a Secret."""
    return base64.b64encode(gzip.compress(_dump(to_json(release)), compresslevel=9, mtime=0)).decode("ascii")


def decode(payload: str | bytes, where: str) -> Release:
    """The release in *payload*; JSON that is not compressed is read too, as Helm does.

    Raises:
        RecordCorrupt: It is none; *where* names the storage object.
    """
    try:
        data = base64.b64decode(payload, validate=True)
        text = gzip.decompress(data) if data.startswith(_GZIP) else data
        document = orjson.loads(text)
        if not isinstance(document, dict):
            raise TypeError("it is not a JSON object")
        return from_json(document)
    except (binascii.Error, OSError, EOFError, zlib.error, ValueError, KeyError, TypeError, AttributeError) as error:
        raise RecordCorrupt(
            f"the release record {where} cannot be decoded",
            because=f"{type(error).__name__}: {error}" if str(error) else type(error).__name__,
            hint=HINT_OF_CORRUPT,
        ) from error


def check_size(release: Release, payload: str, *, headroom_bytes: int = 0) -> None:
    """Raise `RecordTooLarge` when *payload* would not fit into its Secret or ConfigMap.

    Call it with `HEADROOM_BYTES` before anything is applied, for a revision that cannot be recorded must not begin.
    """
    if len(payload) <= MAX_BYTES - headroom_bytes:
        return
    parts = {
        "the chart's templates": release.chart.get("templates"),
        "the chart's files": release.chart.get("files"),
        "the chart's values": release.chart.get("values"),
        "the rendered manifest": release.manifest,
        "the user's values": dict(release.config),
    }
    sizes = sorted(((len(zlib.compress(_dump(part))), name) for name, part in parts.items()), reverse=True)
    told = ", ".join(f"{name} {size // 1024} KiB" for size, name in sizes[:3])
    raise RecordTooLarge(
        f"the record of release {release.name} revision {release.revision} takes {len(payload)} bytes, "
        f"but a Secret or ConfigMap holds {MAX_BYTES}",
        because=f"compressed: {told}",
        hint="exclude files from the chart with .helmignore, or split the chart into several releases",
    )


def _dump(document: Any) -> bytes:
    try:
        return orjson.dumps(document)
    except TypeError:
        # Numbers beyond 64 bits and lone surrogates.
        return json.dumps(document, separators=(",", ":")).encode()
