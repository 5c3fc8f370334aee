"""What the API server spells differently gives no patch; what is really different does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merge.objects import Manifest, config_map, deployment, schema, secret, service, widget
from werfpy.merge.normalise import canonical
from werfpy.merge.three_way import three_way_patch


def container(**parts: Any) -> Manifest:
    return deployment({"name": "web", **parts})


def stateful(**claim: Any) -> Manifest:
    return {**deployment({"name": "web"}, volumeClaimTemplates=[claim]), "kind": "StatefulSet"}


def policy(**port: Any) -> Manifest:
    spec = {"podSelector": {}, "ingress": [{"ports": [port]}]}
    return {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "web"}, "spec": spec}


def role(*rules: Manifest, **fields: Any) -> Manifest:
    metadata = {"name": "web"}
    api = "rbac.authorization.k8s.io/v1"
    return {"apiVersion": api, "kind": "ClusterRole", "metadata": metadata, "rules": list(rules), **fields}


def definition(**spec: Any) -> Manifest:
    metadata = {"name": "web"}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": metadata,
        "spec": spec,
    }


RULE = {"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}
AGGREGATED = {"aggregationRule": {"clusterRoleSelectors": [{"matchLabels": {"for": "web"}}]}}
CLAIM = {"metadata": {"name": "d"}, "spec": {"resources": {"requests": {"storage": "1024Mi"}}}}
LIVE_CLAIM = {
    "apiVersion": "v1",
    "kind": "PersistentVolumeClaim",
    "metadata": {"name": "d", "creationTimestamp": None},
    "spec": {"resources": {"requests": {"storage": "1Gi"}}, "volumeMode": "Filesystem"},
    "status": {"phase": "Pending"},
}

SAME = [
    pytest.param(
        container(resources={"limits": {"cpu": "1000m", "memory": "1024Mi"}}),
        container(resources={"limits": {"cpu": "1", "memory": "1Gi"}}),
        id="quantities",
    ),
    pytest.param(
        container(resources={"limits": {"cpu": 0.5}}), container(resources={"limits": {"cpu": "500m"}}), id="number"
    ),
    pytest.param(
        container(env=[{"name": "A", "value": ""}]), container(env=[{"name": "A"}]), id="empty environment value"
    ),
    pytest.param(
        container(env=[], tty=False, command=[], workingDir="", resources={"limits": {}}),
        container(resources={}),
        id="empty values",
    ),
    pytest.param(container(imagePullPolicy=""), container(imagePullPolicy="Always"), id="the server chooses"),
    pytest.param(
        service({"port": 80, "protocol": ""}, clusterIP=""),
        service({"port": 80, "protocol": "TCP"}, clusterIP="10.0.0.1"),
        id="empty cluster IP",
    ),
    pytest.param(stateful(**CLAIM), stateful(**LIVE_CLAIM), id="volume claim templates"),
    pytest.param(policy(port=80), policy(port=80, protocol="TCP"), id="default in a list that is replaced"),
    pytest.param(
        secret(stringData={"a": "1"}, data={"b": "Mg=="}), secret(data={"a": "MQ==", "b": "Mg=="}), id="stringData"
    ),
    pytest.param(secret(data={"a": "MQ==\n"}), secret(data={"a": "MQ=="}), id="line end after base64"),
    pytest.param(config_map({"a": "1", "b": None}), config_map({"a": "1"}), id="null in the chart"),
    pytest.param({**config_map({}), "status": {"x": 1}}, config_map({}), id="status in the chart"),
    pytest.param(config_map({}, creationTimestamp=None, uid="x"), config_map({}, uid="y"), id="server's metadata"),
    pytest.param(definition(preserveUnknownFields=False), definition(), id="custom resource definition"),
    pytest.param(widget(size=1), widget(size=1.0), id="1 and 1.0"),
    pytest.param(role(**AGGREGATED), role(RULE, **AGGREGATED), id="rules of an aggregated role"),
]


@pytest.mark.parametrize(("chart", "live"), SAME)
def test_the_same_gives_no_patch(chart: Manifest, live: Manifest) -> None:
    patch = three_way_patch(chart, chart, live, schema=schema(chart))
    assert patch.is_empty, patch


DIFFERENT = [
    pytest.param(
        container(env=[{"name": "A", "value": ""}]), container(env=[{"name": "A", "value": "x"}]), id="env value"
    ),
    pytest.param(
        container(resources={"limits": {"cpu": "1"}}), container(resources={"limits": {"cpu": "2"}}), id="cpu"
    ),
    pytest.param(
        deployment({"name": "web"}, pod={"automountServiceAccountToken": False}), deployment({"name": "web"}),
        id="false of a pointer is not absent",
    ),
    pytest.param(secret(stringData={"a": "1"}), secret(data={"a": "Mg=="}), id="drift of a value from stringData"),
    pytest.param(stateful(**CLAIM), stateful(**{**LIVE_CLAIM, "spec": {"volumeMode": "Block"}}), id="claim template"),
    pytest.param(policy(port=80), policy(port=80, protocol="UDP"), id="not the default"),
    pytest.param(role(), role(RULE), id="rules of a role that is not aggregated"),
    pytest.param(widget(on=1), widget(on=True), id="1 and true"),
    pytest.param(config_map({"a": ""}), config_map({}), id="an empty value of a map is a value"),
    pytest.param(
        {**config_map({"a": "x"}), "kind": "Widget", "apiVersion": "example.org/v1"},
        {**config_map({}), "kind": "Widget", "apiVersion": "example.org/v1"},
        id="custom resource",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("chart", "live"), DIFFERENT)
def test_what_differs_gives_a_patch(chart: Manifest, live: Manifest) -> None:
    assert not three_way_patch(chart, chart, live, schema=schema(chart)).is_empty


def test_a_key_that_left_string_data_leaves_the_secret() -> None:
    before, after = secret(stringData={"a": "1", "b": "2"}), secret(stringData={"a": "1"})
    patch = three_way_patch(before, after, secret(data={"a": "MQ==", "b": "Mg==", "c": "Mw=="}), schema=schema(after))
    assert patch.body == {"data": {"b": None}}


def test_canonical_spells_as_the_server_does() -> None:
    manifest = container(resources={"limits": {"cpu": "1000m"}}, env=[{"name": "A", "value": ""}], tty=False)
    assert canonical(manifest, schema(manifest)) == container(resources={"limits": {"cpu": "1"}}, env=[{"name": "A"}])
