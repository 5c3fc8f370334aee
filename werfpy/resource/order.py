"""The order in which kinds are installed and deleted.

Source: Helm's ``pkg/release/v1/util/kind_sorter.go`` (4.2), checked against ``helm template``.
"""

from __future__ import annotations

from typing import Final

INSTALL_ORDER: Final = tuple(
    """
    PriorityClass Namespace NetworkPolicy ResourceQuota LimitRange PodSecurityPolicy PodDisruptionBudget
    ServiceAccount Secret SecretList ConfigMap StorageClass PersistentVolume PersistentVolumeClaim
    CustomResourceDefinition ClusterRole ClusterRoleList ClusterRoleBinding ClusterRoleBindingList Role RoleList
    RoleBinding RoleBindingList Service DaemonSet Pod ReplicationController ReplicaSet Deployment
    HorizontalPodAutoscaler StatefulSet Job CronJob IngressClass Ingress APIService MutatingWebhookConfiguration
    ValidatingWebhookConfiguration
    """.split()  # noqa: SIM905 - a table of words reads better than forty quoted lines
)
"""Kinds in the order in which Helm 4 creates them."""

UNINSTALL_ORDER: Final = tuple(
    """
    ValidatingWebhookConfiguration MutatingWebhookConfiguration APIService Ingress IngressClass Service CronJob
    Job StatefulSet HorizontalPodAutoscaler Deployment ReplicaSet ReplicationController Pod DaemonSet
    RoleBindingList RoleBinding RoleList Role ClusterRoleBindingList ClusterRoleBinding ClusterRoleList
    ClusterRole CustomResourceDefinition PersistentVolumeClaim PersistentVolume StorageClass ConfigMap
    SecretList Secret ServiceAccount PodDisruptionBudget PodSecurityPolicy LimitRange ResourceQuota
    NetworkPolicy Namespace PriorityClass
    """.split()  # noqa: SIM905 - see above
)
"""Kinds in the order in which Helm 4 deletes them; not the exact reverse."""

_INSTALL_RANK: Final = {kind: rank for rank, kind in enumerate(INSTALL_ORDER)}
_UNINSTALL_RANK: Final = {kind: rank for rank, kind in enumerate(UNINSTALL_ORDER)}


def install_rank(kind: str) -> tuple[int, str]:
    """Sort key of a kind for creation: known kinds in Helm's order, then all others by name."""
    rank = _INSTALL_RANK.get(kind)
    return (len(INSTALL_ORDER), kind) if rank is None else (rank, "")


def uninstall_rank(kind: str) -> tuple[int, str]:
    """Sort key of a kind for deletion: Helm deletes kinds that it does not know last, by name."""
    rank = _UNINSTALL_RANK.get(kind)
    return (len(UNINSTALL_ORDER), kind) if rank is None else (rank, "")
