"""Values of the wrong type are told by field, before the server is asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merge.objects import Manifest, deployment, schema, service, widget
from werfpy.errors import ResourceError
from werfpy.merge.scalar_types import check_types
from werfpy.merge.three_way import three_way_patch, two_way_patch

CASES = [
    pytest.param(
        deployment({"name": "web", "env": [{"name": "PORT", "value": 5432}]}),
        "spec.template.spec.containers[name=web].env[name=PORT].value: is a number, must be a string",
        id="numeric environment value",
    ),
    pytest.param(
        {**service(), "metadata": {"name": "web", "labels": {"v": True}}},
        "metadata.labels.v: is true or false, must be a string",
        id="label",
    ),
    pytest.param(deployment(replicas="3"), "spec.replicas: is a string, must be an integer", id="replicas"),
    pytest.param(deployment(replicas=1.5), "spec.replicas: is a number, must be an integer", id="fraction"),
    pytest.param(service(port=1) | {"spec": {"ports": {}}}, "spec.ports: is an object, must be a list", id="list"),
    pytest.param(service("http"), "spec.ports[0]: is a string, must be an object", id="item"),  # type: ignore[arg-type]
    pytest.param(service(selector=[]), "spec.selector: is a list, must be an object", id="map"),
    pytest.param(
        service({"port": 80, "targetPort": True}),
        "spec.ports[port=80].targetPort: is true or false, must be an integer or a string",
        id="integer or string",
    ),
    pytest.param(
        deployment({"name": "web", "resources": {"limits": {"cpu": True}}}),
        "spec.template.spec.containers[name=web].resources.limits.cpu: is true or false, must be a quantity",
        id="quantity",
    ),
    pytest.param(
        deployment({"name": "web", "tty": "yes"}),
        "spec.template.spec.containers[name=web].tty: is a string, must be true or false",
        id="boolean",
    ),
]


@pytest.mark.parametrize(("manifest", "at"), CASES)
def test_the_field_and_both_types_are_named(manifest: Manifest, at: str) -> None:
    with pytest.raises(ResourceError) as caught:
        check_types(manifest, schema(manifest))
    assert caught.value.at == at


@pytest.mark.parametrize(
    "compute", [lambda m, s: three_way_patch({}, m, {}, schema=s), lambda m, s: two_way_patch({}, m, s)]
)
def test_no_patch_is_made_of_such_a_manifest(compute: Any) -> None:
    manifest = deployment(replicas="3")
    with pytest.raises(ResourceError, match="1 field has the wrong type"):
        compute(manifest, schema(manifest))


def test_all_are_told_at_once_and_no_value_is() -> None:
    manifest = deployment({"name": "web", "env": [{"name": "A", "value": 987}]}, replicas="654")
    with pytest.raises(ResourceError) as caught:
        check_types(manifest, schema(manifest))
    assert len(caught.value.at.splitlines()) == 2
    assert "987" not in caught.value.at and "654" not in caught.value.at


@pytest.mark.parametrize(
    "manifest",
    [
        pytest.param(deployment(replicas=None), id="null"),
        pytest.param(deployment(replicas=1.0), id="whole float"),
        pytest.param(deployment({"name": "web", "resources": {"limits": {"cpu": 1}}}), id="quantity as number"),
        pytest.param(deployment(unknownField=1), id="unknown field"),
        pytest.param(widget(anything=[1, "a", None]), id="custom resource"),
        pytest.param({**deployment(replicas="3"), "apiVersion": "apps/v1beta1"}, id="a version that is gone"),
    ],
)
def test_what_is_let_through(manifest: Manifest) -> None:
    check_types(manifest, schema(manifest))
