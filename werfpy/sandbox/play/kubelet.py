"""Pods: scheduled on the one node, started, ended.

An image with the word ``bad`` or ``missing`` in its name or tag cannot be pulled. Annotation
``werfpy.dev/sandbox-pod`` on the pod asks for other endings: ``crash``, ``never-ready``, ``pending``.
"""

from __future__ import annotations

import re
import time
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox.play.hand import KUBELET, MANAGER, Hand, condition, is_ready
from werfpy.sandbox.play.sets import PODS

NODE: Final = "sandbox"
BEHAVIOUR: Final = "werfpy.dev/sandbox-pod"
_UNPULLABLE: Final = re.compile(r"(^|[-_.:/])(bad|missing)([-_.:/@]|$)")
_ADDRESS: Final = "192.0.2.1"
_STEP_S: Final = 0.2


def reconcile_pod(hand: Hand, namespace: str, name: str) -> float | None:
    """Bring one pod a step further."""
    pod = hand.get(PODS, namespace, name)
    if pod is None:
        return None
    if pod["metadata"].get("deletionTimestamp"):
        return _end(hand, pod)
    if not pod["spec"].get("nodeName"):
        return _schedule(hand, pod)
    status = pod.get("status") or {}
    phase = status.get("phase")
    if phase == "Pending":
        return _start(hand, pod)
    if phase == "Running" and _is_of_job(pod):
        return _complete(hand, pod)
    return None


def _end(hand: Hand, pod: Manifest) -> float | None:
    """The containers stop as soon as they are told; finalizers are waited for."""
    hand.api.pods_started.pop(pod["metadata"]["uid"], None)
    if pod["metadata"].get("deletionGracePeriodSeconds"):
        metadata = pod["metadata"]
        hand.delete(PODS, metadata["namespace"], metadata["name"], propagation="", grace_s=0)
    return None


def _schedule(hand: Hand, pod: Manifest) -> float | None:
    if _behaviour(pod) == "pending":
        return None
    metadata = pod["metadata"]
    Hand(hand.api, "kube-scheduler").modify(
        PODS, metadata["namespace"], metadata["name"], lambda item: item["spec"].update(nodeName=NODE)
    )
    tell_event(hand, pod, "Normal", "Scheduled", f"assigned {metadata['namespace']}/{metadata['name']} to {NODE}")
    return None


def _behaviour(pod: Manifest) -> str:
    return str((pod["metadata"].get("annotations") or {}).get(BEHAVIOUR, ""))


def _is_of_job(pod: Manifest) -> bool:
    return any(owner["kind"] == "Job" for owner in pod["metadata"].get("ownerReferences") or ())


def _bad_image(pod: Manifest) -> str:
    containers = [*(pod["spec"].get("initContainers") or ()), *(pod["spec"].get("containers") or ())]
    return next((item["image"] for item in containers if _UNPULLABLE.search(item.get("image", ""))), "")


def _start(hand: Hand, pod: Manifest) -> float | None:
    status = pod.get("status") or {}
    image = _bad_image(pod)
    if image:
        return _fail_to_pull(hand, pod, image)
    waiting_s = _left_to_wait(hand, pod)
    if "startTime" not in status:
        starting = {**status, "startTime": hand.api.now(), "hostIP": _ADDRESS}
        _set(hand, pod, {**starting, **_conditions(hand, pod, ready=False)})
        pod = hand.get(PODS, pod["metadata"]["namespace"], pod["metadata"]["name"]) or pod
    if waiting_s > 0:
        return waiting_s
    hand.api.pods_started.pop(pod["metadata"]["uid"], None)
    if _behaviour(pod) == "crash":
        return _crash(hand, pod)
    is_ready_now = _behaviour(pod) != "never-ready"
    state = {"running": {"startedAt": hand.api.now()}}
    _set(hand, pod, _running(hand, pod, state, is_ready_now=is_ready_now))
    if is_ready_now:
        tell_event(hand, pod, "Normal", "Started", "Container started")
    else:
        tell_event(hand, pod, "Warning", "Unhealthy", "Readiness probe failed: the sandbox was asked to")
    return None


def _left_to_wait(hand: Hand, pod: Manifest) -> float:
    """Seconds until the pod's containers have started."""
    now = time.monotonic()
    began = hand.api.pods_started.setdefault(pod["metadata"]["uid"], now)
    return began + hand.api.ready_after_s - now


def _running(hand: Hand, pod: Manifest, state: Manifest, *, is_ready_now: bool) -> Manifest:
    status = {**(pod.get("status") or {}), "phase": "Running", "podIP": "10.1.0.1", "podIPs": [{"ip": "10.1.0.1"}]}
    status["containerStatuses"] = _statuses(pod, "containers", state, is_ready_now)
    done = {
        "terminated": {"exitCode": 0, "reason": "Completed", "startedAt": hand.api.now(), "finishedAt": hand.api.now()}
    }
    if pod["spec"].get("initContainers"):
        status["initContainerStatuses"] = _statuses(pod, "initContainers", done, is_ready=True)
    return {**status, **_conditions(hand, pod, ready=is_ready_now)}


