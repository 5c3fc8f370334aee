"""May the run keep its revision?"""

from __future__ import annotations

import pytest

from tests.fakes.memory_transport import MemoryTransport, status
from tests.release.records import release
from werfpy.actions.recording import recording_problems
from werfpy.actions.services import Services
from werfpy.errors import Forbidden, Unreachable
from werfpy.events import Event, Warned
from werfpy.kube.client import Client
from werfpy.kube.transport import Request, Response
from werfpy.release.secrets import SecretStore


def opened(refusing: str, code: int, events: list[Event], *, only_looks: bool = False) -> Services:
    """Services of a cluster that answers writes of one method with *code*, and all others with 404."""

    def fault(request: Request) -> Response | None:
        if request.method == "GET":
            return None
        assert ("dryRun", "All") in request.query
        return status(code if request.method == refusing else 404, "Refused", "you cannot create resource x")

    transport = MemoryTransport()
    transport.faults.append(fault)
    client = Client(transport)
    return Services(client, SecretStore(client, "shop"), events.append, only_looks=only_looks)


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_who_may_not_write_records_learns_it_first(method: str) -> None:
    events: list[Event] = []
    (problem,) = recording_problems(release(1), opened(method, 403, events))
    assert isinstance(problem, Forbidden)
    assert "may not be written" in problem.summary
    assert problem.hint
    assert events == []


@pytest.mark.parametrize("method", ["POST", "PUT"])
def test_a_run_that_only_looks_is_warned(method: str) -> None:
    events: list[Event] = []
    assert recording_problems(release(1), opened(method, 403, events, only_looks=True)) == []
    assert [type(event) for event in events] == [Warned]


@pytest.mark.parametrize("code", [404, 409, 422], ids=["no namespace yet", "taken", "empty"])
def test_other_refusals_mean_that_there_are_rights(code: int) -> None:
    assert recording_problems(release(1), opened("POST", code, [])) == []


def test_a_cluster_that_cannot_be_asked_is_a_problem() -> None:
    def hang_up(_: Request) -> Response:
        raise Unreachable("no answer")

    services = opened("POST", 403, [])
    transport = MemoryTransport()
    transport.faults.append(lambda request: hang_up(request) if request.method == "POST" else None)
    client = Client(transport)
    (problem,) = recording_problems(release(1), Services(client, SecretStore(client, "shop"), services.emit))
    assert isinstance(problem, Unreachable)
