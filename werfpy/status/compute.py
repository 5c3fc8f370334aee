"""The status of one object from its manifest alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from werfpy.json_types import Manifest
from werfpy.status import deployments, extensions, jobs, network, pods, stateful, storage
from werfpy.status.generic import before_kind_rule, by_ready_condition
from werfpy.status.words import Status, StatusContext

Rule = Callable[[Manifest, StatusContext], Status]

_RULES: Final[Mapping[tuple[str, str], Rule]] = {
    ("apps", "Deployment"): deployments.deployment,
    ("apps", "ReplicaSet"): deployments.replica_set,
    ("", "ReplicationController"): deployments.replica_set,
    ("apps", "StatefulSet"): stateful.stateful_set,
    ("apps", "DaemonSet"): stateful.daemon_set,
    ("batch", "Job"): jobs.job,
    ("", "Pod"): pods.pod,
    ("", "PersistentVolumeClaim"): storage.claim,
    ("", "PersistentVolume"): storage.volume,
    ("", "Service"): network.service,
    ("", "Namespace"): extensions.namespace,
    ("apiextensions.k8s.io", "CustomResourceDefinition"): extensions.definition,
    ("apiregistration.k8s.io", "APIService"): extensions.api_service,
}

_BUILT_IN_GROUPS: Final = frozenset(
    {"", "apps", "batch", "autoscaling", "policy"}
    | {
        f"{name}.k8s.io"
        for name in (
            "admissionregistration", "apiextensions", "apiregistration", "authentication", "authorization",
            "certificates", "coordination", "discovery", "events", "flowcontrol.apiserver", "networking", "node",
            "rbac.authorization", "resource", "scheduling", "storage",
        )
    }
)  # fmt: skip
_APPS_OF_OLD: Final = frozenset({"extensions"})


def compute(manifest: Manifest, *, context: StatusContext | None = None) -> Status:
    """
    Say whether an object is ready, and if not what it waits for.

    The order is kstatus': deletion, observed generation, ``Reconciling``, ``Stalled``, the kind's own rule, and for
    kinds without one the condition ``Ready``. It goes beyond kstatus where that calls a thing ready too early or
    never: a failed Pod is Failed, a Job must complete, a LoadBalancer needs an address, a DaemonSet that updates on
    delete is not waited for, a claim may wait for its first consumer, a paused Deployment is ready.

    Args:
        manifest: The live object, with ``status``.
        context: Time and storage classes; without it rules that need them do not fire.

    Source: sigs.k8s.io/cli-utils ``kstatus/status.Compute``.

    >>> str(compute({"apiVersion": "v1", "kind": "ConfigMap"}).word)
    'Current'
    """
    decided = before_kind_rule(manifest)
    if decided is not None:
        return decided
    rule = _RULES.get(_group_kind(manifest))
    if rule is not None:
        return rule(manifest, context or StatusContext())
    return by_ready_condition(manifest)


def has_readiness(manifest: Manifest) -> bool:
    """Whether an object of this kind can be anything but ready once it is stored.

    False for ConfigMaps, Roles and other built-in kinds without a rule: there is nothing to wait for.
    """
    group, kind = _group_kind(manifest)
    if (group, kind) in _RULES:
        return (group, kind) != ("", "Namespace")
    return group not in _BUILT_IN_GROUPS


def _group_kind(manifest: Manifest) -> tuple[str, str]:
    group, slash, _version = str(manifest.get("apiVersion", "")).partition("/")
    if not slash:
        group = ""
    return ("apps" if group in _APPS_OF_OLD else group, str(manifest.get("kind", "")))
