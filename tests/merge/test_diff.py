"""The changed fields of an object, as people read them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merge.objects import Manifest, config_map, deployment, schema, secret, service, widget
from werfpy.merge.diff import field_changes
from werfpy.merge.diff_types import ABSENT


def changes(before: Manifest, after: Manifest, *, secret: bool = False) -> list[tuple[str, Any, Any]]:
    found = field_changes(before, after, schema(after or before), secret=secret)
    return [(change.path, change.before, change.after) for change in found]


CASES = [
    pytest.param(config_map({"a": "1"}), config_map({"a": "2"}), [("data.a", "1", "2")], id="value"),
    pytest.param(config_map({}), config_map({"x.y": "1"}), [('data["x.y"]', ABSENT, "1")], id="key with a dot"),
    pytest.param(config_map({"a": "1"}), config_map(), [("data", {"a": "1"}, ABSENT)], id="subtree"),
    pytest.param(config_map({"a": None}), config_map({}), [], id="null is absent"),
    pytest.param(
        deployment({"name": "web", "image": "a"}), deployment({"name": "web", "image": "b"}),
        [("spec.template.spec.containers[name=web].image", "a", "b")], id="item by key",
    ),
    pytest.param(
        deployment({"name": "web"}), deployment({"name": "x"}, {"name": "web"}),
        [("spec.template.spec.containers[name=x]", ABSENT, {"name": "x"})], id="new item",
    ),
    pytest.param(
        deployment({"name": "a"}, {"name": "b"}), deployment({"name": "b"}, {"name": "a"}),
        [("spec.template.spec.containers", ["[name=a]", "[name=b]"], ["[name=b]", "[name=a]"])], id="order",
    ),
    pytest.param(
        service({"port": 53, "protocol": "UDP", "name": "a"}, {"port": 53, "name": "b"}),
        service({"port": 53, "protocol": "UDP", "name": "c"}, {"port": 53, "name": "b"}),
        [("spec.ports[port=53,protocol=UDP].name", "a", "c")], id="two protocols",
    ),
    pytest.param(
        deployment({"name": "w", "env": [{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]}),
        deployment({"name": "w", "env": [{"name": "A", "value": "1"}, {"name": "A", "value": "3"}]}),
        [("spec.template.spec.containers[name=w].env[name=A,copy=2].value", "2", "3")], id="a name twice",
    ),
    pytest.param(
        deployment(pod={"tolerations": [{"key": "a"}]}), deployment(pod={"tolerations": [{"key": "b"}]}),
        [("spec.template.spec.tolerations[0].key", "a", "b")], id="item by position",
    ),
    pytest.param(widget(list=[1]), widget(list=[1, 2]), [("spec.list", [1], [1, 2])], id="list of scalars"),
    pytest.param(widget(on=1), widget(on=True), [("spec.on", 1, True)], id="1 is not true"),
    pytest.param(
        {**config_map({}, uid="a", resourceVersion="1"), "status": {}}, config_map({}, uid="b"), [],
        id="server's fields",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "expected"), CASES)
def test_changes(before: Manifest, after: Manifest, expected: list[Any]) -> None:
    assert changes(before, after) == expected


def test_equal_objects_have_no_changes() -> None:
    manifest = deployment({"name": "web", "image": "a"}, replicas=1)
    assert field_changes(manifest, manifest, schema(manifest), secret=False) == ()


def test_server_fields_can_be_asked_for() -> None:
    before, after = config_map({}, resourceVersion="1"), config_map({}, resourceVersion="2")
    found = field_changes(before, after, schema(after), secret=False, include_server_fields=True)
    assert [change.path for change in found] == ["metadata.resourceVersion"]


def test_a_created_secret_shows_its_keys_but_no_value() -> None:
    found = changes({}, secret(data={"password": "aHVudGVyMg=="}), secret=True)
    paths = {path: after for path, _, after in found}
    assert str(paths["data.password"]).startswith("*****")
    assert "aHVudGVyMg" not in str(found)


def test_a_secret_value_from_string_data_equals_the_stored_one() -> None:
    assert changes(secret(stringData={"a": "1"}), secret(data={"a": "MQ=="}), secret=True) == []


def test_a_changed_secret_value_shows_two_different_masks() -> None:
    ((path, before, after),) = changes(secret(data={"a": "MQ=="}), secret(data={"a": "Mg=="}), secret=True)
    assert path == "data.a"
    assert before != after


def test_kubectls_copy_of_a_secret_is_masked() -> None:
    copy = {"metadata": {"name": "web", "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "MQ=="}}}
    assert "MQ==" not in str(changes(secret(), {**secret(), **copy}, secret=True))
