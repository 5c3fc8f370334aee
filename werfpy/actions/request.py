"""What the user asks of a deploy, before anything has been read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from werfpy.plan.mode import MergeMode, merge_mode
from werfpy.resource.ownership import ReleaseId


@dataclass(frozen=True, slots=True)
class Extras:
    """Annotations and labels that a run puts on every object, over what the chart says."""

    annotations: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.annotations or self.labels)


@dataclass(frozen=True, slots=True)
class Permissions:
    """What the run may do beyond changing its own objects.

    Args:
        create_namespace: Create the release's namespace if there is none.
        take_ownership: Adopt whatever stands in the way.
        cleanup_on_fail: Delete what this run created if it fails; None means only in two-way mode, as Helm 2 did.
    """

    create_namespace: bool = True
    take_ownership: bool = False
    cleanup_on_fail: bool | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """What the run waits for. Seconds; 0 means no limit."""

    is_on: bool = True
    timeout_s: float = 0.0
    lock_timeout_s: float = 0.0
    locks: bool = True


@dataclass(frozen=True, slots=True)
class DeployRequest:
    """Deploy *chart* as *release*.

    ``values`` are the user's, merged from files and flags; ``history_max`` 0 keeps all revisions.
    """

    release: ReleaseId
    chart: str
    values: Mapping[str, Any] = field(default_factory=dict)
    mode: MergeMode = MergeMode.ENABLED
    extras: Extras = field(default_factory=Extras)
    permissions: Permissions = field(default_factory=Permissions)
    waiting: Waiting = field(default_factory=Waiting)
    history_max: int = 10
    description: str = ""
    runs_hooks: bool = True
    installs_crds: bool = True
    enable_dns: bool = False
    compat: int = 4
    skip_schema: bool = False
    field_validation: str = "Strict"


__all__ = ["DeployRequest", "Extras", "MergeMode", "Permissions", "ReleaseId", "Waiting", "merge_mode"]
