"""Rules for every kind: deletion, observed generation, standard conditions.

Source: kstatus ``checkGenericProperties`` and ``checkReadyCondition`` (sigs.k8s.io/cli-utils/pkg/kstatus/status).
"""

from __future__ import annotations

from werfpy.json_types import Manifest
from werfpy.status.fields import condition, is_true, mappings, read, text
from werfpy.status.words import Status, Word, current, failed, in_progress


def before_kind_rule(manifest: Manifest) -> Status | None:
    """What counts whatever the kind, or None when the kind's rule must decide."""
    if read(manifest, "metadata", "deletionTimestamp"):
        return Status(Word.TERMINATING, _deletion_message(manifest), "Terminating")
    generation = read(manifest, "metadata", "generation")
    observed = read(manifest, "status", "observedGeneration")
    if isinstance(generation, int) and isinstance(observed, int) and generation != observed:
        return in_progress(
            f"its controller has seen generation {observed} of {generation}", "LatestGenerationNotObserved"
        )
    reconciling = condition(manifest, "Reconciling")
    if reconciling is not None and reconciling.status == "True":
        return in_progress(reconciling.told("reconciling"), reconciling.reason)
    stalled = condition(manifest, "Stalled")
    if stalled is not None and stalled.status == "True":
        return failed(stalled.told("stalled"), stalled.reason or "Stalled")
    return None


def by_ready_condition(manifest: Manifest) -> Status:
    """The rule for kinds that have none: the condition ``Ready``, where there is one, decides.

    Goes beyond kstatus in one point: a ``Ready`` that carries an older ``observedGeneration`` of its own
    (Gateway API, Knative) speaks of the object as it was.
    """
    ready = condition(manifest, "Ready")
    if ready is None:
        return current("", "NoReadyCondition")
    if _is_stale(manifest):
        return in_progress("its condition Ready speaks of an older generation", "LatestGenerationNotObserved")
    if is_true(manifest, "Ready"):
        return current(ready.message, ready.reason)
    return in_progress(ready.told(f"condition Ready is {ready.status}"), ready.reason)


def _is_stale(manifest: Manifest) -> bool:
    generation = read(manifest, "metadata", "generation")
    for item in mappings(manifest, "status", "conditions"):
        if item.get("type") == "Ready":
            observed = item.get("observedGeneration")
            return isinstance(generation, int) and isinstance(observed, int) and observed < generation
    return False


def _deletion_message(manifest: Manifest) -> str:
    finalizers = read(manifest, "metadata", "finalizers")
    if isinstance(finalizers, list) and finalizers:
        return "being deleted, held by " + ", ".join(str(one) for one in finalizers)
    return f"being deleted since {text(manifest, 'metadata', 'deletionTimestamp')}"
