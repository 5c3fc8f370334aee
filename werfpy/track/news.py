"""Kubernetes Events about tracked objects and what they own.

StatefulSets, DaemonSets and Jobs have no condition that says that their pods cannot be created; only Events do.
"""

from __future__ import annotations

from collections.abc import Mapping

from werfpy.events import Emit, ResourceProgress, ResourceTrouble
from werfpy.json_types import Manifest
from werfpy.resource.refs import ObjectRef
from werfpy.status.fields import number, text
from werfpy.status.trouble import Trouble
from werfpy.track.family import Family, uid_of
from werfpy.track.watched import Watched

_CANNOT_CREATE = "FailedCreate"


def take(event: Manifest, watched: Mapping[ObjectRef, Watched], family: Family, emit: Emit) -> Watched | None:
    """Lay an Event to the object it concerns; that object, or None when it concerns none."""
    uid = text(event, "involvedObject", "uid")
    uids = {uid, *family.owners_of(uid)}
    for one in watched.values():
        if one.manifest is not None and uid_of(one.manifest) in uids:
            _lay_to(one, event, emit)
            return one
    return None


def _lay_to(one: Watched, event: Manifest, emit: Emit) -> None:
    reason, message = text(event, "reason"), text(event, "message")
    is_own = one.manifest is not None and text(event, "involvedObject", "uid") == uid_of(one.manifest)
    if reason == _CANNOT_CREATE and is_own and one.ref.kind != "Deployment":
        # The count makes each further try a trouble of its own, as a restart does for a container.
        one.service_errors[reason] = Trouble(reason, message, restarts=number(event, "count"))
    if not one.options.show_service_messages:
        return
    whom = f"{text(event, 'involvedObject', 'kind')} {text(event, 'involvedObject', 'name')}"
    if text(event, "type") == "Warning":
        emit(ResourceTrouble(one.ref, reason, f"{whom}: {message}"))
    else:
        emit(ResourceProgress(one.ref, str(one.status.word), f"{whom}: {reason}: {message}"))
