"""Two deploys of one release at once: the second waits and says for whom, or gives up where it must not wait."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from e2e.bad_input.conftest import Refusing
from e2e.driver import ChartFolder, Live, Werfpy, config_map

pytestmark = pytest.mark.cluster

HOLDER = "runner-7 4711 https://ci.example.org/jobs/1"


def held(live: Live) -> dict[str, Any]:
    """The lock, as a run on another machine holds it."""
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    spec = {"holderIdentity": HOLDER, "leaseDurationSeconds": 600, "acquireTime": now, "renewTime": now}
    manifest = {"apiVersion": "coordination.k8s.io/v1", "kind": "Lease", "spec": spec}
    return live.create({**manifest, "metadata": {"name": "werfpy-release-app"}})


def test_second_deploy_that_must_not_wait(refused: Refusing, live: Live, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    held(live)
    told = refused.deploy("--lock-timeout", "0")
    assert "another run works on release app" in told.splitlines()[0]
    assert HOLDER in told
    assert "\n  hint " in told


def test_second_deploy_waits_and_says_for_whom(werfpy: Werfpy, live: Live, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1"}))
    held(live)
    second = werfpy.start("deploy", "app", str(chart), "--lock-timeout", "60s")
    assert second.stdout is not None
    said = next((line for line in second.stdout if HOLDER in line), "")
    assert said, "the second deploy did not say for whom it waits"
    assert not live.exists("ConfigMap", "settings")
    live.delete("Lease", "werfpy-release-app")
    out, err = second.communicate(timeout=60)
    assert second.returncode == 0, out + err
    assert live.get("ConfigMap", "settings")["data"] == {"a": "1"}
