"""Create, read, replace: identity, resourceVersion, conflicts, generation, dry run."""

from __future__ import annotations

import pytest

from .conftest import Server, config_map, deployment

APPS = "apps/v1"


def test_create_gives_identity(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    metadata = made["metadata"]
    assert made["kind"] == "ConfigMap" and made["apiVersion"] == "v1"
    assert metadata["namespace"] == api.namespace
    assert len(metadata["uid"]) == 36 and metadata["resourceVersion"].isdigit()
    assert metadata["creationTimestamp"].endswith("Z") and "generation" not in metadata


def test_read_returns_what_create_returned(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    assert api.got(api.path("configmaps", "a")) == made


def test_generate_name(api: Server) -> None:
    made = api.made(api.path("configmaps"), {"metadata": {"generateName": "run-"}})
    assert made["metadata"]["name"].startswith("run-") and len(made["metadata"]["name"]) == 9


def test_create_twice_is_already_exists(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a"))
    answer = api.request("POST", api.path("configmaps"), config_map("a"))
    assert (answer.status, answer.body["reason"]) == (409, "AlreadyExists")
    assert answer.body["message"] == 'configmaps "a" already exists'
    assert answer.body["details"] == {"name": "a", "kind": "configmaps"}


def test_absent_is_not_found(api: Server) -> None:
    answer = api.request("GET", api.path("deployments", "nope", group=APPS))
    assert answer.status == 404
    assert answer.body == {
        "kind": "Status",
        "apiVersion": "v1",
        "metadata": {},
        "status": "Failure",
        "message": 'deployments.apps "nope" not found',
        "reason": "NotFound",
        "details": {"name": "nope", "group": "apps", "kind": "deployments"},
        "code": 404,
    }


def test_create_in_an_absent_namespace_is_not_found(api: Server) -> None:
    answer = api.request("POST", api.path("configmaps", namespace="no-such-namespace"), config_map("a"))
    assert (answer.status, answer.body["message"]) == (404, 'namespaces "no-such-namespace" not found')


@pytest.mark.parametrize("path", ["/apis/apps/v1/gizmos", "/api/v1/gizmos"])
def test_absent_resource(api: Server, path: str) -> None:
    answer = api.request("GET", path)
    assert (answer.status, answer.body["reason"]) == (404, "NotFound")
    assert answer.body["message"] == "the server could not find the requested resource"


def test_absent_group(api: Server) -> None:
    answer = api.request("GET", "/apis/no.such.group/v1/things")
    assert (answer.status, answer.body) == (404, "404 page not found\n")


def test_post_to_a_namespaced_resource_without_namespace(api: Server) -> None:
    answer = api.request("POST", "/apis/apps/v1/deployments", deployment())
    assert (answer.status, answer.body["reason"]) == (405, "MethodNotAllowed")


def test_body_namespace_must_match(api: Server) -> None:
    manifest = config_map("a")
    manifest["metadata"]["namespace"] = "other"
    answer = api.request("POST", api.path("configmaps"), manifest)
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")


@pytest.mark.parametrize(
    "extra", [{"kind": "Secret", "apiVersion": "v1"}, {"kind": "ConfigMap", "apiVersion": "apps/v1"}]
)
def test_body_kind_must_match(api: Server, extra: dict) -> None:
    answer = api.request("POST", api.path("configmaps"), {**config_map("a"), **extra})
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")


def test_malformed_json(api: Server) -> None:
    answer = api.request("POST", api.path("configmaps"), b"{nope")
    assert (answer.status, answer.body["reason"]) == (400, "BadRequest")


def test_replace_counts_the_resource_version(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    made["data"] = {"x": "2"}
    answer = api.request("PUT", api.path("configmaps", "a"), made)
    assert answer.status == 200 and answer.body["data"] == {"x": "2"}
    assert int(answer.body["metadata"]["resourceVersion"]) > int(made["metadata"]["resourceVersion"])
    assert answer.body["metadata"]["uid"] == made["metadata"]["uid"]


def test_replace_by_the_same_changes_nothing(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    assert api.request("PUT", api.path("configmaps", "a"), made).body == made


def test_replace_of_an_old_state_is_a_conflict(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    api.patched(api.path("configmaps", "a"), {"data": {"x": "2"}})
    made["data"] = {"x": "3"}
    answer = api.request("PUT", api.path("configmaps", "a"), made)
    assert (answer.status, answer.body["reason"]) == (409, "Conflict")
    assert answer.body["message"] == (
        'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to '
        "the latest version and try again"
    )


def test_replace_without_resource_version_is_taken(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a", x="1"))
    answer = api.request("PUT", api.path("configmaps", "a"), config_map("a", y="2"))
    assert answer.status == 200 and answer.body["data"] == {"y": "2"}


def test_replace_with_another_uid_is_a_conflict(api: Server) -> None:
    made = api.made(api.path("configmaps"), config_map("a", x="1"))
    made["metadata"]["uid"] = "00000000-0000-0000-0000-000000000000"
    answer = api.request("PUT", api.path("configmaps", "a"), made)
    assert (answer.status, answer.body["reason"]) == (409, "Conflict")


def test_replace_under_another_name(api: Server) -> None:
    api.made(api.path("configmaps"), config_map("a"))
    assert api.request("PUT", api.path("configmaps", "a"), config_map("b")).status == 400


def test_replace_of_nothing_is_not_found(api: Server) -> None:
    assert api.request("PUT", api.path("configmaps", "a"), config_map("a")).status == 404


def test_generation_counts_changes_of_the_spec_only(api: Server) -> None:
    path = api.path("deployments", "web", group=APPS)
    made = api.made(api.path("deployments", group=APPS), deployment())
    assert made["metadata"]["generation"] == 1
    labelled = api.patched(path, {"metadata": {"labels": {"x": "y"}}})
    assert labelled["metadata"]["generation"] == 1
    scaled = api.patched(path, {"spec": {"replicas": 3}})
    assert scaled["metadata"]["generation"] == 2


def test_status_is_not_written_with_the_object(api: Server) -> None:
    made = api.made(api.path("deployments", group=APPS), {**deployment(), "status": {"replicas": 7}})
    assert "replicas" not in made["status"]
    patched = api.patched(api.path("deployments", "web", group=APPS), {"status": {"collisionCount": 7}})
    assert "collisionCount" not in patched["status"]


def test_status_subresource_writes_only_status(api: Server) -> None:
    api.made(
        api.path("services"), {"metadata": {"name": "s"}, "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]}}
    )
    body = {"spec": {"sessionAffinity": "ClientIP"}, "status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.7"}]}}}
    patched = api.patched(api.path("services", "s/status"), body)
    assert patched["spec"]["sessionAffinity"] == "None"
    assert patched["status"]["loadBalancer"]["ingress"] == [{"ip": "192.0.2.7", "ipMode": "VIP"}]


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_dry_run_persists_nothing(api: Server, method: str) -> None:
    if method != "POST":
        api.made(api.path("configmaps"), config_map("a", x="1"))
    before = api.request("GET", api.path("configmaps", "a")).body
    path = api.path("configmaps", "" if method == "POST" else "a")
    body = None if method == "DELETE" else config_map("a", x="2")
    content_type = "application/merge-patch+json" if method == "PATCH" else "application/json"
    answer = api.request(method, path, body, content_type=content_type, query={"dryRun": "All"})
    assert answer.status in (200, 201)
    assert api.request("GET", api.path("configmaps", "a")).body == before


def test_dry_run_validates(api: Server) -> None:
    manifest = deployment()
    del manifest["spec"]["template"]["spec"]["containers"][0]["image"]
    answer = api.request("POST", api.path("deployments", group=APPS), manifest, query={"dryRun": "All"})
    assert answer.status == 422


def test_bad_dry_run(api: Server) -> None:
    answer = api.request("POST", api.path("configmaps"), config_map("a"), query={"dryRun": "Some"})
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")


def test_leases_need_a_resource_version_to_be_replaced(api: Server) -> None:
    group = "coordination.k8s.io/v1"
    lease = {"metadata": {"name": "l"}, "spec": {"holderIdentity": "me", "leaseDurationSeconds": 15}}
    api.made(api.path("leases", group=group), lease)
    answer = api.request("PUT", api.path("leases", "l", group=group), lease)
    assert (answer.status, answer.body["reason"]) == (422, "Invalid")


def test_secret_string_data_becomes_data(api: Server) -> None:
    made = api.made(api.path("secrets"), {"metadata": {"name": "s"}, "stringData": {"a": "b"}, "data": {"c": "ZA=="}})
    assert made["data"] == {"a": "Yg==", "c": "ZA=="} and made["type"] == "Opaque" and "stringData" not in made


def test_access_review_of_an_administrator(api: Server) -> None:
    review = {"spec": {"resourceAttributes": {"verb": "delete", "resource": "pods"}}}
    answer = api.request("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", review)
    assert answer.status == 201 and answer.body["status"]["allowed"] is True


def test_wrong_token(api: Server) -> None:
    answer = api.request("GET", "/api/v1/namespaces", headers={"Authorization": "Bearer wrong"})
    assert (answer.status, answer.body["reason"]) == (401, "Unauthorized")
