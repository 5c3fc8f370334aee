"""One event a line, as documented."""

import dataclasses
import io
import json
import re
import typing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from werfpy import events
from werfpy.errors import DeployFailed, ResourceFailed
from werfpy.merge.diff_types import ABSENT, FieldChange
from werfpy.report.jsonl import JsonReport, event_name, field_name
from werfpy.resource.refs import GVK, ObjectRef

REF = ObjectRef(GVK("apps", "v1", "Deployment"), "shop", "web")
KINDS: tuple[type[Any], ...] = typing.get_args(events.Event)
DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "reference" / "events.md"


def lines_of(*told: Any) -> list[Any]:
    stream = io.StringIO()
    report = JsonReport(stream, now=lambda: datetime(2026, 1, 2, 3, 4, 5, 678900, tzinfo=UTC))
    for one in told:
        if isinstance(one, BaseException):
            report.failure(one)
        else:
            report(one)
    report.close()
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event() -> None:
    assert lines_of(events.ResourceReady(REF, 1.23456)) == [
        {
            "event": "resource_ready",
            "time": "2026-01-02T03:04:05.678Z",
            "ref": {"apiVersion": "apps/v1", "kind": "Deployment", "namespace": "shop", "name": "web"},
            "elapsed_s": 1.235,
            "until": "ready",
        }
    ]


def test_changes_tell_absent_from_null() -> None:
    changes = (FieldChange("a", ABSENT, None), FieldChange("b", 1, ABSENT))
    (line,) = lines_of(events.OperationFinished(REF, events.Outcome.CONFIGURED, changes))
    assert line["outcome"] == "configured"
    assert line["changes"] == [{"path": "a", "after": None}, {"path": "b", "before": 1}]


def test_cluster_scoped_objects_have_no_namespace() -> None:
    (line,) = lines_of(events.OperationStarted(ObjectRef(GVK("", "v1", "Namespace"), "", "shop"), "create"))
    assert line["ref"] == {"apiVersion": "v1", "kind": "Namespace", "name": "shop"}


def test_a_hooks_point_does_not_hide_the_event() -> None:
    (line,) = lines_of(events.HookStarted(REF, "pre-install"))
    assert (line["event"], line["hook_event"]) == ("hook_started", "pre-install")


def test_an_error_is_the_last_event() -> None:
    error = DeployFailed("failed", [ResourceFailed("web failed", at="Pod x")], hint="again")
    assert lines_of(error) == [
        {
            "event": "error",
            "time": "2026-01-02T03:04:05.678Z",
            "code": "deploy-failed",
            "summary": "failed",
            "hint": "again",
            "problems": [{"code": "resource-failed", "summary": "web failed", "at": "Pod x"}],
        }
    ]


def test_foreign_errors_are_internal() -> None:
    (line,) = lines_of(ExceptionGroup("g", [ValueError("x")]))
    assert line["code"] == "internal"
    assert line["problems"] == [{"code": "internal", "summary": "ValueError: x"}]


def test_a_line_is_one_line() -> None:
    stream = io.StringIO()
    JsonReport(stream)(events.Warned("a\nb\u2028é"))
    assert stream.getvalue().count("\n") == 1


def documented() -> dict[str, set[str]]:
    sections = re.split(r"^### ", DOCUMENT.read_text(), flags=re.MULTILINE)[1:]
    return {
        section.splitlines()[0].strip(): set(re.findall(r"^\| `(\w+)` \|", section, flags=re.MULTILINE))
        for section in sections
    }


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: event_name(kind))
def test_every_field_is_documented(kind: type[Any]) -> None:
    fields = {field_name(one.name) for one in dataclasses.fields(kind)}
    assert documented()[event_name(kind)] == fields


def test_nothing_else_is_documented() -> None:
    assert set(documented()) == {event_name(kind) for kind in KINDS} | {"error"}
