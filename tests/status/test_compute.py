"""One row a rule: what an object's manifest says about its readiness."""

from typing import Any

import pytest

from werfpy.status.compute import compute, has_readiness
from werfpy.status.words import StatusContext

API = {
    "Deployment": "apps/v1", "ReplicaSet": "apps/v1", "StatefulSet": "apps/v1", "DaemonSet": "apps/v1",
    "Job": "batch/v1", "CronJob": "batch/v1", "CustomResourceDefinition": "apiextensions.k8s.io/v1",
    "APIService": "apiregistration.k8s.io/v1", "Widget": "example.com/v1", "PodDisruptionBudget": "policy/v1",
}  # fmt: skip


def make(kind: str, spec: Any = None, status: Any = None, **metadata: Any) -> dict[str, Any]:
    return {
        "apiVersion": API.get(kind, "v1"),
        "kind": kind,
        "metadata": {"name": "x", **metadata},
        "spec": spec or {},
        "status": status or {},
    }


def cond(type_: str, status: str = "True", reason: str = "", message: str = "") -> dict[str, str]:
    return {"type": type_, "status": status, "reason": reason, "message": message}


ROLLED_OUT = [cond("Progressing", reason="NewReplicaSetAvailable"), cond("Available")]


def deployment(spec: Any = None, conditions: Any = None, **counts: int) -> dict[str, Any]:
    status = {
        "observedGeneration": 1, "replicas": 3, "updatedReplicas": 3, "availableReplicas": 3, "readyReplicas": 3,
        **counts, "conditions": ROLLED_OUT if conditions is None else conditions,
    }  # fmt: skip
    return make("Deployment", {"replicas": 3, "progressDeadlineSeconds": 600, **(spec or {})}, status, generation=1)


def stateful(spec: Any = None, **status: Any) -> dict[str, Any]:
    full = {
        "observedGeneration": 1, "replicas": 3, "readyReplicas": 3, "currentReplicas": 3, "updatedReplicas": 3,
        "currentRevision": "r1", "updateRevision": "r1", **status,
    }  # fmt: skip
    return make("StatefulSet", {"replicas": 3, **(spec or {})}, full, generation=1)


def daemon(spec: Any = None, **status: Any) -> dict[str, Any]:
    full = {
        "observedGeneration": 1, "desiredNumberScheduled": 2, "currentNumberScheduled": 2, "updatedNumberScheduled": 2,
        "numberAvailable": 2, "numberReady": 2, **status,
    }  # fmt: skip
    return make("DaemonSet", spec, full, generation=1)


