"""Plans as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

from tests.plan.objects import config_map
from werfpy.actions.plan import PlanResult
from werfpy.merge.diff_types import FieldChange
from werfpy.plan.adoption import adoption_report
from werfpy.plan.operations import Operation, Plan, Verb, Yielded
from werfpy.report.plans import plan_json, plan_text
from werfpy.resource.ownership import Ownership
from werfpy.resource.refs import ObjectRef


def operation(name: str, verb: Verb, **fields: Any) -> Operation:
    return Operation(ObjectRef.of(config_map(name=name)), verb, **{"ownership": Ownership.OURS, **fields})


def result(*apply: Operation, prune: tuple[Operation, ...] = (), hooks: int = 0) -> PlanResult:
    plan = Plan(apply, prune)
    return PlanResult(plan, adoption_report(plan), "shop", "prod", 3, True, hooks, 0)


def after_the_diffs(found: PlanResult) -> list[str]:
    text = plan_text(found, is_colored=False)
    lines = text.splitlines()
    return lines[next(index for index, line in enumerate(lines) if line.startswith(("yielded", "Ownership"))) :]


def test_a_plan_ends_with_a_summary() -> None:
    found = result(
        operation("a", Verb.CREATE, modified=config_map(name="a"), ownership=Ownership.NEW),
        operation("b", Verb.UPDATE, changes=(FieldChange("data.a", "1", "2"),)),
        operation("c", Verb.NOTHING),
        prune=(operation("d", Verb.DELETE),),
        hooks=2,
    )
    assert after_the_diffs(found) == [
        "Ownership: 1 new, 2 ours, 0 unowned, 0 foreign",
        "Hooks: 2 hooks would run",
        "Plan for release prod/shop, revision 3: 1 to create, 1 to update, 1 to delete, 1 unchanged",
    ]


def test_what_stays_as_it_is_has_no_diff() -> None:
    assert plan_text(result(operation("c", Verb.NOTHING)), is_colored=False) == (
        "Ownership: 0 new, 1 ours, 0 unowned, 0 foreign\n"
        "Plan for release prod/shop, revision 3: 1 unchanged\n"
        "No object would change.\n"
    )


def test_a_chart_without_objects_says_so() -> None:
    assert "revision 3: the chart states no objects" in plan_text(result(), is_colored=False)


def test_yielded_fields_are_told() -> None:
    found = result(operation("a", Verb.NOTHING, yielded=(Yielded("spec.replicas", "hpa"),)))
    assert after_the_diffs(found)[0] == "yielded ConfigMap prod/a spec.replicas: hpa writes it now"


def test_json_names_every_operation() -> None:
    document = json.loads(plan_json(result(operation("b", Verb.UPDATE, changes=(FieldChange("data.a", "1", "2"),)))))
    assert document["hasChanges"] is True
    assert document["counts"] == {"update": 1}
    assert document["operations"] == [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "namespace": "prod",
            "name": "b",
            "verb": "update",
            "ownership": "ours",
            "reason": "",
            "source": "",
            "changes": [{"path": "data.a", "before": "1", "after": "2"}],
            "yielded": [],
        }
    ]


def test_a_secret_that_is_created_shows_no_value() -> None:
    secret = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "stringData": {"a": "pa55word"},
              "data": {"b": "cGE1NXdvcmQ="}}  # fmt: skip
    found = result(Operation(ObjectRef.of(secret), Verb.CREATE, modified=secret))
    for text in (plan_json(found), plan_text(found, is_colored=False)):
        assert "hmac" in text
        assert "pa55word" not in text
        assert "cGE1NXdvcmQ" not in text
