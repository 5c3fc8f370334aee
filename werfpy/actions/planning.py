"""From content, history and the live cluster to a plan that the API server has checked. Reads only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from werfpy.actions.content import Content, recorded_resources
from werfpy.actions.kinds import Kinds
from werfpy.actions.services import Services
from werfpy.errors import NotFound, WerfpyError
from werfpy.events import Emit, Warned
from werfpy.execute.dry_run import DryRun
from werfpy.execute.hooks import BEFORE_CREATION, Hook
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
    content: Content,
    revisions: Sequence[Release],
    policy: PlanPolicy,
    kinds: Kinds,
    services: Services,
    also: Callable[[], Iterable[WerfpyError]] = tuple,
) -> Planning:
    """Decide about every object and have every write checked by the API server, without writing.

    Args:
        content: What the chart states now.
        revisions: The revisions since and including the last deployed one, oldest first.
        policy: How to decide.
        kinds: The kinds of the cluster and of the chart.
        services: The outside world.
        also: Gives further problems, which are told together with the plan's.

    Raises:
        WerfpyError: What stands in the way; several problems as one Problems.
    """
    history = recorded([recorded_resources(revision, kinds) for revision in revisions])
    problems = _unknown_kinds(content, kinds)
    live = _live(content, history, kinds, services)
    plan, undecided = build_plan(content.resources, history, live, policy)
    plan, inspections = Inspector(services.client, policy.scale_path, services.width).inspect_plan(plan)
    is_recorded = any(revision.resource_version for revision in revisions)
    missing = missing_namespaces(plan, policy, services, is_recorded=is_recorded)
    dry_run = DryRun(services.client, kinds.is_served, missing, services.width, tolerates_forbidden=services.only_looks)
    checked = dry_run.check(plan)
    crds = tuple(_crd_operation(resource, live) for resource in content.crds)
    around = dry_run.check(Plan((*crds, *_hook_operations(content))))
    replaced = dry_run.check(Plan((), _hook_deletions(content, around.taken)))
    _warn(services.emit, (*checked.all_warnings(), *around.all_warnings(), *replaced.all_warnings()))
    problems.extend((*undecided, *checked.problems, *around.problems, *replaced.problems, *also()))
    raise_problems(problems, f"release {policy.release} cannot be deployed")
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


def _unknown_kinds(content: Content, kinds: Kinds) -> list[WerfpyError]:
    resources = [*content.resources, *(hook.resource for hook in content.hooks if _is_run(hook))]
    return [problem for problem in map(kinds.problem_of, resources) if problem is not None]


def _hook_operations(content: Content) -> tuple[Operation, ...]:
    """The hooks' objects as they will be created: a typo in the last hook must not be found last."""
    return tuple(
        Operation(hook.ref, Verb.CREATE, modified=hook.resource.manifest, source=hook.resource.source)
        for hook in content.hooks
        if _is_run(hook)
    )


def _hook_deletions(content: Content, taken: Set[ObjectRef]) -> tuple[Operation, ...]:
    """Hooks of an earlier run that are deleted before they are created again."""
    return tuple(
        Operation(hook.ref, Verb.DELETE, source=hook.resource.source)
        for hook in content.hooks
        if _is_run(hook) and hook.ref in taken and BEFORE_CREATION in hook.delete_policies
    )


def _is_run(hook: Hook) -> bool:
    return not set(hook.events).isdisjoint(_RUN_BY_DEPLOY)


_RUN_BY_DEPLOY = frozenset({"pre-install", "post-install", "pre-upgrade", "post-upgrade"})


def _crd_operation(resource: Resource, live: Mapping[ObjectRef, Manifest | None]) -> Operation:
    """CRDs of the crds/ folder are created where they are missing and carry no marks: no release owns them."""
    current = live.get(resource.ref)
    verb = Verb.CREATE if current is None else Verb.NOTHING
    return Operation(resource.ref, verb, modified=resource.manifest, current=current, source=resource.source)


def _warn(emit: Emit, messages: Iterable[str]) -> None:
    for message in messages:
        emit(Warned(message))
