"""Events as lines of a log."""

import io
from typing import Any

import pytest

from werfpy import events
from werfpy.errors import UsageError
from werfpy.events import Outcome
from werfpy.merge.diff_types import FieldChange
from werfpy.report.choose import can_redraw, is_colorful, open_report
from werfpy.report.jsonl import JsonReport
from werfpy.report.live import LiveReport
from werfpy.report.plain import PlainReport
from werfpy.report.said import said
from werfpy.resource.refs import GVK, ObjectRef

WEB = ObjectRef(GVK("apps", "v1", "Deployment"), "shop", "web")

LINES: dict[str, tuple[Any, list[str]]] = {
    "run": (
        events.RunStarted("deploy", "shop", "prod", 3, "enabled"),
        ["Deploying release shop in namespace prod, revision 3", 'Using three-way-merge mode "enabled"'],
    ),
    "run of an old release": (
        events.RunStarted("deploy", "shop", "prod", 3, "onlyNewReleases", is_three_way=False),
        [
            "Deploying release shop in namespace prod, revision 3",
            'Using three-way-merge mode "onlyNewReleases"',
            'Three-way merge is DISABLED for the release "shop"',
        ],
    ),
    "rollback": (
        events.RunStarted("rollback", "shop", "prod", 4),
        ["Rolling back release shop in namespace prod, revision 4"],
    ),
    "lock": (
        events.LockWaiting("shop", "ci@host", 75.0),
        ["waiting for release shop, held by ci@host (1m15s)"],
    ),
    "stale": (
        events.StaleRevisionClosed("shop", 2, "pending-upgrade"),
        ["revision 2 was left pending-upgrade by a run that is gone; closed as failed"],
    ),
    "namespace": (events.NamespaceCreated("prod"), ["namespace prod created"]),
    "plan": (
        events.PlanReady({"create": 2, "update": 0, "delete": 1, "unchanged": 3}),
        ["plan: 2 to create, 1 to delete, 3 unchanged"],
    ),
    "empty plan": (events.PlanReady({}), ["plan: nothing"]),
    "a write that begins is no news": (events.OperationStarted(WEB, "create"), []),
    "unchanged is no news": (events.OperationFinished(WEB, Outcome.UNCHANGED), []),
    "unless there is more to say": (
        events.OperationFinished(WEB, Outcome.UNCHANGED, detail="replicas left to the autoscaler"),
        ["unchanged  Deployment shop/web (replicas left to the autoscaler)"],
    ),
    "configured": (
        events.OperationFinished(WEB, Outcome.CONFIGURED, (FieldChange("spec.replicas", 1, 2),)),
        ["configured Deployment shop/web", "  ~ spec.replicas: 1 -> 2"],
    ),
    "created needs no fields": (
        events.OperationFinished(WEB, Outcome.CREATED, (FieldChange("spec.replicas", 1, 2),)),
        ["created    Deployment shop/web"],
    ),
    "hook": (events.HookStarted(WEB, "pre-install"), ["hook pre-install: Deployment shop/web started"]),
    "hook done": (
        events.HookFinished(WEB, "pre-install", True),
        ["hook pre-install: Deployment shop/web succeeded"],
    ),
    "hook failed": (
        events.HookFinished(WEB, "pre-install", False, "exit code 1"),
        ["hook pre-install: Deployment shop/web failed: exit code 1"],
    ),
    "tracking": (
        events.TrackingStarted((WEB,), 300.0),
        ["waiting for 1 object to be ready (timeout 5m)"],
    ),
    "progress": (
        events.ResourceProgress(WEB, "InProgress", "1 of 3 replicas available"),
        ["waiting    Deployment shop/web: 1 of 3 replicas available"],
    ),
    "ready": (events.ResourceReady(WEB, 3.21), ["ready      Deployment shop/web (3.2s)"]),
    "trouble": (
        events.ResourceTrouble(WEB, "ErrImagePull", "not found"),
        ["trouble    Deployment shop/web: not found"],
    ),
    "fatal": (
        events.ResourceTrouble(WEB, "ErrImagePull", "not\x1b found", fatal=True),
        ["failed     Deployment shop/web: not\\x1b found"],
    ),
    "logs": (events.LogLines(WEB, "web-1", "main", ("a", "b")), ["web-1/main | a", "web-1/main | b"]),
    "warning": (events.Warned("odd"), ["WARNING odd"]),
    "warning about an object": (events.Warned("odd", WEB), ["WARNING Deployment shop/web: odd"]),
    "warning that names it": (
        events.Warned("1/1 allowed errors occurred for deploy/web: continue tracking", WEB),
        ["WARNING 1/1 allowed errors occurred for deploy/web: continue tracking"],
    ),
    "repair": (
        events.RepairPatchFound(WEB, "{}", "merge", "kubectl patch …", ("one", "two\nthree")),
        ["WARNING one", "WARNING two", "WARNING three", "kubectl patch …"],
    ),
    "saved": (
        events.RevisionSaved("shop", 3, "failed", "timed out"),
        ["revision 3 of shop is failed"],
    ),
    "a revision that is under way is no news": (events.RevisionSaved("shop", 3, "pending-upgrade", "x"), []),
    "end": (
        events.RunFinished("deploy", "shop", "prod", 3, "deployed", 12.34, {"created": 2}),
        ["release shop is deployed: revision 3, 2 created, in 12.3s"],
    ),
}


