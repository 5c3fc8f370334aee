"""Kinds are looked up with two requests, and with none when the copy on disk will do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.memory_transport import MemoryTransport, answer, status
from werfpy.errors import KubeError, NotFound
from werfpy.kube.discovery import Discovery
from werfpy.kube.discovery_cache import DiscoveryCache
from werfpy.kube.transport import Request, Response
from werfpy.resource.refs import GVK

DEPLOYMENT = GVK("apps", "v1", "Deployment")
WIDGET = GVK("ex.com", "v1", "Widget")


def test_two_requests_tell_all_kinds() -> None:
    transport = MemoryTransport()
    discovery = Discovery(transport)
    resource = discovery.resource_for(DEPLOYMENT)
    assert (resource.plural, resource.namespaced, resource.subresources) == ("deployments", True, ("scale",))
    assert discovery.preferred("apps", "Deployment") == resource
    assert {"apps/v1", "apps/v1/Deployment", "apps/v1/Scale", "v1/ConfigMap"} <= set(discovery.api_versions())
    assert sorted(request.path for request in transport.sent) == ["/api", "/apis"]


def test_what_werfpy_stores_its_records_in_needs_no_discovery() -> None:
    transport = MemoryTransport()
    assert Discovery(transport).resource_for(GVK("", "v1", "Secret")).plural == "secrets"
    assert transport.sent == []


def test_a_new_kind_is_found_by_asking_again() -> None:
    transport, now = MemoryTransport(), [0.0]
    discovery = Discovery(transport, clock=lambda: now[0])
    discovery.resource_for(DEPLOYMENT)
    now[0] = 5.0
    transport.kinds["ex.com", "v1"] = {"widgets": "Widget"}
    assert discovery.resource_for(WIDGET).plural == "widgets"


def test_an_unknown_kind_names_the_versions_that_are_served() -> None:
    with pytest.raises(NotFound) as caught:
        Discovery(MemoryTransport()).resource_for(GVK("extensions", "v1beta1", "Deployment"))
    assert caught.value.summary == 'no matches for kind "Deployment" in version "extensions/v1beta1"'
    assert caught.value.because == "the server knows Deployment in apps/v1"


def test_many_misses_at_once_do_not_ask_again_each() -> None:
    transport = MemoryTransport()
    discovery = Discovery(transport, clock=lambda: 0.0)
    for number in range(10):
        with pytest.raises(NotFound):
            discovery.resource_for(GVK("ex.com", "v1", f"Kind{number}"))
    assert len(transport.sent) == 2


def test_a_silent_group_is_not_taken_for_an_unknown_kind() -> None:
    transport = MemoryTransport()
    stale = {"version": "v1", "freshness": "Stale"}
    groups = [{"metadata": {"name": "ex.com"}, "versions": [stale]}]
    transport.faults.append(
        lambda sent: answer({"kind": "APIGroupDiscoveryList", "items": groups}) if sent.path == "/apis" else None
    )
    with pytest.raises(KubeError) as caught:
        Discovery(transport).resource_for(WIDGET)
    assert not isinstance(caught.value, NotFound)
    assert caught.value.status == 503


def test_servers_without_aggregated_discovery_are_asked_group_by_group() -> None:
    apps = {
        "resources": [
            {"name": "deployments", "kind": "Deployment", "namespaced": True, "verbs": ["get"]},
            {"name": "deployments/scale", "kind": "Scale", "namespaced": True, "verbs": ["get"]},
        ]
    }
    answers = {
        "/api": {"kind": "APIVersions", "versions": ["v1"]},
        "/apis": {
            "kind": "APIGroupList",
            "groups": [{"name": "apps", "versions": [{"version": "v1"}], "preferredVersion": {"version": "v1"}}],
        },
        "/api/v1": {"resources": []},
        "/apis/apps/v1": apps,
    }

    class Old:
        def send(self, request: Request) -> Response:
            return answer(answers[request.path])

    discovery = Discovery(Old())
    assert discovery.resource_for(DEPLOYMENT).subresources == ("scale",)
    assert discovery.api_versions() == ("apps/v1", "apps/v1/Deployment", "apps/v1/Scale", "v1")


def cached(transport: MemoryTransport, folder: Path, now: float = 1000.0) -> Discovery:
    return Discovery(transport, DiscoveryCache(folder, "https://one", clock=lambda: now))


def test_a_young_copy_on_disk_saves_both_requests(tmp_path: Path) -> None:
    cached(MemoryTransport(), tmp_path).resource_for(DEPLOYMENT)
    transport = MemoryTransport()
    assert cached(transport, tmp_path, 1500.0).resource_for(DEPLOYMENT).plural == "deployments"
    assert transport.sent == []


def test_capabilities_are_never_older_than_the_run(tmp_path: Path) -> None:
    cached(MemoryTransport(), tmp_path).resource_for(DEPLOYMENT)
    transport = MemoryTransport()
    transport.etag = "e2"
    transport.kinds["ex.com", "v1"] = {"widgets": "Widget"}
    assert "ex.com/v1/Widget" in cached(transport, tmp_path).api_versions()


def test_an_unchanged_copy_is_confirmed_by_its_etag(tmp_path: Path) -> None:
    before = cached(MemoryTransport(), tmp_path).api_versions()
    transport = MemoryTransport()
    transport.kinds.clear()
    assert cached(transport, tmp_path, 9e9).api_versions() == before
    assert {sent.headers["If-None-Match"] for sent in transport.sent} == {"e1"}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"format": 1}', b'{"format": 99}'])
def test_a_broken_copy_counts_as_none(tmp_path: Path, content: bytes) -> None:
    cached(MemoryTransport(), tmp_path).api_versions()
    (path,) = tmp_path.iterdir()
    path.write_bytes(content)
    assert cached(MemoryTransport(), tmp_path).resource_for(DEPLOYMENT).plural == "deployments"


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert cached(MemoryTransport(), blocked / "cache").resource_for(DEPLOYMENT).plural == "deployments"


def test_copies_of_two_servers_are_kept_apart(tmp_path: Path) -> None:
    cached(MemoryTransport(), tmp_path).resource_for(DEPLOYMENT)
    other = MemoryTransport()
    Discovery(other, DiscoveryCache(tmp_path, "https://two", clock=lambda: 1000.0)).resource_for(DEPLOYMENT)
    assert len(other.sent) == 2


def test_forget_makes_the_next_look_up_ask(tmp_path: Path) -> None:
    transport = MemoryTransport()
    discovery = cached(transport, tmp_path)
    discovery.resource_for(DEPLOYMENT)
    discovery.forget()
    transport.etag = "e2"
    transport.kinds["ex.com", "v1"] = {"widgets": "Widget"}
    assert discovery.resource_for(WIDGET).plural == "widgets"


def test_failing_discovery_says_what_it_did() -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda _: status(403, "Forbidden", "no"))
    with pytest.raises(KubeError, match="cannot discover the API at"):
        Discovery(transport).resource_for(DEPLOYMENT)
