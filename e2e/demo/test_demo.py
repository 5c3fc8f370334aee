"""``make demo`` shows what it promises; the sandbox is the only server that it needs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("demo.sh")


@pytest.fixture
def environ(tmp_path: Path) -> Iterator[dict[str, str]]:
    command = Path(sys.executable).with_name("werfpy")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("WERF", "HELM_", "KUBE"))}
    found = {**kept, "WERFPY": str(command), "WERFPY_SANDBOX_DIR": str(tmp_path / "sandbox"), "NO_COLOR": "1"}
    yield found
    subprocess.run([command, "sandbox", "stop"], env=found, check=True, capture_output=True)


def test_the_demo_shows_the_main_job(environ: dict[str, str]) -> None:
    done = subprocess.run(["bash", SCRIPT], env=environ, capture_output=True, text=True, timeout=300)
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert "plan: 11 to create" in told
    assert '~ data.banner: "Closed for today" -> "Welcome"' in told
    assert "~ spec.replicas: 5 -> 2" in told
    assert '"theirs": "added by hand"' in told
    assert 'replicas 2, labels by hand {"team": "blue"}' in told
    assert "Error: ConfigMap shop/shop-banner already exists in the cluster" in told
    assert "adopted    ConfigMap shop/shop-banner" in told
    assert "WARNING Deployment shop-api differs from the chart" in told
    assert "configured Deployment shop/shop-api (repaired)" in told
    assert "werfpy rollback shop 1 -n shop" in told
