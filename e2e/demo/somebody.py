"""What other people do to a cluster in the demo: plain API calls, past werfpy."""

from __future__ import annotations

import json
import os
import ssl
import sys
import urllib.request
from base64 import b64decode
from pathlib import Path
from typing import Any

import yaml

NAMESPACE = "shop"
WORKLOADS = f"/apis/apps/v1/namespaces/{NAMESPACE}/deployments"
SETTINGS = f"/api/v1/namespaces/{NAMESPACE}/configmaps"


def call(method: str, path: str, body: Any = None) -> Any:
    """One request with the credentials of KUBECONFIG; patches are JSON merge patches."""
    config = yaml.safe_load(Path(os.environ["KUBECONFIG"]).read_text(encoding="utf-8"))
    cluster, user = config["clusters"][0]["cluster"], config["users"][0]["user"]
    authority = cluster.get("certificate-authority-data")
    context = ssl.create_default_context(
        cadata=b64decode(authority).decode() if authority else None, cafile=cluster.get("certificate-authority")
    )
    kind = "application/merge-patch+json" if method == "PATCH" else "application/json"
    request = urllib.request.Request(
        cluster["server"] + path,
        data=None if body is None else json.dumps(body).encode(),
        method=method,
        headers={"Authorization": f"Bearer {user['token']}", "Content-Type": kind},
    )
    with urllib.request.urlopen(request, context=context) as answer:
        return json.load(answer)


def main(arguments: list[str]) -> None:
    """Do one thing and say it."""
    match arguments:
        case ["scale", name, replicas]:
            call("PATCH", f"{WORKLOADS}/{name}", {"spec": {"replicas": int(replicas)}})
            print(f"  somebody scaled Deployment {name} to {replicas}")
        case ["edit-setting" | "add-setting", name, key, value]:
            call("PATCH", f"{SETTINGS}/{name}", {"data": {key: value}})
            print(f"  somebody set {key} to {value!r} in ConfigMap {name}")
        case ["label", name, label]:
            key, _, value = label.partition("=")
            call("PATCH", f"{WORKLOADS}/{name}", {"metadata": {"labels": {key: value}}})
            print(f"  somebody put label {label} on Deployment {name}")
        case ["annotate", name, annotation]:
            key, _, value = annotation.partition("=")
            call("PATCH", f"{SETTINGS}/{name}", {"metadata": {"annotations": {key: value}}})
            print(f"  somebody put annotation {annotation} on ConfigMap {name}")
        case ["create-configmap", name, key, value]:
            manifest = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": name}, "data": {key: value}}
            call("POST", SETTINGS, manifest)
            print(f"  somebody created ConfigMap {name}")
        case ["show", settings, workload]:
            print(f"  ConfigMap {settings}: {json.dumps(call('GET', f'{SETTINGS}/{settings}')['data'])}")
            live = call("GET", f"{WORKLOADS}/{workload}")
            labels = {key: value for key, value in live["metadata"]["labels"].items() if "/" not in key}
            print(f"  Deployment {workload}: replicas {live['spec']['replicas']}, labels by hand {json.dumps(labels)}")
        case _:
            sys.exit(f"somebody does not know how to {' '.join(arguments)}")


if __name__ == "__main__":
    main(sys.argv[1:])
