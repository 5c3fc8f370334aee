"""Changes that people make by hand, at random fields: of ours (to be put right) and of their own (to be kept)."""

from __future__ import annotations

import base64
import copy
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from e2e.corpus.comparing import Path, at, merge_key, shown
from e2e.corpus.live_objects import Id, Objects

_NEVER = {"apiVersion", "kind", "status", "immutable"}
_TRIES = 12
_CHOICES = {
    "imagePullPolicy": ("Always", "IfNotPresent", "Never"),
    "pathType": ("Prefix", "Exact", "ImplementationSpecific"),
    "failurePolicy": ("Ignore", "Fail"),
    "terminationMessagePolicy": ("File", "FallbackToLogsOnError"),
    "concurrencyPolicy": ("Allow", "Forbid", "Replace"),
    "podManagementPolicy": ("OrderedReady", "Parallel"),
}


@dataclass(frozen=True)
class Addition:
    """Something of somebody else: steps to it (a pair finds the item of a keyed list) and the value."""

    steps: tuple[str | tuple[str, Any], ...]
    value: Any

    def put(self, document: dict[str, Any], *, first: bool = False) -> None:
        """Add it, as the first or the last item where it goes into a list."""
        parent: Any = document
        for step, following in zip(self.steps, self.steps[1:], strict=False):
            parent = _into(parent, step, [] if following == "+" else {})
        last = self.steps[-1]
        if last == "+":
            parent.insert(0 if first else len(parent), copy.deepcopy(self.value))
        else:
            parent[last] = copy.deepcopy(self.value)


def _into(parent: Any, step: str | tuple[str, Any], empty: Any) -> Any:
    if isinstance(step, tuple):
        key, value = step
        return next(item for item in parent if item[key] == value)
    if parent.get(step) is None:
        parent[step] = empty
    return parent[step]


@dataclass
class Drift:
    """All that was changed by hand on one release."""

    told: list[str] = field(default_factory=list)
    touched: set[Id] = field(default_factory=set)
    deleted: set[Id] = field(default_factory=set)
    additions: list[tuple[Id, Addition]] = field(default_factory=list)

    def expected(self, clean: dict[Id, dict[str, Any]]) -> dict[Id, dict[str, Any]]:
        """What the next deploy must lead to: the clean state and the additions."""
        states = copy.deepcopy(clean)
        for target, addition in self.additions:
            addition.put(states[target])
        return states


@dataclass
class Hand:
    """Somebody with kubectl and dice."""

    objects: Objects
    stated: dict[Id, dict[str, Any]]
    seed: int
    drift: Drift = field(default_factory=Drift)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)

    def change_ours(self, count: int) -> None:
        """Change or remove *count* fields that the chart states."""
        self._repeat(count, self._change_one)

    def add_theirs(self, count: int) -> None:
        """Add *count* things that the chart does not state."""
        self._repeat(count, self._add_one)

    def delete_one(self) -> None:
        """Delete an object that nothing else was done to, and that a controller does not fill."""
        kinds = ("ConfigMap", "Role", "ServiceAccount", "NetworkPolicy")
        free = [item for item in sorted(self.stated) if item.kind in kinds and item not in self.drift.touched]
        if free:
            target = self.dice.choice(free)
            self.objects.delete(target)
            self.drift.deleted.add(target)
            self.drift.told.append(f"{target}: deleted")

    def live(self) -> dict[Id, dict[str, Any]]:
        """What is left of the objects."""
        found = {target: self.objects.read(target) for target in self.stated}
        return {target: item for target, item in found.items() if item is not None}

    def _repeat(self, count: int, act: Callable[[Id, dict[str, Any]], bool]) -> None:
        targets = sorted(self.stated)
        for _ in range(count):
            for _ in range(_TRIES):
                target = self.dice.choice(targets)
                live = self.objects.read(target)
                if live is not None and act(target, live):
                    self.drift.touched.add(target)
                    break

    def _change_one(self, target: Id, live: dict[str, Any]) -> bool:
        paths = [path for path in stated_paths(target.kind, self.stated[target], live) if may_drift(target.kind, path)]
        if not paths:
            return False
        path = self.dice.choice(paths)
        value = at(live, path)
        for other in self._others(path, value):
            changed = copy.deepcopy(live)
            parent = at(changed, path[:-1])
            if other is None:
                del parent[path[-1]]
            else:
                parent[path[-1]] = other
            if self._put(target, live, changed):
                self.drift.told.append(f"{target}: ours {shown(path)}: {value!r} -> {other!r}")
                return True
        return False

    def _others(self, path: Path, value: Any) -> Iterator[Any]:
        """Values to try in place of this one; None removes it."""
        if isinstance(value, (dict, list)) or self.dice.random() < 0.4:
            yield None
            return
        choices = [word for word in _CHOICES.get(str(path[-1]), ()) if word != value]
        if choices:
            yield self.dice.choice(choices)
        elif isinstance(value, bool):
            yield not value
        elif isinstance(value, (int, float)):
            yield value + 1
        else:
            yield from (f"{value}-drifted", f"1{value}", base64.b64encode(b"drifted").decode())

    def _add_one(self, target: Id, live: dict[str, Any]) -> bool:
        mark = f"theirs-{self.dice.randrange(10**6)}"
        additions = [*additions_to(target.kind, live, mark), *self._unstated(target, live)]
        addition = self.dice.choice(additions)
        changed = copy.deepcopy(live)
        addition.put(changed, first=self.dice.random() < 0.5)
        if not self._put(target, live, changed):
            return False
        self.drift.additions.append((target, addition))
        self.drift.told.append(f"{target}: theirs {addition.steps}: {addition.value!r}")
        return True

    def _unstated(self, target: Id, live: dict[str, Any]) -> list[Addition]:
        """A scalar that the server filled in, set to something else."""
        found = list(unstated_scalars(target.kind, self.stated[target], live))
        if not found:
            return []
        steps, value = self.dice.choice(found)
        other = next(iter(self._others((str(steps[-1]),), value)))
        return [] if other is None else [Addition(steps, other)]

    def _put(self, target: Id, live: dict[str, Any], changed: dict[str, Any]) -> bool:
        """Was the change accepted, and did it change something?"""
        answer = self.objects.write(target, changed)
        return answer is not None and answer["metadata"]["resourceVersion"] != live["metadata"]["resourceVersion"]


