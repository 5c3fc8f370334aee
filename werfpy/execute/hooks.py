"""Helm's hooks: run one after another at their points, waited for, and deleted by their policies.

Source: Helm's documentation of chart hooks, and its ``pkg/action/hooks.go``: order by weight, then name; a hook without
a policy is deleted before the next one of its name is created; only Jobs and Pods are waited for.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

from werfpy.errors import AlreadyExists, Forbidden, NotFound, ResourceFailed, WerfpyError
from werfpy.events import Emit, HookFinished, HookStarted
from werfpy.kube.client import Client
from werfpy.resource.model import Resource
from werfpy.resource.refs import ObjectRef

BEFORE_CREATION: Final = "before-hook-creation"
SUCCEEDED: Final = "hook-succeeded"
FAILED: Final = "hook-failed"

WAITED_FOR: Final = frozenset({"Job", "Pod"})
"""Kinds whose end a hook waits for; all others are done when they are created."""


@dataclass(frozen=True, slots=True)
class Hook:
    """A hook, ready to run. ``delete_policies`` is never empty: Helm's default has been filled in."""

    resource: Resource
    events: tuple[str, ...]
    weight: int = 0
    delete_policies: tuple[str, ...] = (BEFORE_CREATION,)

    @property
    def ref(self) -> ObjectRef:
        """The hook's object."""
        return self.resource.ref


@dataclass(frozen=True, slots=True)
class HookRun:
    """When a hook ran and how it ended; Helm keeps this in the release record. ``phase`` is Helm's word."""

    ref: ObjectRef
    started_at: datetime
    completed_at: datetime
    phase: str


Completed: TypeAlias = Callable[[ObjectRef], None]
"""Waits until the object has ended well. Raises ResourceFailed or TrackTimeout."""

Gone: TypeAlias = Callable[[ObjectRef], None]
"""Waits until the object is no longer there."""


@dataclass(frozen=True, slots=True)
class HookRunner:
    """Runs the hooks of a point.

    Args:
        client: Where the hooks' objects live.
        emit: Told of each start and end.
        stop: Set when the run must end: no further hook is begun.
        completed: Waits for the end of a Job or Pod.
        gone: Waits for the end of a deletion.
        now: The clock for the records.
    """

    client: Client
    emit: Emit
    stop: threading.Event
    completed: Completed
    gone: Gone
    now: Callable[[], datetime]

    def run(self, hooks: Sequence[Hook], event: str) -> list[HookRun]:
        """Run all hooks of *event*, for example ``pre-upgrade``, in Helm's order.

        Raises:
            HookFailed: A hook failed, or could not be created; ``runs`` has what ran until then.
        """
        chosen = sorted((hook for hook in hooks if event in hook.events), key=lambda hook: (hook.weight, hook.ref.name))
        runs: list[HookRun] = []
        for position, hook in enumerate(chosen):
            if self.stop.is_set():
                raise HookFailed(f"{event} hooks were not finished: the run was asked to stop", runs)
            started = self.now()
            try:
                self._run_one(hook, event)
            except WerfpyError as error:
                runs.append(HookRun(hook.ref, started, self.now(), "Failed"))
                self._after_failure(hook, chosen[:position], event, error)
                raise _told(hook, event, error, runs) from error
            runs.append(HookRun(hook.ref, started, self.now(), "Succeeded"))
            self.emit(HookFinished(hook.ref, event, succeeded=True))
        self._delete_succeeded(chosen)
        return runs

    def _run_one(self, hook: Hook, event: str) -> None:
        if BEFORE_CREATION in hook.delete_policies:
            self._delete(hook, wait=True)
        self.emit(HookStarted(hook.ref, event))
        try:
            self.client.create(hook.resource.manifest, namespace=hook.ref.namespace)
        except AlreadyExists as error:
            raise AlreadyExists(
                f"hook {hook.ref} already exists in the cluster",
                status=error.status,
                reason=error.reason,
                at=hook.resource.source,
                hint="set annotation helm.sh/hook-delete-policy to before-hook-creation, or delete the object",
            ) from error
        if hook.ref.kind in WAITED_FOR:
            self.completed(hook.ref)

    def _after_failure(self, hook: Hook, earlier: Sequence[Hook], event: str, error: WerfpyError) -> None:
        self.emit(HookFinished(hook.ref, event, succeeded=False, message=error.summary))
        if FAILED in hook.delete_policies:
            self._delete(hook, wait=False)
        self._delete_succeeded(earlier)

    def _delete_succeeded(self, hooks: Sequence[Hook]) -> None:
        for hook in reversed(hooks):
            if SUCCEEDED in hook.delete_policies:
                self._delete(hook, wait=False)

    def _delete(self, hook: Hook, *, wait: bool) -> None:
        if hook.ref.kind == "CustomResourceDefinition":
            return  # Deleting it would delete all objects of that kind; Helm never does.
        try:
            self.client.delete(hook.ref, propagation="Background")
        except NotFound:
            return
        except Forbidden:
            # Least-privilege roles often may not delete what is not there; creation will tell if it matters.
            return
        if wait:
            self.gone(hook.ref)


class HookFailed(ResourceFailed):
    """A hook did not end well. ``runs`` are the hooks that ran, the failed one last."""

    code = "hook-failed"

    def __init__(self, summary: str, runs: Sequence[HookRun], *, because: str = "", hint: str = "") -> None:
        super().__init__(summary, because=because, hint=hint)
        self.runs = tuple(runs)


def _told(hook: Hook, event: str, error: WerfpyError, runs: Sequence[HookRun]) -> HookFailed:
    because = error.summary + (f"\n{error.because}" if error.because else "")
    return HookFailed(f"{event} hook {hook.ref} failed", runs, because=because, hint=error.hint)
