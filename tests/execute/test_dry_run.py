"""What the API server says about a plan before the first write, and what is made of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import orjson
import pytest

from tests.fakes.memory_transport import MemoryTransport, answer, status
from werfpy.errors import Forbidden, ImmutableField, Invalid, NotFound, WerfpyError
from werfpy.execute.dry_run import DryRun, DryRunResult
from werfpy.kube.client import Client
from werfpy.kube.transport import Request, Response
from werfpy.merge.patch_type import PatchType
from werfpy.merge.three_way import MergePatch
from werfpy.plan.operations import Operation, Plan, Verb
from werfpy.resource.refs import ObjectRef

RBAC = 'configmaps is forbidden: User "ci" cannot create resource "configmaps" in API group "" in the namespace "shop"'
QUOTA = 'configmaps "a" is forbidden: exceeded quota: few, requested: count/configmaps=1'


def config_map(name: str = "a", **data: str) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name, "namespace": "shop"}, "data": data}


def creation(name: str = "a") -> Operation:
    return Operation(
        ObjectRef.of(config_map(name), ""), Verb.CREATE, modified=config_map(name), source="app/templates/a.yaml"
    )


def update(current: dict[str, Any], **data: str) -> Operation:
    patch = MergePatch({"data": data}, PatchType.MERGE)
    return Operation(ObjectRef.of(current, ""), Verb.UPDATE, modified=config_map(**data), current=current, patch=patch)


def check(operation: Operation, answering: Callable[[Request], Response], **options: Any) -> DryRunResult:
    transport = MemoryTransport()
    transport.faults.append(lambda request: answering(request) if request.method != "GET" else None)
    options = {"is_served": lambda _: True, **options}
    return DryRun(Client(transport), **options).check(Plan((operation,)))


REFUSALS = {
    "no right": (status(403, "Forbidden", RBAC), Forbidden, "ConfigMap shop/a: you may not create it"),
    "quota": (status(403, "Forbidden", QUOTA), Forbidden, "cannot create ConfigMap shop/a: forbidden"),
    "invalid": (status(422, "Invalid", "data: Invalid value"), Invalid, "ConfigMap shop/a is not valid"),
    "immutable": (
        status(422, "Invalid", "spec.selector: Invalid value: field is immutable"),
        ImmutableField,
        "ConfigMap shop/a: the chart changes a field that the API server does not let change",
    ),
    "not found": (status(404, "NotFound", 'namespaces "shop" not found'), NotFound, "ConfigMap shop/a"),
}


@pytest.mark.parametrize(("refusal", "kind", "words"), REFUSALS.values(), ids=REFUSALS)
def test_refusals_become_problems(refusal: Response, kind: type[WerfpyError], words: str) -> None:
    (problem,) = check(creation(), lambda _: refusal).problems
    assert type(problem) is kind
    assert words in problem.summary


ACCEPTED = {
    "accepted": answer(config_map(), 201),
    "taken meanwhile": status(409, "AlreadyExists"),
    "moved meanwhile": status(409, "Conflict"),
}


@pytest.mark.parametrize("said", ACCEPTED.values(), ids=ACCEPTED)
def test_what_the_write_itself_will_settle_is_no_problem(said: Response) -> None:
    result = check(creation(), lambda _: said)
    assert result.problems == []
    assert result.plan.writes == (creation(),)


def test_a_run_that_only_looks_is_told_what_was_not_checked() -> None:
    result = check(creation(), lambda _: status(403, "Forbidden", RBAC), tolerates_forbidden=True)
    assert result.problems == []
    assert result.plan.writes == (creation(),)
    assert result.all_warnings() == ["not checked by the API server, for you may not write them: ConfigMap shop/a"]


@pytest.mark.parametrize(
    "refusal", [status(403, "Forbidden", QUOTA), status(422, "Invalid", "no")], ids=["quota", "invalid"]
)
def test_a_run_that_only_looks_still_learns_what_is_wrong(refusal: Response) -> None:
    result = check(creation(), lambda _: refusal, tolerates_forbidden=True)
    assert len(result.problems) == 1
    assert result.all_warnings() == []


def test_a_webhook_without_dry_run_is_a_warning() -> None:
    said = status(400, "BadRequest", 'admission webhook "x" does not support dry run')
    result = check(creation(), lambda _: said)
    assert result.problems == []
    assert "could not be checked beforehand" in result.all_warnings()[0]


def test_kinds_that_the_plan_only_now_brings_are_not_asked_about() -> None:
    asked: list[Request] = []
    result = check(creation(), lambda request: [asked.append(request)].clear() or answer({}), is_served=lambda _: False)
    assert asked == []
    assert result.plan.writes == (creation(),)


def test_objects_of_a_namespace_that_will_be_made_are_checked_elsewhere() -> None:
    asked: list[Request] = []

    def look(request: Request) -> Response:
        asked.append(request)
        return answer(config_map(), 201)

    check(creation(), look, missing_namespaces=frozenset({"shop"}))
    (request,) = asked
    assert request.path == "/api/v1/namespaces/default/configmaps"
    assert orjson.loads(request.body or b"")["metadata"]["namespace"] == "default"
    assert ("dryRun", "All") in request.query


def test_a_patch_that_changes_nothing_is_dropped_from_the_plan() -> None:
    current = config_map(a="1")
    current["metadata"] |= {"resourceVersion": "7", "uid": "u"}
    stored = {**current, "metadata": {**current["metadata"], "resourceVersion": "8", "managedFields": []}}
    result = check(update(current, a="1"), lambda _: answer(stored))
    assert [operation.verb for operation in result.plan.apply] == [Verb.NOTHING]


def test_the_changes_told_are_those_that_the_server_would_make() -> None:
    current = config_map(a="1")
    result = check(update(current, a="2"), lambda _: answer(config_map(a="2", b="added by admission")))
    (operation,) = result.plan.writes
    assert sorted(change.path for change in operation.changes) == ["data.a", "data.b"]


def test_problems_come_in_the_order_of_the_plan() -> None:
    transport = MemoryTransport()
    transport.faults.append(lambda request: status(422, "Invalid", "no") if request.method == "POST" else None)
    operations = tuple(creation(f"a{number}") for number in range(30))
    result = DryRun(Client(transport), lambda _: True).check(Plan(operations))
    assert [problem.summary for problem in result.problems] == [f"{item.ref} is not valid" for item in operations]
