"""Complaint 6: lists whose merge keys do not tell their items apart."""

from __future__ import annotations

from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Werfpy, config_map
from e2e.scenarios.conftest import Writes
from e2e.scenarios.objects import QUICK, container, containers, workload

pytestmark = pytest.mark.cluster


def env(*pairs: str) -> dict[str, Any]:
    found = [dict(zip(("name", "value"), pair.split("="), strict=True)) for pair in pairs]
    return workload("web", container(env=found))


def live_env(live: Live) -> list[str]:
    return [f"{item['name']}={item.get('value', '')}" for item in containers(live, "Deployment", "web")["main"]["env"]]


def test_complaint_06_duplicate_names_of_environment_variables_survive(
    werfpy: Werfpy, live: Live, chart: ChartFolder, writes: Writes
) -> None:
    """The kubelet takes the last one. Helm's patch deletes them all when one of them changes."""
    chart.write(all=env("A=1", "B=x", "A=2"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live_env(live) == ["A=1", "B=x", "A=2"]
    writes.mark()
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert writes.objects() == []
    chart.write(all=env("A=1", "B=y", "A=3"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert live_env(live) == ["A=1", "B=y", "A=3"]
    chart.write(all=env("B=y", "A=4"))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    assert sorted(live_env(live)) == ["A=4", "B=y"]


def service(*ports: dict[str, Any]) -> dict[str, Any]:
    spec = {"selector": {"app": "dns"}, "ports": list(ports)}
    return {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "dns"}, "spec": spec}


def port(name: str, number: int, protocol: str = "TCP", target: int = 53) -> dict[str, Any]:
    return {"name": name, "port": number, "protocol": protocol, "targetPort": target}


def live_ports(live: Live) -> list[tuple[str, int, str, int]]:
    ports = live.get("Service", "dns")["spec"]["ports"]
    return sorted((item["name"], item["port"], item["protocol"], item["targetPort"]) for item in ports)


def deploy_ports(werfpy: Werfpy, live: Live, chart: ChartFolder, *ports: dict[str, Any]) -> None:
    """Deploy a Service with these ports and see that they are the live ones."""
    chart.write(all=service(*ports))
    werfpy.ok("deploy", "app", str(chart), QUICK)
    stated = sorted((item["name"], item["port"], item["protocol"], item["targetPort"]) for item in ports)
    assert live_ports(live) == stated


def test_complaint_06_one_port_for_two_protocols(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    tcp, udp = port("tcp", 53), port("udp", 53, "UDP")
    deploy_ports(werfpy, live, chart, tcp)
    deploy_ports(werfpy, live, chart, tcp, udp)
    deploy_ports(werfpy, live, chart, tcp, {**udp, "targetPort": 5353})
    deploy_ports(werfpy, live, chart, udp)
    deploy_ports(werfpy, live, chart, udp, tcp)


def test_complaint_06_a_renumbered_and_a_swapped_port(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    deploy_ports(werfpy, live, chart, port("http", 80), port("admin", 81))
    deploy_ports(werfpy, live, chart, port("http", 8080), port("admin", 81))
    deploy_ports(werfpy, live, chart, port("http", 81), port("admin", 8080))


def test_complaint_06_container_ports_for_two_protocols(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    def written(*protocols: str) -> dict[str, Any]:
        ports = [{"containerPort": 53, "protocol": protocol, "name": protocol.lower()} for protocol in protocols]
        return workload("web", container(ports=ports))

    for protocols in (("TCP",), ("TCP", "UDP"), ("UDP",), ("UDP", "TCP")):
        chart.write(all=written(*protocols))
        werfpy.ok("deploy", "app", str(chart), QUICK)
        ports = containers(live, "Deployment", "web")["main"]["ports"]
        assert sorted(item["protocol"] for item in ports) == sorted(protocols)


def test_complaint_06_a_numeric_value_of_an_environment_variable_is_told_before_anything_is_written(
    werfpy: Werfpy, live: Live, chart: ChartFolder, writes: Writes
) -> None:
    chart.write(all=[config_map("settings", {"a": "1"}), env("A=1")])
    werfpy.ok("deploy", "app", str(chart), QUICK)
    numeric = workload("web", container(env=[{"name": "A", "value": 8080}]))
    chart.write(all=config_map("settings", {"a": "2"}), numeric=numeric)
    assert "numeric.yaml" in werfpy.fails("deploy", "fresh", str(chart), QUICK, "--take-ownership").err
    writes.mark()
    told = werfpy.fails("deploy", "app", str(chart), QUICK).err
    assert "Deployment" in told and "web" in told
    assert "numeric.yaml" in told
    assert "value" in told and "string" in told
    assert writes.objects() == []
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
    assert list(live.revisions("app")) == [1]
