"""The manifests of real charts, sent to both servers as a dry run: the same answer, field by field.

What the sandbox does not check as a real server does is counted; the count may only go down.
"""

from __future__ import annotations

import json
import os
import random
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from e2e.cluster.cluster import Cluster, Http
from werfpy.merge.equality import json_equal
from werfpy.sandbox.sandbox import Sandbox

_SHARED = Path(os.environ.get("WERFPY_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
_GOLDEN = _SHARED / "corpus" / "golden.tar.xz"
# Chosen by the server, or the name of a storage class that each has its own of.
_VARIABLE = {
    "uid", "creationTimestamp", "time", "clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort", "controller-uid",
    "batch.kubernetes.io/controller-uid", "storageClassName",
}  # fmt: skip
_DOCUMENTS = 600
_ALLOWED_SHARE = 0.03


@pytest.fixture(scope="module")
def documents() -> list[dict[str, Any]]:
    if not _GOLDEN.exists():
        pytest.skip(f"{_GOLDEN} is not there")
    with tarfile.open(_GOLDEN) as archive:
        names = sorted(member.name for member in archive.getmembers() if member.isfile())
        chosen = set(random.Random(20).sample(names, 60))
    found: list[dict[str, Any]] = []
    with tarfile.open(_GOLDEN) as archive:
        for member in archive:
            if member.name in chosen:
                found += _objects(archive.extractfile(member).read())
    return random.Random(20).sample(found, min(len(found), _DOCUMENTS))


def _objects(text: bytes) -> Iterator[dict[str, Any]]:
    try:
        documents = list(yaml.load_all(text, Loader=yaml.CSafeLoader))
    except yaml.YAMLError:
        return
    for document in documents:
        if isinstance(document, dict) and isinstance(document.get("metadata"), dict):
            document["metadata"].pop("namespace", None)
            yield json.loads(json.dumps(document, default=str))


def _stable(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: "*" if key in _VARIABLE else _stable(item) for key, item in value.items()}
    return [_stable(item) for item in value] if isinstance(value, list) else value


@pytest.mark.cluster
def test_manifests_of_charts(documents: list[dict[str, Any]], sandbox: Sandbox, cluster: Cluster) -> None:
    ours = Http.of_token(sandbox.url, sandbox.ca, sandbox.token)
    served = {(item.api_version, item.kind): item for item in sandbox.api.registry.all() if not item.is_custom}
    different, compared = [], 0
    for document in documents:
        resource = served.get((document.get("apiVersion", ""), document.get("kind", "")))
        if resource is None:
            continue
        root = f"/apis/{resource.api_version}" if resource.group else "/api/v1"
        path = f"{root}/namespaces/default/{resource.plural}" if resource.namespaced else f"{root}/{resource.plural}"
        query = {"dryRun": "All", "fieldManager": "test"}
        theirs = cluster.http.request("POST", path, document, query=query)
        mine = ours.request("POST", path, document, query=query)
        compared += 1
        if theirs.status != mine.status or not json_equal(_stable(theirs.body), _stable(mine.body)):
            different.append(f"{resource.kind} {document['metadata'].get('name')}: {theirs.status} {mine.status}")
    ours.close()
    assert compared >= 300
    assert len(different) <= compared * _ALLOWED_SHARE, "\n".join(different)