def _statuses(pod: Manifest, field: str, state: Manifest, is_ready: bool, **more: Any) -> list[Manifest]:
    base = {"ready": is_ready, "restartCount": 0, "started": is_ready, "state": state, **more}
    return [
        {"name": item["name"], "image": item.get("image", ""), "imageID": item.get("image", ""), **base}
        for item in pod["spec"].get(field) or ()
    ]


def _conditions(hand: Hand, pod: Manifest, *, ready: bool) -> Manifest:
    before, now = pod.get("status") or {}, hand.api.now()
    word = "True" if ready else "False"
    more = {} if ready else {"reason": "ContainersNotReady", "message": "containers with unready status"}
    gates = [item["conditionType"] for item in pod["spec"].get("readinessGates") or ()]
    return {
        "conditions": [
            condition(now, before, "PodScheduled", "True"),
            condition(now, before, "Initialized", "True"),
            condition(now, before, "ContainersReady", word, **more),
            condition(now, before, "Ready", word, **more),
            *(condition(now, before, kind, word) for kind in gates),
        ]
    }


def _fail_to_pull(hand: Hand, pod: Manifest, image: str) -> float | None:
    status = pod.get("status") or {}
    reasons = [(item["state"].get("waiting") or {}).get("reason") for item in status.get("containerStatuses") or ()]
    if reasons and reasons[0] == "ImagePullBackOff":
        return None
    if not reasons:
        waiting = {"reason": "ErrImagePull", "message": f'failed to pull image "{image}": not found'}
        tell_event(hand, pod, "Warning", "Failed", f'Failed to pull image "{image}": not found')
    else:
        waiting = {"reason": "ImagePullBackOff", "message": f'Back-off pulling image "{image}"'}
        tell_event(hand, pod, "Normal", "BackOff", f'Back-off pulling image "{image}"')
    told = _statuses(pod, "containers", {"waiting": waiting}, is_ready=False)
    _set(
        hand,
        pod,
        {**status, "startTime": hand.api.now(), "containerStatuses": told, **_conditions(hand, pod, ready=False)},
    )
    return _STEP_S


def _crash(hand: Hand, pod: Manifest) -> float | None:
    ended = {
        "terminated": {"exitCode": 1, "reason": "Error", "startedAt": hand.api.now(), "finishedAt": hand.api.now()}
    }
    if _is_of_job(pod):
        status = {**(pod.get("status") or {}), "phase": "Failed", **_conditions(hand, pod, ready=False)}
        _set(hand, pod, {**status, "containerStatuses": _statuses(pod, "containers", ended, is_ready=False)})
        return None
    waiting = {"waiting": {"reason": "CrashLoopBackOff", "message": "back-off 5m0s restarting failed container"}}
    status = _running(hand, pod, waiting, is_ready_now=False)
    status["containerStatuses"] = _statuses(pod, "containers", waiting, is_ready=False, lastState=ended)
    for item in status["containerStatuses"]:
        item["restartCount"] = 3
    _set(hand, pod, status)
    tell_event(hand, pod, "Warning", "BackOff", "Back-off restarting failed container")
    return None


def _complete(hand: Hand, pod: Manifest) -> float | None:
    if not is_ready(pod):
        return None
    ended = {
        "terminated": {"exitCode": 0, "reason": "Completed", "startedAt": hand.api.now(), "finishedAt": hand.api.now()}
    }
    status = {**(pod.get("status") or {}), "phase": "Succeeded", **_conditions(hand, pod, ready=False)}
    status["containerStatuses"] = _statuses(pod, "containers", ended, is_ready=False)
    _set(hand, pod, status)
    return None


def _set(hand: Hand, pod: Manifest, status: Manifest) -> None:
    hand.set_status(PODS, pod["metadata"]["namespace"], pod["metadata"]["name"], status)


def tell_event(hand: Hand, about: Manifest, kind: str, reason: str, message: str) -> None:
    """Record an Event about an object."""
    from werfpy.sandbox.play.sets import random_suffix

    metadata, now = about["metadata"], hand.api.now()
    involved = {
        "kind": about["kind"],
        "apiVersion": about["apiVersion"],
        "namespace": metadata["namespace"],
        "name": metadata["name"],
        "uid": metadata["uid"],
        "resourceVersion": metadata["resourceVersion"],
    }
    event = {
        "metadata": {"name": f"{metadata['name'][:240]}.{random_suffix()}{random_suffix()}"},
        "involvedObject": involved,
        "type": kind,
        "reason": reason,
        "message": message,
        "source": {"component": KUBELET if hand.manager == KUBELET else MANAGER},
        "firstTimestamp": now,
        "lastTimestamp": now,
        "count": 1,
    }
    hand.create("/events", metadata["namespace"], event)