CASES = {
    # what counts for every kind
    "terminating before all": (deployment() | {"metadata": {"deletionTimestamp": "t"}}, "Terminating", "since t"),
    "terminating names finalizers": (
        make("Pod", deletionTimestamp="t", finalizers=["a/b"]), "Terminating", "held by a/b"),
    "generation not observed": (
        make("ConfigMap", status={"observedGeneration": 1}, generation=2), "InProgress", "seen generation 1 of 2"),
    "reconciling": (make("Widget", status={"conditions": [cond("Reconciling", message="m")]}), "InProgress", "m"),
    "stalled": (make("Widget", status={"conditions": [cond("Stalled", reason="Bad")]}), "Failed", "Bad"),
    "stalled false": (make("Widget", status={"conditions": [cond("Stalled", "False")]}), "Current", ""),
    # custom resources
    "no status": (make("Widget"), "Current", ""),
    "ready": (make("Widget", status={"conditions": [cond("Ready")]}), "Current", ""),
    "ready false": (
        make("Widget", status={"conditions": [cond("Ready", "False", message="not yet")]}), "InProgress", "not yet"),
    "ready unknown": (
        make("Widget", status={"conditions": [cond("Ready", "Unknown")]}), "InProgress", "condition Ready is Unknown"),
    "ready of an older generation": (
        make("Widget", status={"conditions": [cond("Ready") | {"observedGeneration": 1}]}, generation=2),
        "InProgress", "older generation"),
    "lower-case ready is no Ready": (make("Widget", status={"conditions": [cond("ready", "False")]}), "Current", ""),
    # Deployment
    "rolled out": (deployment(), "Current", "3 replicas ready"),
    "paused": (deployment({"paused": True}, readyReplicas=0), "Current", "paused"),
    "progress deadline": (
        deployment(conditions=[cond("Progressing", "False", "ProgressDeadlineExceeded", "timed out")]),
        "Failed", "timed out"),
    "too few created": (deployment(replicas=1), "InProgress", "1 of 3 replicas created"),
    "too few updated": (deployment(updatedReplicas=2), "InProgress", "2 of 3 replicas updated"),
    "old ones left": (deployment(replicas=4), "InProgress", "1 old replica still to end"),
    "too few available": (deployment(availableReplicas=1), "InProgress", "1 of 3 replicas available"),
    "too few ready": (deployment(readyReplicas=2), "InProgress", "2 of 3 replicas ready"),
    "replica set not available": (
        deployment(conditions=[cond("Progressing", reason="ReplicaSetUpdated"), cond("Available")]),
        "InProgress", "ReplicaSet is not available"),
    "no conditions yet": (deployment(conditions=[]), "InProgress", "has not begun"),
    "not available": (
        deployment(conditions=[ROLLED_OUT[0], cond("Available", "False")]), "InProgress", "not available yet"),
    "no progress deadline": (
        deployment({"progressDeadlineSeconds": 2**31 - 1}, [cond("Available")]), "Current", "3 replicas ready"),
    "one replica by default": (
        make("Deployment", {}, {"replicas": 1, "updatedReplicas": 1, "availableReplicas": 1, "readyReplicas": 1,
                                "conditions": ROLLED_OUT}), "Current", "1 replica ready"),
    "just created with no replicas": (
        make("Deployment", {"replicas": 0}, {"conditions": ROLLED_OUT}), "InProgress", "has not seen it"),
    "old group": ({**deployment(readyReplicas=0), "apiVersion": "extensions/v1beta1"}, "InProgress", "0 of 3"),
    # ReplicaSet
    "replica set ready": (
        make("ReplicaSet", {"replicas": 1}, {"observedGeneration": 1, "replicas": 1, "fullyLabeledReplicas": 1,
                                             "availableReplicas": 1, "readyReplicas": 1}), "Current", "1 replica"),
    "replica set short": (
        make("ReplicaSet", {"replicas": 1}, {"observedGeneration": 1}), "InProgress", "0 of 1 replicas labelled"),
    "replica failure": (
        make("ReplicaSet", {"replicas": 1}, {"conditions": [cond("ReplicaFailure", message="quota")]}),
        "InProgress", "quota"),
    # StatefulSet
    "set rolled out": (stateful(), "Current", "3 replicas ready"),
    "set on delete": (stateful({"updateStrategy": {"type": "OnDelete"}}, readyReplicas=0), "Current", "on delete"),
    "set too few": (stateful(replicas=2), "InProgress", "2 of 3 replicas created"),
    "set not ready": (stateful(readyReplicas=1), "InProgress", "1 of 3 replicas ready"),
    "set too many": (stateful(replicas=4), "InProgress", "1 replicas too many"),
    "set updating": (
        stateful(currentReplicas=2, updatedReplicas=1, updateRevision="r2"), "InProgress", "1 of 3 replicas updated"),
    "set revisions differ": (stateful(updateRevision="r2"), "InProgress", "revisions differ"),
    "partition pending": (
        stateful({"updateStrategy": {"rollingUpdate": {"partition": 1}}}, updatedReplicas=1),
        "InProgress", "1 of 2 replicas updated (partition 1)"),
    "partition done": (
        stateful({"updateStrategy": {"rollingUpdate": {"partition": 2}}}, updatedReplicas=1, updateRevision="r2"),
        "Current", "1 of 3"),
    "partition above replicas": (
        stateful({"updateStrategy": {"rollingUpdate": {"partition": 9}}}, updatedReplicas=0), "Current", "0 of 3"),
    "set just created": (
        make("StatefulSet", {"replicas": 0}), "InProgress", "has not seen it"),
    # DaemonSet
    "daemons ready": (daemon(), "Current", "2 pods ready"),
    "daemons not updated": (daemon(updatedNumberScheduled=1), "InProgress", "1 of 2 pods updated"),
    "daemons on delete": (
        daemon({"updateStrategy": {"type": "OnDelete"}}, updatedNumberScheduled=0), "Current", "2 pods ready"),
    "daemons not available": (daemon(numberAvailable=0), "InProgress", "0 of 2 pods available"),
    "daemons for no node": (
        daemon(**dict.fromkeys(["desiredNumberScheduled", "currentNumberScheduled", "numberReady"], 0)),
        "Current", "0 pods"),
    "daemons unseen": (make("DaemonSet"), "InProgress", "has not seen it"),
    # Job
    "job complete": (make("Job", status={"conditions": [cond("Complete")]}), "Current", "completed"),
    "job failed": (
        make("Job", status={"conditions": [cond("Failed", reason="BackoffLimitExceeded", message="limit")]}),
        "Failed", "BackoffLimitExceeded: limit"),
    "job about to fail": (
        make("Job", status={"conditions": [cond("FailureTarget", reason="DeadlineExceeded")]}),
        "Failed", "DeadlineExceeded"),
    "job running": (
        make("Job", {"completions": 3}, {"startTime": "t", "active": 1, "succeeded": 1, "failed": 2}),
        "InProgress", "1 of 3 completed, 1 active, 2 failed"),
    "job not started": (make("Job"), "InProgress", "not started"),
    "job suspended": (make("Job", {"suspend": True}), "Current", "suspended"),
    "cron job": (make("CronJob"), "Current", ""),
    # storage
    "claim bound": (make("PersistentVolumeClaim", status={"phase": "Bound"}), "Current", "bound"),
    "claim pending": (make("PersistentVolumeClaim", status={"phase": "Pending"}), "InProgress", "not bound"),
    "claim lost": (make("PersistentVolumeClaim", status={"phase": "Lost"}), "Failed", "lost"),
    "claim of a late class": (
        make("PersistentVolumeClaim", {"storageClassName": "late"}, {"phase": "Pending"}), "Current", "first pod"),
    "claim of the default class": (make("PersistentVolumeClaim", {}, {"phase": "Pending"}), "InProgress", "not bound"),
    "claim of no class": (
        make("PersistentVolumeClaim", {"storageClassName": ""}, {"phase": "Pending"}), "InProgress", "not bound"),
    "volume available": (make("PersistentVolume", status={"phase": "Available"}), "Current", "available"),
    "volume failed": (make("PersistentVolume", status={"phase": "Failed", "message": "m"}), "Failed", "m"),
    # network
    "cluster ip": (make("Service", {"type": "ClusterIP"}), "Current", ""),
    "external name": (make("Service", {"type": "ExternalName"}), "Current", ""),
    "balancer pending": (
        make("Service", {"type": "LoadBalancer", "clusterIP": "10.0.0.1"}), "InProgress", "load balancer's address"),
    "balancer without ip": (make("Service", {"type": "LoadBalancer"}), "InProgress", "no cluster IP"),
    "balancer ready": (
        make("Service", {"type": "LoadBalancer", "clusterIP": "10.0.0.1"},
             {"loadBalancer": {"ingress": [{"hostname": "a.b"}]}}), "Current", "at a.b"),
    "balancer by hand": (
        make("Service", {"type": "LoadBalancer", "externalIPs": ["1.2.3.4"]}), "Current", "external addresses"),
    # API extensions
    "definition established": (
        make("CustomResourceDefinition", status={"conditions": [cond("NamesAccepted"), cond("Established")]}),
        "Current", "established"),
    "definition installing": (
        make("CustomResourceDefinition", status={"conditions": [cond("Established", "False", "Installing")]}),
        "InProgress", "not established"),
    "definition empty": (make("CustomResourceDefinition"), "InProgress", "not established"),
    "names clash": (
        make("CustomResourceDefinition", status={"conditions": [cond("NamesAccepted", "False", message="clash")]}),
        "Failed", "clash"),
    "definition refused": (
        make("CustomResourceDefinition", status={"conditions": [cond("Established", "False", "NotAccepted")]}),
        "Failed", "NotAccepted"),
    "api served": (make("APIService", status={"conditions": [cond("Available")]}), "Current", "available"),
    "api not served": (
        make("APIService", status={"conditions": [cond("Available", "False", message="no endpoints")]}),
        "InProgress", "no endpoints"),
    "namespace": (make("Namespace", status={"phase": "Active"}), "Current", "active"),
    "disruption budget": (make("PodDisruptionBudget"), "Current", ""),
}  # fmt: skip


