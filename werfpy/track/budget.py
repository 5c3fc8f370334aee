"""Counting what goes wrong below one object against what is allowed. Pure: time comes in.

Source: werf's rule: allowed failures = ``failures-allowed-per-replica`` times replicas; more fail the object. Each
change of a container into a counted trouble is one error, so a bad image (ErrImagePull, then ImagePullBackOff) is two.
A counted trouble that just stays counts again after a while, else a quiet one would be waited for until the timeout.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from werfpy.json_types import Manifest
from werfpy.status.fields import number, read, text
from werfpy.status.trouble import Severity, Trouble
from werfpy.track.options import TrackOptions

STAYING_COUNTS_AFTER_S = 20.0
"""A counted trouble that stays this long is one error more: about the kubelet's second try to pull an image."""

_PODS_PER_DAEMON_SET = 3
_WORKLOADS = frozenset({"Deployment", "StatefulSet", "ReplicaSet", "ReplicationController"})


def allowed_failures(manifest: Manifest, options: TrackOptions) -> int:
    """How many errors an object may have: per replica 1 by default, none for a Job and other kinds."""
    kind = str(manifest.get("kind", ""))
    per_replica = options.failures_per_replica
    if per_replica is None:
        per_replica = 1 if kind in _WORKLOADS or kind == "DaemonSet" else 0
        if text(manifest, "spec", "template", "spec", "restartPolicy") == "Never":
            per_replica = 0
    return per_replica * _replicas(kind, manifest)


def _replicas(kind: str, manifest: Manifest) -> int:
    if kind == "DaemonSet":
        return _PODS_PER_DAEMON_SET
    if kind not in _WORKLOADS or read(manifest, "spec", "replicas") is None:
        return 1
    return max(number(manifest, "spec", "replicas"), 1)


@dataclass(slots=True)
class _Sighting:
    signature: tuple[str, int]
    due_s: float


@dataclass(slots=True)
class Budget:
    """The errors of one object so far.

    Args:
        allowed: More than this many fail it.
        patience_s: How long a trouble that others may solve stays before it counts.
    """

    allowed: int
    patience_s: float = 240.0
    count: int = 0
    _seen: dict[tuple[str, str], _Sighting] = field(default_factory=dict)

    @property
    def is_exceeded(self) -> bool:
        """The object has failed."""
        return self.count > self.allowed

    def note(self, troubles: Iterable[Trouble], now_s: float) -> tuple[Trouble, ...]:
        """Take in what is wrong now; those of it that were counted just now are returned, in order."""
        present = {(one.pod, one.container): one for one in troubles if one.severity is not Severity.ORDINARY}
        for key in self._seen.keys() - present.keys():
            del self._seen[key]
        counted = [one for key, one in present.items() if self._counts(key, one, now_s)]
        self.count += len(counted)
        return tuple(counted)

    def _counts(self, key: tuple[str, str], trouble: Trouble, now_s: float) -> bool:
        is_patient = trouble.severity is Severity.PATIENT
        stays_s = self.patience_s if is_patient else STAYING_COUNTS_AFTER_S
        signature = (trouble.reason, trouble.restarts)
        known = self._seen.get(key)
        if known is None or known.signature != signature:
            self._seen[key] = _Sighting(signature, now_s + stays_s)
            return not is_patient
        if now_s < known.due_s:
            return False
        known.due_s = now_s + stays_s
        return True

    def next_due_s(self) -> float | None:
        """When a trouble that stays will count again, or None when there is none."""
        return min((one.due_s for one in self._seen.values()), default=None)
