"""Tracking on a real control plane: rollouts become ready, bad ones fail fast with their reason."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from werfpy.errors import Forbidden, ResourceFailed, TrackTimeout
from werfpy.events import Event, LogLines, ResourceProgress, ResourceReady, Warned
from werfpy.kube.client import Client
from werfpy.kube.config import KubeOptions, load
from werfpy.merge.patch_type import PatchType
from werfpy.resource.refs import GVK, ObjectRef
from werfpy.track.gone import track_gone
from werfpy.track.options import track_options
from werfpy.track.result import TrackResult
from werfpy.track.tracker import track

pytestmark = pytest.mark.cluster

POD = "e2e.werfpy.dev/pod"


def workload(
    kind: str, name: str, *, image: str = "nginx", play: str = "", annotations: Any = None, **spec: Any
) -> dict[str, Any]:
    labels = {"app": name}
    template: dict[str, Any] = {
        "metadata": {"labels": labels, "annotations": {POD: play} if play else {}},
        "spec": {"containers": [{"name": "main", "image": image}]},
    }
    manifest: dict[str, Any] = {
        "apiVersion": "batch/v1" if kind == "Job" else "apps/v1",
        "kind": kind,
        "metadata": {"name": name, "annotations": annotations or {}},
        "spec": {"template": template, **spec},
    }
    if kind == "Job":
        template["spec"]["restartPolicy"] = "Never"
    else:
        manifest["spec"]["selector"] = {"matchLabels": labels}
    return manifest


class Deployer:
    """Sends objects into a namespace of its own and waits for them."""

    def __init__(self, client: Client, namespace: str) -> None:
        self.client = client
        self.namespace = namespace
        self.events: list[Event] = []

    def create(self, *manifests: dict[str, Any]) -> dict[ObjectRef, dict[str, Any]]:
        written = {}
        for manifest in manifests:
            live = self.client.create(manifest, namespace=self.namespace)
            written[ObjectRef.of(live)] = live
        return written

    def create_changed(self, name: str, **changed: Any) -> list[ObjectRef]:
        manifest = workload("Deployment", name, **changed)
        manifest["metadata"]["namespace"] = self.namespace
        return [ObjectRef.of(self.client.replace(manifest))]

    def wait(self, *manifests: dict[str, Any], timeout_s: float = 60.0) -> TrackResult:
        written = self.create(*manifests)
        return track(
            self.client,
            list(written),
            timeout_s=timeout_s,
            emit=self.events.append,
            options_of={ref: track_options(live) for ref, live in written.items()},
            written=written,
        )


@pytest.fixture
def client(cluster: Any) -> Client:
    return Client.of(load(KubeOptions(kubeconfig=str(cluster.kubeconfig))))


@pytest.fixture
def deployer(client: Client, cluster: Any) -> Deployer:
    return Deployer(client, cluster.new_namespace("track"))


def test_workloads_become_ready(deployer: Deployer) -> None:
    result = deployer.wait(
        workload("Deployment", "web", replicas=3),
        workload("StatefulSet", "db", replicas=2, serviceName="db"),
        workload("DaemonSet", "agent"),
        workload("Job", "migrate"),
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}},
        {
            "apiVersion": "v1",
            "kind": "Service",
            "metadata": {"name": "lb"},
            "spec": {"type": "LoadBalancer", "ports": [{"port": 80}]},
        },
    )
    assert {ref.name for ref in result.ready} == {"web", "db", "agent", "migrate", "c", "lb"}
    assert result.problems == ()


def test_progress_is_told_while_it_happens(deployer: Deployer) -> None:
    deployer.wait(workload("Deployment", "web", play="slow", replicas=2))
    messages = [event.message for event in deployer.events if isinstance(event, ResourceProgress)]
    assert "0 of 2 replicas available" in messages
    assert len(messages) == len(set(messages))
    assert isinstance(deployer.events[-1], ResourceReady)


def test_a_definition_and_its_object_become_ready(deployer: Deployer) -> None:
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"widgets.{deployer.namespace}.example.com"},
        "spec": {
            "group": f"{deployer.namespace}.example.com",
            "scope": "Namespaced",
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [
                {
                    "name": "v1",
                    "served": True,
                    "storage": True,
                    "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": True}},
                }
            ],
        },
    }
    result = deployer.wait(definition)
    assert [ref.kind for ref in result.ready] == ["CustomResourceDefinition"]
    (ref,) = result.ready
    deployer.client.delete(ref)
    assert track_gone(deployer.client, [ref], timeout_s=60, emit=deployer.events.append).ready == (ref,)


def test_a_claim_becomes_ready(deployer: Deployer) -> None:
    claim = {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": "data"},
        "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
    }
    assert len(deployer.wait(claim).ready) == 1


def test_a_bad_image_fails_fast_with_its_reason(deployer: Deployer) -> None:
    none_allowed = {"werf.io/failures-allowed-per-replica": "0"}
    result = deployer.wait(
        workload("Deployment", "good", play="never-ready"),
        workload("Deployment", "web", image="nginx:missing", annotations=none_allowed),
        timeout_s=120,
    )
    assert [ref.name for ref in result.failed] == ["web"]
    assert [ref.name for ref in result.left] == ["good"]
    (problem,) = result.problems
    assert isinstance(problem, ResourceFailed)
    assert "container main: " in str(problem)
    assert "mage" in str(problem)
    assert problem.at.startswith("Pod web-")
    assert "of ReplicaSet web-" in problem.at
    assert "exceeded 0 errors" in problem.because


def test_a_crash_loop_tells_exit_code_and_log(deployer: Deployer) -> None:
    none_allowed = {"werf.io/failures-allowed-per-replica": "0"}
    result = deployer.wait(workload("StatefulSet", "db", play="crash", serviceName="db", annotations=none_allowed))
    (problem,) = result.problems
    assert "CrashLoopBackOff" in str(problem)
    assert "exit code" in problem.because
    assert any(isinstance(event, LogLines) and event.lines for event in deployer.events)


def test_an_allowed_error_is_told_before_the_deploy_fails(deployer: Deployer) -> None:
    result = deployer.wait(workload("Deployment", "x", image="app-bad:1"), timeout_s=90)
    warned = [event.message for event in deployer.events if isinstance(event, Warned)]
    assert "1/1 allowed errors occurred for deploy/x: continue tracking" in warned
    assert "Allowed failures count for deploy/x exceeded 1 errors: stop tracking immediately!" in (
        result.problems[0].because
    )


def test_a_new_rollout_is_not_blamed_for_the_pods_of_the_old_one(deployer: Deployer) -> None:
    none_allowed = {"werf.io/failures-allowed-per-replica": "0"}
    assert deployer.wait(workload("Deployment", "web", image="nginx:missing", annotations=none_allowed)).failed
    (ref,) = deployer.create_changed("web", image="nginx")
    result = track(deployer.client, [ref], timeout_s=60, emit=deployer.events.append)
    assert result.ready == (ref,)


def test_an_update_is_ready_when_the_new_template_is(deployer: Deployer) -> None:
    first = [
        workload("Deployment", "web", replicas=2),
        workload("StatefulSet", "db", replicas=2, serviceName="db"),
        workload("DaemonSet", "agent"),
    ]
    assert deployer.wait(*first).is_good
    written = {}
    for kind, name in (("Deployment", "web"), ("StatefulSet", "db"), ("DaemonSet", "agent")):
        patch = {"spec": {"template": {"spec": {"containers": [{"name": "main", "image": "nginx:2"}]}}}}
        ref = ObjectRef(GVK("apps", "v1", kind), deployer.namespace, name)
        written[ref] = deployer.client.patch(ref, patch, PatchType.STRATEGIC)
    result = track(deployer.client, list(written), timeout_s=60, emit=deployer.events.append, written=written)
    assert set(result.ready) == set(written)
    pods = deployer.client.list(GVK("", "v1", "Pod"), deployer.namespace).items
    images = {
        container["image"]
        for pod in pods
        if "deletionTimestamp" not in pod["metadata"]
        for container in pod["spec"]["containers"]
    }
    assert images == {"nginx:2"}


def test_a_job_past_its_deadline_fails(deployer: Deployer) -> None:
    result = deployer.wait(workload("Job", "migrate", play="runs-on", activeDeadlineSeconds=1))
    (problem,) = result.problems
    assert isinstance(problem, ResourceFailed)
    assert "DeadlineExceeded" in str(problem)


def test_the_progress_deadline_fails_the_deployment(deployer: Deployer) -> None:
    result = deployer.wait(
        workload("Deployment", "web", play="never-ready", progressDeadlineSeconds=2, minReadySeconds=0)
    )
    (problem,) = result.problems
    assert "ProgressDeadlineExceeded" in str(problem)


def test_a_full_quota_is_the_reason(deployer: Deployer) -> None:
    deployer.create(
        {
            "apiVersion": "v1",
            "kind": "ResourceQuota",
            "metadata": {"name": "none"},
            "spec": {"hard": {"pods": "0"}},
        }
    )
    none_allowed = {"werf.io/failures-allowed-per-replica": "0"}
    result = deployer.wait(workload("Deployment", "web", annotations=none_allowed), timeout_s=60)
    assert "exceeded quota" in str(result.problems[0])


def test_the_timeout_says_what_is_waited_for(deployer: Deployer) -> None:
    result = deployer.wait(workload("Deployment", "web", play="never-ready"), timeout_s=3)
    (problem,) = result.problems
    assert isinstance(problem, TrackTimeout)
    assert "0 of 1 replicas available" in problem.because


def test_stopping_ends_the_wait(deployer: Deployer) -> None:
    written = deployer.create(workload("Deployment", "web", play="never-ready"))
    stop = threading.Event()

    def emit(event: Event) -> None:
        if isinstance(event, ResourceProgress):
            stop.set()

    result = track(deployer.client, list(written), timeout_s=60, emit=emit, stop=stop)
    assert result.left == tuple(written)


def test_a_finalizer_that_holds_is_named(deployer: Deployer) -> None:
    held = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c", "finalizers": ["example.com/hold"]}}
    (ref,) = deployer.create(held)
    deployer.client.delete(ref)
    result = track_gone(deployer.client, [ref], timeout_s=2, emit=deployer.events.append)
    assert str(result.problems[0]).endswith("is still there after 2 s: held by example.com/hold")
    assert result.problems[0].because == "finalizer example.com/hold: set by werfpy, which has not finished"


RESTRICTED = {
    "only get": (["get"], "ready"),
    "get and list": (["get", "list"], "ready"),
    "nothing": ([], "refused"),
}


@pytest.mark.parametrize(("verbs", "outcome"), RESTRICTED.values(), ids=RESTRICTED.keys())
def test_users_who_may_not_watch(deployer: Deployer, cluster: Any, verbs: list[str], outcome: str) -> None:
    written = deployer.create(workload("Deployment", "web"))
    rules = [{"apiGroups": ["apps"], "resources": ["deployments"], "verbs": verbs}] if verbs else []
    kubeconfig = cluster.restricted_kubeconfig(deployer.namespace, rules)
    restricted = Client.of(load(KubeOptions(kubeconfig=str(kubeconfig))))
    if outcome == "refused":
        with pytest.raises(Forbidden):
            track(restricted, list(written), timeout_s=60, emit=deployer.events.append)
        return
    result = track(restricted, list(written), timeout_s=60, emit=deployer.events.append)
    assert result.ready == tuple(written)
