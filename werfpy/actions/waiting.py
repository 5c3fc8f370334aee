"""Waiting for objects, with one deadline for a whole run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from werfpy.actions.services import Services
from werfpy.errors import DeployFailed, Interrupted
from werfpy.json_types import Manifest
from werfpy.resource.refs import ObjectRef
from werfpy.track.gone import track_gone
from werfpy.track.options import TrackOptions
from werfpy.track.result import TrackResult
from werfpy.track.tracker import track


@dataclass(frozen=True, slots=True)
class Waiter:
    """Waits on behalf of a run.

    Args:
        services: The outside world.
        deadline_s: On the services' monotonic clock; infinite where there is no limit.
        options_of: How each object is tracked, by its annotations.
    """

    services: Services
    deadline_s: float = float("inf")
    options_of: Mapping[ObjectRef, TrackOptions] = field(default_factory=dict)

    def until_ready(self, refs: Sequence[ObjectRef], written: Mapping[ObjectRef, Manifest]) -> None:
        """Wait until all are ready.

        Raises:
            ResourceFailed, TrackTimeout: One object is not; several: DeployFailed with all of them.
        """
        if refs:
            _check(self._track(refs, written))

    def until_completed(self, ref: ObjectRef) -> None:
        """Wait until a Job or Pod of a hook has ended well.

        Raises:
            Interrupted: The run was asked to stop before that.
        """
        result = self._track([ref], {})
        _check(result)
        if ref in result.left and self.services.stop.is_set():
            raise Interrupted("interrupted", hint="the revision was recorded as failed; deploy again to go on")

    def until_gone(self, ref: ObjectRef) -> None:
        """Wait until the object is deleted."""
        self.until_gone_all([ref])

    def until_gone_all(self, refs: Sequence[ObjectRef]) -> None:
        """Wait until all objects are deleted.

        Raises:
            TrackTimeout: They are still there; tells which finalizers hold them.
        """
        result = track_gone(
            self.services.client,
            refs,
            timeout_s=self._left_s(),
            emit=self.services.emit,
            clock=self.services.monotonic,
            stop=self.services.stop,
        )
        _check(result)

    def _track(self, refs: Sequence[ObjectRef], written: Mapping[ObjectRef, Manifest]) -> TrackResult:
        return track(
            self.services.client,
            refs,
            timeout_s=self._left_s(),
            emit=self.services.emit,
            clock=self.services.monotonic,
            stop=self.services.stop,
            options_of=self.options_of,
            written=written,
        )

    def _left_s(self) -> float:
        if self.deadline_s == float("inf"):
            return 0.0
        # 0 would mean "no limit" to the tracker: a deadline that has passed leaves a moment to say so.
        return max(0.001, self.deadline_s - self.services.monotonic())


def _check(result: TrackResult) -> None:
    if len(result.problems) == 1:
        raise result.problems[0]
    if result.problems:
        raise DeployFailed(f"{len(result.problems)} objects are not ready", result.problems)