@pytest.mark.parametrize(("event", "lines"), LINES.values(), ids=LINES.keys())
def test_lines(event: Any, lines: list[str]) -> None:
    assert said(event) == lines


@pytest.mark.parametrize(("event", "lines"), LINES.values(), ids=LINES.keys())
def test_colours_change_no_words(event: Any, lines: list[str]) -> None:
    import re

    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in said(event, is_colored=True)] == lines


def test_the_report_writes_and_flushes_lines() -> None:
    stream, errors = io.StringIO(), io.StringIO()
    report = PlainReport(stream, errors)
    report(events.NamespaceCreated("prod"))
    report.failure(UsageError("bad"))
    report.close()
    assert stream.getvalue() == "namespace prod created\n"
    assert errors.getvalue() == "Error: bad\n  code     usage\n"


def test_many_objects_are_summed_up() -> None:
    now = [0.0]
    stream = io.StringIO()
    report = PlainReport(stream, stream, clock=lambda: now[0])
    refs = [ObjectRef(WEB.gvk, "shop", f"d{number:02}") for number in range(40)]
    report(events.TrackingStarted(tuple(refs), 60.0))
    for ref in refs[:10]:
        report(events.ResourceProgress(ref, "InProgress", "x"))
    now[0] = 6.0
    for ref in refs:
        report(events.ResourceReady(ref, 1.0))
    assert stream.getvalue().splitlines() == [
        "waiting for 40 objects to be ready (timeout 1m)",
        "1 of 40 objects ready; waiting for Deployment shop/d01, Deployment shop/d02, Deployment shop/d03 and 36 more",
        "40 of 40 objects ready",
    ]


@pytest.mark.parametrize(
    ("output", "is_tty", "environ", "expected"),
    [
        ("json", True, {"TERM": "xterm"}, JsonReport),
        ("text", True, {"TERM": "xterm"}, LiveReport),
        ("text", False, {"TERM": "xterm"}, PlainReport),
        ("text", True, {"TERM": "dumb"}, PlainReport),
        ("text", True, {}, PlainReport),
        ("text", True, {"TERM": "xterm", "CI": "true"}, PlainReport),
    ],
)
def test_choice(output: str, is_tty: bool, environ: dict[str, str], expected: type) -> None:
    report = open_report(output, io.StringIO(), is_tty, environ=environ)
    assert isinstance(report, expected)
    report.close()


def test_an_unknown_output_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="xml"):
        open_report("xml", io.StringIO(), False)


def test_no_color_keeps_the_drawing() -> None:
    environ = {"TERM": "xterm", "NO_COLOR": "1"}
    assert can_redraw(True, environ)
    assert not is_colorful(True, environ)
