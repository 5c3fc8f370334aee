"""Deciding on one object: ready, on its way, in trouble, failed; and telling it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from werfpy.errors import KubeError, TrackError
from werfpy.events import Emit, ResourceProgress, ResourceReady, ResourceTrouble, Warned
from werfpy.json_types import Manifest
from werfpy.resource.refs import ObjectRef
from werfpy.status.compute import compute
from werfpy.status.fields import read
from werfpy.status.pods import troubles
from werfpy.status.trouble import Trouble, controller_trouble
from werfpy.status.words import Status, StatusContext, Word
from werfpy.track.budget import allowed_failures
from werfpy.track.diagnosis import Diagnosis, failed_error, timeout_error
from werfpy.track.family import Family
from werfpy.track.options import FailMode
from werfpy.track.watched import Watched, short_name

_NOT_OBSERVED = frozenset({"LatestGenerationNotObserved", "NoObservedGeneration"})


@dataclass(slots=True)
class Judge:
    """The objects that are waited for and what became of the others. ``diagnose`` looks into the cause of failures."""

    emit: Emit
    clock: Callable[[], float]
    family: Family
    diagnose: Callable[[], Diagnosis]
    started_s: float
    context: StatusContext = field(default_factory=StatusContext)
    watched: dict[ObjectRef, Watched] = field(default_factory=dict)
    ready: list[ObjectRef] = field(default_factory=list)
    failed: list[ObjectRef] = field(default_factory=list)
    left: list[ObjectRef] = field(default_factory=list)
    problems: list[TrackError] = field(default_factory=list)

    @property
    def is_waiting(self) -> bool:
        """Something that blocks the run is on its way, and nothing has failed."""
        return not self.failed and any(one.is_blocking for one in self.watched.values())

    def judge(self, one: Watched, manifest: Manifest) -> None:
        """Take in the state of an object (new, or the same when something below it changed)."""
        one.manifest = manifest
        one.status = compute(manifest, context=self.context)
        if one.status.is_ready:
            self._is_ready(one)
            return
        one.budget.allowed = allowed_failures(manifest, one.options)
        one.budget.patience_s = one.options.no_activity_timeout_s
        one.troubles = self._troubles_of(one, manifest)
        self._tell_progress(one)
        self._count(one)

    def gone(self, one: Watched, last: Manifest | None) -> None:
        """Take in that an object is not there; *last* is its last known state."""
        if last is not None and _had_ended_well(last):
            self._is_ready(one)
            return
        one.status = Status(Word.NOT_FOUND, "it was deleted while it was waited for", "Deleted")
        self._tell_progress(one)
        self._has_failed(one, one.status.message)

    def time_passed(self) -> None:
        """Count the troubles that stay, and those of hopeful objects when nothing else is on its way."""
        now_s = self.clock()
        for one in list(self.watched.values()):
            due_s = one.budget.next_due_s()
            hope_ends = one.is_hoping and not self._others_are_active(one)
            if hope_ends or (due_s is not None and due_s <= now_s):
                self._count(one)

    def time_is_up(self, timeout_s: float, trouble_with_server: KubeError | None) -> tuple[ObjectRef, ...]:
        """The objects that did not become ready in time; an error for each is added to the problems."""
        late = [one for one in self.watched.values() if one.is_blocking and one.may_fail_the_run]
        diagnosis = self.diagnose()
        self.problems.extend(timeout_error(one, diagnosis, timeout_s, trouble_with_server) for one in late)
        return tuple(one.ref for one in late)

    def _troubles_of(self, one: Watched, manifest: Manifest) -> tuple[Trouble, ...]:
        own = controller_trouble(manifest, one.status)
        found = [own] if own is not None and one.ref.kind != "Pod" else []
        # Before the controller has seen the new template, what is wrong belongs to the old one.
        if one.status.reason not in _NOT_OBSERVED:
            found.extend(one.service_errors.values())
            for pod in self.family.pods(manifest):
                found.extend(troubles(pod))
        return tuple(sorted(found, key=lambda trouble: trouble.severity.rank))

    def _count(self, one: Watched) -> None:
        if one.options.fail_mode is FailMode.HOPE and self._others_are_active(one):
            self._tell_hoped(one)
        elif one.is_doomed:
            self._has_failed(one, one.worst().told())
        else:
            for trouble in one.budget.note(one.troubles, self.clock()):
                self.emit(ResourceTrouble(one.ref, trouble.reason, _told(trouble)))
            self._tell_budget(one)

    def _tell_hoped(self, one: Watched) -> None:
        for trouble in one.serious_troubles:
            key = (trouble.pod, trouble.container)
            if one.told.hoped.get(key) != trouble.reason:
                one.told.hoped[key] = trouble.reason
                self.emit(ResourceTrouble(one.ref, trouble.reason, _told(trouble)))

    def _tell_budget(self, one: Watched) -> None:
        count, allowed, name = one.budget.count, one.budget.allowed, short_name(one.ref)
        if one.budget.is_exceeded:
            text = f"Allowed failures count for {name} exceeded {allowed} errors: stop tracking immediately!"
            self._has_failed(one, text)
        elif count > one.told.errors:
            one.told.errors = count
            self.emit(Warned(f"{count}/{allowed} allowed errors occurred for {name}: continue tracking", one.ref))

    def _others_are_active(self, one: Watched) -> bool:
        others = (other for other in self.watched.values() if other is not one)
        return any(other.is_blocking and not other.is_hoping for other in others)

    def _tell_progress(self, one: Watched) -> None:
        now = (str(one.status.word), one.status.message)
        if now != one.told.progress:
            one.told.progress = now
            self.emit(ResourceProgress(one.ref, *now))

    def _is_ready(self, one: Watched) -> None:
        del self.watched[one.ref]
        self.ready.append(one.ref)
        self.emit(ResourceReady(one.ref, self.clock() - self.started_s))

    def _has_failed(self, one: Watched, message: str) -> None:
        del self.watched[one.ref]
        is_failure = one.may_fail_the_run
        self.emit(ResourceTrouble(one.ref, one.worst().reason, message, fatal=is_failure))
        if is_failure:
            self.failed.append(one.ref)
            self.problems.append(failed_error(one, self.diagnose(), message))
        else:
            self.left.append(one.ref)
            self.emit(Warned(f"{short_name(one.ref)} failed, and its fail mode ignores that", one.ref))


def _had_ended_well(last: Manifest) -> bool:
    if read(last, "spec", "ttlSecondsAfterFinished") is not None:
        return True  # a finished Job that the cluster has tidied away; a failed one told so before
    metadata = {key: value for key, value in (last.get("metadata") or {}).items() if key != "deletionTimestamp"}
    return compute({**last, "metadata": metadata}).is_ready


def _told(trouble: Trouble) -> str:
    """The reason first, because a narrow terminal cuts the end off."""
    if not trouble.pod:
        return trouble.told()
    container = f", container {trouble.container}" if trouble.container else ""
    said = f": {trouble.message}" if trouble.message else ""
    return f"{trouble.reason} (Pod {trouble.pod}{container}){said}"