def may_drift(kind: str, path: Path) -> bool:
    """Fields that can be changed and changed back."""
    if path[0] in _NEVER or path[-1] in _NEVER or path[:2] in (("metadata", "name"), ("metadata", "namespace")):
        return False
    if path == ("metadata",):
        return False
    if kind == "CustomResourceDefinition":
        return path[0] == "metadata" or "description" in path or "additionalPrinterColumns" in path
    return kind != "PersistentVolumeClaim" or path[0] == "metadata"


def stated_paths(kind: str, stated: Any, live: Any, path: Path = ()) -> Iterator[Path]:
    """The fields and items of a chart's object that are live as stated, leaves and what is above them."""
    if isinstance(stated, dict) and isinstance(live, dict):
        for name, value in stated.items():
            if value is not None and live.get(name) is not None:
                yield (*path, name)
                yield from stated_paths(kind, value, live[name], (*path, name))
    elif isinstance(stated, list) and isinstance(live, list) and path:
        yield from _stated_items(kind, stated, live, path)


def _stated_items(kind: str, stated: list[Any], live: list[Any], path: Path) -> Iterator[Path]:
    key = merge_key(kind, path, stated) and merge_key(kind, path, live)
    if key:
        places = {item[key]: index for index, item in enumerate(live)}
        pairs = [(item, places[item[key]]) for item in stated if item[key] in places]
    else:
        pairs = [(item, index) for index, item in enumerate(stated[: len(live)])]
    for item, index in pairs:
        yield (*path, index)
        below = stated_paths(kind, item, live[index], (*path, index))
        # Another key is another item: theirs, not a change of ours.
        yield from (found for found in below if found != (*path, index, key))


def unstated_scalars(
    kind: str, stated: Any, live: Any, path: Path = (), steps: tuple[Any, ...] = ()
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Live scalars that the chart says nothing of, with the steps to them, through maps and keyed lists."""
    for name, value in live.items():
        ours = stated.get(name) if isinstance(stated, dict) else None
        if name in (*_NEVER, "metadata", "protocol", "sessionAffinity") or (not path and name == "data"):
            continue
        if isinstance(value, dict):
            yield from unstated_scalars(kind, ours, value, (*path, name), (*steps, name))
        elif isinstance(value, list):
            key = merge_key(kind, (*path, name), value)
            known = {item.get(key): item for item in ours or ()} if key else {}
            for item in value if key else ():
                if item[key] in known:
                    below = ((*path, name, 0), (*steps, name, (key, item[key])))
                    yield from unstated_scalars(kind, known[item[key]], item, *below)
        elif ours is None:
            yield (*steps, name), value


def additions_to(kind: str, live: dict[str, Any], mark: str) -> Iterator[Addition]:
    """What somebody could add to an object of this kind."""
    yield Addition(("metadata", "labels", f"example.com/{mark}"), "theirs")
    yield Addition(("metadata", "annotations", f"example.com/{mark}"), "theirs")
    if kind == "ConfigMap":
        yield Addition(("data", mark), "theirs")
    elif kind == "Secret":
        yield Addition(("data", mark), base64.b64encode(b"theirs").decode())
    elif kind == "Service":
        number = 60000 + int(mark.rpartition("-")[2]) % 5000
        yield Addition(("spec", "ports", "+"), {"name": mark, "port": number, "protocol": "TCP", "targetPort": number})
    elif kind == "ServiceAccount":
        yield Addition(("secrets", "+"), {"name": mark})
    elif kind in ("Deployment", "StatefulSet", "DaemonSet"):
        yield from _additions_to_pods(live, mark)


def _additions_to_pods(live: dict[str, Any], mark: str) -> Iterator[Addition]:
    template = ("spec", "template")
    spec = (*template, "spec")
    filled = {
        "image": "example.com/sidecar:1",
        "imagePullPolicy": "IfNotPresent",
        "name": mark,
        "resources": {},
        "terminationMessagePath": "/dev/termination-log",
        "terminationMessagePolicy": "File",
    }
    yield Addition((*template, "metadata", "annotations", f"example.com/{mark}"), "theirs")
    yield Addition((*template, "metadata", "labels", f"example.com/{mark}"), "theirs")
    yield Addition((*spec, "containers", "+"), filled)
    yield Addition((*spec, "volumes", "+"), {"name": mark, "emptyDir": {}})
    yield Addition((*spec, "nodeSelector", f"example.com/{mark}"), "theirs")
    yield Addition((*spec, "imagePullSecrets", "+"), {"name": mark})
    yield Addition((*spec, "hostAliases", "+"), {"ip": f"192.0.2.{len(mark)}", "hostnames": [mark]})
    for container in live["spec"]["template"]["spec"]["containers"]:
        into = (*spec, "containers", ("name", container["name"]))
        yield Addition((*into, "env", "+"), {"name": mark, "value": "theirs"})
        yield Addition((*into, "resources", "limits", f"example.com/{mark}"), "3")
        port = {"name": mark[-12:].lstrip("-"), "containerPort": 59999, "protocol": "TCP"}
        yield Addition((*into, "ports", "+"), port)
