"""Fields taken out of *original*, so that a merge leaves them alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merge.objects import Manifest, deployment, schema
from werfpy.merge.field_path import FieldPath, ItemIndex, ItemKey, ItemValue, format_path
from werfpy.merge.yielding import without_paths

PORT = {"containerPort": 53, "name": "dns"}
ORIGINAL: Manifest = {**deployment({"name": "web", "image": "i", "ports": [PORT]}, {"name": "x"}, replicas=2)}
CONTAINERS = ("spec", "template", "spec", "containers")
WEB, X = ItemKey((("name", "web"),)), ItemKey((("name", "x"),))
UDP, TCP = (ItemKey((("containerPort", 53), ("protocol", protocol))) for protocol in ("UDP", "TCP"))


def original(*containers: Manifest, **spec: Any) -> Manifest:
    return deployment(*containers, **spec)


CASES = [
    pytest.param(
        ("spec", "replicas"), original({"name": "web", "image": "i", "ports": [PORT]}, {"name": "x"}), id="field"
    ),
    pytest.param((*CONTAINERS, X), original({"name": "web", "image": "i", "ports": [PORT]}, replicas=2), id="item"),
    pytest.param(
        (*CONTAINERS, WEB, "image"),
        original({"name": "web", "ports": [PORT]}, {"name": "x"}, replicas=2),
        id="of an item",
    ),
    pytest.param(
        (*CONTAINERS, WEB, "ports", TCP),
        original({"name": "web", "image": "i", "ports": []}, {"name": "x"}, replicas=2),
        id="item by a default key",
    ),
    pytest.param((*CONTAINERS, WEB, "ports", UDP), ORIGINAL, id="another protocol"),
    pytest.param(("spec", "paused"), ORIGINAL, id="not there"),
    pytest.param((*CONTAINERS, ItemIndex(0)), ORIGINAL, id="by position"),
    pytest.param(("spec", "replicas", "below"), ORIGINAL, id="below a scalar"),
]


@pytest.mark.parametrize(("path", "expected"), CASES)
def test_without_a_path(path: FieldPath, expected: Manifest) -> None:
    assert without_paths(ORIGINAL, [path], schema(ORIGINAL)) == expected


def test_items_of_lists_of_scalars() -> None:
    manifest = {"metadata": {"finalizers": ["a", "b"]}}
    path = ("metadata", "finalizers", ItemValue("a"))
    assert without_paths(manifest, [path], None) == {"metadata": {"finalizers": ["b"]}}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((*CONTAINERS, UDP, "name"), "spec.template.spec.containers[containerPort=53,protocol=UDP].name"),
        (("metadata", "finalizers", ItemValue("x/y")), "metadata.finalizers[=x/y]"),
        (("a", ItemIndex(3)), "a[3]"),
        (("data", 'say "hi"'), 'data["say \\"hi\\""]'),
    ],
)
def test_paths_as_text(path: FieldPath, text: str) -> None:
    assert format_path(path) == text
