"""``python -m e2e.cluster build|start|stop|kubeconfig``: the tests' cluster by hand."""

from __future__ import annotations

import argparse
import functools
import os
import sys
from collections.abc import Callable

from e2e.cluster.build import PEERS, CannotBuild, control_plane_binaries, helm_binary
from e2e.cluster.choose import NoCluster, chosen, hand_folder, read_choice, stop


def main() -> int:
    """Do what the first argument says; the kubeconfig's path goes to stdout."""
    parser = argparse.ArgumentParser(prog="python -m e2e.cluster", description=__doc__)
    parser.add_argument("action", choices=("build", "start", "stop", "kubeconfig"))
    action = parser.parse_args().action
    if action == "build":
        return build()
    folder = hand_folder()
    if action == "stop":
        print("stopped" if stop(folder) else "there is none", file=sys.stderr)
        return 0
    if action == "kubeconfig" and read_choice(folder) is None:
        print("no cluster runs; start one: python -m e2e.cluster start", file=sys.stderr)
        return 1
    try:
        cluster = chosen(folder, owner_pid=0)
    except NoCluster as error:
        print(f"no cluster: {error}", file=sys.stderr)
        (folder / "cluster.json").unlink(missing_ok=True)
        return 1
    print(cluster.kubeconfig)
    return 0


def build() -> int:
    """Build, or find in the cache, everything that the tests run against; say what is left out.

    Where nothing can be built the tests that need it are left out too; with CI=true that is a failure.
    """
    parts: list[tuple[str, Callable[[], object]]] = [
        (f"the real {name}", functools.partial(helm_binary, name)) for name in PEERS
    ]
    if not os.environ.get("WERFPY_E2E_KUBECONFIG"):
        parts.append(("the Kubernetes control plane", control_plane_binaries))
    missing = 0
    for what, make in parts:
        try:
            make()
        except CannotBuild as error:
            missing += 1
            print(f"NOT TESTED against {what}: {error}", file=sys.stderr)
        else:
            print(f"{what} is ready", file=sys.stderr)
    return 1 if missing and os.environ.get("CI") == "true" else 0


if __name__ == "__main__":
    sys.exit(main())
