"""What containers say when they are asked for their log: a few lines made up."""

from __future__ import annotations

from typing import Any

from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target
from werfpy.sandbox.refusals import bad_request, not_offered


def pod_log(api: Api, target: Target, call: Call) -> str:
    """The log of one container.

    Raises:
        Refused: 404 no such pod, 400 no such container or none that has started, 501 for ``follow``.
    """
    pod = api.live(target.resource, target.namespace, target.name)
    if call.is_set("follow"):
        raise not_offered("following of logs")
    names = [item["name"] for field in ("containers", "initContainers") for item in pod["spec"].get(field) or ()]
    wanted = call.option("container") or names[0]
    if wanted not in names:
        raise bad_request(f"container {wanted} is not valid for pod {target.name}")
    state = _state(pod, wanted)
    reason = (state.get("waiting") or {}).get("reason", "ContainerCreating")
    if not state or ("waiting" in state and reason != "CrashLoopBackOff"):
        raise bad_request(f'container "{wanted}" in pod "{target.name}" is waiting to start: {reason}')
    lines = [
        f"{wanted}: started by the werfpy sandbox, which runs no containers",
        f"{wanted}: image {_image(pod, wanted)}",
        f"{wanted}: ready",
    ]
    tail = call.option("tailLines")
    if tail.isdigit():
        lines = lines[-int(tail) :] if int(tail) else []
    return "".join(f"{line}\n" for line in lines)


def _state(pod: dict[str, Any], name: str) -> dict[str, Any]:
    status = pod.get("status") or {}
    for field in ("containerStatuses", "initContainerStatuses"):
        for item in status.get(field) or ():
            if item["name"] == name:
                return item.get("state") or {}
    return {}


def _image(pod: dict[str, Any], name: str) -> str:
    for field in ("containers", "initContainers"):
        for item in pod["spec"].get(field) or ():
            if item["name"] == name:
                return str(item.get("image", ""))
    return ""
