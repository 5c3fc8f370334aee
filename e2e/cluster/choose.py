"""Find or start the cluster for a test run.

In this order: ``$WERFPY_E2E_KUBECONFIG``; kind, when it is installed and a Docker engine answers; etcd and
kube-apiserver from ``$KUBEBUILDER_ASSETS`` (the controllers are built); the control plane that we build.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from e2e.cluster.build import CONTROL_PLANE, CannotBuild, cache_folder, control_plane_binaries, locked
from e2e.cluster.cluster import Cluster, of_kubeconfig, of_state
from e2e.cluster.control_plane import READY_WITHIN_S, is_alive

ROOT = Path(__file__).resolve().parents[2]


class NoCluster(Exception):
    """There is no cluster to be had here; the text says what was tried."""


def chosen(folder: Path, owner_pid: int, user: str = "admin") -> Cluster:
    """The cluster of the run that *folder* belongs to; started when this is the first call of the run.

    Args:
        folder: Shared by all processes of the run.
        owner_pid: The cluster ends when this process does (0: it stays until ``stop``).
        user: The administrator to be; the built control plane has ``admin`` and ``admin-gw0`` to ``admin-gw15``.

    Raises:
        NoCluster: Nothing can be found or started.
    """
    with locked(folder / "cluster.lock"):
        choice = read_choice(folder)
        if choice is None:
            choice = _choose(folder, owner_pid)
            _write_choice(folder, choice)
    if choice["origin"] == "none":
        raise NoCluster(choice["reason"])
    if choice["origin"] in ("given", "kind"):
        return of_kubeconfig(Path(choice["kubeconfig"]), folder, choice["origin"])
    state = json.loads((folder / "control-plane" / "state.json").read_text())
    return of_state(state, user, folder, choice["origin"])


def read_choice(folder: Path) -> dict[str, Any] | None:
    """What the run that *folder* belongs to has chosen; None when nothing was asked for, or it is dead."""
    try:
        choice: dict[str, Any] = json.loads((folder / "cluster.json").read_text())
    except OSError:
        return None
    if "keeper_pid" in choice and not is_alive(choice["keeper_pid"]):
        return None
    return choice


def stop(folder: Path) -> bool:
    """End the cluster of *folder* and wait until it is gone; False when there was none of ours."""
    choice = read_choice(folder)
    (folder / "cluster.json").unlink(missing_ok=True)
    if choice is None or choice["origin"] in ("given", "none"):
        return False
    if choice["origin"] == "kind":
        subprocess.run(["kind", "delete", "cluster", "--name", choice["name"]], check=False, capture_output=True)
        return True
    with contextlib.suppress(ProcessLookupError):
        os.kill(choice["keeper_pid"], 15)
    deadline = time.monotonic() + 15
    while is_alive(choice["keeper_pid"]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return True


def _choose(folder: Path, owner_pid: int) -> dict[str, Any]:
    given = os.environ.get("WERFPY_E2E_KUBECONFIG")
    if given:
        return {"origin": "given", "kubeconfig": given}
    tried: list[str] = []
    for attempt in (_kind, _control_plane):
        try:
            return attempt(folder, owner_pid)
        except NoCluster as error:
            tried.append(str(error))
    return {"origin": "none", "reason": "; ".join(tried)}


def _kind(folder: Path, _owner_pid: int) -> dict[str, Any]:
    if not (shutil.which("kind") and shutil.which("docker")):
        raise NoCluster("kind and docker are not both installed")
    try:
        subprocess.run(["docker", "info"], check=True, capture_output=True, timeout=5)
    except (subprocess.SubprocessError, OSError) as error:
        raise NoCluster("no Docker engine answers") from error
    name, kubeconfig = f"werfpy-e2e-{os.getpid()}", folder / "kind.kubeconfig"
    command = ["kind", "create", "cluster", "--name", name, "--kubeconfig", str(kubeconfig), "--wait", "120s"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise NoCluster(f"kind cannot create a cluster: {done.stderr[-1000:]}")
    return {"origin": "kind", "kubeconfig": str(kubeconfig), "name": name}


def _control_plane(folder: Path, owner_pid: int) -> dict[str, Any]:
    origin = "assets" if os.environ.get("KUBEBUILDER_ASSETS") else "built"
    if origin == "built":
        # Built here, not by the keeper, so that its progress and its errors are seen.
        try:
            binaries = control_plane_binaries()
        except CannotBuild as error:
            raise NoCluster(str(error)) from error
        assert set(binaries) == set(CONTROL_PLANE)
    home = folder / "control-plane"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    command = [sys.executable, "-m", "e2e.cluster.control_plane", str(home), "--while-pid", str(owner_pid)]
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoCluster(done.stderr[-2000:])
    pid = int(done.stdout)
    _wait_for_keeper(home, pid)
    return {"origin": origin, "keeper_pid": pid}


def _wait_for_keeper(home: Path, pid: int) -> None:
    deadline = time.monotonic() + 3 * READY_WITHIN_S
    while not (home / "state.json").exists():
        if not is_alive(pid) or time.monotonic() > deadline:
            error = home / "error.txt"
            raise NoCluster(error.read_text() if error.exists() else (home / "keeper.log").read_text()[-2000:])
        time.sleep(0.05)


def _write_choice(folder: Path, choice: Mapping[str, Any]) -> None:
    partial = folder / "cluster.json.partial"
    partial.write_text(json.dumps(choice))
    partial.replace(folder / "cluster.json")


def hand_folder() -> Path:
    """Where the cluster that is started by hand lives."""
    folder = cache_folder() / "by-hand"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
