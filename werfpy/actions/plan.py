"""The use case: what would a deploy do? Reads and dry-run requests only; the transport refuses all else."""

from __future__ import annotations

from dataclasses import dataclass, replace

from werfpy.actions.charts import chart_of
from werfpy.actions.draft import draft
from werfpy.actions.request import DeployRequest
from werfpy.actions.services import Services
from werfpy.plan.adoption import AdoptionReport, adoption_report
from werfpy.plan.operations import Plan


@dataclass(frozen=True, slots=True)
class PlanResult:
    """What a deploy would do. ``crds`` counts CRDs of the crds/ folder that would be created."""

    plan: Plan
    adoption: AdoptionReport
    release: str
    namespace: str
    revision: int
    is_three_way: bool
    hooks: int
    crds: int

    @property
    def has_changes(self) -> bool:
        """Would any object be written? Hooks run in every deploy and do not count."""
        return bool(self.plan.writes) or self.crds > 0


def plan(request: DeployRequest, services: Services) -> PlanResult:
    """Plan a deploy without carrying it out. Objects that the user may not write are planned, but not checked.

    Raises:
        WerfpyError: As ``deploy`` does before its first write.
    """
    found = draft(request, chart_of(request), replace(services, only_looks=True))
    return PlanResult(
        plan=found.planning.plan,
        adoption=adoption_report(found.planning.plan),
        release=request.release.name,
        namespace=request.release.namespace,
        revision=found.revision.revision,
        is_three_way=found.planning.policy.is_three_way,
        hooks=sum(1 for hook in found.content.hooks if f"pre-{found.point}" in hook.events)
        + sum(1 for hook in found.content.hooks if f"post-{found.point}" in hook.events),
        crds=sum(1 for operation in found.planning.crds if operation.is_write),
    )
