"""A run whose output nobody reads goes on unheard."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TextIO

import pytest

from werfpy.cli.telling import Undisturbed
from werfpy.events import Event, Warned


class Writing:
    """A report that writes each event to *stream*."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def __call__(self, event: Event) -> None:
        self.stream.write(f"{event}\n")
        self.stream.flush()

    def failure(self, error: BaseException) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self.stream.flush()


@pytest.fixture
def pipe() -> Any:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as stream:
        yield reader, stream


def test_events_are_told(pipe: Any) -> None:
    reader, stream = pipe
    Undisturbed(Writing(stream), stream)(Warned("here"))
    assert b"here" in os.read(reader, 1000)
    os.close(reader)


def test_a_reader_that_went_away_disturbs_nothing(pipe: Any) -> None:
    reader, stream = pipe
    os.close(reader)
    report = Undisturbed(Writing(stream), stream)
    report(Warned("unheard"))
    report(Warned("unheard as well"))
    report.close()
    assert os.fstat(stream.fileno()).st_rdev == Path(os.devnull).stat().st_rdev


def test_other_faults_are_not_hidden(pipe: Any) -> None:
    _, stream = pipe

    class Faulty(Writing):
        def __call__(self, event: Event) -> None:
            raise ValueError(event)

    with pytest.raises(ValueError, match="x"):
        Undisturbed(Faulty(stream), stream)(Warned("x"))
