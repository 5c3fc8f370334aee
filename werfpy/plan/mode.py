"""Which merge a revision is made with: three-way, or Helm 2's two-way.

Source of the behaviour: werf 1.0's ``--three-way-merge-mode``. The mode that a run is given becomes a yes or no on each
revision, kept as an annotation of the revision's storage object, so that ``onlyNewReleases`` can look it up.
"""

from __future__ import annotations

from enum import StrEnum

from werfpy.errors import UsageError


class MergeMode(StrEnum):
    """What ``--three-way-merge-mode`` can say."""

    ENABLED = "enabled"
    ONLY_NEW_RELEASES = "onlyNewReleases"
    DISABLED = "disabled"


def merge_mode(value: str) -> MergeMode:
    """Read a mode; empty means the default, enabled.

    Raises:
        UsageError: *value* is none of the modes. Upper and lower case count.
    """
    try:
        return MergeMode(value or MergeMode.ENABLED)
    except ValueError:
        allowed = ", ".join(MergeMode)
        raise UsageError(
            f"bad three-way-merge-mode {value!r}: must be one of {allowed}",
            hint="set --three-way-merge-mode or WERF_THREE_WAY_MERGE_MODE to one of these, or leave it out",
        ) from None


def is_three_way(mode: MergeMode, *, is_install: bool, deployed_was_three_way: bool) -> bool:
    """Is the next revision made with the three-way merge?

    Args:
        mode: What the run was given.
        is_install: No revision of the release is recorded.
        deployed_was_three_way: What the annotation of the deployed revision says (of the last one, for a rollback).
    """
    match mode:
        case MergeMode.ENABLED:
            return True
        case MergeMode.DISABLED:
            return False
        case MergeMode.ONLY_NEW_RELEASES:
            return is_install or deployed_was_three_way
