"""Release records as they stand in Secrets, read and written without any code of werfpy."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

from e2e.driver import MERGE, Live


def read_record(secret: dict[str, Any]) -> dict[str, Any]:
    """The release in a storage Secret: base64 of the API, base64 of Helm, gzip, JSON."""
    inner = base64.b64decode(base64.b64decode(secret["data"]["release"]))
    found: dict[str, Any] = json.loads(gzip.decompress(inner))
    return found


def payload(record: dict[str, Any]) -> str:
    """What stands in ``data.release``."""
    return base64.b64encode(base64.b64encode(gzip.compress(json.dumps(record).encode()))).decode()


def record(live: Live, release: str, revision: int) -> dict[str, Any]:
    return read_record(live.revisions(release)[revision])


def statuses(live: Live, release: str) -> dict[int, str]:
    """The status of each revision, from the records' labels, checked against their content."""
    found = {}
    for number, secret in sorted(live.revisions(release).items()):
        status = secret["metadata"]["labels"]["status"]
        assert read_record(secret)["info"]["status"] == status
        found[number] = status
    return found


def edit_record(live: Live, release: str, revision: int, **fields: Any) -> None:
    """Change top-level fields of a stored release."""
    secret = live.revisions(release)[revision]
    body = {"data": {"release": payload({**read_record(secret), **fields})}}
    live.patch("Secret", secret["metadata"]["name"], body, MERGE)


def copy_record(live: Live, release: str, revision: int, to: int, status: str = "superseded") -> None:
    """Store a revision once more, under another number and status."""
    secret = live.revisions(release)[revision]
    old = read_record(secret)
    new = {**old, "version": to, "info": {**old["info"], "status": status}}
    labels = {**secret["metadata"]["labels"], "version": str(to), "status": status}
    metadata = {
        "name": f"sh.helm.release.v1.{release}.v{to}",
        "labels": labels,
        "annotations": secret["metadata"].get("annotations", {}),
    }
    body = {"apiVersion": "v1", "kind": "Secret", "type": secret["type"], "metadata": metadata}
    live.create({**body, "data": {"release": payload(new)}})
