"""Build the control plane and the real helm binaries with Go, once, into the user's cache.

``WERFPY_E2E_BIN`` names a folder with ready binaries (``server`` for etcd, ``kube-apiserver``,
``kube-controller-manager``, ``kube-scheduler``, ``kwok``, ``helm3``, ``helm4``); nothing is built for those it holds.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

KUBERNETES = "v1.36.3"
HELM_3 = "v3.22.0"
HELM_4 = "v4.2.4"
HERE = Path(__file__).resolve().parent
CONTROL_PLANE = ("server", "kube-apiserver", "kube-controller-manager", "kube-scheduler", "kwok")

_VERSION = "k8s.io/component-base/version"
_MAJOR, _MINOR = KUBERNETES.lstrip("v").split(".")[:2]
_CONTROL_PLANE_FLAGS = (
    f"-s -w -X {_VERSION}.gitVersion={KUBERNETES} -X {_VERSION}.gitMajor={_MAJOR} -X {_VERSION}.gitMinor={_MINOR}"
)
# A release of helm 3 sets these at link time; without them it renders for Kubernetes v1.20.
_HELM_3_CAPABILITIES = ("helm.sh/helm/v3/pkg/chartutil", "helm.sh/helm/v3/pkg/lint/rules")
_HELM_3_FLAGS = "-s -w " + " ".join(
    f"-X {package}.k8sVersionMajor=1 -X {package}.k8sVersionMinor=37" for package in _HELM_3_CAPABILITIES
)


class CannotBuild(Exception):
    """Go is missing or the build failed; the text says which."""


@dataclass(frozen=True)
class _Recipe:
    """``go install`` of *packages*, and the names of the binaries that it gives (or that it is renamed to)."""

    packages: tuple[str, ...]
    ldflags: str
    binaries: tuple[str, ...]
    inputs: tuple[Path, ...] = ()
    rename_from: str = ""

    def key(self) -> str:
        digest = hashlib.sha256("\0".join((*self.packages, self.ldflags)).encode())
        for path in self.inputs:
            digest.update(path.read_bytes())
        return digest.hexdigest()[:16]


_MODULE = _Recipe(("tool",), _CONTROL_PLANE_FLAGS, CONTROL_PLANE, (HERE / "go.mod", HERE / "go.sum"))
_HELMS = {
    "helm3": _Recipe((f"helm.sh/helm/v3/cmd/helm@{HELM_3}",), _HELM_3_FLAGS, ("helm3",), rename_from="helm"),
    "helm4": _Recipe((f"helm.sh/helm/v4/cmd/helm@{HELM_4}",), "-s -w", ("helm4",), rename_from="helm"),
}


PEERS = tuple(_HELMS)
"""The helms that can be built, by name."""


def cache_folder() -> Path:
    """Where binaries and running clusters are kept: ``$WERFPY_CACHE_DIR/e2e`` or ``~/.cache/werfpy/e2e``."""
    root = os.environ.get("WERFPY_CACHE_DIR")
    return (Path(root) if root else Path.home() / ".cache" / "werfpy") / "e2e"


def control_plane_binaries() -> dict[str, Path]:
    """Paths of the control plane's binaries by name; builds them when they are not there (minutes the first time).

    etcd and kube-apiserver come from ``$KUBEBUILDER_ASSETS`` when it has them. With these two alone, where nothing
    can be built, the rest is left out: a cluster without rollouts.
    """
    assets = Path(os.environ.get("KUBEBUILDER_ASSETS") or "/nonexistent")
    given = {"server": assets / "etcd"} | {name: assets / name for name in CONTROL_PLANE[1:]}
    found = {name: path for name, path in given.items() if path.is_file()}
    if "server" not in found or "kube-apiserver" not in found:
        return _binaries(_MODULE)
    try:
        return _binaries(_MODULE) | found
    except CannotBuild:
        return found


def helm_binary(name: str) -> Path:
    """The path of ``helm3`` or ``helm4``; builds it when it is not there."""
    return _binaries(_HELMS[name])[name]


def _binaries(recipe: _Recipe) -> dict[str, Path]:
    ready = os.environ.get("WERFPY_E2E_BIN")
    if ready and all((Path(ready) / name).is_file() for name in recipe.binaries):
        return {name: Path(ready) / name for name in recipe.binaries}
    folder = cache_folder() / recipe.key()
    if not _is_complete(folder, recipe.binaries):
        with locked(folder.with_suffix(".lock")):
            if not _is_complete(folder, recipe.binaries):
                _install(recipe, folder)
    return {name: folder / name for name in recipe.binaries}


def _is_complete(folder: Path, binaries: Sequence[str]) -> bool:
    return all((folder / name).is_file() for name in binaries)


def _install(recipe: _Recipe, folder: Path) -> None:
    go = shutil.which("go")
    if go is None:
        raise CannotBuild("Go is not installed (https://go.dev/dl), so the test binaries cannot be built")
    partial = folder.with_suffix(".partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    print(f"building {', '.join(recipe.binaries)} (minutes the first time)", file=sys.stderr)
    environment = os.environ | {"GOBIN": str(partial)}
    command = [go, "install", f"-ldflags={recipe.ldflags}", *recipe.packages]
    done = subprocess.run(command, cwd=HERE, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBuild(f"{' '.join(command)} failed:\n{done.stderr[-4000:]}")
    if recipe.rename_from:
        (partial / recipe.rename_from).rename(partial / recipe.binaries[0])
    shutil.rmtree(folder, ignore_errors=True)
    partial.rename(folder)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold *path* as a lock among processes; the system frees it when the holder dies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
