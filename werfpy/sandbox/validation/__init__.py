"""What the API server does not accept, with its messages. Covers what charts get wrong, not every rule there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from werfpy.json_types import Manifest
from werfpy.sandbox.refusals import Findings
from werfpy.sandbox.resources import Resource
from werfpy.sandbox.validation import config, crds, immutable, metadata, networking, pods, rbac, storage, workloads

Check = Callable[[Manifest, Findings], None]
_CHECKS: Final[dict[str, Check]] = {
    "Pod": pods.validate_pod,
    "Deployment": workloads.validate_deployment,
    "ReplicaSet": workloads.validate_replica_set,
    "StatefulSet": workloads.validate_stateful_set,
    "DaemonSet": workloads.validate_daemon_set,
    "Job": workloads.validate_job,
    "CronJob": workloads.validate_cron_job,
    "HorizontalPodAutoscaler": workloads.validate_autoscaler,
    "PodDisruptionBudget": workloads.validate_disruption_budget,
    "Service": networking.validate_service,
    "Ingress": networking.validate_ingress,
    "NetworkPolicy": networking.validate_network_policy,
    "ConfigMap": config.validate_config_map,
    "Secret": config.validate_secret,
    "PersistentVolumeClaim": storage.validate_claim,
    "StorageClass": storage.validate_class,
    "Role": rbac.validate_role,
    "ClusterRole": rbac.validate_role,
    "RoleBinding": rbac.validate_binding,
    "ClusterRoleBinding": rbac.validate_binding,
    "CustomResourceDefinition": crds.validate_definition,
}


def validate_create(resource: Resource, manifest: Manifest, findings: Findings) -> None:
    """Tell *findings* what is wrong with a new object."""
    metadata.validate_metadata(resource, manifest, findings)
    check = None if resource.is_custom else _CHECKS.get(resource.kind)
    if check is not None:
        check(manifest, findings)


def validate_update(resource: Resource, manifest: Manifest, live: Manifest, findings: Findings) -> None:
    """Tell *findings* what is wrong with a new state of *live*."""
    metadata.validate_metadata_update(manifest, live, findings)
    validate_create(resource, manifest, findings)
    if not resource.is_custom:
        immutable.validate_immutable(resource.kind, manifest, live, findings)