@pytest.mark.parametrize(("manifest", "word", "message"), CASES.values(), ids=CASES.keys())
def test_status(manifest: dict[str, Any], word: str, message: str) -> None:
    status = compute(manifest, context=StatusContext(late_binding_classes=frozenset({"late"})))
    assert status.word == word
    assert message in status.message
    assert status.is_ready == (word == "Current")


def test_default_class_may_bind_late() -> None:
    claim = make("PersistentVolumeClaim", {}, {"phase": "Pending"})
    assert compute(claim, context=StatusContext(late_binding_classes=frozenset({""}))).is_ready


def test_malformed_documents_do_not_raise() -> None:
    for kind in [*API, "Pod", "Service", "PersistentVolumeClaim", "PersistentVolume", "Namespace"]:
        for broken in (
            {"status": None},
            {"status": True},
            {"status": []},
            {"spec": "x", "status": {"conditions": "y"}},
            {"metadata": None},
        ):
            compute({"apiVersion": API.get(kind, "v1"), "kind": kind, **broken})


@pytest.mark.parametrize(
    ("kind", "expected"),
    [("ConfigMap", False), ("Namespace", False), ("Deployment", True), ("Widget", True), ("CronJob", False)],
)
def test_has_readiness(kind: str, expected: bool) -> None:
    assert has_readiness(make(kind)) is expected
