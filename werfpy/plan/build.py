"""Resources, history and live objects to a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from werfpy.errors import Problems, WerfpyError
from werfpy.json_types import Manifest
from werfpy.plan.decide import decide
from werfpy.plan.operations import Operation, Plan
from werfpy.plan.policy import PlanPolicy
from werfpy.plan.prune import prune
from werfpy.plan.recorded import Recorded
from werfpy.resource.identity import Identity
from werfpy.resource.model import Resource
from werfpy.resource.order import install_rank, uninstall_rank
from werfpy.resource.refs import ObjectRef

Live = Mapping[ObjectRef, Manifest | None]
"""What was read of each object; None says that it is not there."""


def build_plan(
    resources: Sequence[Resource], recorded: Mapping[Identity, Recorded], live: Live, policy: PlanPolicy
) -> tuple[Plan, list[WerfpyError]]:
    """Decide about every object; problems are collected, not raised, so that all are told at once.

    Returns:
        The plan of all objects that could be decided on, and the problems of the others.
    """
    operations: list[Operation] = []
    problems: list[WerfpyError] = []
    stated = {resource.identity for resource in resources}
    for resource in sorted(resources, key=lambda resource: install_rank(resource.ref.kind)):
        try:
            operations.append(decide(resource, recorded.get(resource.identity), live.get(resource.ref), policy))
        except WerfpyError as error:
            problems.append(_located(error, resource.source))
    return Plan(tuple(operations), _dropped(recorded, stated, live, policy)), problems


def dropped_refs(resources: Sequence[Resource], recorded: Mapping[Identity, Recorded]) -> list[ObjectRef]:
    """The recorded objects that the chart no longer states: they must be read too before a plan is built."""
    stated = {resource.identity for resource in resources}
    return [item.ref for key, item in recorded.items() if key not in stated]


def raise_problems(problems: Sequence[WerfpyError], what: str) -> None:
    """Raise the only problem as it is, several as one Problems; nothing where there is none.

    Raises:
        WerfpyError: The only problem.
        Problems: Several.
    """
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise Problems(f"{what}: {len(problems)} problems were found; nothing was changed", problems)


def _located(error: WerfpyError, source: str) -> WerfpyError:
    """The error with the template that states the object, before the field that it names."""
    if source not in error.at:
        error.at = f"{source}\n{error.at}" if error.at else source
    return error


def _dropped(
    recorded: Mapping[Identity, Recorded], stated: set[Identity], live: Live, policy: PlanPolicy
) -> tuple[Operation, ...]:
    dropped = [item for key, item in recorded.items() if key not in stated]
    dropped.sort(key=lambda item: uninstall_rank(item.ref.kind))
    operations = (prune(item, live.get(item.ref), policy) for item in dropped)
    return tuple(operation for operation in operations if operation is not None)
