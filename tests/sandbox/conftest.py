"""A sandbox of one's own, and the real kubectl for it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from werfpy.sandbox.sandbox import Sandbox

Kubectl = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    with Sandbox(tmp_path_factory.mktemp("sandbox"), ready_after_s=0.1) as sandbox:
        yield sandbox


def kubectl_of(kubeconfig: Path, home: Path) -> Kubectl:
    """A function that runs kubectl and, unless told otherwise, insists on its success."""
    program = shutil.which("kubectl")
    if program is None:
        pytest.skip("kubectl is not installed")

    def run(*arguments: str, text: str = "", code: int = 0, **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [program, "--kubeconfig", str(kubeconfig), "--cache-dir", str(home / "cache"), *arguments],
            input=text,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env={**os.environ, **environment},
        )
        assert done.returncode == code, f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done

    return run


@pytest.fixture
def kubectl(running: Sandbox, tmp_path: Path) -> Kubectl:
    return kubectl_of(running.kubeconfig, tmp_path)
