"""werf.io/set-replicas-only-on-creation and werf.io/set-resources-only-on-creation."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merge.objects import Manifest, deployment, schema, widget
from werfpy.merge.creation_only import REPLICAS_ANNOTATION, RESOURCES_ANNOTATION, drop_creation_only
from werfpy.merge.three_way import apply_patch, three_way_patch

ASKED = {REPLICAS_ANNOTATION: "true", RESOURCES_ANNOTATION: "true"}
OURS, LIVE, NEW = ({"limits": {"cpu": cpu}} for cpu in ("1", "2", "3"))


def result(original: Manifest, modified: Manifest, current: Manifest, **options: Any) -> Manifest:
    original, modified, current = drop_creation_only(ASKED, original, modified, current, **options)
    patch = three_way_patch(original, modified, current, schema=schema(modified))
    return apply_patch(current, patch, schema(modified))


def of_pod(spec: Manifest) -> Manifest:
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": spec}


def of_deployment(spec: Manifest) -> Manifest:
    return {**deployment(), "spec": {"template": {"spec": spec}}}


def of_cron_job(spec: Manifest) -> Manifest:
    job = {"jobTemplate": {"spec": {"template": {"spec": spec}}}}
    return {"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "web"}, "spec": job}


@pytest.mark.parametrize("of", [of_pod, of_deployment, of_cron_job])
@pytest.mark.parametrize("containers", ["containers", "initContainers", "ephemeralContainers"])
@pytest.mark.parametrize("changed", [OURS, NEW, None])
def test_live_resources_stay(of: Any, containers: str, changed: Any) -> None:
    original = of({containers: [{"name": "a", "resources": OURS}]})
    modified = of({containers: [{"name": "a", "image": "i"} | ({"resources": changed} if changed else {})]})
    current = of({containers: [{"name": "a", "resources": LIVE}]})
    assert result(original, modified, current) == of({containers: [{"name": "a", "image": "i", "resources": LIVE}]})


def test_a_container_that_is_not_live_yet_gets_its_resources() -> None:
    after = result(of_pod({}), of_pod({"containers": [{"name": "n", "resources": NEW}]}), of_pod({"containers": []}))
    assert after["spec"]["containers"] == [{"name": "n", "resources": NEW}]


def test_claim_templates_keep_their_live_requests_even_if_the_list_is_replaced() -> None:
    def claims(size: str, mode: str) -> Manifest:
        spec = {"volumeMode": mode, "resources": {"requests": {"storage": size}}}
        return {
            **deployment(),
            "kind": "StatefulSet",
            "spec": {"volumeClaimTemplates": [{"metadata": {"name": "d"}, "spec": spec}]},
        }

    assert result(claims("1Gi", "A"), claims("2Gi", "B"), claims("5Gi", "A")) == claims("5Gi", "B")


@pytest.mark.parametrize("changed", [{"replicas": 2}, {"replicas": 7}, {}])
def test_live_replicas_stay(changed: Manifest) -> None:
    after = result(deployment(replicas=2), deployment(**changed), deployment(replicas=5))
    assert after["spec"]["replicas"] == 5


def test_replicas_of_a_custom_resource_are_where_its_scale_subresource_says() -> None:
    states = [widget(workers={"count": count}) for count in (1, 2, 9)]
    assert result(*states, replicas_path=".spec.workers.count")["spec"]["workers"] == {"count": 9}


def test_a_field_that_nobody_has_live_is_not_set() -> None:
    assert "replicas" not in result({}, deployment(replicas=3), deployment())["spec"]


@pytest.mark.parametrize("value", ["True", "1", "", True, None, "false"])
def test_only_the_text_true_counts(value: Any) -> None:
    states = [deployment(replicas=count) for count in (1, 2, 3)]
    assert drop_creation_only({REPLICAS_ANNOTATION: value}, *states) == tuple(states)


def test_no_annotations_at_all() -> None:
    states = [deployment(replicas=count) for count in (1, 2, 3)]
    assert drop_creation_only(None, *states) == tuple(states)


ODD = [
    pytest.param(of_pod({"containers": "none"}), of_pod({"containers": [{"name": "a"}]}), id="no list"),
    pytest.param(of_pod({"containers": ["a", {"image": "i"}]}), of_pod({"containers": ["a"]}), id="odd items"),
    pytest.param({"spec": "text"}, of_pod({"containers": []}), id="no object"),
    pytest.param(
        {"spec": {"volumeClaimTemplates": {}}}, {"spec": {"volumeClaimTemplates": [{"metadata": {}}]}}, id="claims"
    ),
    pytest.param(
        {"spec": {"volumeClaimTemplates": [{"metadata": ""}]}}, {"spec": {"volumeClaimTemplates": {}}}, id="claim"
    ),
    pytest.param(of_pod({"containers": [{"name": "a"}]}), {}, id="nothing live"),
]


@pytest.mark.parametrize(("document", "current"), ODD)
def test_what_has_not_the_expected_shape_is_left_for_the_server_to_refuse(
    document: Manifest, current: Manifest
) -> None:
    assert drop_creation_only(ASKED, document, document, current) == (document, document, current)
