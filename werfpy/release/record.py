"""A revision of a release, as Helm records it.

Source: the JSON that helm 3 and 4 write (``pkg/release/v1``). Fields that we do not know are kept and written back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from werfpy.release.times import format_time, parse_time

THREE_WAY_MERGE_ENABLED = "werf.io/three-way-merge-enabled"
"""Annotation of the storage object: the revision was made with the three-way merge."""


class Status(StrEnum):
    """The state of a revision, in Helm's words."""

    UNKNOWN = "unknown"
    DEPLOYED = "deployed"
    UNINSTALLED = "uninstalled"
    SUPERSEDED = "superseded"
    FAILED = "failed"
    UNINSTALLING = "uninstalling"
    PENDING_INSTALL = "pending-install"
    PENDING_UPGRADE = "pending-upgrade"
    PENDING_ROLLBACK = "pending-rollback"

    @property
    def is_pending(self) -> bool:
        """Helm's pending-install, pending-upgrade and pending-rollback."""
        return self.value.startswith("pending-")

    @property
    def is_open(self) -> bool:
        """Whether a run is, or was when it died, in the middle of it: pending or uninstalling."""
        return self.is_pending or self is Status.UNINSTALLING


@dataclass(frozen=True, slots=True)
class Info:
    """What happened to a revision. Times are RFC 3339 text, ``""`` for never; see `werfpy.release.times`."""

    status: Status = Status.UNKNOWN
    first_deployed: str = ""
    last_deployed: str = ""
    deleted: str = ""
    description: str = ""
    notes: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def updated(self) -> datetime | None:
        """When the revision was made."""
        return parse_time(self.last_deployed)


@dataclass(frozen=True, slots=True)
class HookRun:
    """The last run of a hook. ``phase`` is ``""`` before it, then Unknown, Running, Succeeded or Failed."""

    started_at: str = ""
    completed_at: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True)
class HookRecord:
    """A hook of the revision: one manifest and when it runs."""

    name: str
    kind: str
    path: str
    manifest: str
    events: tuple[str, ...] = ()
    weight: int = 0
    delete_policies: tuple[str, ...] = ()
    output_log_policies: tuple[str, ...] = ()
    last_run: HookRun = HookRun()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Release:
    """One revision of a release.

    ``chart`` is Helm's JSON of the chart: ``metadata``, ``lock``, ``templates`` (name, base64 data), ``values``,
    ``schema`` (base64), ``files``. ``config`` holds the user's values. ``manifest`` is the rendered text of all
    resources that are not hooks. ``apply_method`` is ``ssa`` or ``csa``, ``""`` for records of helm 3, which means csa.
    ``labels`` are the user's; ``annotations`` those of the storage object. ``resource_version`` is the storage
    object's, ``""`` for a revision that is not stored; it takes no part in comparisons.
    """

    name: str
    namespace: str
    revision: int
    info: Info = Info()
    chart: Mapping[str, Any] = field(default_factory=dict)
    config: Mapping[str, Any] = field(default_factory=dict)
    manifest: str = ""
    hooks: tuple[HookRecord, ...] = ()
    apply_method: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    annotations: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)
    resource_version: str = field(default="", compare=False)

    @property
    def status(self) -> Status:
        """Shorthand for ``info.status``."""
        return self.info.status

    @property
    def three_way_merge_enabled(self) -> bool:
        """Whether the storage object says that this revision was made with the three-way merge."""
        return self.annotations.get(THREE_WAY_MERGE_ENABLED) == "true"

    def with_status(self, status: Status, description: str, *, at: datetime | None = None) -> Release:
        """The revision in another state; *at* also sets ``last_deployed``."""
        info = replace(self.info, status=status, description=description)
        if at is not None:
            info = replace(info, last_deployed=format_time(at), first_deployed=info.first_deployed or format_time(at))
        return replace(self, info=info)

    def with_three_way_merge(self, enabled: bool) -> Release:
        """The revision with the memory of the mode that it is made in."""
        kept = {key: value for key, value in self.annotations.items() if key != THREE_WAY_MERGE_ENABLED}
        return replace(self, annotations=kept | ({THREE_WAY_MERGE_ENABLED: "true"} if enabled else {}))
