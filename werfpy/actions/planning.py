"""From content, history and the live cluster to a plan that the API server has checked. Reads only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from werfpy.actions.content import Content, recorded_resources
from werfpy.actions.kinds import Kinds
from werfpy.actions.services import Services
from werfpy.errors import NotFound, WerfpyError
from werfpy.events import Emit, Warned
from werfpy.execute.dry_run import DryRun
from werfpy.execute.inspect import Inspector
from werfpy.json_types import Manifest
from werfpy.kube.live import read_live
from werfpy.plan.build import build_plan, dropped_refs, raise_problems
from werfpy.plan.operations import Operation, Plan, Verb
from werfpy.plan.policy import PlanPolicy
from werfpy.plan.recorded import Recorded, recorded
from werfpy.plan.repairing import Inspection
from werfpy.release.record import Release
from werfpy.resource.identity import Identity
from werfpy.resource.model import Resource
from werfpy.resource.refs import GVK, ObjectRef

_NAMESPACE = GVK("", "v1", "Namespace")


@dataclass(frozen=True, slots=True)
class Planning:
    """A plan with what it was made from; the same inputs decide again when an object moved meanwhile."""

    plan: Plan
    policy: PlanPolicy
    recorded: Mapping[Identity, Recorded]
    missing_namespaces: frozenset[str] = frozenset()
    crds: tuple[Operation, ...] = ()
    inspections: Mapping[ObjectRef, Inspection] = field(default_factory=dict)


def planned(
    content: Content, revisions: Sequence[Release], policy: PlanPolicy, kinds: Kinds, services: Services
) -> Planning:
    """Decide about every object and have every write checked by the API server, without writing.

    Args:
        content: What the chart states now.
        revisions: The revisions since and including the last deployed one, oldest first.
        policy: How to decide.
        kinds: The kinds of the cluster and of the chart.
        services: The outside world.

    Raises:
        WerfpyError: What stands in the way; several problems as one Problems.
    """
    history = recorded([recorded_resources(revision, kinds) for revision in revisions])
    problems: list[WerfpyError] = [
        problem for problem in map(kinds.problem_of, content.resources) if problem is not None
    ]
    if problems:
        raise_problems(problems, f"release {policy.release} cannot be deployed")
    live = _live(content, history, kinds, services)
    plan, problems = build_plan(content.resources, history, live, policy)
    plan, inspections = Inspector(services.client, policy.scale_path, services.width).inspect_plan(plan)
    is_recorded = any(revision.resource_version for revision in revisions)
    missing = missing_namespaces(plan, policy, services, is_recorded=is_recorded)
    checked = DryRun(services.client, kinds.is_served, missing, services.width).check(plan)
    crds = tuple(_crd_operation(resource, live) for resource in content.crds)
    _warn(services.emit, checked.warnings)
    hook_problems = check_hooks(content, kinds, missing, services)
    raise_problems([*problems, *checked.problems, *hook_problems], f"release {policy.release} cannot be deployed")
    return Planning(checked.plan, policy, history, missing, crds, inspections)


def _live(
    content: Content, history: Mapping[Identity, Recorded], kinds: Kinds, services: Services
) -> dict[ObjectRef, Manifest | None]:
    stated = [resource.ref for resource in (*content.resources, *content.crds)]
    wanted = [*stated, *dropped_refs(content.resources, history)]
    served = [ref for ref in wanted if kinds.is_served(ref.gvk)]
    with services.pool() as pool:
        return read_live(services.client, served, pool=pool)


def missing_namespaces(
    plan: Plan, policy: PlanPolicy, services: Services, *, is_recorded: bool = False
) -> frozenset[str]:
    """Namespaces that this run will create: the release's own, and those that the chart states.

    *is_recorded*: a revision is kept in the release's namespace, so that is there.
    """
    coming = {
        operation.ref.name
        for operation in plan.apply
        if operation.ref.gvk == _NAMESPACE and operation.verb is Verb.CREATE
    }
    if not is_recorded and not namespace_exists(policy.release.namespace, services):
        coming.add(policy.release.namespace)
    return frozenset(coming)


def namespace_exists(name: str, services: Services) -> bool:
    """Is the namespace there? Who may not read namespaces is taken at their word that it is."""
    try:
        services.client.get(ObjectRef(_NAMESPACE, "", name))
    except NotFound:
        return False
    except WerfpyError:
        return True
    return True


def check_hooks(content: Content, kinds: Kinds, missing: frozenset[str], services: Services) -> list[WerfpyError]:
    """Have the hooks' objects checked by the API server too: a typo in the last hook must not be found last."""
    operations = tuple(
        Operation(hook.ref, Verb.CREATE, modified=hook.resource.manifest, source=hook.resource.source)
        for hook in content.hooks
        if not set(hook.events).isdisjoint(_RUN_BY_DEPLOY)
    )
    if not operations:
        return []
    result = DryRun(services.client, kinds.is_served, missing, services.width).check(Plan(operations))
    _warn(services.emit, result.warnings)
    return result.problems


_RUN_BY_DEPLOY = frozenset({"pre-install", "post-install", "pre-upgrade", "post-upgrade"})


def _crd_operation(resource: Resource, live: Mapping[ObjectRef, Manifest | None]) -> Operation:
    """CRDs of the crds/ folder are created where they are missing and carry no marks: no release owns them."""
    current = live.get(resource.ref)
    verb = Verb.CREATE if current is None else Verb.NOTHING
    return Operation(resource.ref, verb, modified=resource.manifest, current=current, source=resource.source)


def _warn(emit: Emit, messages: Iterable[str]) -> None:
    for message in messages:
        emit(Warned(message))
