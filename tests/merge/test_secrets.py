"""Masks: equal values look equal, and nothing of a value is shown."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.merge.secrets import LAST_APPLIED, mask, masked


def test_equal_values_have_equal_masks() -> None:
    assert mask("hunter2") == mask("hunter2")
    assert mask("hunter2") != mask("hunter3")
    assert "hunter" not in mask("hunter2")


@pytest.mark.parametrize(
    ("manifest", "expected"),
    [
        pytest.param({"data": {"a": None}}, {"data": {"a": None}}, id="a deletion in a patch"),
        pytest.param({"data": None}, {"data": None}, id="the deletion of all"),
        pytest.param({"data": "text"}, {"data": mask("text")}, id="not even a map"),
        pytest.param({"stringData": "text"}, {"stringData": mask("text")}, id="stringData that is no map"),
        pytest.param({"type": "Opaque"}, {"type": "Opaque"}, id="what is no secret"),
        pytest.param({"stringData": {"a": "1"}}, {"data": {"a": mask("MQ==")}}, id="stringData as it is stored"),
        pytest.param(
            {"metadata": {"name": "x", "annotations": {LAST_APPLIED: "{}", "b": "1"}}},
            {"metadata": {"name": "x", "annotations": {LAST_APPLIED: mask("{}"), "b": "1"}}},
            id="kubectl's copy",
        ),
    ],
)
def test_masked(manifest: dict[str, Any], expected: dict[str, Any]) -> None:
    assert masked(manifest) == expected


def test_the_manifest_itself_is_not_changed() -> None:
    manifest = {"kind": "Secret", "data": {"a": "MQ=="}}
    assert masked(manifest) != manifest
    assert manifest == {"kind": "Secret", "data": {"a": "MQ=="}}
