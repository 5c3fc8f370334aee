"""Start, stop, reset of a sandbox in the background; the state on disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.cluster.cluster import Http
from werfpy.errors import SandboxError
from werfpy.sandbox import background
from werfpy.sandbox.home import DIRECTORY_VARIABLE, Home, default_folder


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "sandbox"
    yield place
    background.stop(place)


def _http(folder: Path) -> Http:
    found = background.running(folder)
    assert found is not None
    return Http.of_token(found.url, Home(folder).ca, (folder / "token").read_text())


def _create(folder: Path, name: str) -> str:
    http = _http(folder)
    answer = http.request("POST", "/api/v1/namespaces/default/configmaps", {"metadata": {"name": name}})
    http.close()
    assert answer.status == 201
    return answer.body["metadata"]["uid"]


def _status(folder: Path, name: str) -> int:
    http = _http(folder)
    status = http.request("GET", f"/api/v1/namespaces/default/configmaps/{name}").status
    http.close()
    return status


def test_start_is_idempotent(folder: Path) -> None:
    first = background.start(folder)
    assert background.start(folder) == first == background.running(folder)


def test_state_survives_a_restart_at_the_same_address(folder: Path) -> None:
    first = background.start(folder)
    _create(folder, "kept")
    assert background.stop(folder) and background.running(folder) is None
    again = background.start(folder)
    assert (again.url, _status(folder, "kept")) == (first.url, 200)


def test_state_survives_a_kill(folder: Path) -> None:
    running = background.start(folder)
    _create(folder, "kept")
    os.kill(running.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while background.running(folder) is not None:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    background.start(folder)
    assert _status(folder, "kept") == 200


def test_reset_forgets_the_objects_and_keeps_the_address(folder: Path) -> None:
    first = background.start(folder)
    _create(folder, "gone")
    again = background.reset(folder)
    assert again is not None and (again.url, _status(folder, "gone")) == (first.url, 404)


def test_stop_of_nothing(folder: Path) -> None:
    assert background.stop(folder) is False


def test_two_sandboxes_side_by_side(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    try:
        assert background.start(folder).url != background.start(other).url
        _create(folder, "mine")
        assert _status(other, "mine") == 404
    finally:
        background.stop(other)


def test_damaged_state_is_told(folder: Path) -> None:
    home = Home(folder)
    home.prepare()
    home.state.write_text('{"not": "an entry"}\n')
    with pytest.raises(SandboxError) as caught:
        background.start(folder)
    assert "damaged" in caught.value.because


def test_files_are_private(folder: Path) -> None:
    background.start(folder)
    for name in ("token", "tls.key", "kubeconfig", "state.jsonl"):
        assert (folder / name).stat().st_mode & 0o077 == 0


def test_default_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(DIRECTORY_VARIABLE, str(tmp_path))
    assert default_folder() == tmp_path
    monkeypatch.delenv(DIRECTORY_VARIABLE)
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert default_folder() == Path("/state/werfpy/sandbox")


def test_command_line(folder: Path) -> None:
    def werfpy(*arguments: str, code: int = 0) -> str:
        command = [sys.executable, "-m", "werfpy", "sandbox", *arguments, "--dir", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    assert "never been started" in werfpy("kubeconfig", code=1)
    assert f"export KUBECONFIG={folder / 'kubeconfig'}" in werfpy("start")
    assert "runs at https://127.0.0.1:" in werfpy("status")
    assert werfpy("kubeconfig").strip() == str(folder / "kubeconfig")
    assert "is empty and runs" in werfpy("reset")
    assert "has stopped" in werfpy("stop")
    assert "No sandbox runs" in werfpy("status", code=1)
