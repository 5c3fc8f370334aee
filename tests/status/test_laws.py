"""What holds for every document, however malformed."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from werfpy.status.compute import compute
from werfpy.status.pods import log_sources, troubles
from werfpy.status.words import StatusContext, Word

KINDS = [
    ("apps/v1", "Deployment"), ("apps/v1", "ReplicaSet"), ("apps/v1", "StatefulSet"), ("apps/v1", "DaemonSet"),
    ("batch/v1", "Job"), ("v1", "Pod"), ("v1", "PersistentVolumeClaim"), ("v1", "PersistentVolume"), ("v1", "Service"),
    ("v1", "Namespace"), ("apiextensions.k8s.io/v1", "CustomResourceDefinition"),
    ("apiregistration.k8s.io/v1", "APIService"), ("example.com/v1", "Widget"), ("v1", "ConfigMap"),
]  # fmt: skip
KEYS = st.sampled_from(
    ["replicas", "conditions", "type", "status", "reason", "message", "phase", "observedGeneration", "readyReplicas",
     "containerStatuses", "state", "waiting", "terminated", "exitCode", "name", "loadBalancer", "ingress", "generation",
     "updateStrategy", "rollingUpdate", "partition", "suspend", "paused", "finalizers", "readinessGates"]
)  # fmt: skip
LEAVES = (
    st.none() | st.booleans() | st.integers(-2, 5) | st.sampled_from(["", "True", "Ready", "Failed", "Running", "x"])
)
DOCUMENTS = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=25
)


@settings(max_examples=300)
@given(st.sampled_from(KINDS), DOCUMENTS, DOCUMENTS, DOCUMENTS)
def test_every_document_has_a_status(kind: tuple[str, str], metadata: Any, spec: Any, status: Any) -> None:
    manifest = {"apiVersion": kind[0], "kind": kind[1], "metadata": metadata, "spec": spec, "status": status}
    found = compute(manifest, context=StatusContext(now=0.0))
    assert found.word in set(Word)
    assert isinstance(found.message, str)
    troubles(manifest)
    log_sources(manifest)
