"""May this run keep its revision? Asked before the first write: what cannot be recorded must not begin."""

from __future__ import annotations

from werfpy.actions.services import Services
from werfpy.errors import Forbidden, KubeError, WerfpyError
from werfpy.events import Warned
from werfpy.release.record import Release


def recording_problems(revision: Release, services: Services) -> list[WerfpyError]:
    """What stands in the way of the record of *revision*; a run that only looks is told in a warning instead."""
    try:
        services.releases.check_access(revision.name, revision.revision)
    except Forbidden as error:
        told = f"the revisions of release {revision.name} may not be written by you"
        if services.only_looks:
            services.emit(Warned(f"{told}: a deploy would fail"))
            return []
        hint = "ask for a Role that allows to create, update and delete them, or deploy with other credentials"
        return [Forbidden(told, status=error.status, reason=error.reason, because=error.because, hint=hint)]
    except KubeError as error:
        return [error]
    return []
