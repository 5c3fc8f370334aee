"""The history of a release: its own records, or where there are none those that Helm 2 left.

Helm 2's records are only read until the run has the lock; then what the merge needs of them is copied, and the next
revision goes on from there. Tiller's objects stay as they are.
"""

from __future__ import annotations

from werfpy.actions.services import Services
from werfpy.errors import Forbidden, NotFound
from werfpy.events import Warned
from werfpy.release.history import History
from werfpy.release.tiller import take_over
from werfpy.resource.ownership import ReleaseId


def history_of(release: ReleaseId, services: Services) -> History:
    """All that is recorded of the release. Reads only; warns of a namesake of Helm 2 in another namespace.

    Raises:
        KubeError: The records cannot be read.
    """
    own = services.releases.history(release.name)
    if own:
        return own
    theirs = _helm_2(release.name, services)
    if theirs is None or _is_of(theirs, release):
        return theirs or own
    services.emit(
        Warned(
            f"Helm 2 has a release {release.name} in namespace {theirs.releases[-1].namespace}; it is left alone, "
            f"for this one is in {release.namespace}"
        )
    )
    return own


def own_history(release: ReleaseId, services: Services) -> History:
    """The history in our own storage; copies there what Helm 2 left, if there is nothing else. Needs the lock.

    Raises:
        RecordCorrupt, RecordTooLarge: A revision cannot be copied; nothing was written.
    """
    own = services.releases.history(release.name)
    if own:
        return own
    theirs = _helm_2(release.name, services)
    return take_over(theirs, services.releases) if theirs and _is_of(theirs, release) else own


def _is_of(history: History, release: ReleaseId) -> bool:
    """Helm 2's names were the cluster's, today's are a namespace's: a namesake elsewhere has nothing to do with us."""
    return not history.releases or history.releases[-1].namespace == release.namespace


def _helm_2(name: str, services: Services) -> History | None:
    """Tiller's history; who may not look there has nothing to take over."""
    if services.tiller is None:
        return None
    try:
        return services.tiller.history(name)
    except (Forbidden, NotFound):
        return None
