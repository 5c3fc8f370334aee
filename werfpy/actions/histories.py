"""The history of a release: its own records, or where there are none those that Helm 2 left.

Helm 2's records are only read until the run has the lock; then what the merge needs of them is copied, and the next
revision goes on from there. Tiller's objects stay as they are.
"""

from __future__ import annotations

from werfpy.actions.services import Services
from werfpy.errors import Forbidden, NotFound
from werfpy.release.history import History
from werfpy.release.tiller import take_over


def history_of(name: str, services: Services) -> History:
    """All that is recorded of the release. Reads only.

    Raises:
        KubeError: The records cannot be read.
    """
    own = services.releases.history(name)
    return own if own else _helm_2(name, services) or own


def own_history(name: str, services: Services) -> History:
    """The history in our own storage; copies there what Helm 2 left, if there is nothing else. Needs the lock.

    Raises:
        RecordCorrupt, RecordTooLarge: A revision cannot be copied; nothing was written.
    """
    own = services.releases.history(name)
    if own:
        return own
    theirs = _helm_2(name, services)
    return take_over(theirs, services.releases) if theirs else own


def _helm_2(name: str, services: Services) -> History | None:
    """Tiller's history; who may not look there has nothing to take over."""
    if services.tiller is None:
        return None
    try:
        return services.tiller.history(name)
    except (Forbidden, NotFound):
        return None
