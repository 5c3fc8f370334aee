"""The generated table of merge keys, and the kinds it answers for."""

from __future__ import annotations

import pytest

from werfpy.merge.merge_keys import known_schema, schema_for
from werfpy.merge.merge_schema import MergeSchema, field_of
from werfpy.merge.patch_type import PatchType

KINDS = [
    ("", "v1", "Pod", "core.v1.Pod"),
    ("apps", "v1", "Deployment", "apps.v1.Deployment"),
    ("apps", "v1beta2", "StatefulSet", "apps.v1.StatefulSet"),
    ("extensions", "v1beta1", "Deployment", "apps.v1.Deployment"),
    ("extensions", "v1beta1", "Ingress", "networking.v1.Ingress"),
    ("extensions", "v1beta1", "NetworkPolicy", "networking.v1.NetworkPolicy"),
    ("networking.k8s.io", "v1beta1", "Ingress", "networking.v1.Ingress"),
    ("policy", "v1beta1", "PodDisruptionBudget", "policy.v1.PodDisruptionBudget"),
    ("batch", "v1beta1", "CronJob", "batch.v1.CronJob"),
    ("autoscaling", "v2beta2", "HorizontalPodAutoscaler", "autoscaling.v2.HorizontalPodAutoscaler"),
    ("autoscaling", "v2", "HorizontalPodAutoscaler", "autoscaling.v2.HorizontalPodAutoscaler"),
    ("rbac.authorization.k8s.io", "v1beta1", "ClusterRole", "rbac.v1.ClusterRole"),
    ("admissionregistration.k8s.io", "v1beta1", "MutatingWebhookConfiguration",
     "admissionregistration.v1.MutatingWebhookConfiguration"),
]  # fmt: skip


@pytest.mark.parametrize(("group", "version", "kind", "type_name"), KINDS)
def test_built_in_kinds_of_all_versions(group: str, version: str, kind: str, type_name: str) -> None:
    schema = schema_for(group, version, kind)
    assert schema is not None
    assert schema.name == type_name


@pytest.mark.parametrize(
    ("group", "version", "kind"),
    [
        ("example.org", "v1", "Deployment"),
        ("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
        ("apiextensions.k8s.io", "v1beta1", "CustomResourceDefinition"),
        ("cert-manager.io", "v1", "Certificate"),
        ("", "v1", "Unheard"),
    ],
)
def test_kinds_that_get_json_merge(group: str, version: str, kind: str) -> None:
    assert schema_for(group, version, kind) is None


LISTS = [
    ("Pod", "spec.containers", ("name",)),
    ("Pod", "spec.containers.ports", ("containerPort", "protocol")),
    ("Pod", "spec.containers.volumeMounts", ("mountPath",)),
    ("Pod", "spec.containers.env", ("name",)),
    ("Pod", "spec.hostAliases", ("ip",)),
    ("Pod", "spec.topologySpreadConstraints", ("topologyKey", "whenUnsatisfiable")),
    ("Pod", "spec.tolerations", ()),
    ("Pod", "metadata.ownerReferences", ("uid",)),
    ("Service", "spec.ports", ("port", "protocol")),
    ("ServiceAccount", "secrets", ("name",)),
]


@pytest.mark.parametrize(("kind", "path", "keys"), LISTS)
def test_merge_keys(kind: str, path: str, keys: tuple[str, ...]) -> None:
    schema: MergeSchema | None = schema_for("", "v1", kind)
    *parents, last = path.split(".")
    for name in parents:
        schema = field_of(schema, name).schema
    field = field_of(schema, last)
    assert field.keys == keys
    assert field.is_merged == bool(keys)


def test_strategies() -> None:
    deployment, pod = schema_for("apps", "v1", "Deployment"), schema_for("", "v1", "Pod")
    budget = schema_for("policy", "v1", "PodDisruptionBudget")
    assert field_of(field_of(deployment, "spec").schema, "strategy").retains_keys
    assert field_of(field_of(pod, "spec").schema, "volumes").retains_keys
    assert field_of(field_of(budget, "spec").schema, "selector").is_replaced
    assert field_of(field_of(pod, "metadata").schema, "finalizers").is_merged


def test_what_is_known_of_a_custom_resource() -> None:
    schema = known_schema({"apiVersion": "example.org/v1", "kind": "Widget"}, None)
    assert field_of(field_of(schema, "metadata").schema, "labels").is_map
    assert field_of(schema, "spec").schema is None


def test_a_schema_that_is_given_is_taken() -> None:
    pod = schema_for("", "v1", "Pod")
    assert known_schema({}, pod) is pod


@pytest.mark.parametrize(
    ("patch_type", "media_type"),
    [
        (PatchType.STRATEGIC, "application/strategic-merge-patch+json"),
        (PatchType.MERGE, "application/merge-patch+json"),
        (PatchType.JSON, "application/json-patch+json"),
    ],
)
def test_media_types(patch_type: PatchType, media_type: str) -> None:
    assert patch_type.media_type == media_type
