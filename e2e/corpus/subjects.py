"""Which charts of the corpus are deployed, and how; the corpus itself stays where it is."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("WERFPY_SHARED") or Path(__file__).resolve().parents[2].parent / "shared")
CORPUS = SHARED / "corpus"


@dataclass(frozen=True)
class Subject:
    """A chart, its first values and those of the upgrade: files of the corpus, or flags.

    Attributes:
        least: How many objects it has at least, hooks and crds/ left out.
        waits: Its pods become ready and its hooks run through where a kubelet is played.
    """

    chart: str
    install: tuple[str, ...] = ()
    upgrade: tuple[str, ...] = ()
    least: int = 1
    waits: bool = False

    @property
    def path(self) -> str:
        """The chart's archive; without the corpus the test is skipped."""
        path = CORPUS / "charts" / f"{self.chart}.tgz"
        if not path.exists():
            pytest.skip(f"no corpus: {path.name} is not in {CORPUS}; set WERFPY_SHARED")
        return str(path)

    def arguments(self, given: tuple[str, ...]) -> list[str]:
        """Values files of the corpus become ``-f``; flags stay."""
        found: list[str] = []
        for item in given:
            found += ["-f", str(CORPUS / item)] if item.startswith("values/") else [item]
        return found


LARGE = (
    Subject("GoogleCloudPlatform__onlineboutique", upgrade=("--set", "images.tag=v9.9.9"), least=31, waits=True),
    Subject("cert-manager__cert-manager", upgrade=("--set", "replicaCount=2,global.logLevel=4"), least=31, waits=True),
    Subject("metallb__metallb", upgrade=("--set", "controller.logLevel=debug,speaker.logLevel=debug"), least=31),
    Subject("fluxcd-community__flux2", upgrade=("--set", "logLevel=debug"), least=31, waits=True),
    Subject("openstack__postgresql", upgrade=("values/openstack__postgresql/rich.yaml",), least=31),
)
"""After the upgrade."""
SMALL = (
    Subject("litmuschaos__kubernetes-chaos", upgrade=("--set", "customLabels.tier=test")),
    Subject("prometheus-community__prometheus", upgrade=("--set", "server.retention=30d"), waits=True),
    Subject("openebs__zfs-localpv", upgrade=("--set", "zfsNode.logLevel=9")),
    Subject("Unleash__unleash-proxy", upgrade=("values/Unleash__unleash-proxy/rich.yaml",)),
    Subject("ckotzbauer__chekr", upgrade=("values/ckotzbauer__chekr/rich.yaml",)),
)
MORE = tuple(
    Subject(chart)
    for chart in (
        "projectsveltos__projectsveltos",
        "litmuschaos__litmus-agent",
        "grafana__tempo-distributed",
        "VictoriaMetrics__victoria-logs-single",
        "VictoriaMetrics__victoria-logs-cluster",
        "slamdev__altinity-clickhouse-operator",
        "apache__skywalking-helm-swck-adapter",
        "chgl__fhir-server-exporter",
        "chgl__magnifhir",
        "Unleash__unleash-edge",
        "SonarSource__sonarqube-azure",
        "sapcc__px-bird_2",
        "jaegertracing__jaeger",
        "nats-io__nats",
        "elastic__filebeat",
        "cilium__tetragon",
        "Telefonica__sentry",
        "projectsveltos__sveltos-dashboard",
        "groundhog2k__mongodb",
        "kyverno__reports-server",
        "openebs__openebs-ndm",
        "itzg__minecraft",
        "camunda__camunda-platform_7",
    )
)
"""For the long run."""
