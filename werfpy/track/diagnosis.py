"""Why an object is not ready: from its pods, their containers, its Events and logs to an error that tells it.

Read only at the end of a wait. What the user may not read is left out, never an error of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from werfpy.errors import KubeError, ResourceFailed, TrackTimeout
from werfpy.events import Emit, LogLines
from werfpy.json_types import Manifest
from werfpy.status.fields import number, text
from werfpy.status.pods import troubles
from werfpy.status.trouble import Severity, Trouble
from werfpy.status.words import Word
from werfpy.track.family import Family
from werfpy.track.feeds import EVENT
from werfpy.track.logs import Tail, tails
from werfpy.track.reader import Reader
from werfpy.track.watched import Watched

_MAX_EVENTS = 5
_MAX_TROUBLES = 5
_LINES_IN_ERROR = 5
"""An error shows the end of a log; the LogLines event has all that was read."""

_HINTS = {
    "ImagePullBackOff": "check the image's name and tag, and the pod's imagePullSecrets",
    "ErrImagePull": "check the image's name and tag, and the pod's imagePullSecrets",
    "InvalidImageName": "correct the image's name in the values",
    "CreateContainerConfigError": "check that the ConfigMaps and Secrets which the container names exist",
    "Unschedulable": "check the pods' requests, node selectors, tolerations and volumes against the nodes",
    "FailedCreate": "check the namespace's ResourceQuota and LimitRange, and admission webhooks",
    "Deleted": "find out who deleted it, then deploy again",
}


@dataclass(slots=True)
class Diagnosis:
    """What is needed to find out; ``budget`` is how many objects are looked into by further requests."""

    reader: Reader
    family: Family
    emit: Emit
    budget: int = 10

    def because(self, one: Watched) -> str:
        """The cause in lines: the object's state, its troubles, the last warnings, the ends of logs."""
        pods = self.family.pods(one.manifest) if one.manifest is not None else ()
        lines = [one.status.message] if one.status.message else []
        lines.extend(_lines_of(one, pods))
        if self.budget > 0:
            self.budget -= 1
            in_trouble = tuple(sorted(pods, key=_by_worst_trouble))
            lines.extend(self._events(one, in_trouble[:1]))
            lines.extend(self._logs(one, in_trouble))
        return "\n".join(dict.fromkeys(lines))

    def at(self, trouble: Trouble, one: Watched) -> str:
        """Pod and container of the worst trouble."""
        if not trouble.pod or one.ref.kind == "Pod":
            return f"container {trouble.container}" if trouble.container else ""
        place = f"Pod {trouble.pod}"
        if trouble.container:
            place += f", container {trouble.container}"
        owner = self.family.replica_set(one.manifest) if one.manifest and one.ref.kind == "Deployment" else None
        return f"{place}, of ReplicaSet {text(owner, 'metadata', 'name')}" if owner is not None else place

    def _events(self, one: Watched, pods: Sequence[Manifest]) -> list[str]:
        found: list[str] = []
        for manifest in [one.manifest, *pods]:
            if manifest is not None:
                found.extend(_warnings(self._events_about(manifest, one.ref.namespace)))
        return found[:_MAX_EVENTS]

    def _events_about(self, manifest: Manifest, namespace: str) -> Sequence[Manifest]:
        about = f"involvedObject.uid={text(manifest, 'metadata', 'uid')},type=Warning"
        try:
            return self.reader.list(EVENT, namespace or "default", field_selector=about).items
        except KubeError:
            return ()

    def _logs(self, one: Watched, pods: tuple[Manifest, ...]) -> list[str]:
        lines: list[str] = []
        for tail in tails(self.reader, pods, one.options.logs):
            self.emit(LogLines(one.ref, tail.pod, tail.container, tail.lines))
            lines.extend(_shown(tail))
        return lines


def failed_error(one: Watched, diagnosis: Diagnosis, message: str) -> ResourceFailed:
    """The error of an object that will not become ready; *message* says why waiting ended."""
    worst = one.worst()
    because = diagnosis.because(one)
    return ResourceFailed(
        f"{one.ref} failed: {worst.told()}",
        at=diagnosis.at(worst, one),
        because=because if message in because else f"{message}\n{because}".strip(),
        hint=_hint(worst, one),
    )


def timeout_error(
    one: Watched, diagnosis: Diagnosis, timeout_s: float, trouble_with_server: KubeError | None
) -> TrackTimeout:
    """The error of an object that was not ready in time."""
    worst = one.worst()
    said = worst.told() if one.status.word is not Word.UNKNOWN else "its status is not known"
    because = diagnosis.because(one)
    if trouble_with_server is not None:
        because = f"{trouble_with_server}\n{because}".strip()
    return TrackTimeout(
        f"{one.ref} is not ready {after(timeout_s)}: {said}",
        at=diagnosis.at(worst, one),
        because=because,
        hint=_hint(worst, one) or "give it more time with --timeout if it only is slow",
    )


def after(timeout_s: float) -> str:
    """How long was waited, for a message. Less than a second is what a deadline for several waits has left."""
    return f"after {timeout_s:g} s" if timeout_s >= 1 else "in time"


def _by_worst_trouble(pod: Manifest) -> tuple[int, str]:
    worst = min((one.severity.rank for one in troubles(pod)), default=Severity.ORDINARY.rank + 1)
    return worst, text(pod, "metadata", "name")


def _lines_of(one: Watched, pods: Iterable[Manifest]) -> list[str]:
    found = [trouble for pod in pods for trouble in troubles(pod)] or list(one.troubles)
    found.sort(key=lambda trouble: trouble.severity.rank)
    lines = [_line(trouble) for trouble in found[:_MAX_TROUBLES]]
    if len(found) > _MAX_TROUBLES:
        lines.append(f"and {len(found) - _MAX_TROUBLES} more")
    return lines


def _line(trouble: Trouble) -> str:
    place = f"Pod {trouble.pod}, " if trouble.pod else ""
    restarts = f" ({trouble.restarts} restarts)" if trouble.pod and trouble.restarts else ""
    return f"{place}{trouble.told()}{restarts}"


def _warnings(events: Iterable[Manifest]) -> list[str]:
    lines = []
    for event in sorted(events, key=lambda one: text(one, "lastTimestamp") or text(one, "eventTime"), reverse=True):
        whom = f"{text(event, 'involvedObject', 'kind')} {text(event, 'involvedObject', 'name')}"
        count = max(number(event, "count", default=1), number(event, "series", "count"))
        times = f" ({count} times)" if count > 1 else ""
        lines.append(f"event on {whom}: {text(event, 'reason')}{times}: {text(event, 'message').strip()}")
    return lines


def _shown(tail: Tail) -> list[str]:
    lines = [f"end of the log of {tail.pod}, container {tail.container}:"]
    lines.extend(f"  {line}" for line in tail.lines[-_LINES_IN_ERROR:])
    return lines


def _hint(worst: Trouble, one: Watched) -> str:
    namespace = f" -n {one.ref.namespace}" if one.ref.namespace else ""
    known = _HINTS.get(worst.reason)
    if known is not None:
        return known
    if worst.pod and worst.container:
        previous = " --previous" if worst.has_ended else ""
        return f"see `kubectl logs{namespace} {worst.pod} -c {worst.container}{previous}`"
    return f"see `kubectl describe{namespace} {one.ref.kind.lower()} {one.ref.name}`" if one.manifest else ""
