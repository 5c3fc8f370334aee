"""Small random manifests that share names, drawn from a string of bytes.

One draw of bytes per manifest is many times faster than a tree of strategies, and shrinks well: a zero byte, and every
byte past the end, is the simplest choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

Manifest = dict[str, Any]
Choice = TypeVar("Choice")


class Bytes:
    """Decisions, taken from bytes one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = iter(data)

    def number(self, limit: int) -> int:
        return next(self._data, 0) % limit

    def pick(self, options: Sequence[Choice]) -> Choice:
        return options[self.number(len(options))]

    def some(self, options: Sequence[Choice]) -> list[Choice]:
        """A subset, possibly rotated, possibly empty."""
        bits = self.number(2 ** len(options))
        chosen = [option for index, option in enumerate(options) if bits >> index & 1]
        turn = self.number(3) if len(chosen) > 1 else 0
        return chosen[turn % len(chosen) :] + chosen[: turn % len(chosen)] if chosen else []


def labels(draw: Bytes) -> dict[str, str]:
    return {key: draw.pick("123") for key in draw.some(["a", "b", "c"])}


def ports(draw: Bytes, key: str) -> list[Manifest]:
    items: list[Manifest] = []
    for name in draw.some(["http", "dns", "dnst"]):
        item: Manifest = {"name": name, key: draw.pick([80, 53, 54])}
        protocol = draw.pick([None, "TCP", "UDP"])
        if protocol:
            item["protocol"] = protocol
        if draw.number(3) == 1:
            item["targetPort"] = draw.pick([8080, "web"])
        items.append(item)
    return unique(items, lambda item: (item[key], item.get("protocol", "TCP")))


def unique(items: list[Manifest], key: Any) -> list[Manifest]:
    return list({key(item): item for item in items}.values())


def environment(draw: Bytes) -> list[Manifest]:
    """Now and then with a name twice, which the API allows."""
    names = draw.some(["A", "B", "C"]) + ["A"] * (draw.number(8) == 1)
    return [{"name": name, "value": draw.pick(["1", "2"])} for name in names]


def containers(draw: Bytes) -> list[Manifest]:
    items = []
    for name in draw.some(["web", "side"]) or ["web"]:
        item: Manifest = {"name": name, "image": draw.pick(["i:1", "i:2"])}
        parts = draw.number(16)
        if parts & 1:
            item["env"] = environment(draw)
        if parts & 2:
            item["ports"] = ports(draw, "containerPort")
        if parts & 4:
            item["resources"] = {draw.pick(["limits", "requests"]): {"cpu": draw.pick(["1", "2"])}}
        if parts & 8:
            item["args"] = draw.some(["-a", "-b"])
        items.append(item)
    return items


def volumes(draw: Bytes) -> list[Manifest]:
    sources: list[Manifest] = [{"emptyDir": {}}, {"configMap": {"name": "c"}}, {"secret": {"secretName": "s"}}]
    return [{"name": name, **draw.pick(sources)} for name in draw.some(["v", "w"])]


def deployment(draw: Bytes) -> Manifest:
    pod: Manifest = {"containers": containers(draw)}
    spec: Manifest = {"template": {"spec": pod}}
    parts = draw.number(256)
    if parts & 1:
        spec["replicas"] = draw.pick([1, 2, 3])
    if parts & 2:
        spec["strategy"] = draw.pick(
            [{"type": "Recreate"}, {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}]
        )
    if parts & 4:
        pod["volumes"] = volumes(draw)
    if parts & 8:
        pod["tolerations"] = [{"key": key, "operator": "Exists"} for key in draw.some(["k", "l"])]
    if parts & 16:
        pod["nodeSelector"] = labels(draw)
    if parts & 32:
        pod["securityContext"] = draw.pick([{"runAsUser": 1}, {"runAsUser": 2, "runAsNonRoot": True}])
    if parts & 64:
        spec["template"]["metadata"] = {"annotations": labels(draw)}
    return manifest(draw, "apps/v1", "Deployment", {"spec": spec})


def service(draw: Bytes) -> Manifest:
    return manifest(draw, "v1", "Service", {"spec": {"ports": ports(draw, "port"), "selector": labels(draw)}})


def config_map(draw: Bytes) -> Manifest:
    return manifest(draw, "v1", "ConfigMap", {"data": labels(draw)})


def custom_resource(draw: Bytes) -> Manifest:
    spec: Manifest = {"size": draw.pick([1, 2]), "list": [{"name": name} for name in draw.some(["x", "y"])]}
    if draw.number(2):
        spec["nested"] = labels(draw)
    return manifest(draw, "example.org/v1", "Widget", {"spec": spec})


def manifest(draw: Bytes, api_version: str, kind: str, rest: Manifest) -> Manifest:
    metadata: Manifest = {"name": "x"}
    parts = draw.number(8)
    if parts & 1:
        metadata["labels"] = labels(draw)
    if parts & 2:
        metadata["annotations"] = labels(draw)
    if parts & 4:
        metadata["finalizers"] = draw.some(["f/1", "f/2"])
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, **rest}


KINDS = (deployment, service, config_map, custom_resource)


def _draw(data: bytes, count: int) -> list[Manifest]:
    """*count* manifests of one kind; each from its own part of the bytes, so that shrinking one leaves the others."""
    make = KINDS[data[0] % len(KINDS)] if data else deployment
    size = max(1, (len(data) - 1) // count)
    return [make(Bytes(data[1 + index * size : 1 + (index + 1) * size])) for index in range(count)]


def manifests(count: int) -> st.SearchStrategy[list[Manifest]]:
    """*count* manifests of the same kind and name."""
    return st.binary(min_size=1 + 40 * count, max_size=1 + 40 * count).map(lambda data: _draw(data, count))
