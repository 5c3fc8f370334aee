"""Watches."""

from __future__ import annotations

from .conftest import Server, config_map


def _mine(events: list) -> list[tuple[str, str]]:
    return [(kind, item["metadata"]["name"]) for kind, item in events]


def test_watch_from_a_resource_version(api: Server) -> None:
    since = api.got(api.path("secrets"))["metadata"]["resourceVersion"]
    api.made(api.path("secrets"), {"metadata": {"name": "s"}})
    api.patched(api.path("secrets", "s"), {"data": {"a": "Yg=="}})
    api.request("DELETE", api.path("secrets", "s"))
    events = api.watched(api.path("secrets"), 3, resourceVersion=since)
    assert _mine(events) == [("ADDED", "s"), ("MODIFIED", "s"), ("DELETED", "s")]
    versions = [int(item["metadata"]["resourceVersion"]) for _, item in events]
    assert versions == sorted(set(versions)) and versions[0] > int(since)
    assert events[0][1]["kind"] == "Secret" and events[0][1]["apiVersion"] == "v1"


def test_watch_without_resource_version_begins_with_what_is_there(api: Server) -> None:
    api.made(api.path("secrets"), {"metadata": {"name": "s"}})
    assert _mine(api.watched(api.path("secrets"), 1)) == [("ADDED", "s")]


def test_watch_follows_a_selector(api: Server) -> None:
    """An object that begins to match is added, one that ceases to is deleted."""
    since = api.got(api.path("secrets"))["metadata"]["resourceVersion"]
    api.made(api.path("secrets"), {"metadata": {"name": "s", "labels": {"on": "no"}}})
    api.patched(api.path("secrets", "s"), {"metadata": {"labels": {"on": "yes"}}})
    api.patched(api.path("secrets", "s"), {"metadata": {"labels": {"on": "no"}}})
    events = api.watched(api.path("secrets"), 2, resourceVersion=since, labelSelector="on=yes")
    assert _mine(events) == [("ADDED", "s"), ("DELETED", "s")]


def test_watch_of_one_object_by_field(api: Server) -> None:
    since = api.got(api.path("configmaps"))["metadata"]["resourceVersion"]
    api.made(api.path("configmaps"), config_map("other"))
    api.made(api.path("configmaps"), config_map("mine"))
    events = api.watched(api.path("configmaps"), 1, resourceVersion=since, fieldSelector="metadata.name=mine")
    assert _mine(events) == [("ADDED", "mine")]


def test_watch_from_the_distant_past_is_gone(api: Server) -> None:
    if api.name == "cluster":
        # A young real server still remembers everything; 410 needs a compaction of etcd.
        stream = api.http.stream(api.path("secrets"), {"watch": 1, "resourceVersion": "1", "timeoutSeconds": 1})
        assert stream.status in (200, 410)
        stream.close()
        return
    for number in range(30):
        api.made(api.path("configmaps"), config_map(f"c{number}"))
    kind, status = api.watched(api.path("configmaps"), 1, resourceVersion="-10000000")[0]
    assert (kind, status["code"], status["reason"]) == ("ERROR", 410, "Expired")


def test_watch_with_a_malformed_resource_version(api: Server) -> None:
    answer = api.request("GET", api.path("secrets"), query={"watch": 1, "resourceVersion": "abc"})
    assert answer.status == 500 and "resourceVersion" in answer.body["message"]


def test_streaming_list(api: Server) -> None:
    """What is there comes as events, then a bookmark says that this was all."""
    api.made(api.path("secrets"), {"metadata": {"name": "s"}})
    query = {"sendInitialEvents": "true", "allowWatchBookmarks": "true", "resourceVersionMatch": "NotOlderThan"}
    (kind, item), (end, bookmark) = api.watched(api.path("secrets"), 2, **query)
    assert (kind, item["metadata"]["name"], end) == ("ADDED", "s", "BOOKMARK")
    assert bookmark["metadata"]["annotations"] == {"k8s.io/initial-events-end": "true"}
    assert int(bookmark["metadata"]["resourceVersion"]) >= int(item["metadata"]["resourceVersion"])


def test_streaming_list_needs_its_options(api: Server) -> None:
    answer = api.request("GET", api.path("secrets"), query={"watch": 1, "sendInitialEvents": "true"})
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")


def test_watch_ends_after_its_timeout(api: Server) -> None:
    since = api.got(api.path("secrets"))["metadata"]["resourceVersion"]
    assert api.watched(api.path("secrets"), 1, resourceVersion=since, timeoutSeconds=1) == []
