"""JSON patches: made, applied, refused."""

from __future__ import annotations

from typing import Any

import pytest

from werfpy.errors import MergeError
from werfpy.merge.json_patch import json_patch
from werfpy.merge.json_patch_apply import apply_json_patch

Operations = list[dict[str, Any]]

APPLIED = [
    pytest.param({"a": 1}, [{"op": "add", "path": "/b", "value": 2}], {"a": 1, "b": 2}, id="add a key"),
    pytest.param([1, 3], [{"op": "add", "path": "/1", "value": 2}], [1, 2, 3], id="insert"),
    pytest.param([1], [{"op": "add", "path": "/-", "value": 2}], [1, 2], id="append"),
    pytest.param([1, 2], [{"op": "replace", "path": "/1", "value": 3}], [1, 3], id="replace"),
    pytest.param([1, 2], [{"op": "remove", "path": "/0"}], [2], id="remove an item"),
    pytest.param({"a": {"b": 1}}, [{"op": "remove", "path": "/a/b"}], {"a": {}}, id="remove a key"),
    pytest.param({"a": 1}, [{"op": "move", "from": "/a", "path": "/b"}], {"b": 1}, id="move"),
    pytest.param({"a": [1]}, [{"op": "copy", "from": "/a", "path": "/b"}], {"a": [1], "b": [1]}, id="copy"),
    pytest.param({"a/b": 1, "c~d": 2}, [{"op": "remove", "path": "/a~1b"}, {"op": "remove", "path": "/c~0d"}], {},
                 id="escapes"),
    pytest.param({"a": 1}, [{"op": "test", "path": "/a", "value": 1.0}], {"a": 1}, id="test"),
    pytest.param({"a": 1}, [{"op": "replace", "path": "", "value": [1]}], [1], id="the whole document"),
    pytest.param({"a": 1}, [{"op": "remove", "path": ""}], None, id="remove the whole document"),
]  # fmt: skip


@pytest.mark.parametrize(("document", "operations", "expected"), APPLIED)
def test_applied(document: Any, operations: Operations, expected: Any) -> None:
    assert apply_json_patch(document, operations) == expected


REFUSED = [
    pytest.param([{"op": "test", "path": "/a", "value": True}], "test failed at /a", id="1 is not true"),
    pytest.param([{"op": "remove", "path": "/x"}], "nothing is at /x", id="remove nothing"),
    pytest.param([{"op": "replace", "path": "/x", "value": 1}], "nothing is at /x", id="replace nothing"),
    pytest.param([{"op": "add", "path": "/x/y", "value": 1}], "parent of /x/y", id="no parent"),
    pytest.param([{"op": "add", "path": "/l/9", "value": 1}], "outside the list", id="outside"),
    pytest.param([{"op": "add", "path": "/l/01", "value": 1}], "outside the list", id="leading zero"),
    pytest.param([{"op": "remove", "path": "/l/-"}], "nothing is at /l/-", id="behind the end"),
    pytest.param([{"op": "add", "path": "x", "value": 1}], "no valid path", id="no pointer"),
    pytest.param([{"op": "add", "path": "/x"}], "has no value", id="no value"),
    pytest.param([{"op": "move", "path": "/x"}], "has no from", id="no from"),
    pytest.param([{"op": "move", "path": "/l/0", "from": "/l"}], "into itself", id="into itself"),
    pytest.param([{"op": "jump", "path": "/x"}], "unknown operation", id="unknown"),
    pytest.param([{"op": "test", "path": "/a/b", "value": 1}], "nothing is at", id="below a scalar"),
]


@pytest.mark.parametrize(("operations", "message"), REFUSED)
def test_refused_without_showing_a_value(operations: Operations, message: str) -> None:
    with pytest.raises(MergeError, match=message):
        apply_json_patch({"a": 1, "l": [1]}, operations)


def test_the_document_is_not_changed() -> None:
    document = {"a": [1]}
    apply_json_patch(document, [{"op": "add", "path": "/a/-", "value": 2}])
    assert document == {"a": [1]}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param({"a": 1}, {"a": 1.0}, [], id="equal"),
        pytest.param({}, {"a": None}, [{"op": "add", "path": "/a", "value": None}], id="null"),
        pytest.param(
            {"a": 1}, {}, [{"op": "test", "path": "/a", "value": 1}, {"op": "remove", "path": "/a"}], id="gone"
        ),
        pytest.param(
            [1], [1, 2],
            [{"op": "test", "path": "", "value": [1]}, {"op": "replace", "path": "", "value": [1, 2]}], id="longer",
        ),
    ],
)  # fmt: skip
def test_made(before: Any, after: Any, expected: Operations) -> None:
    assert json_patch(before, after) == expected
