"""What the server fills in and refuses, kind by kind, and how workloads roll out."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import MERGE, STRATEGIC, Server, config_map, deployment

APPS = "apps/v1"
POD = {"containers": [{"name": "main", "image": "nginx"}]}


def test_deployment_defaults(api: Server) -> None:
    spec = api.made(api.path("deployments", group=APPS), deployment())["spec"]
    assert spec["strategy"] == {"type": "RollingUpdate", "rollingUpdate": {"maxUnavailable": "25%", "maxSurge": "25%"}}
    assert (spec["revisionHistoryLimit"], spec["progressDeadlineSeconds"]) == (10, 600)
    assert spec["template"]["spec"] == {
        "containers": [
            {
                "name": "main",
                "image": "nginx:1.25",
                "env": [{"name": "A", "value": "1"}],
                "resources": {},
                "terminationMessagePath": "/dev/termination-log",
                "terminationMessagePolicy": "File",
                "imagePullPolicy": "IfNotPresent",
            }
        ],
        "restartPolicy": "Always",
        "terminationGracePeriodSeconds": 30,
        "dnsPolicy": "ClusterFirst",
        "securityContext": {},
        "schedulerName": "default-scheduler",
    }


@pytest.mark.parametrize(
    ("image", "policy"),
    [("nginx", "Always"), ("nginx:latest", "Always"), ("nginx:1", "IfNotPresent"), ("r.io:5000/nginx", "Always")],
)
def test_pull_policy_follows_the_tag(api: Server, image: str, policy: str) -> None:
    manifest = deployment()
    manifest["spec"]["template"]["spec"]["containers"][0]["image"] = image
    made = api.made(api.path("deployments", group=APPS), manifest, dryRun="All")
    assert made["spec"]["template"]["spec"]["containers"][0]["imagePullPolicy"] == policy


@pytest.mark.parametrize(
    ("given", "found"),
    [("1000m", "1"), (0.5, "500m"), ("0.1", "100m"), (2, "2"), ("1.5Gi", "1536Mi"), ("1024Ki", "1Mi"), ("1e3", "1e3")],
)
def test_quantities_become_canonical(api: Server, given: Any, found: str) -> None:
    manifest = deployment()
    manifest["spec"]["template"]["spec"]["containers"][0]["resources"] = {"limits": {"memory": given}}
    made = api.made(api.path("deployments", group=APPS), manifest, dryRun="All")
    assert made["spec"]["template"]["spec"]["containers"][0]["resources"]["limits"]["memory"] == found


def test_zero_values_vanish_and_pointers_stay(api: Server) -> None:
    manifest = deployment(replicas=0, paused=False, minReadySeconds=0)
    manifest["spec"]["template"]["spec"] |= {"hostNetwork": False, "automountServiceAccountToken": False}
    manifest["spec"]["template"]["spec"]["containers"][0]["env"] = [{"name": "A", "value": ""}]
    spec = api.made(api.path("deployments", group=APPS), manifest, dryRun="All")["spec"]
    assert spec["replicas"] == 0 and "paused" not in spec and "minReadySeconds" not in spec
    assert spec["template"]["spec"]["automountServiceAccountToken"] is False
    assert "hostNetwork" not in spec["template"]["spec"]
    assert spec["template"]["spec"]["containers"][0]["env"] == [{"name": "A"}]


def test_probe_and_volume_defaults(api: Server) -> None:
    manifest = deployment()
    pod = manifest["spec"]["template"]["spec"]
    pod["volumes"] = [{"name": "a", "configMap": {"name": "x"}}, {"name": "b"}]
    pod["containers"][0]["livenessProbe"] = {"httpGet": {"port": 80}}
    found = api.made(api.path("deployments", group=APPS), manifest, dryRun="All")["spec"]["template"]["spec"]
    assert found["volumes"] == [
        {"name": "a", "configMap": {"name": "x", "defaultMode": 420}},
        {"name": "b", "emptyDir": {}},
    ]
    assert found["containers"][0]["livenessProbe"] == {
        "httpGet": {"path": "/", "port": 80, "scheme": "HTTP"},
        "timeoutSeconds": 1,
        "periodSeconds": 10,
        "successThreshold": 1,
        "failureThreshold": 3,
    }


def test_service_defaults(api: Server) -> None:
    spec = api.made(api.path("services"), {"metadata": {"name": "s"}, "spec": {"ports": [{"port": 80}]}})["spec"]
    address = spec.pop("clusterIP")
    assert spec == {
        "clusterIPs": [address],
        "internalTrafficPolicy": "Cluster",
        "ipFamilies": ["IPv4"],
        "ipFamilyPolicy": "SingleStack",
        "ports": [{"port": 80, "protocol": "TCP", "targetPort": 80}],
        "sessionAffinity": "None",
        "type": "ClusterIP",
    }


def test_service_keeps_what_was_assigned(api: Server) -> None:
    service = {"metadata": {"name": "s"}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}}
    made = api.made(api.path("services"), service)["spec"]
    replaced = api.request("PUT", api.path("services", "s"), service).body["spec"]
    assert (replaced["clusterIP"], replaced["ports"]) == (made["clusterIP"], made["ports"])
    single = api.patched(api.path("services", "s"), {"spec": {"type": "ClusterIP"}}, MERGE)["spec"]
    assert "nodePort" not in single["ports"][0] and single["clusterIP"] == made["clusterIP"]


def test_claim_is_bound(api: Server) -> None:
    spec = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
    made = api.made(api.path("persistentvolumeclaims"), {"metadata": {"name": "data"}, "spec": spec})
    assert made["spec"]["volumeMode"] == "Filesystem" and made["status"] == {"phase": "Pending"}
    assert made["metadata"]["finalizers"] == ["kubernetes.io/pvc-protection"]
    path = api.path("persistentvolumeclaims", "data")
    bound = api.until(lambda: (found := api.got(path))["status"]["phase"] == "Bound" and found)
    assert bound["spec"]["volumeName"] and bound["status"]["capacity"] == {"storage": "1Gi"}


def test_autoscaler_v1_and_v2_are_one_object(api: Server) -> None:
    target = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}
    metrics = [
        {"type": "Resource", "resource": {"name": "cpu", "target": {"type": "Utilization", "averageUtilization": 70}}}
    ]
    spec = {"scaleTargetRef": target, "maxReplicas": 5, "metrics": metrics}
    made = api.made(
        api.path("horizontalpodautoscalers", group="autoscaling/v2"), {"metadata": {"name": "h"}, "spec": spec}
    )
    assert made["spec"]["minReplicas"] == 1
    old = api.got(api.path("horizontalpodautoscalers", "h", group="autoscaling/v1"))
    assert old["spec"] == {
        "scaleTargetRef": target,
        "minReplicas": 1,
        "maxReplicas": 5,
        "targetCPUUtilizationPercentage": 70,
    }


def test_unknown_field_is_dropped_with_a_warning(api: Server) -> None:
    manifest = deployment(foo=1)
    answer = api.request("POST", api.path("deployments", group=APPS), manifest, query={"dryRun": "All"})
    assert answer.status == 201 and "foo" not in answer.body["spec"]
    assert answer.headers["Warning"] == '299 - "unknown field \\"spec.foo\\""'


def test_unknown_field_is_refused_when_strict(api: Server) -> None:
    query = {"dryRun": "All", "fieldValidation": "Strict"}
    answer = api.request("POST", api.path("deployments", group=APPS), deployment(foo=1), query=query)
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")
    assert answer.body["message"].endswith('strict decoding error: unknown field "spec.foo"')


def test_unknown_field_is_ignored_when_asked(api: Server) -> None:
    query = {"dryRun": "All", "fieldValidation": "Ignore"}
    answer = api.request("POST", api.path("deployments", group=APPS), deployment(foo=1), query=query)
    assert answer.status == 201 and "Warning" not in answer.headers


def test_wrong_type(api: Server) -> None:
    answer = api.request("POST", api.path("deployments", group=APPS), deployment(replicas="two"))
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")
    assert answer.body["message"] == (
        'Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct '
        "field DeploymentSpec.spec.replicas of type int32"
    )


def test_invalid_object_tells_every_cause(api: Server) -> None:
    manifest = deployment("Not_A_Name", replicas=-1)
    del manifest["spec"]["template"]["spec"]["containers"][0]["image"]
    manifest["spec"]["selector"]["matchLabels"] = {"app": "other"}
    answer = api.request("POST", api.path("deployments", group=APPS), manifest)
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")
    assert answer.body["message"].startswith('Deployment.apps "Not_A_Name" is invalid: [metadata.name: Invalid value:')
    causes = [(cause["field"], cause["reason"]) for cause in answer.body["details"]["causes"]]
    assert sorted(causes) == [
        ("metadata.name", "FieldValueInvalid"),
        ("spec.replicas", "FieldValueInvalid"),
        ("spec.template.metadata.labels", "FieldValueInvalid"),
        ("spec.template.spec.containers[0].image", "FieldValueRequired"),
    ]


def test_immutable_config_map(api: Server) -> None:
    api.made(api.path("configmaps"), {**config_map("a", x="1"), "immutable": True})
    answer = api.request("PATCH", api.path("configmaps", "a"), {"data": {"x": "2"}}, content_type=MERGE)
    assert answer.status == 422
    assert answer.body["message"].endswith("data: Forbidden: field is immutable when `immutable` is set")


def test_job_template_is_immutable(api: Server) -> None:
    pod = {**POD, "restartPolicy": "Never"}
    api.made(api.path("jobs", group="batch/v1"), {"metadata": {"name": "j"}, "spec": {"template": {"spec": pod}}})
    patch = {"spec": {"template": {"spec": {"containers": [{"name": "main", "image": "other"}]}}}}
    answer = api.request("PATCH", api.path("jobs", "j", group="batch/v1"), patch, content_type=STRATEGIC)
    assert answer.status == 422 and answer.body["details"]["causes"][0]["field"] == "spec.template"


def test_stateful_set_allows_some_changes_only(api: Server) -> None:
    template = {"metadata": {"labels": {"a": "b"}}, "spec": POD}
    spec = {"serviceName": "s", "selector": {"matchLabels": {"a": "b"}}, "template": template}
    api.made(api.path("statefulsets", group=APPS), {"metadata": {"name": "s"}, "spec": spec})
    path = api.path("statefulsets", "s", group=APPS)
    assert api.patched(path, {"spec": {"replicas": 2}})["spec"]["replicas"] == 2
    answer = api.request("PATCH", path, {"spec": {"serviceName": "other"}}, content_type=MERGE)
    assert answer.status == 422 and "updates to statefulset spec for fields other than" in answer.body["message"]


def test_rollout_becomes_available(api: Server) -> None:
    api.made(api.path("deployments", group=APPS), deployment())
    path = api.path("deployments", "web", group=APPS)
    status = api.until(lambda: (found := api.got(path)["status"]).get("availableReplicas") == 2 and found)
    assert (status["observedGeneration"], status["replicas"], status["updatedReplicas"]) == (1, 2, 2)
    assert {item["type"]: item["status"] for item in status["conditions"]}["Available"] == "True"
    owners = api.got(api.path("replicasets", group=APPS))["items"][0]["metadata"]["ownerReferences"]
    assert (owners[0]["kind"], owners[0]["controller"]) == ("Deployment", True)


def test_new_template_rolls_over(api: Server) -> None:
    api.made(api.path("deployments", group=APPS), deployment())
    path = api.path("deployments", "web", group=APPS)
    api.until(lambda: api.got(path)["status"].get("availableReplicas") == 2)
    patch = {"spec": {"template": {"spec": {"containers": [{"name": "main", "image": "nginx:2"}]}}}}
    api.patched(path, patch, STRATEGIC)

    def rolled() -> bool:
        found = api.got(path)["status"]
        counts = [found.get(key) for key in ("observedGeneration", "updatedReplicas", "replicas", "availableReplicas")]
        return counts == [2, 2, 2, 2]

    api.until(rolled)
    images = {
        pod["spec"]["containers"][0]["image"]
        for pod in api.got(api.path("pods"))["items"]
        if "deletionTimestamp" not in pod["metadata"]
    }
    assert images == {"nginx:2"}
    assert api.got(path)["metadata"]["annotations"]["deployment.kubernetes.io/revision"] == "2"


def test_missing_image_never_becomes_ready(api: Server) -> None:
    manifest = deployment(replicas=1)
    manifest["spec"]["template"]["spec"]["containers"][0]["image"] = "nginx:missing"
    api.made(api.path("deployments", group=APPS), manifest)

    def waiting() -> Any:
        pods = api.got(api.path("pods"))["items"]
        statuses = pods[0].get("status", {}).get("containerStatuses", []) if pods else []
        return statuses and statuses[0]["state"].get("waiting", {}).get("reason") == "ImagePullBackOff"

    api.until(waiting)
    assert api.got(api.path("deployments", "web", group=APPS))["status"]["unavailableReplicas"] == 1


def test_job_completes(api: Server) -> None:
    pod = {**POD, "restartPolicy": "Never"}
    api.made(api.path("jobs", group="batch/v1"), {"metadata": {"name": "j"}, "spec": {"template": {"spec": pod}}})
    path = api.path("jobs", "j", group="batch/v1")
    status = api.until(lambda: (found := api.got(path)["status"]).get("completionTime") and found)
    assert status["succeeded"] == 1
    assert [item["type"] for item in status["conditions"]] == ["SuccessCriteriaMet", "Complete"]


def test_stateful_set_makes_claims(api: Server) -> None:
    claim = {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}
    spec = {
        "serviceName": "s",
        "replicas": 2,
        "selector": {"matchLabels": {"a": "b"}},
        "template": {"metadata": {"labels": {"a": "b"}}, "spec": POD},
        "volumeClaimTemplates": [{"metadata": {"name": "data"}, "spec": claim}],
    }
    api.made(api.path("statefulsets", group=APPS), {"metadata": {"name": "s"}, "spec": spec})
    path = api.path("statefulsets", "s", group=APPS)
    api.until(lambda: api.got(path)["status"].get("readyReplicas") == 2)
    assert [item["metadata"]["name"] for item in api.got(api.path("pods"))["items"]] == ["s-0", "s-1"]
    names = [item["metadata"]["name"] for item in api.got(api.path("persistentvolumeclaims"))["items"]]
    assert names == ["data-s-0", "data-s-1"]


def test_daemon_set_becomes_ready(api: Server) -> None:
    spec = {"selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": POD}}
    made = api.made(api.path("daemonsets", group=APPS), {"metadata": {"name": "d"}, "spec": spec})
    assert made["metadata"]["annotations"] == {"deprecated.daemonset.template.generation": "1"}
    path = api.path("daemonsets", "d", group=APPS)
    api.until(lambda: api.got(path)["status"].get("numberReady") == 1)


def test_load_balancer_gets_an_address(api: Server) -> None:
    spec = {"type": "LoadBalancer", "ports": [{"port": 80}]}
    api.made(api.path("services"), {"metadata": {"name": "s"}, "spec": spec})
    path = api.path("services", "s")
    api.until(lambda: api.got(path)["status"]["loadBalancer"].get("ingress"))


def test_scale_subresource(api: Server) -> None:
    api.made(api.path("deployments", group=APPS), deployment())
    path = api.path("deployments", "web/scale", group=APPS)
    scale = api.got(path)
    assert (scale["kind"], scale["apiVersion"], scale["spec"]) == ("Scale", "autoscaling/v1", {"replicas": 2})
    assert scale["status"]["selector"] == "app=web"
    stale = scale["metadata"].pop("resourceVersion")
    scale["spec"]["replicas"] = 1
    assert api.request("PUT", path, scale).body["spec"] == {"replicas": 1}
    assert api.patched(path, {"spec": {"replicas": 0}}, MERGE)["spec"] == {}
    assert api.got(api.path("deployments", "web", group=APPS))["spec"]["replicas"] == 0
    scale["metadata"]["resourceVersion"] = stale
    assert api.request("PUT", path, scale).status == 409


def test_new_namespace_is_furnished(api: Server) -> None:
    api.until(lambda: api.request("GET", api.path("serviceaccounts", "default")).status == 200)
    api.until(lambda: api.request("GET", api.path("configmaps", "kube-root-ca.crt")).status == 200)
    namespace = api.got(f"/api/v1/namespaces/{api.namespace}")
    assert namespace["metadata"]["labels"] == {"kubernetes.io/metadata.name": api.namespace}
    assert (namespace["spec"], namespace["status"]) == ({"finalizers": ["kubernetes"]}, {"phase": "Active"})
