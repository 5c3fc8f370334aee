"""The live view: its state, its lines, and that the terminal is given back."""

import io
import threading
from typing import Any

from werfpy import events
from werfpy.errors import UsageError
from werfpy.events import Outcome
from werfpy.merge.diff_types import FieldChange
from werfpy.report.board import Board, Urgency
from werfpy.report.live import LiveReport, view
from werfpy.resource.refs import GVK, ObjectRef


def ref(number: int) -> ObjectRef:
    return ObjectRef(GVK("apps", "v1", "Deployment"), "shop", f"d{number}")


def board_of(*told: Any) -> Board:
    board = Board()
    for event in told:
        board.take(event)
    return board


def text_of(board: Board, elapsed_s: float = 0.0, width: int = 80, height: int = 24) -> list[str]:
    return ["".join(words for words, _ in line) for line in view(board, elapsed_s, width, height)]


def test_finished_objects_are_only_counted() -> None:
    board = board_of(
        events.RunStarted("deploy", "shop", "prod", 3),
        events.PlanReady({"create": 2, "update": 1, "unchanged": 5}),
        events.OperationStarted(ref(1), "create"),
        events.OperationFinished(ref(1), Outcome.CREATED),
        events.OperationStarted(ref(2), "update"),
        events.OperationFinished(ref(3), Outcome.UNCHANGED),
    )
    assert text_of(board, 65.0) == [
        "01:05  deploy shop in prod, revision 3",
        "  written  1 of 3  1 created, 1 unchanged",
        "  → Deployment shop/d2  update …",
    ]


def test_those_in_trouble_come_first_and_keep_their_reason() -> None:
    board = board_of(
        events.TrackingStarted((ref(1), ref(2), ref(3)), 60.0),
        events.ResourceProgress(ref(1), "InProgress", "0 of 1 replicas available"),
        events.ResourceTrouble(ref(2), "ErrImagePull", "ErrImagePull: not found"),
        events.ResourceProgress(ref(2), "InProgress", "0 of 1 replicas available"),
        events.ResourceReady(ref(3), 1.0),
    )
    assert text_of(board)[1:] == [
        "  ready    1 of 3",
        "  ! Deployment shop/d2  ErrImagePull: not found",
        "  · Deployment shop/d1  0 of 1 replicas available",
    ]


def test_failures_stay_until_the_end() -> None:
    board = board_of(
        events.OperationStarted(ref(1), "create"),
        events.OperationFinished(ref(1), Outcome.FAILED, detail="forbidden"),
        events.HookStarted(ref(2), "pre-install"),
        events.HookFinished(ref(2), "pre-install", False, "exit code 1"),
    )
    assert [(row.urgency, row.message) for row in board.sorted_rows()] == [
        (Urgency.FAILED, "forbidden"),
        (Urgency.FAILED, "exit code 1"),
    ]
    board.take(events.RunFinished("deploy", "shop", "prod", 1, "failed", 1.0))
    assert board.rows == {}


def test_hundreds_of_objects_fit_the_terminal() -> None:
    board = board_of(
        events.RunStarted("deploy", "shop", "prod", 3),
        events.LockWaiting("shop", "x", 1.0),
        events.PlanReady({"create": 300}),
        events.TrackingStarted(tuple(ref(number) for number in range(300)), 60.0),
    )
    lines = text_of(board, width=30, height=12)
    assert len(lines) == 12
    assert lines[-1] == "  … and 293 more"
    assert max(len(line) for line in lines) <= 30


def test_long_lines_are_cut() -> None:
    board = board_of(events.ResourceTrouble(ref(1), "x", "a\nb" * 100))
    assert text_of(board, width=40)[1] == "  ! Deployment shop/d1  a ba ba ba ba b…"


def test_the_view_is_drawn_and_vanishes() -> None:
    stream, errors = io.StringIO(), io.StringIO()
    report = LiveReport(stream, errors, clock=lambda: 0.0)
    report(events.RunStarted("deploy", "shop", "prod", 3))
    report(events.OperationFinished(ref(1), Outcome.CONFIGURED, (FieldChange("spec.replicas", 1, 2),)))
    report(events.TrackingStarted((ref(1),), 60.0))
    report.failure(UsageError("bad"))
    report.close()
    drawn = stream.getvalue()
    assert "deploy shop in prod, revision 3" in drawn
    assert "spec.replicas: 1 -> 2" in drawn
    assert drawn.rindex("\x1b[?25h") > drawn.rindex("\x1b[?25l")  # the cursor is shown again
    assert errors.getvalue() == "Error: bad\n  code     usage\n"


def test_without_colours_nothing_is_coloured() -> None:
    stream = io.StringIO()
    report = LiveReport(stream, stream, is_colored=False, clock=lambda: 0.0)
    report(events.ResourceTrouble(ref(1), "x", "m", fatal=True))
    report.close()
    assert "\x1b[31" not in stream.getvalue()
    assert "\x1b[1;31" not in stream.getvalue()


def test_many_creations_scroll_no_lines() -> None:
    stream = io.StringIO()
    report = LiveReport(stream, stream, clock=lambda: 0.0)
    report(events.PlanReady({"create": 31}))
    report(events.OperationFinished(ref(1), Outcome.CREATED))
    report.close()
    assert "Deployment shop/d1" not in stream.getvalue()


def test_events_may_come_from_many_threads() -> None:
    stream = io.StringIO()
    report = LiveReport(stream, stream)

    def tell(number: int) -> None:
        for _ in range(20):
            report(events.OperationStarted(ref(number), "update"))
            report(events.OperationFinished(ref(number), Outcome.CONFIGURED))

    threads = [threading.Thread(target=tell, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert not any(thread.is_alive() for thread in threads)
    report.close()
    assert stream.getvalue().count("configured") >= 160
