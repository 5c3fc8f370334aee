"""What became of the tracked objects."""

from __future__ import annotations

from dataclasses import dataclass

from werfpy.errors import TrackError
from werfpy.resource.refs import ObjectRef


@dataclass(frozen=True, slots=True)
class TrackResult:
    """
    The end of a wait. Every object stands in exactly one of the four tuples.

    Args:
        ready: They are ready, or there was nothing to wait for.
        failed: They will not become ready and their fail mode makes this a failure of the run.
        timed_out: They did not become ready in time.
        left: Not waited for to the end: NonBlocking ones, failed ones whose failure is ignored, and all that were
            still on their way when another object failed or the run was stopped.
        problems: A ResourceFailed or TrackTimeout for each of ``failed`` and ``timed_out``, in that order.
    """

    ready: tuple[ObjectRef, ...] = ()
    failed: tuple[ObjectRef, ...] = ()
    timed_out: tuple[ObjectRef, ...] = ()
    left: tuple[ObjectRef, ...] = ()
    problems: tuple[TrackError, ...] = ()

    @property
    def is_good(self) -> bool:
        """Nothing failed and nothing timed out."""
        return not self.problems

    def check(self) -> None:
        """
        Raise what went wrong, if anything did.

        Raises:
            ResourceFailed, TrackTimeout: One object is the problem.
            ExceptionGroup: Several are; of these errors, in order.
        """
        if len(self.problems) == 1:
            raise self.problems[0]
        if self.problems:
            raise ExceptionGroup("objects did not become ready", list(self.problems))
