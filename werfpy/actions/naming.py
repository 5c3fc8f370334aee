"""Names of releases and namespaces that no cluster could take, told before anything is asked."""

from __future__ import annotations

import re
from typing import Final

from werfpy.errors import UsageError
from werfpy.resource.ownership import ReleaseId

_RELEASE: Final = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LABEL: Final = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?")
_RELEASE_MAX: Final = 53
_LABEL_MAX: Final = 63


def check_release(release: ReleaseId) -> None:
    """Refuse names that Helm or the API server would refuse.

    Source: Helm ``pkg/chart/common/util/validation.go`` (releases), RFC 1123 labels (namespaces).

    Raises:
        UsageError: The release's name or its namespace is not valid.
    """
    if len(release.name) > _RELEASE_MAX or not _RELEASE.fullmatch(release.name):
        raise UsageError(
            f"invalid release name {release.name!r}",
            hint=f"use lower case letters, digits, '-' and '.', at most {_RELEASE_MAX} characters, "
            "with a letter or digit at both ends",
        )
    if len(release.namespace) > _LABEL_MAX or not _LABEL.fullmatch(release.namespace):
        raise UsageError(
            f"invalid namespace {release.namespace!r}",
            hint=f"use lower case letters, digits and '-', at most {_LABEL_MAX} characters, "
            "with a letter or digit at both ends",
        )
