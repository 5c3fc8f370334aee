"""Releases as `list`, `history`, `status` and `get` print them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.release.records import release
from werfpy.actions.queries import ObjectStatus
from werfpy.report.releases import (
    app_version,
    chart_name,
    everything_text,
    go_time,
    history_text,
    list_text,
    release_status_text,
    values_text,
)
from werfpy.resource.refs import GVK, ObjectRef


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-01T00:00:02.123456789Z", "2026-01-01 00:00:02.123456789 +0000 UTC"),
        ("2026-01-01T00:00:02.120Z", "2026-01-01 00:00:02.12 +0000 UTC"),
        ("2026-01-01T00:00:02Z", "2026-01-01 00:00:02 +0000 UTC"),
        ("2026-01-01T00:00:02.5+02:00", "2026-01-01 00:00:02.5 +0200 +0200"),
        ("", "-"),
    ],
    ids=["nanoseconds", "trailing zero", "whole", "zone", "never"],
)
def test_times_are_printed_as_go_does(text: str, expected: str) -> None:
    assert go_time(text) == expected


def test_a_list_as_json_has_helms_fields() -> None:
    (row,) = json.loads(list_text([release(2)], "json", is_short=False, has_headers=True))
    assert row == {
        "name": "web",
        "namespace": "shop",
        "revision": "2",
        "updated": "2026-01-01 00:00:02.123456789 +0000 UTC",
        "status": "deployed",
        "chart": "web-0.1.0",
        "app_version": "1.0",
    }


@pytest.mark.parametrize(
    ("output", "expected"), [("table", "web\n"), ("json", '["web"]\n'), ("yaml", "- web\n")], ids=str
)
def test_a_short_list_has_names_only(output: str, expected: str) -> None:
    assert list_text([release()], output, is_short=True, has_headers=True) == expected


def test_a_table_can_go_without_its_head() -> None:
    text = list_text([release()], "table", is_short=False, has_headers=False)
    assert text.split()[:2] == ["web", "shop"]


def test_a_history_as_json_has_helms_fields() -> None:
    (row,) = json.loads(history_text([release(2)], "json"))
    assert row == {
        "revision": 2,
        "updated": "2026-01-01T00:00:02.123456789Z",
        "status": "deployed",
        "chart": "web-0.1.0",
        "app_version": "1.0",
        "description": "Install complete",
    }


def test_a_history_as_a_table_shows_every_revision() -> None:
    lines = history_text([release(1), release(2)], "table").splitlines()
    assert [line.split()[0] for line in lines] == ["REVISION", "1", "2"]


def test_a_record_without_a_chart_says_so() -> None:
    broken = replace(release(), chart={})
    assert (chart_name(broken), app_version(broken)) == ("MISSING", "")


STATUSES = [ObjectStatus(ObjectRef(GVK("", "v1", "ConfigMap"), "shop", "a"), "Current", "it is there")]


def test_status_as_json_has_the_objects_and_no_chart() -> None:
    document = json.loads(release_status_text(release(), STATUSES, "json"))
    assert "chart" not in document
    assert document["objects"] == [
        {"kind": "ConfigMap", "namespace": "shop", "name": "a", "status": "Current", "message": "it is there"}
    ]


def test_status_as_text_groups_objects_by_kind() -> None:
    text = release_status_text(release(), STATUSES, "table")
    assert "NAME: web\n" in text
    assert "==> v1/ConfigMap\n" in text
    assert "it is there" in text


@pytest.mark.parametrize(
    ("values", "output", "is_computed", "expected"),
    [
        pytest.param({"a": 1}, "table", False, "USER-SUPPLIED VALUES:\na: 1\n", id="user's"),
        pytest.param({"a": 1}, "table", True, "COMPUTED VALUES:\na: 1\n", id="computed"),
        pytest.param({}, "table", False, "USER-SUPPLIED VALUES:\nnull\n", id="none"),
        pytest.param({"a": 1}, "json", False, '{"a":1}\n', id="json"),
        pytest.param({"a": 1}, "yaml", True, "a: 1\n", id="yaml"),
    ],
)
def test_values(values: dict[str, int], output: str, is_computed: bool, expected: str) -> None:
    assert values_text(values, output, is_computed=is_computed) == expected


def test_everything_comes_in_helms_order() -> None:
    item = release(1, config={"a": 2})
    text = everything_text(replace(item, info=replace(item.info, notes="Hello")), {"a": 2, "b": 3})
    heads = ["NAME: web", "USER-SUPPLIED VALUES:", "COMPUTED VALUES:", "HOOKS:", "MANIFEST:", "NOTES:\nHello"]
    places = [text.index(head) for head in heads]
    assert places == sorted(places)
