"""Who belongs to whom: ReplicaSets and Pods by their owner references, as the watches told them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from werfpy.json_types import Manifest
from werfpy.status.fields import mappings, read, text

_REVISION = "deployment.kubernetes.io/revision"
_REVISION_HASH = "controller-revision-hash"
_TEMPLATE_GENERATION = "pod-template-generation"
_DAEMON_TEMPLATE_GENERATION = "deprecated.daemonset.template.generation"


def uid_of(manifest: Manifest) -> str:
    """``metadata.uid``, or ``""``."""
    return text(manifest, "metadata", "uid")


def owner_uid(manifest: Manifest) -> str:
    """The uid of the controller that owns it, or ``""``."""
    for reference in mappings(manifest, "metadata", "ownerReferences"):
        if reference.get("controller") is True:
            return text(reference, "uid")
    return ""


class Family:
    """Owned objects by owner. Used by one thread."""

    def __init__(self) -> None:
        self._by_uid: dict[str, Manifest] = {}
        self._children: dict[str, dict[str, Manifest]] = {}
        self._sources: dict[str, Hashable] = {}

    def put(self, manifest: Manifest, source: Hashable) -> None:
        """Take in a new or changed owned object that *source* told of."""
        uid, owner = uid_of(manifest), owner_uid(manifest)
        self._by_uid[uid] = manifest
        self._sources[uid] = source
        if owner:
            self._children.setdefault(owner, {})[uid] = manifest

    def keep_only(self, manifests: Iterable[Manifest], source: Hashable) -> None:
        """Forget what *source* told of once and does not list any more."""
        uids = {uid_of(one) for one in manifests}
        for uid in [uid for uid, told_by in self._sources.items() if told_by == source and uid not in uids]:
            self.remove(self._by_uid[uid])

    def remove(self, manifest: Manifest) -> None:
        """Forget a deleted one."""
        uid = uid_of(manifest)
        self._by_uid.pop(uid, None)
        self._sources.pop(uid, None)
        self._children.get(owner_uid(manifest), {}).pop(uid, None)

    def owners(self, manifest: Manifest) -> Iterator[str]:
        """The uids of its owner, its owner's owner and so on, as far as they are known."""
        uid = owner_uid(manifest)
        if uid:
            yield uid
            yield from self.owners_of(uid)

    def owners_of(self, uid: str) -> Iterator[str]:
        """The same of the owned object with this uid; nothing when it is not known."""
        known = self._by_uid.get(uid)
        if known is not None:
            yield from self.owners(known)

    def replica_set(self, deployment: Manifest) -> Manifest | None:
        """The Deployment's ReplicaSet of the newest template, or None when there is none yet."""
        sets = [one for one in self._owned(deployment) if one.get("kind") == "ReplicaSet"]
        wanted = _revision(deployment)
        newest = [one for one in sets if _revision(one) >= wanted]
        return max(newest, key=_revision, default=None)

    def pods(self, workload: Manifest) -> tuple[Manifest, ...]:
        """The workload's pods of its newest template, by name. Pods that end because of the rollout are left out."""
        owned = [one for one in self._pods_of_any_template(workload) if not read(one, "metadata", "deletionTimestamp")]
        newest = _of_newest_template(workload, owned)
        return tuple(sorted(newest, key=lambda one: text(one, "metadata", "name")))

    def _pods_of_any_template(self, workload: Manifest) -> list[Manifest]:
        if workload.get("kind") == "Pod":
            return [workload]
        if workload.get("kind") != "Deployment":
            return [one for one in self._owned(workload) if one.get("kind") == "Pod"]
        newest = self.replica_set(workload)
        return self._owned(newest) if newest is not None else []

    def _owned(self, owner: Manifest) -> list[Manifest]:
        return list(self._children.get(uid_of(owner), {}).values())


def _revision(manifest: Manifest) -> int:
    value = read(manifest, "metadata", "annotations", _REVISION)
    return int(value) if isinstance(value, str) and value.isdigit() else 0


def _of_newest_template(workload: Manifest, pods: list[Manifest]) -> list[Manifest]:
    if workload.get("kind") == "StatefulSet":
        return _labelled(pods, _REVISION_HASH, text(workload, "status", "updateRevision"))
    if workload.get("kind") == "DaemonSet":
        return _labelled(
            pods, _TEMPLATE_GENERATION, text(workload, "metadata", "annotations", _DAEMON_TEMPLATE_GENERATION)
        )
    return pods


def _labelled(pods: list[Manifest], label: str, value: str) -> list[Manifest]:
    return [one for one in pods if not value or text(one, "metadata", "labels", label) == value]
