"""A chart inside a release record."""

from __future__ import annotations

import base64
import json

import pytest

from tests.chart.files import chart_of
from werfpy.chart.loader import build_chart
from werfpy.chart.model import Chart, ChartFile
from werfpy.chart.release_json import rfc3339_nano, time_ns

SECOND = 1_000_000_000


def full_chart() -> Chart:
    chart_yaml = (
        "apiVersion: v2\nname: web\nversion: 1.0.0\nkeywords: [a]\nmaintainers: [{name: x, url: u}]\n"
        "dependencies: [{name: db, version: 1.x.x, repository: '', tags: [t], import-values: [data]}]\n"
    )
    return build_chart(
        [
            ChartFile("Chart.yaml", chart_yaml.encode(), 5 * SECOND),
            ChartFile("values.yaml", b"a: 1\nb: 1.5\nc: 2e30\n"),
            ChartFile("values.schema.json", b"{}", 7 * SECOND + 120),
            ChartFile("templates/a.yaml", b"kind: A\n", SECOND),
            ChartFile("README.md", b"\xff", None),
            ChartFile("Chart.lock", b"digest: d\ngenerated: '2020-01-02T03:04:05.100Z'\n"),
        ]
    )


def test_the_record_has_helms_fields() -> None:
    data = full_chart().release_json()
    assert data == {
        "metadata": {
            "name": "web",
            "version": "1.0.0",
            "keywords": ["a"],
            "maintainers": [{"name": "x", "url": "u"}],
            "apiVersion": "v2",
            "dependencies": [
                {"name": "db", "repository": "", "version": "1.x.x", "tags": ["t"], "import-values": ["data"]}
            ],
        },
        "lock": {"generated": "2020-01-02T03:04:05.1Z", "digest": "d", "dependencies": None},
        "templates": [
            {
                "name": "templates/a.yaml",
                "data": base64.b64encode(b"kind: A\n").decode(),
                "modtime": rfc3339_nano(SECOND),
            }
        ],
        "values": {"a": 1, "b": 1.5, "c": 2e30},
        "schema": "e30=",
        "schemamodtime": rfc3339_nano(7 * SECOND + 120),
        "files": [{"name": "README.md", "data": "/w=="}],
        "modtime": rfc3339_nano(5 * SECOND),
    }
    assert '"a": 1,' in json.dumps(data)


def test_absent_parts_are_null() -> None:
    data = chart_of({}).release_json()
    assert [data[key] for key in ("lock", "templates", "values", "schema", "files")] == [None] * 5
    assert data["schemamodtime"] == "0001-01-01T00:00:00Z"
    assert "modtime" not in data


def test_a_record_reads_back() -> None:
    chart = full_chart()
    again = Chart.from_release_json(json.loads(json.dumps(chart.release_json())))
    assert again.release_json() == chart.release_json()
    assert again.values == {"a": 1.0, "b": 1.5, "c": 2e30}
    assert type(again.values["a"]) is float
    assert again.metadata == chart.metadata
    assert again.templates == chart.templates


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1970-01-01T00:00:01Z", SECOND),
        ("1970-01-01T01:00:00.000000005+01:00", 5),
        ("", None),
        (None, None),
        ("0001-01-01T00:00:00Z", None),
    ],
)
def test_times_are_nanoseconds(text: str | None, expected: int | None) -> None:
    assert time_ns(text) == expected


def test_fractions_have_no_trailing_zeros() -> None:
    assert time_ns(rfc3339_nano(SECOND + 120_000_000)) == SECOND + 120_000_000
    assert ".12" in rfc3339_nano(SECOND + 120_000_000)
    assert "." not in rfc3339_nano(SECOND)
