"""Objects of a CRD's kinds are sent only when discovery names these kinds."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from tests.fakes.memory_transport import MemoryTransport
from werfpy.actions.kinds import kinds_defined_by
from werfpy.actions.new_kinds import PATIENCE_S, until_served
from werfpy.actions.services import Services
from werfpy.kube.client import Client
from werfpy.release.memory import MemoryStore
from werfpy.resource.refs import GVK

CRD = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.ex.com"},
    "spec": {
        "group": "ex.com",
        "names": {"kind": "Widget", "plural": "widgets"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "served": True}, {"name": "v1alpha1", "served": False}],
    },
}


@dataclass
class Cluster(threading.Event):
    """An API server whose discovery lags, its time, and the signal to stop: all in one, for time is pauses here."""

    lags_s: float
    stops_at_s: float = float("inf")
    time_s: float = 0.0
    transport: MemoryTransport = field(default_factory=MemoryTransport)

    def wait(self, timeout: float | None = None) -> bool:
        self.time_s += timeout or 0.0
        if self.time_s >= self.lags_s:
            self.transport.kinds["ex.com", "v1"] = {"widgets": "Widget"}
        return self.time_s >= self.stops_at_s

    def services(self) -> Services:
        client = Client(self.transport)
        clock = {"monotonic": lambda: self.time_s, "stop": self}
        return Services(client, MemoryStore("shop"), lambda event: None, **cast(Any, clock))


@pytest.mark.parametrize(
    ("lags_s", "deadline_s", "stops_at_s", "took_s"),
    [
        pytest.param(2.0, float("inf"), float("inf"), 2.0, id="until it is served"),
        pytest.param(99.0, float("inf"), float("inf"), PATIENCE_S, id="until patience ends"),
        pytest.param(99.0, 3.0, float("inf"), 3.0, id="until the run's deadline"),
        pytest.param(99.0, float("inf"), 1.0, 1.0, id="until the run is asked to stop"),
    ],
)
def test_new_kinds_are_waited_for(lags_s: float, deadline_s: float, stops_at_s: float, took_s: float) -> None:
    cluster = Cluster(lags_s, stops_at_s)
    until_served([CRD], cluster.services(), deadline_s)
    assert cluster.time_s == pytest.approx(took_s, abs=0.11)


def test_kinds_that_are_served_need_no_pause() -> None:
    cluster = Cluster(0.0)
    cluster.transport.kinds["ex.com", "v1"] = {"widgets": "Widget"}
    until_served([CRD], cluster.services())
    assert cluster.time_s == 0.0


def test_versions_that_a_crd_does_not_serve_do_not_count() -> None:
    assert kinds_defined_by(CRD) == {GVK("ex.com", "v1", "Widget"): True}
