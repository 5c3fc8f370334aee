"""Version questions as Helm asks them. Source: helm ``pkg/chart/v2/util/compatible.go``, ``metadata.go``."""

from __future__ import annotations

from werfpy.gostd import semver
from werfpy.gostd.kinds import GoError


def is_valid_version(text: str) -> bool:
    """Whether *text* may be a chart's version: ``1``, ``v1.2`` and ``1.2.3-rc.1+build`` may."""
    try:
        semver.parse_version(text)
    except GoError:
        return False
    return True


def is_compatible(constraint: str, version: str) -> bool:
    """Whether *version* meets *constraint*; false where either cannot be read.

    >>> is_compatible(">=1.19-0", "v1.29.3-gke.1"), is_compatible(">=1.19", "v1.29.3-gke.1"), is_compatible("", "1.0.0")
    (True, False, False)
    """
    try:
        return bool(semver.parse_constraint(constraint).check(semver.parse_version(version)))
    except GoError:
        return False
