"""What is decided about an object that changed between reading and writing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from werfpy.actions.carry_out import raise_all, redecide
from werfpy.errors import Conflict, DeployFailed, NotOwned
from werfpy.plan.operations import Operation, Verb
from werfpy.plan.policy import PlanPolicy
from werfpy.plan.recorded import Recorded
from werfpy.resource.identity import identity
from werfpy.resource.model import resource_of
from werfpy.resource.ownership import ReleaseId, with_marks
from werfpy.resource.refs import ObjectRef

WEB, OTHER = ReleaseId("web", "shop"), ReleaseId("other", "shop")


def config_map(uid: str = "", owner: ReleaseId | None = None, **data: str) -> dict[str, Any]:
    metadata = {"name": "a", "namespace": "shop", **({"uid": uid} if uid else {})}
    manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": data}
    return dict(with_marks(manifest, owner)) if owner else manifest


REF = ObjectRef.of(config_map(), "")


def again(operation: Operation, live: Any, *, stated: Any = None, recorded: Any = None) -> Operation:
    """Decide again; *stated* is what the chart says of the object, *recorded* what our last revision said."""
    resources = (
        [resource_of(stated, "a.yaml", namespace="shop", is_namespaced=lambda _: True)] if stated is not None else []
    )
    past = {identity(REF): Recorded(REF, (recorded,))} if recorded is not None else {}
    planning = SimpleNamespace(policy=PlanPolicy(WEB), recorded=past, inspections={})
    draft = SimpleNamespace(planning=planning, content=SimpleNamespace(resources=resources))
    return redecide(cast(Any, draft))(operation, live)


def deletion() -> Operation:
    return Operation(REF, Verb.DELETE, current=config_map("u1", WEB))


def test_their_change_and_ours_are_merged() -> None:
    live = config_map("u1", WEB, a="1", b="theirs")
    operation = again(Operation(REF, Verb.UPDATE), live, stated=config_map(a="2"), recorded=config_map(a="1"))
    assert operation.verb is Verb.UPDATE
    assert operation.patch is not None
    assert cast(Any, operation.patch.body)["data"] == {"a": "2"}


def test_deleted_meanwhile_is_created() -> None:
    operation = again(Operation(REF, Verb.UPDATE), None, stated=config_map(a="2"), recorded=config_map(a="1"))
    assert operation.verb is Verb.CREATE


def test_created_meanwhile_by_nobody_we_know_is_not_taken() -> None:
    with pytest.raises(NotOwned):
        again(Operation(REF, Verb.CREATE), config_map("u1"), stated=config_map(a="2"))


@pytest.mark.parametrize(
    ("live", "verb"),
    [
        (None, Verb.NOTHING),
        (config_map("u1", WEB, b="changed"), Verb.DELETE),
        (config_map("u2", WEB), Verb.DELETE),
        (config_map("u2"), Verb.KEEP),
        (config_map("u1", OTHER), Verb.KEEP),
        (config_map("u2", OTHER), Verb.KEEP),
    ],
    ids=["gone", "changed", "made anew with our marks", "made anew without", "taken over", "made anew by another"],
)
def test_a_dropped_object(live: Any, verb: Verb) -> None:
    assert again(deletion(), live, recorded=config_map(a="1")).verb is verb


def test_one_failure_is_raised_as_it_is_and_several_together() -> None:
    first, second = Conflict("one"), Conflict("two")
    raise_all([])
    with pytest.raises(Conflict, match="one"):
        raise_all([first])
    with pytest.raises(DeployFailed) as caught:
        raise_all([first, second])
    assert caught.value.problems == (first, second)
