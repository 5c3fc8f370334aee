"""What a run may do, beyond the chart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from werfpy.resource.ownership import ReleaseId
from werfpy.resource.refs import GVK


@dataclass(frozen=True, slots=True)
class PlanPolicy:
    """How the objects of one release are decided on.

    Args:
        release: Whose run this is.
        is_three_way: False sends Helm 2's two-way patch and computes repair patches.
        take_ownership: Adopt whatever stands in the way, as Helm's flag of that name does.
        trusts_record: Objects without any ownership mark that our history records are ours. False only where
            the recorded history is known to have marked all of its objects.
        revision: The revision that is being made.
        keeps_adopted_after: Objects that a later revision than this adopted are not deleted when they are dropped:
            for a deploy the last deployed revision, for a rollback the one it goes back to.
        scale_path: Where a custom resource keeps its replicas, by kind; empty where it has no scale subresource.
    """

    release: ReleaseId
    is_three_way: bool = True
    take_ownership: bool = False
    trusts_record: bool = True
    revision: int = 1
    keeps_adopted_after: int = 0
    scale_path: Callable[[GVK], str] = lambda _: ""
