"""``python -m e2e.cluster start|stop|kubeconfig``: the tests' cluster by hand."""

from __future__ import annotations

import argparse
import sys

from e2e.cluster.choose import NoCluster, chosen, hand_folder, read_choice, stop


def main() -> int:
    """Do what the first argument says; the kubeconfig's path goes to stdout."""
    parser = argparse.ArgumentParser(prog="python -m e2e.cluster", description=__doc__)
    parser.add_argument("action", choices=("start", "stop", "kubeconfig"))
    action = parser.parse_args().action
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


if __name__ == "__main__":
    sys.exit(main())
