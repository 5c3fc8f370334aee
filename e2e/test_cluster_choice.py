"""Which cluster a run takes, and what happens without any."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from e2e.cluster import choose, fixtures
from e2e.cluster.build import CannotBuild, helm_binary


@pytest.fixture
def bare_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No Go, no kind, no Docker, nothing in the cache."""
    for name in ("WERFPY_E2E_KUBECONFIG", "WERFPY_E2E_BIN", "KUBEBUILDER_ASSETS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setenv("WERFPY_CACHE_DIR", str(tmp_path / "cache"))


@pytest.fixture
def kubeconfig(tmp_path: Path) -> Path:
    path = tmp_path / "given.kubeconfig"
    cluster = {"server": "https://192.0.2.1:6443"}
    document = {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "c", "cluster": cluster}],
        "users": [{"name": "u", "user": {"token": "secret"}}],
        "contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}],
        "current-context": "x",
    }
    path.write_text(json.dumps(document))
    return path


@pytest.mark.usefixtures("bare_machine")
def test_given_kubeconfig_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kubeconfig: Path) -> None:
    monkeypatch.setenv("WERFPY_E2E_KUBECONFIG", str(kubeconfig))
    cluster = choose.chosen(tmp_path, owner_pid=0)
    assert (cluster.origin, cluster.server, cluster.token) == ("given", "https://192.0.2.1:6443", "secret")
    assert cluster.audit is None and not cluster.plays_pods
    assert choose.stop(tmp_path) is False


@pytest.mark.usefixtures("bare_machine")
def test_none_says_what_was_tried(tmp_path: Path) -> None:
    with pytest.raises(choose.NoCluster) as caught:
        choose.chosen(tmp_path, owner_pid=0)
    assert str(caught.value).startswith("kind and docker are not both installed; Go is not installed")


@pytest.mark.usefixtures("bare_machine")
def test_the_choice_of_a_run_is_made_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kubeconfig: Path) -> None:
    with pytest.raises(choose.NoCluster):
        choose.chosen(tmp_path, owner_pid=0)
    monkeypatch.setenv("WERFPY_E2E_KUBECONFIG", str(kubeconfig))
    with pytest.raises(choose.NoCluster):
        choose.chosen(tmp_path, owner_pid=0)


@pytest.mark.usefixtures("bare_machine")
def test_no_helm_without_go() -> None:
    with pytest.raises(CannotBuild, match="Go is not installed"):
        helm_binary("helm4")


def test_absent_means_skipped_by_hand_and_failed_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception):
        fixtures._give_up("no cluster: none")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception):
        fixtures._give_up("no cluster: none")


def test_dead_keeper_is_no_choice(tmp_path: Path) -> None:
    (tmp_path / "cluster.json").write_text(json.dumps({"origin": "built", "keeper_pid": 2**22 + 1}))
    assert choose.read_choice(tmp_path) is None


@pytest.mark.cluster
def test_envtest_binaries_are_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With etcd and kube-apiserver alone there is an API, but nothing rolls out."""
    try:
        binaries = choose.control_plane_binaries()
    except CannotBuild as error:
        pytest.skip(str(error))
    assets = tmp_path / "assets"
    assets.mkdir()
    (assets / "etcd").symlink_to(binaries["server"])
    (assets / "kube-apiserver").symlink_to(binaries["kube-apiserver"])
    for name in ("WERFPY_E2E_KUBECONFIG", "WERFPY_E2E_BIN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    monkeypatch.setenv("WERFPY_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(assets))
    try:
        cluster = choose.chosen(tmp_path, owner_pid=0)
        assert (cluster.origin, cluster.has_rollouts) == ("assets", False)
        assert cluster.http.request("GET", "/readyz").status == 200
        cluster.http.close()
    finally:
        choose.stop(tmp_path)
