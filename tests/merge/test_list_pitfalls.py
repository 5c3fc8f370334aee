"""Lists whose merge key is not unique, where a plain strategic merge loses or garbles items."""

from __future__ import annotations

from typing import Any

import pytest

from tests.merge.objects import deployment, schema, service
from werfpy.merge.equality import json_equal
from werfpy.merge.patch_type import PatchType
from werfpy.merge.three_way import apply_patch, three_way_patch

Item = dict[str, Any]
TCP: Item = {"name": "dns-tcp", "port": 53, "protocol": "TCP"}
UDP: Item = {"name": "dns", "port": 53, "protocol": "UDP"}
HTTP: Item = {"name": "http", "port": 80}

PORTS = [
    pytest.param([UDP], [UDP, TCP], [UDP], [UDP, TCP], id="a second protocol is added"),
    pytest.param([UDP, TCP], [UDP], [UDP, TCP], [UDP], id="one of two protocols is dropped"),
    pytest.param([UDP, TCP], [UDP, TCP], [UDP, {**TCP, "port": 54}], [UDP, TCP], id="one of two is edited by hand"),
    pytest.param([UDP], [UDP], [UDP, TCP], [UDP, TCP], id="the other protocol is somebody else's"),
    pytest.param([HTTP], [HTTP], [{**HTTP, "port": 81}], [HTTP], id="renumbered by hand"),
    pytest.param(
        [HTTP], [{**HTTP, "port": 81}], [{**HTTP, "nodePort": 30001}], [{**HTTP, "port": 81, "nodePort": 30001}],
        id="renumbered by the chart, the allocated node port stays",
    ),
    pytest.param([HTTP], [HTTP], [{"name": "x", "port": 9}, HTTP], [{"name": "x", "port": 9}, HTTP], id="foreign port"),
    pytest.param([HTTP], [HTTP], [{"name": "http"}], [HTTP], id="the live item has no key"),
    pytest.param([UDP], [TCP], [{**UDP, "nodePort": 1}], [{**TCP, "nodePort": 1}], id="the protocol changes in place"),
    pytest.param([], [{"name": "dns", "port": 53}], [UDP], [{"name": "dns", "port": 53}], id="no protocol means TCP"),
]  # fmt: skip


@pytest.mark.parametrize(("original", "modified", "current", "expected"), PORTS)
def test_service_ports(original: list[Item], modified: list[Item], current: list[Item], expected: list[Item]) -> None:
    live = service(*current)
    patch = three_way_patch(service(*original), service(*modified), live, schema=schema(live))
    assert json_equal(apply_patch(live, patch, schema(live))["spec"]["ports"], expected)


A1: Item = {"name": "A", "value": "1"}
A2: Item = {"name": "A", "value": "2"}
B: Item = {"name": "B", "value": "b"}

ENVIRONMENTS = [
    pytest.param([A1, A2], [A1, A2], [A1, A2], [A1, A2], id="named twice by the chart"),
    pytest.param([A1], [A1, A2], [A1], [A1, A2], id="a second one is added"),
    pytest.param([A1, A2], [A1], [A1, A2], [A1], id="the second one is dropped"),
    pytest.param([A1], [A1], [A1, A2], [A1], id="a second copy by hand would win, so it goes"),
    pytest.param([A1], [A1], [B, A2], [B, A1], id="foreign variables stay"),
    pytest.param([A1, A2], [B], [A1, A2, {"name": "X"}], [{"name": "X"}, B], id="both copies are dropped"),
]


@pytest.mark.parametrize(("original", "modified", "current", "expected"), ENVIRONMENTS)
def test_environment(original: list[Item], modified: list[Item], current: list[Item], expected: list[Item]) -> None:
    states = [deployment({"name": "web", "env": env}) for env in (original, modified, current)]
    patch = three_way_patch(*states, schema=schema(states[0]))
    result = apply_patch(states[2], patch, schema(states[0]))["spec"]["template"]["spec"]["containers"][0]["env"]
    assert sorted(map(str, result)) == sorted(map(str, expected))


def test_an_order_that_the_server_would_change_is_sent_as_a_merge_patch() -> None:
    wanted, live = service(UDP, HTTP, TCP), service(HTTP)
    patch = three_way_patch({}, wanted, live, schema=schema(live))
    assert patch.type is PatchType.MERGE
    assert patch.body == {"spec": {"ports": [UDP, HTTP, TCP]}}


def test_a_list_with_a_doubled_key_is_replaced_and_nothing_around_it() -> None:
    live = service(HTTP, selector={"app": "web"})
    patch = three_way_patch({}, service(HTTP, UDP, TCP), live, schema=schema(live))
    assert patch.type is PatchType.STRATEGIC
    assert patch.body == {"spec": {"ports": [{"$patch": "replace"}, HTTP, UDP, TCP]}}


def test_a_foreign_container_keeps_its_place() -> None:
    states = [
        deployment({"name": "web", "image": "a:1"}),
        deployment({"name": "web", "image": "a:2"}),
        deployment({"name": "istio-proxy", "image": "p"}, {"name": "web", "image": "a:1"}),
    ]
    patch = three_way_patch(*states, schema=schema(states[0]))
    assert patch.body == {"spec": {"template": {"spec": {"containers": [{"name": "web", "image": "a:2"}]}}}}


@pytest.mark.parametrize(
    ("dropped", "left"),
    [
        pytest.param({"volumes": [{"name": "v", "emptyDir": {}}]}, [{"name": "x"}], id="keyed list"),
        pytest.param({"nodeSelector": {"a": "1"}}, {"x": "1"}, id="map of free keys"),
    ],
)
def test_what_others_put_into_a_dropped_list_or_map_stays(dropped: dict[str, Any], left: Any) -> None:
    (key, ours), *_ = dropped.items()
    live = {key: [*ours, *left] if isinstance(ours, list) else {**ours, **left}}
    states = [deployment({"name": "web"}, pod=pod) for pod in (dropped, {}, live)]
    patch = three_way_patch(*states, schema=schema(states[0]))
    assert apply_patch(states[2], patch, schema(states[0]))["spec"]["template"]["spec"][key] == left


def test_a_union_loses_the_old_branch_when_the_chart_changes_it() -> None:
    rolling = {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": 1}}
    live = deployment({"name": "web"}, strategy={**rolling, "rollingUpdate": {"maxSurge": 1, "maxUnavailable": "25%"}})
    patch = three_way_patch(
        deployment({"name": "web"}, strategy=rolling),
        deployment({"name": "web"}, strategy={"type": "Recreate"}),
        live,
        schema=schema(live),
    )
    assert apply_patch(live, patch, schema(live))["spec"]["strategy"] == {"type": "Recreate"}
