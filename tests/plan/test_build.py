"""A plan of all objects, with every problem told at once."""

from __future__ import annotations

from tests.plan.objects import OTHER, POLICY, config_map, deployment, live, recorded, resource
from werfpy.errors import NotOwned, ResourceError
from werfpy.json_types import Manifest
from werfpy.plan.build import build_plan
from werfpy.plan.operations import Verb
from werfpy.resource.identity import identity


def with_numeric_env(web: Manifest) -> Manifest:
    containers = [{"name": "web", "image": "web:1", "env": [{"name": "PORT", "value": 8080}]}]
    template = {**web["spec"]["template"], "spec": {"containers": containers}}
    return {**web, "spec": {**web["spec"], "template": template}}


def test_all_problems_are_collected_and_say_which_template() -> None:
    web, settings, fine = (
        resource(with_numeric_env(deployment())),
        resource(config_map()),
        resource(config_map(name="b")),
    )
    past = {identity(web.ref): recorded(deployment())}
    found = {web.ref: live(deployment()), settings.ref: live(config_map(), OTHER), fine.ref: None}
    plan, problems = build_plan([web, settings, fine], past, found, POLICY)
    assert [operation.verb for operation in plan.apply] == [Verb.CREATE]
    assert {type(problem) for problem in problems} == {ResourceError, NotOwned}
    for problem in problems:
        assert problem.at.startswith("shop/templates/x.yaml")
    (wrong,) = [problem for problem in problems if isinstance(problem, ResourceError)]
    assert "env" in wrong.at
