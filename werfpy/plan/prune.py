"""What becomes of objects that our history records and the chart no longer states."""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.plan.operations import Operation, Verb
from werfpy.plan.policy import PlanPolicy
from werfpy.plan.recorded import Recorded
from werfpy.resource.annotations import RESOURCE_POLICY
from werfpy.resource.ownership import Ownership, adopted_in, classify, is_kept, owner_of


def prune(recorded: Recorded, live: Manifest | None, policy: PlanPolicy) -> Operation | None:
    """Decide about one dropped object; None where it is gone already.

    It is deleted only if it is ours. ``helm.sh/resource-policy`` keeps it, on the live object or in the manifest of the
    revision that last stated it (Helm looks at the live one on upgrade, at the manifest on uninstall; both are
    promises, so both are kept).
    """
    if live is None:
        return None
    ownership = classify(live, policy.release)
    if is_kept(live) or is_kept(recorded.manifests[-1]):
        return _keep(recorded, live, ownership, f"annotation {RESOURCE_POLICY}")
    if ownership is Ownership.FOREIGN:
        return _keep(recorded, live, ownership, f"it belongs to release {owner_of(live)}")
    if adopted_in(live) > policy.keeps_adopted_after:
        return _keep(recorded, live, ownership, f"revision {adopted_in(live)} adopted it, and was not deployed well")
    if ownership is Ownership.UNOWNED and not policy.trusts_record:
        return _keep(recorded, live, ownership, "it carries no ownership marks of this release")
    return Operation(
        ref=recorded.ref,
        verb=Verb.DELETE,
        original=recorded.original(),
        current=live,
        is_three_way=policy.is_three_way,
        ownership=ownership,
        reason="no longer in the chart",
    )


def _keep(recorded: Recorded, live: Manifest, ownership: Ownership, reason: str) -> Operation:
    return Operation(ref=recorded.ref, verb=Verb.KEEP, current=live, ownership=ownership, reason=reason)
