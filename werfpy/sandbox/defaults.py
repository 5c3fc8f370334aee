"""What the API server fills in, by type. Source: the ``SetDefaults_*`` functions of each API group, v1.36.

A function gets the struct with its unknown, null and zero fields already dropped, and changes it in place; its
inner structs are defaulted after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

Struct = dict[str, Any]
_REFERENCE: Final = re.compile(r"([\w.-]+(:\d+)?/)?[a-z0-9][a-z0-9._/-]*(:[\w.-]+)?(@\w+:[0-9a-f]+)?")
_RBAC: Final = "rbac.authorization.k8s.io"


def _fixed(**values: Any) -> Callable[[Struct], None]:
    def fill(struct: Struct) -> None:
        for key, value in values.items():
            if key not in struct:
                struct[key] = {} if value == {} else value

    return fill


def _pull_policy(image: str) -> str:
    if _REFERENCE.fullmatch(image) is None:
        return "IfNotPresent"
    name = image.partition("@")[0]
    tag = name.rpartition("/")[2].partition(":")[2]
    is_latest = tag == "latest" or (not tag and "@" not in image)
    return "Always" if is_latest else "IfNotPresent"


def _container(struct: Struct) -> None:
    struct.setdefault("imagePullPolicy", _pull_policy(str(struct.get("image", ""))))
    struct.setdefault("terminationMessagePath", "/dev/termination-log")
    struct.setdefault("terminationMessagePolicy", "File")


def _volume(struct: Struct) -> None:
    if set(struct) <= {"name"}:
        struct["emptyDir"] = {}


def _image_volume(struct: Struct) -> None:
    struct.setdefault("pullPolicy", _pull_policy(str(struct.get("reference", ""))))


def _pod_spec(struct: Struct) -> None:
    _fixed(dnsPolicy="ClusterFirst", restartPolicy="Always", securityContext={}, schedulerName="default-scheduler")(
        struct
    )
    struct.setdefault("terminationGracePeriodSeconds", 30)
    account = struct.get("serviceAccountName") or struct.get("serviceAccount")
    if account:
        struct["serviceAccountName"] = struct["serviceAccount"] = account


def _pod(struct: Struct) -> None:
    spec = struct.get("spec")
    if not isinstance(spec, dict):
        return
    spec.setdefault("enableServiceLinks", True)
    for container in [*(spec.get("containers") or ()), *(spec.get("initContainers") or ())]:
        if not isinstance(container, dict):
            continue
        for port in (container.get("ports") or ()) if spec.get("hostNetwork") else ():
            if isinstance(port, dict) and not port.get("hostPort"):
                port["hostPort"] = port.get("containerPort", 0)
        resources = container.get("resources")
        if isinstance(resources, dict) and resources.get("limits"):
            resources["requests"] = {**resources["limits"], **(resources.get("requests") or {})}


def _probe(struct: Struct) -> None:
    _fixed(timeoutSeconds=1, periodSeconds=10, successThreshold=1, failureThreshold=3)(struct)


def _service_spec(struct: Struct) -> None:
    affinity = struct.setdefault("sessionAffinity", "None")
    if affinity == "None":
        struct.pop("sessionAffinityConfig", None)
    elif affinity == "ClientIP":
        config = struct.get("sessionAffinityConfig") or {}
        if (config.get("clientIP") or {}).get("timeoutSeconds") is None:
            struct["sessionAffinityConfig"] = {"clientIP": {"timeoutSeconds": 10800}}
    kind = struct.setdefault("type", "ClusterIP")
    if kind in ("NodePort", "LoadBalancer") or (kind == "ClusterIP" and struct.get("externalIPs")):
        struct.setdefault("externalTrafficPolicy", "Cluster")
    if kind != "ExternalName":
        struct.setdefault("internalTrafficPolicy", "Cluster")
    if kind == "LoadBalancer":
        struct.setdefault("allocateLoadBalancerNodePorts", True)


def _service_port(struct: Struct) -> None:
    struct.setdefault("protocol", "TCP")
    if struct.get("targetPort") in (None, 0, ""):
        struct["targetPort"] = struct.get("port", 0)


def _load_balancer_ingress(struct: Struct) -> None:
    if struct.get("ip"):
        struct.setdefault("ipMode", "VIP")


def _deployment_spec(struct: Struct) -> None:
    _fixed(replicas=1, strategy={}, revisionHistoryLimit=10, progressDeadlineSeconds=600)(struct)


def _deployment_strategy(struct: Struct) -> None:
    if struct.setdefault("type", "RollingUpdate") == "RollingUpdate":
        rolling = struct.setdefault("rollingUpdate", {})
        rolling.setdefault("maxUnavailable", "25%")
        rolling.setdefault("maxSurge", "25%")


def _daemon_set_strategy(struct: Struct) -> None:
    if struct.setdefault("type", "RollingUpdate") == "RollingUpdate":
        rolling = struct.setdefault("rollingUpdate", {})
        rolling.setdefault("maxUnavailable", 1)
        rolling.setdefault("maxSurge", 0)


def _stateful_set_spec(struct: Struct) -> None:
    _fixed(podManagementPolicy="OrderedReady", replicas=1, revisionHistoryLimit=10)(struct)
    strategy = struct.setdefault("updateStrategy", {})
    if "type" not in strategy:
        strategy["type"] = "RollingUpdate"
        strategy.setdefault("rollingUpdate", {})
    if strategy["type"] == "RollingUpdate" and isinstance(strategy.get("rollingUpdate"), dict):
        strategy["rollingUpdate"].setdefault("partition", 0)
    for claim in struct.get("volumeClaimTemplates") or ():
        if isinstance(claim, dict):
            claim |= {"apiVersion": "v1", "kind": "PersistentVolumeClaim"}
    retention = struct.setdefault("persistentVolumeClaimRetentionPolicy", {})
    retention.setdefault("whenDeleted", "Retain")
    retention.setdefault("whenScaled", "Retain")


def _job(struct: Struct) -> None:
    spec = struct.get("spec")
    labels = _labels_of_template(spec)
    metadata = struct.get("metadata")
    if labels and isinstance(metadata, dict) and not metadata.get("labels"):
        metadata["labels"] = dict(labels)
    if isinstance(spec, dict):
        # Only here: the template of a CronJob is not defaulted before it becomes a Job.
        _job_spec(spec)


def _labels_of_template(spec: Any) -> Any:
    template = spec.get("template") if isinstance(spec, dict) else None
    metadata = template.get("metadata") if isinstance(template, dict) else None
    return metadata.get("labels") if isinstance(metadata, dict) else None


def _job_spec(struct: Struct) -> None:
    if struct.get("completions") is None and struct.get("parallelism") is None:
        struct["completions"] = 1
    struct.setdefault("parallelism", 1)
    struct.setdefault("backoffLimit", 2147483647 if struct.get("backoffLimitPerIndex") is not None else 6)
    _fixed(completionMode="NonIndexed", suspend=False, manualSelector=False)(struct)
    struct.setdefault("podReplacementPolicy", "Failed" if struct.get("podFailurePolicy") else "TerminatingOrFailed")


def _autoscaler_spec(struct: Struct) -> None:
    struct.setdefault("minReplicas", 1)
    if not struct.get("metrics"):
        target = {"type": "Utilization", "averageUtilization": 80}
        struct["metrics"] = [{"type": "Resource", "resource": {"name": "cpu", "target": target}}]


def _autoscaler_behavior(struct: Struct) -> None:
    up = {
        "stabilizationWindowSeconds": 0,
        "selectPolicy": "Max",
        "policies": [
            {"type": "Pods", "value": 4, "periodSeconds": 15},
            {"type": "Percent", "value": 100, "periodSeconds": 15},
        ],
    }
    down = {"selectPolicy": "Max", "policies": [{"type": "Percent", "value": 100, "periodSeconds": 15}]}
    struct["scaleUp"] = {**up, **(struct.get("scaleUp") or {})}
    struct["scaleDown"] = {**down, **(struct.get("scaleDown") or {})}


def _network_policy_spec(struct: Struct) -> None:
    if not struct.get("policyTypes"):
        struct["policyTypes"] = ["Ingress", "Egress"] if struct.get("egress") else ["Ingress"]


def _subject(struct: Struct) -> None:
    if struct.get("kind") in ("User", "Group"):
        struct.setdefault("apiGroup", _RBAC)


def _role_ref(struct: Struct) -> None:
    if not struct.get("apiGroup"):
        struct["apiGroup"] = _RBAC


def _secret(struct: Struct) -> None:
    import base64

    struct.setdefault("type", "Opaque")
    texts = struct.pop("stringData", None)
    if isinstance(texts, dict):
        encoded = {
            key: base64.b64encode(str("" if value is None else value).encode()).decode() for key, value in texts.items()
        }
        struct["data"] = {**(struct.get("data") or {}), **encoded}


def _limit_range_item(struct: Struct) -> None:
    if struct.get("type") != "Container":
        return
    default = {**(struct.get("max") or {}), **(struct.get("default") or {})}
    request = {**(struct.get("min") or {}), **default, **(struct.get("defaultRequest") or {})}
    if default:
        struct["default"] = default
    if request:
        struct["defaultRequest"] = request


def _csi_driver_spec(struct: Struct) -> None:
    flags = dict.fromkeys(("podInfoOnMount", "storageCapacity", "requiresRepublish", "seLinuxMount"), False)
    _fixed(attachRequired=True, fsGroupPolicy="ReadWriteOnceWithFSType", **flags)(struct)
    if not struct.get("volumeLifecycleModes"):
        struct["volumeLifecycleModes"] = ["Persistent"]


def _webhook(struct: Struct) -> None:
    _fixed(failurePolicy="Fail", matchPolicy="Equivalent", namespaceSelector={}, objectSelector={}, timeoutSeconds=10)(
        struct
    )


def _mutating_webhook(struct: Struct) -> None:
    _webhook(struct)
    struct.setdefault("reinvocationPolicy", "Never")


def _crd_names(struct: Struct) -> None:
    kind = str(struct.get("kind", ""))
    if not struct.get("singular"):
        struct["singular"] = kind.lower()
    if not struct.get("listKind") and kind:
        struct["listKind"] = f"{kind}List"


def _replication_controller(struct: Struct) -> None:
    spec = struct.get("spec")
    labels = _labels_of_template(spec)
    if labels and isinstance(spec, dict):
        if not spec.get("selector"):
            spec["selector"] = dict(labels)
        metadata = struct.setdefault("metadata", {})
        if not metadata.get("labels"):
            metadata["labels"] = dict(labels)


def _ingress_class_parameters(struct: Struct) -> None:
    struct.setdefault("scope", "Cluster")


def _namespace(struct: Struct) -> None:
    metadata = struct.get("metadata") or {}
    if metadata.get("name"):
        metadata["labels"] = {**(metadata.get("labels") or {}), "kubernetes.io/metadata.name": metadata["name"]}
        struct["metadata"] = metadata


DEFAULTS: Final[dict[str, Callable[[Struct], None]]] = {
    "core.v1.Container": _container,
    "core.v1.EphemeralContainer": _container,
    "core.v1.ContainerPort": _fixed(protocol="TCP"),
    "core.v1.Volume": _volume,
    "core.v1.ImageVolumeSource": _image_volume,
    "core.v1.PodSpec": _pod_spec,
    "core.v1.Pod": _pod,
    "core.v1.Probe": _probe,
    "core.v1.HTTPGetAction": _fixed(path="/", scheme="HTTP"),
    "core.v1.GRPCAction": _fixed(service=""),
    "core.v1.SecretVolumeSource": _fixed(defaultMode=420),
    "core.v1.ConfigMapVolumeSource": _fixed(defaultMode=420),
    "core.v1.DownwardAPIVolumeSource": _fixed(defaultMode=420),
    "core.v1.ProjectedVolumeSource": _fixed(defaultMode=420),
    "core.v1.ServiceAccountTokenProjection": _fixed(expirationSeconds=3600),
    "core.v1.ObjectFieldSelector": _fixed(apiVersion="v1"),
    "core.v1.HostPathVolumeSource": _fixed(type=""),
    "core.v1.ISCSIVolumeSource": _fixed(iscsiInterface="default"),
    "core.v1.ISCSIPersistentVolumeSource": _fixed(iscsiInterface="default"),
    "core.v1.AzureDiskVolumeSource": _fixed(cachingMode="ReadWrite", fsType="ext4", readOnly=False, kind="Shared"),
    "core.v1.RBDVolumeSource": _fixed(pool="rbd", user="admin", keyring="/etc/ceph/keyring"),
    "core.v1.RBDPersistentVolumeSource": _fixed(pool="rbd", user="admin", keyring="/etc/ceph/keyring"),
    "core.v1.ServiceSpec": _service_spec,
    "core.v1.ServicePort": _service_port,
    "core.v1.LoadBalancerIngress": _load_balancer_ingress,
    "core.v1.EndpointPort": _fixed(protocol="TCP"),
    "core.v1.PersistentVolumeSpec": _fixed(persistentVolumeReclaimPolicy="Retain", volumeMode="Filesystem"),
    "core.v1.PersistentVolumeStatus": _fixed(phase="Pending"),
    "core.v1.PersistentVolumeClaimSpec": _fixed(volumeMode="Filesystem"),
    "core.v1.PersistentVolumeClaimStatus": _fixed(phase="Pending"),
    "core.v1.NamespaceStatus": _fixed(phase="Active"),
    "core.v1.Namespace": _namespace,
    "core.v1.Secret": _secret,
    "core.v1.LimitRangeItem": _limit_range_item,
    "core.v1.ReplicationController": _replication_controller,
    "core.v1.ReplicationControllerSpec": _fixed(replicas=1),
    "apps.v1.DeploymentSpec": _deployment_spec,
    "apps.v1.DeploymentStrategy": _deployment_strategy,
    "apps.v1.DaemonSetSpec": _fixed(revisionHistoryLimit=10, updateStrategy={}),
    "apps.v1.DaemonSetUpdateStrategy": _daemon_set_strategy,
    "apps.v1.StatefulSetSpec": _stateful_set_spec,
    "apps.v1.ReplicaSetSpec": _fixed(replicas=1),
    "batch.v1.Job": _job,
    "batch.v1.CronJobSpec": _fixed(
        concurrencyPolicy="Allow", suspend=False, successfulJobsHistoryLimit=3, failedJobsHistoryLimit=1
    ),
    "batch.v1.PodFailurePolicyOnPodConditionsPattern": _fixed(status="True"),
    "autoscaling.v1.HorizontalPodAutoscalerSpec": _fixed(minReplicas=1),
    "autoscaling.v2.HorizontalPodAutoscalerSpec": _autoscaler_spec,
    "autoscaling.v2.HorizontalPodAutoscalerBehavior": _autoscaler_behavior,
    "networking.v1.NetworkPolicySpec": _network_policy_spec,
    "networking.v1.NetworkPolicyPort": _fixed(protocol="TCP"),
    "networking.v1.IngressClassParametersReference": _ingress_class_parameters,
    "rbac.v1.Subject": _subject,
    "rbac.v1.RoleRef": _role_ref,
    "storage.v1.StorageClass": _fixed(reclaimPolicy="Delete", volumeBindingMode="Immediate"),
    "storage.v1.CSIDriverSpec": _csi_driver_spec,
    "scheduling.v1.PriorityClass": _fixed(preemptionPolicy="PreemptLowerPriority"),
    "admissionregistration.v1.ValidatingWebhook": _webhook,
    "admissionregistration.v1.MutatingWebhook": _mutating_webhook,
    "admissionregistration.v1.RuleWithOperations": _fixed(scope="*"),
    "admissionregistration.v1.NamedRuleWithOperations": _fixed(scope="*"),
    "admissionregistration.v1.ServiceReference": _fixed(port=443),
    "admissionregistration.v1.ValidatingAdmissionPolicySpec": _fixed(failurePolicy="Fail"),
    "admissionregistration.v1.MutatingAdmissionPolicySpec": _fixed(failurePolicy="Fail"),
    "admissionregistration.v1.MatchResources": _fixed(
        matchPolicy="Equivalent", namespaceSelector={}, objectSelector={}
    ),
    "apiregistration.v1.ServiceReference": _fixed(port=443),
    "discovery.v1.EndpointPort": _fixed(name="", protocol="TCP"),
    "apiextensions.v1.CustomResourceDefinitionNames": _crd_names,
    "apiextensions.v1.CustomResourceDefinitionSpec": _fixed(conversion={"strategy": "None"}),
    "apiextensions.v1.ServiceReference": _fixed(port=443),
}
"""Type name to what fills it in."""
