"""Deploy of 300 objects next to helm 3 and 4: install, change 200, change nothing; near and far from the API server.

    python -m bench.deploy [--count 100] [--repeat 3] [--round-trips 0,20] [--peers helm4,helm3]

All commands only write and do not wait for readiness. Each figure is the median of the repeats, in namespaces of their
own. Prints a Markdown table; ratios are to helm 4 with its defaults.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from bench.delay import delayed
from bench.many_objects import write_chart
from bench.measure import Cost, run
from e2e.cluster.build import helm_binary
from e2e.cluster.choose import chosen
from e2e.cluster.cluster import Cluster

STEPS = ("install", "change 200", "change nothing")


@dataclass(frozen=True)
class Tool:
    """One of those compared: how it installs and upgrades."""

    name: str
    install: Callable[[Path, str, str], list[str]]
    upgrade: Callable[[Path, str, str], list[str]]
    agent: str


def werfpy_tool() -> Tool:
    """Ours."""

    def argv(chart: Path, namespace: str, version: str) -> list[str]:
        head = [sys.executable, "-m", "werfpy", "deploy", "many", str(chart), "-n", namespace]
        return [*head, "--wait=false", "--set-string", f"version={version}"]

    return Tool("werfpy", argv, argv, "werfpy")


def helm_tool(name: str, *extra: str) -> Tool:
    """A real helm, with its defaults or with raised limits."""
    binary = str(helm_binary(name.partition(" ")[0]))

    def argv(verb: str) -> Callable[[Path, str, str], list[str]]:
        def of(chart: Path, namespace: str, version: str) -> list[str]:
            head = [binary, verb, "many", str(chart), "-n", namespace]
            return [*head, "--set-string", f"version={version}", *extra]

        return of

    return Tool(name, argv("install"), argv("upgrade"), "Helm/")


def environ_of(cluster: Cluster, port: int | None, home: Path) -> dict[str, str]:
    """An environment that leads to the cluster, through a proxy where *port* is given."""
    kubeconfig = cluster.kubeconfig
    if port is not None:
        kubeconfig = cluster.kubeconfig_for(cluster.token, server=f"https://127.0.0.1:{port}")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("HELM_", "WERF", "KUBE"))}
    return {**kept, "KUBECONFIG": str(kubeconfig), "HOME": str(home), "WERFPY_CACHE_DIR": str(home / "werfpy")}


def measure_steps(tool: Tool, cluster: Cluster, chart: Path, environ: dict[str, str]) -> list[Cost]:
    """Install, change, change nothing, in a new namespace."""
    namespace = cluster.new_namespace("bench")
    commands = [
        tool.install(chart, namespace, "1"),
        tool.upgrade(chart, namespace, "2"),
        tool.upgrade(chart, namespace, "2"),
    ]
    costs = []
    for argv in commands:
        mark = cluster.audit.mark() if cluster.audit else 0
        cost = run(argv, environ)
        calls = len(cluster.audit.requests(mark, user_agent=tool.agent)) if cluster.audit else 0
        costs.append(Cost(cost.wall_s, cost.cpu_s, cost.peak_mib, calls))
    cluster.http.request("DELETE", f"/api/v1/namespaces/{namespace}")
    return costs


def median(costs: Sequence[Cost]) -> Cost:
    """Figure by figure."""
    return Cost(
        statistics.median(cost.wall_s for cost in costs),
        statistics.median(cost.cpu_s for cost in costs),
        statistics.median(cost.peak_mib for cost in costs),
        int(statistics.median(cost.calls for cost in costs)),
    )


def rows(round_trip_ms: float, results: dict[str, list[Cost]]) -> list[str]:
    """The table's rows for one distance."""
    lines = []
    for index, step in enumerate(STEPS):
        base = results.get("helm4", next(iter(results.values())))[index].wall_s
        for name, costs in results.items():
            cost = costs[index]
            lines.append(
                f"| {step} | {round_trip_ms:g} ms | {name} | {cost.wall_s:.2f} | {cost.cpu_s:.2f} "
                f"| {cost.peak_mib:.0f} | {cost.calls} | {cost.wall_s / base:.3f} |"
            )
    return lines


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100, help="objects are three times as many")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--round-trips", default="0,20", help="milliseconds, by comma")
    parser.add_argument("--peers", default="helm4,helm3,helm4 --qps 1000")
    chosen_flags = parser.parse_args()
    tools = [werfpy_tool()]
    for peer in filter(None, chosen_flags.peers.split(",")):
        tools.append(helm_tool(peer, *(("--qps", "1000", "--burst-limit", "2000") if "--qps" in peer else ())))
    with tempfile.TemporaryDirectory(prefix="werfpy-bench-") as folder:
        lines = measure_all(tools, chosen_flags, Path(folder))
    print("| step | round trip | tool | wall s | CPU s | peak MiB | API calls | wall, helm 4 = 1 |")
    print("|---|---|---|--:|--:|--:|--:|--:|")
    print("\n".join(lines))


def measure_all(tools: Sequence[Tool], flags: argparse.Namespace, folder: Path) -> list[str]:
    """All distances, all tools, all repeats; the tools take turns so that a busy moment hits all."""
    cluster = chosen(folder / "cluster", owner_pid=os.getpid())
    chart = write_chart(folder / "chart", flags.count)
    lines: list[str] = []
    for round_trip_ms in map(float, flags.round_trips.split(",")):
        with ExitStack() as stack:
            target = urlsplit(cluster.server).port or 443
            far = delayed(target, round_trip_ms / 1000) if round_trip_ms else nullcontext()
            port = stack.enter_context(far)
            environ = environ_of(cluster, port, folder / "home")
            results: dict[str, list[list[Cost]]] = {tool.name: [] for tool in tools}
            for _ in range(flags.repeat):
                for tool in tools:
                    results[tool.name].append(measure_steps(tool, cluster, chart, environ))
            medians = {
                name: [median(costs) for costs in zip(*repeats, strict=True)] for name, repeats in results.items()
            }
            lines.extend(rows(round_trip_ms, medians))
    return lines


if __name__ == "__main__":
    main()
