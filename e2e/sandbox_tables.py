"""Write werfpy/sandbox/data/builtin.json from a running kube-apiserver and the Go types of its API.

    python -m e2e.sandbox_tables KUBECONFIG    # needs Go's module cache: run in a checkout that has built the cluster

The OpenAPI document has types, list keys and patch strategies; discovery has resources. Neither says which fields are
pointers and which are left out when empty; the Go types do.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from e2e.cluster.cluster import Http, of_kubeconfig

HERE = Path(__file__).resolve().parent
OUTPUT = HERE.parent / "werfpy" / "sandbox" / "data" / "builtin.json"
AGGREGATED = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
LEFT_OUT_GROUPS = {"events.k8s.io", "internal.apiserver.k8s.io"}
STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r'^[ \t]+(?:(\w+)[ \t]+)?([*\[\]\w.]+)[ \t]+`json:"([^"]*)"', re.MULTILINE)
WIRE = re.compile(
    r'^[ \t]+(?:(\w+)[ \t]+)?([*\[\]\w.]+)[ \t]+`json:"([^",]*)([^"]*)"[^`\n]*?protobuf:"\w+,(\d+),', re.MULTILINE
)
SIMPLE = re.compile(r"^type (\w+) (?:=\s*)?(string|bool|int32|int64|\[\]\w+|map\[\S+)", re.MULTILINE)


def short(name: str) -> str:
    """io.k8s.api.core.v1.Pod to core.v1.Pod."""
    return re.sub(
        r"^io\.k8s\.(api\.|apimachinery\.pkg\.(apis|api|util)\.|kube-aggregator\.pkg\.apis\."
        r"|apiextensions-apiserver\.pkg\.apis\.)?",
        "",
        name,
    )


def trimmed(schema: Any) -> Any:
    """A schema without prose, with short names in its references."""
    if isinstance(schema, list):
        return [trimmed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    found = {}
    for key, value in schema.items():
        if key == "properties":
            found[key] = {name: trimmed(inner) for name, inner in value.items()}
        elif key == "$ref":
            found[key] = short(value.rpartition("/")[2])
        elif key != "description" or not isinstance(value, str):
            found[key] = trimmed(value)
    return found


def module_folder(module: str) -> Path:
    """Where Go keeps the sources of a module that the cluster is built from."""
    command = ["go", "list", "-m", "-f", "{{.Dir}}", module]
    return Path(
        subprocess.run(command, cwd=HERE / "cluster", check=True, capture_output=True, text=True).stdout.strip()
    )


class GoTypes:
    """The structs of the API and what JSON makes of their fields."""

    def __init__(self) -> None:
        self.structs: dict[str, str] = {}
        self.simple: dict[str, str] = {}
        api, machinery = module_folder("k8s.io/api"), module_folder("k8s.io/apimachinery")
        for folder in api.glob("*/v*"):
            self._read(f"{folder.parent.name}.{folder.name}", folder)
        self._read("meta.v1", machinery / "pkg/apis/meta/v1")
        extensions = module_folder("k8s.io/apiextensions-apiserver") / "pkg/apis/apiextensions/v1"
        self._read("apiextensions.v1", extensions)
        self._read("apiregistration.v1", module_folder("k8s.io/kube-aggregator") / "pkg/apis/apiregistration/v1")

    def _read(self, package: str, folder: Path) -> None:
        for file in sorted(folder.glob("*.go")):
            if file.name.startswith("zz_") or file.name.endswith(("_test.go", ".pb.go")):
                continue
            text = file.read_text()
            for name, body in STRUCT.findall(text):
                self.structs[f"{package}.{name}"] = body
            for name, base in SIMPLE.findall(text):
                self.simple[f"{package}.{name}"] = base

    def emission(self, type_name: str) -> dict[str, str]:
        """What becomes of each field that is not set.

        ``p``, ``z``: left out (a pointer; a value that is zero); ``s``: an empty struct; ``n``: the zero value;
        ``q``: null.
        """
        package = type_name.rpartition(".")[0]
        found: dict[str, str] = {}
        for _, go_type, tag in FIELD.findall(self.structs.get(type_name, "")):
            name, *options = tag.split(",")
            if "inline" in options or not name:
                found.update(self.emission(self._qualified(package, go_type.lstrip("*"))))
            elif name != "-":
                found[name] = self._code(package, go_type, options)
        return found

    def wire(self, type_name: str) -> dict[str, str]:
        """Protobuf field number to JSON name, or to ``=TYPE`` for a message whose fields JSON has inline."""
        package = type_name.rpartition(".")[0]
        found: dict[str, str] = {}
        for _, go_type, name, options, number in WIRE.findall(self.structs.get(type_name, "")):
            is_inline = "inline" in options or not name
            found[number] = f"={self._qualified(package, go_type.lstrip('*'))}" if is_inline else name
        return found

    def _code(self, package: str, go_type: str, options: list[str]) -> str:
        if "omitempty" not in options and "omitzero" not in options:
            return "q" if go_type.startswith("*") else "n"
        if go_type.startswith("*"):
            return "p"
        is_struct = self._qualified(package, go_type) in self.structs and "omitzero" not in options
        return "s" if is_struct and not go_type.startswith(("[]", "map[")) else "z"

    def _qualified(self, package: str, go_type: str) -> str:
        aliases = {"metav1": "meta.v1", "v1": "core.v1", "corev1": "core.v1", "apiv1": "core.v1", "api": "core.v1"}
        prefix, dot, name = go_type.rpartition(".")
        return f"{aliases.get(prefix, prefix)}.{name}" if dot else f"{package}.{go_type}"


def resources(http: Http) -> list[dict[str, Any]]:
    """Every resource that the server serves, from aggregated discovery."""
    found = []
    for path in ("/api", "/apis"):
        for group in http.request("GET", path, headers={"Accept": AGGREGATED}).body["items"]:
            name = group["metadata"].get("name", "")
            if name in LEFT_OUT_GROUPS:
                continue
            for version in group["versions"]:
                found += [resource(name, version["version"], item) for item in version["resources"]]
    return found


def resource(group: str, version: str, item: dict[str, Any]) -> dict[str, Any]:
    """One line of the table of resources."""
    line = {
        "group": group,
        "version": version,
        "kind": item["responseKind"]["kind"],
        "plural": item["resource"],
        "singular": item["singularResource"],
        "namespaced": item["scope"] == "Namespaced",
        "verbs": item["verbs"],
    }
    if item.get("shortNames"):
        line["shortNames"] = item["shortNames"]
    if item.get("categories"):
        line["categories"] = item["categories"]
    if item.get("subresources"):
        line["subresources"] = [
            {
                "name": sub["subresource"],
                "kind": sub["responseKind"]["kind"],
                "group": sub["responseKind"].get("group", ""),
                "version": sub["responseKind"].get("version", ""),
                "verbs": sub["verbs"],
            }
            for sub in item["subresources"]
        ]
    return line


def tables(http: Http) -> dict[str, Any]:
    """The whole document."""
    definitions = http.request("GET", "/openapi/v2").body["definitions"]
    go = GoTypes()
    types: dict[str, Any] = {}
    for name, schema in sorted(definitions.items()):
        if any(group in name for group in (".api.events.", ".apiserverinternal.")):
            continue
        compact = trimmed(schema)
        emission = go.emission(short(name))
        if emission:
            compact["x-emit"] = emission
        if wire := go.wire(short(name)):
            compact["x-wire"] = wire
        types[short(name)] = compact
    inlined = {name[1:] for schema in types.values() for name in schema.get("x-wire", {}).values() if name[0] == "="}
    return {
        "version": http.request("GET", "/version").body["gitVersion"],
        "resources": resources(http),
        "inlined": {name: go.wire(name) for name in sorted(inlined)},
        "types": types,
    }


def written(document: dict[str, Any]) -> str:
    """One line for each resource and each type, so that differences can be read."""

    def line(value: Any) -> str:
        return json.dumps(value, separators=(",", ":"), sort_keys=True)

    lines = ['{"version":' + line(document["version"]) + ',"resources":[']
    lines.append(",\n".join(line(item) for item in document["resources"]) + '],"inlined":{')
    lines.append(",\n".join(f"{line(name)}:{line(wire)}" for name, wire in document["inlined"].items()) + '},"types":{')
    lines.append(",\n".join(f"{line(name)}:{line(schema)}" for name, schema in document["types"].items()) + "}}")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write the table for the server of the kubeconfig given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kubeconfig", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cluster = of_kubeconfig(arguments.kubeconfig, Path(folder), "given")
        OUTPUT.write_text(written(tables(cluster.http)))


if __name__ == "__main__":
    main()
