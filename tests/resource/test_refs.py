"""Names of kinds and objects, as manifests write them and as people read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.resource.identity import identity
from werfpy.resource.refs import GVK, ObjectRef

_NAME = st.text("abcz.19", min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("api_version", "expected"),
    [
        pytest.param("v1", GVK("", "v1", "X"), id="core"),
        pytest.param("apps/v1", GVK("apps", "v1", "X"), id="group"),
    ],
)
def test_reads_api_versions(api_version: str, expected: GVK) -> None:
    assert GVK.of(api_version, "X") == expected


@given(_NAME, _NAME, _NAME)
def test_api_version_survives_the_round_trip(group: str, version: str, kind: str) -> None:
    for gvk in (GVK(group, version, kind), GVK("", version, kind)):
        assert GVK.of(gvk.api_version, kind) == gvk


@pytest.mark.parametrize(
    ("metadata", "default", "expected"),
    [
        pytest.param({"name": "a", "namespace": "n"}, "d", "ConfigMap n/a", id="its own namespace"),
        pytest.param({"name": "a"}, "d", "ConfigMap d/a", id="the default"),
        pytest.param({"name": "a", "namespace": None}, "d", "ConfigMap d/a", id="null"),
        pytest.param({"name": "a"}, "", "ConfigMap a", id="none"),
    ],
)
def test_names_the_object_of_a_manifest(metadata: dict[str, str], default: str, expected: str) -> None:
    manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata}
    assert str(ObjectRef.of(manifest, default)) == expected


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param(GVK("apps", "v1beta1", "Deployment"), GVK("apps", "v1", "Deployment"), True, id="versions"),
        pytest.param(GVK("extensions", "v1beta1", "Deployment"), GVK("apps", "v1", "Deployment"), True, id="moved"),
        pytest.param(GVK("events.k8s.io", "v1", "Event"), GVK("", "v1", "Event"), True, id="events"),
        pytest.param(GVK("example.org", "v1", "Service"), GVK("", "v1", "Service"), False, id="groups"),
        pytest.param(GVK("extensions", "v1", "Widget"), GVK("apps", "v1", "Widget"), False, id="not moved"),
    ],
)
def test_one_object_under_two_names(one: GVK, other: GVK, same: bool) -> None:
    assert (identity(ObjectRef(one, "n", "a")) == identity(ObjectRef(other, "n", "a"))) is same


@pytest.mark.parametrize(("namespace", "name"), [("m", "a"), ("n", "b")], ids=["namespace", "name"])
def test_place_and_name_tell_objects_apart(namespace: str, name: str) -> None:
    gvk = GVK("", "v1", "ConfigMap")
    assert identity(ObjectRef(gvk, "n", "a")) != identity(ObjectRef(gvk, namespace, name))
