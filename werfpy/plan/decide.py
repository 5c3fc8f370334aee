"""One resource of the chart, what our history says of it and what is live: which operation?

The table is werf's, mended where its users were hurt: see docs/explanation/three-way-merge.md.
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.plan.merging import merged
from werfpy.plan.operations import Operation, Verb
from werfpy.plan.ownership_problems import foreign, terminating, unowned
from werfpy.plan.policy import PlanPolicy
from werfpy.plan.recorded import Recorded
from werfpy.resource.model import Resource
from werfpy.resource.ownership import Ownership, classify, consents_to, is_terminating, with_adoption_mark, with_marks


def decide(resource: Resource, recorded: Recorded | None, live: Manifest | None, policy: PlanPolicy) -> Operation:
    """Decide what to do about one resource of the chart.

    ====================  ============  =====================================================
    live                  recorded      decision
    ====================  ============  =====================================================
    absent                either        create
    ours                  yes           update, original = what was recorded
    ours                  no            update, original empty (a kept object comes back)
    without an owner      yes           update and mark again (someone took the marks away)
    without an owner      no            adopt with consent, else NotOwned
    another release's     either        adopt with --take-ownership, else NotOwned
    ====================  ============  =====================================================

    An object that is being deleted is none of these: what is written to it is lost when it goes.

    Raises:
        NotOwned: The live object is not ours and may not be adopted.
        PlanError: It is being deleted.
        MergeError: The three states cannot be merged.
    """
    if live is None:
        return _create(resource, policy)
    if is_terminating(live):
        raise terminating(resource.ref, live, resource.source)
    ownership = classify(live, policy.release)
    original = recorded.original() if recorded else {}
    match ownership:
        case Ownership.FOREIGN:
            if not policy.take_ownership:
                raise foreign(
                    resource.ref, live, policy.release, is_recorded=recorded is not None, source=resource.source
                )
            return _adopt(resource, original, live, policy, ownership)
        case Ownership.UNOWNED if recorded is None:
            if not (policy.take_ownership or consents_to(live, policy.release)):
                raise unowned(resource.ref, live, policy.release, resource.source)
            return _adopt(resource, original, live, policy, ownership)
        case _:
            return _update(resource, original, live, policy, ownership)


def _create(resource: Resource, policy: PlanPolicy) -> Operation:
    return Operation(
        ref=resource.ref,
        verb=Verb.CREATE,
        modified=with_marks(resource.manifest, policy.release),
        is_three_way=policy.is_three_way,
        source=resource.source,
    )


def _update(
    resource: Resource, original: Manifest, live: Manifest, policy: PlanPolicy, ownership: Ownership
) -> Operation:
    operation = Operation(
        ref=resource.ref,
        verb=Verb.UPDATE,
        original=original,
        modified=with_marks(resource.manifest, policy.release),
        current=live,
        is_three_way=policy.is_three_way or not original,
        ownership=ownership,
        source=resource.source,
    )
    return merged(operation, policy.scale_path(resource.ref.gvk))


def _adopt(
    resource: Resource, original: Manifest, live: Manifest, policy: PlanPolicy, ownership: Ownership
) -> Operation:
    """Adoption is three-way in every mode: there is no earlier revision that a two-way patch could start from."""
    operation = Operation(
        ref=resource.ref,
        verb=Verb.ADOPT,
        original=original,
        modified=with_adoption_mark(with_marks(resource.manifest, policy.release), policy.revision),
        current=live,
        is_three_way=True,
        ownership=ownership,
        reason=_adoption_reason(live, policy),
        source=resource.source,
    )
    return merged(operation, policy.scale_path(resource.ref.gvk))


def _adoption_reason(live: Manifest, policy: PlanPolicy) -> str:
    if consents_to(live, policy.release):
        return "its annotation allows it"
    return "--take-ownership"
