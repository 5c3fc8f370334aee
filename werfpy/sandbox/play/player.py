"""The thread that runs the controllers."""

from __future__ import annotations

import heapq
import itertools
import logging
import threading
import time
from collections.abc import Callable, Iterable
from typing import Final

from werfpy.sandbox.api import Api
from werfpy.sandbox.play import autonomous, definitions, garbage, jobs, kubelet, sets, stateful
from werfpy.sandbox.play.hand import KUBELET, MANAGER, Hand, controller_uid
from werfpy.sandbox.store import Change, Name

_LOG: Final = logging.getLogger("werfpy.sandbox")
Reconcile = Callable[[Hand, str, str], float | None]
"""Brings one object (namespace, name) forward; returns the seconds after which it wants to be asked again."""

CONTROLLERS: Final[dict[str, Reconcile]] = {
    "apps/deployments": sets.reconcile_deployment,
    "apps/replicasets": sets.reconcile_replica_set,
    "apps/statefulsets": stateful.reconcile_stateful_set,
    "apps/daemonsets": stateful.reconcile_daemon_set,
    "batch/jobs": jobs.reconcile_job,
    "/pods": kubelet.reconcile_pod,
    "/persistentvolumeclaims": autonomous.reconcile_claim,
    "/persistentvolumes": autonomous.reconcile_volume,
    "/services": autonomous.reconcile_service,
    "/namespaces": autonomous.reconcile_namespace,
    "apiextensions.k8s.io/customresourcedefinitions": definitions.reconcile_definition,
}
_CONTROLLER_KINDS: Final = (
    "apps/replicasets",
    "apps/statefulsets",
    "apps/daemonsets",
    "batch/jobs",
    "apps/deployments",
)


class Player:
    """Reconciles what changes, one object at a time.

    Args:
        api: The sandbox to play in.
    """

    def __init__(self, api: Api) -> None:
        self._api = api
        self._garbage = garbage.Collector(api)
        self._wake = threading.Condition()
        self._due: list[tuple[float, int, str, Name]] = []
        self._numbers = itertools.count()
        self._is_stopping = False
        self._thread = threading.Thread(target=self._run, name="sandbox-player", daemon=True)

    def start(self) -> None:
        """Begin, with every object that is there."""
        definitions.refresh_registry(self._api)
        self._api.store.subscribe(self._on_change)
        for key in CONTROLLERS:
            for item in self._api.store.objects(key):
                self._ask(key, (item["metadata"].get("namespace", ""), item["metadata"]["name"]), 0)
        self._garbage.index_all()
        self._thread.start()

    def stop(self) -> None:
        """End the thread and wait for it."""
        with self._wake:
            self._is_stopping = True
            self._wake.notify_all()
        self._thread.join(timeout=10)

    def _on_change(self, change: Change) -> None:
        if change.key in CONTROLLERS:
            self._ask(change.key, change.name, 0)
        if change.key == definitions.KEY:
            definitions.refresh_registry(self._api)
        for key, name in self._related(change):
            self._ask(key, name, 0)
        self._garbage.note(change)

    def _related(self, change: Change) -> Iterable[tuple[str, Name]]:
        """Whose business a change is besides that of the object itself."""
        last = change.after or change.before
        assert last is not None
        if change.key in ("/pods", "apps/replicasets") and controller_uid(last):
            for owner in last["metadata"].get("ownerReferences") or ():
                key = next((key for key in _CONTROLLER_KINDS if key.endswith(f"/{owner['kind'].lower()}s")), None)
                if key and owner.get("controller"):
                    yield key, (change.name[0], owner["name"])
        for key, name in self._garbage.touched_by(change):
            yield key, name
        namespace = change.name[0]
        if change.after is None and namespace:
            owner_namespace = self._api.store.get("/namespaces", ("", namespace))
            if owner_namespace is not None and owner_namespace["metadata"].get("deletionTimestamp"):
                yield "/namespaces", ("", namespace)

    def _ask(self, key: str, name: Name, after_s: float) -> None:
        with self._wake:
            heapq.heappush(self._due, (time.monotonic() + after_s, next(self._numbers), key, name))
            self._wake.notify()

    def _run(self) -> None:
        while True:
            with self._wake:
                while not self._is_stopping and (not self._due or self._due[0][0] > time.monotonic()):
                    self._wake.wait(self._due[0][0] - time.monotonic() if self._due else None)
                if self._is_stopping:
                    return
                _, _, key, name = heapq.heappop(self._due)
                self._drop_repetitions(key, name)
            self._reconcile(key, name)

    def _drop_repetitions(self, key: str, name: Name) -> None:
        now = time.monotonic()
        while self._due and self._due[0][0] <= now and self._due[0][2:] == (key, name):
            heapq.heappop(self._due)

    def _reconcile(self, key: str, name: Name) -> None:
        hand = Hand(self._api, KUBELET if key == "/pods" else MANAGER)
        try:
            self._garbage.reconcile(hand, key, name)
            controller = CONTROLLERS.get(key)
            again_s = controller(hand, *name) if controller else None
        except Exception:  # noqa: BLE001 - a fault in one controller must not stop the others
            _LOG.exception("cannot reconcile %s %s", key, "/".join(name))
            return
        if again_s is not None:
            self._ask(key, name, again_s)
