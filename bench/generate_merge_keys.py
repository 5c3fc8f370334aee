"""Write werfpy/merge/merge_keys.json from what a kube-apiserver and the Go API types say.

    kubectl get --raw /openapi/v2 > openapi.json      # a server started with --runtime-config=api/all=true
    cd a Go module that requires k8s.io/kubernetes
    python generate_merge_keys.py openapi.json $(for m in api apimachinery apiextensions-apiserver kube-aggregator; do
        go list -m -f '{{.Dir}}' k8s.io/$m; done)

The OpenAPI document has types, list keys and patch strategies. It does not say which fields are pointers, that is, for
which fields the server can tell a zero value from an absent one; the Go types do.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

OUTPUT = Path(__file__).resolve().parents[1] / "werfpy" / "merge" / "merge_keys.json"
SCALARS = {"string": "s", "integer": "i", "number": "n", "boolean": "b", "object": "o"}
FORMATS = {"byte": "y", "date-time": "t", "int-or-string": "x"}

# Defaults of the API server that show up in the items of lists without merge keys, or in place of an empty value;
# elsewhere a default is a field that nobody owns, and is left alone without being known.
# Source: the SetDefaults functions of each API group.
DEFAULTS = {
    ("core.v1.ContainerPort", "protocol"): "TCP",
    ("core.v1.ServicePort", "protocol"): "TCP",
    ("core.v1.EndpointPort", "protocol"): "TCP",
    ("core.v1.ServiceSpec", "type"): "ClusterIP",
    ("core.v1.ServiceSpec", "sessionAffinity"): "None",
    ("core.v1.PodSpec", "dnsPolicy"): "ClusterFirst",
    ("core.v1.PodSpec", "restartPolicy"): "Always",
    ("core.v1.PodSpec", "schedulerName"): "default-scheduler",
    ("core.v1.Container", "terminationMessagePath"): "/dev/termination-log",
    ("core.v1.Container", "terminationMessagePolicy"): "File",
    ("apps.v1.StatefulSetSpec", "podManagementPolicy"): "OrderedReady",
    ("apiextensions.v1.CustomResourceConversion", "strategy"): "None",
    ("networking.v1.NetworkPolicyPort", "protocol"): "TCP",
    ("discovery.v1.EndpointPort", "protocol"): "TCP",
    ("core.v1.ObjectFieldSelector", "apiVersion"): "v1",
    ("core.v1.PersistentVolumeClaim", "apiVersion"): "v1",
    ("core.v1.PersistentVolumeClaim", "kind"): "PersistentVolumeClaim",
    ("core.v1.PersistentVolumeClaimSpec", "volumeMode"): "Filesystem",
    ("core.v1.PersistentVolumeClaimStatus", "phase"): "Pending",
    ("core.v1.ServiceAccountTokenProjection", "expirationSeconds"): 3600,
    ("core.v1.TypedLocalObjectReference", "apiGroup"): "",
    ("rbac.v1.RoleRef", "apiGroup"): "rbac.authorization.k8s.io",
    ("rbac.v1.Subject", "apiGroup"): "rbac.authorization.k8s.io",
    ("admissionregistration.v1.RuleWithOperations", "scope"): "*",
    ("admissionregistration.v1.NamedRuleWithOperations", "scope"): "*",
    ("batch.v1.PodFailurePolicyOnPodConditionsPattern", "status"): "True",
    ("resource.v1.ExactDeviceRequest", "allocationMode"): "ExactCount",
    ("resource.v1.ExactDeviceRequest", "count"): 1,
}

# Fields in which an empty value asks the server to choose: whatever it chose is what was asked for.
ASSIGNED = {
    ("core.v1.ServiceSpec", "clusterIP"),
    ("core.v1.ServiceSpec", "clusterIPs"),
    ("core.v1.ServiceSpec", "ipFamilies"),
    ("core.v1.ServiceSpec", "healthCheckNodePort"),
    ("core.v1.ServicePort", "nodePort"),
    ("core.v1.Container", "imagePullPolicy"),
    ("core.v1.EphemeralContainer", "imagePullPolicy"),
    ("core.v1.PersistentVolumeClaimSpec", "volumeName"),
    ("autoscaling.v2.HorizontalPodAutoscalerSpec", "metrics"),
}

STRUCT = re.compile(r"^type (\w+) struct \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
FIELD = re.compile(r'^\s+(?:(\w+)\s+)?([*\[\]\w.]+)\s+`json:"([^"]*)"', re.MULTILINE)


def short_name(definition: str) -> str:
    """io.k8s.api.core.v1.Pod to core.v1.Pod."""
    return re.sub(
        r"^io\.k8s\.(api\.|apimachinery\.pkg\.(apis|api)\.|(kube-aggregator|apiextensions-apiserver)\.pkg\.apis\.)?",
        "",
        definition,
    )


def go_structs(modules: list[Path]) -> dict[str, str]:
    """Short type name to the body of the struct."""
    structs = {}
    for folder in (path for module in modules for path in (*module.glob("*/v*"), *module.glob("pkg/apis/*/v*"))):
        for file in sorted(folder.glob("*.go")):
            if not file.name.startswith("zz_") and not file.name.endswith(("_test.go", ".pb.go")):
                for name, body in STRUCT.findall(file.read_text()):
                    structs[f"{folder.parent.name}.{folder.name}.{name}"] = body
    return structs


def value_fields(type_name: str, structs: dict[str, str]) -> set[str]:
    """The JSON names of the fields that are no pointers."""
    package = type_name.rpartition(".")[0]
    found: set[str] = set()
    for _, go_type, tag in FIELD.findall(structs.get(type_name, "")):
        name, *options = tag.split(",")
        if "inline" in options or (not name and "*" not in go_type):
            embedded = go_type.replace("metav1.", "meta.v1.")
            found |= value_fields(embedded if "." in go_type else f"{package}.{go_type}", structs)
        elif name and not go_type.startswith("*"):
            found.add(name)
    return found


def shape_of(schema: dict[str, Any], definitions: dict[str, Any]) -> str:
    """The code of a value's shape, see werfpy.merge.merge_schema.Field."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        target = definitions[name]
        if name.endswith(".resource.Quantity"):
            return "q"
        return "@" + short_name(name) if "properties" in target else shape_of(target, definitions)
    if schema.get("type") == "array":
        return "[" + shape_of(schema["items"], definitions).lstrip("[{")
    if isinstance(schema.get("additionalProperties"), dict):
        return "{" + shape_of(schema["additionalProperties"], definitions).lstrip("[{")
    return FORMATS.get(schema.get("format", ""), SCALARS.get(schema.get("type", "object"), "o"))


def nests(schema: dict[str, Any]) -> bool:
    """A map of lists, or a map of maps: too deep for one mark, and never merged."""
    inner = schema.get("items") or schema.get("additionalProperties")
    return isinstance(inner, dict) and (inner.get("type") == "array" or "additionalProperties" in inner)


def code_of(type_name: str, field: str, schema: dict[str, Any], *, is_value: bool, definitions: dict[str, Any]) -> str:
    """One field as text."""
    shape = shape_of(schema, definitions)
    parts = [shape[0] + "o" if nests(schema) else shape]
    strategies = schema.get("x-kubernetes-patch-strategy", "").split(",")
    if "merge" in strategies:
        merge_key = schema.get("x-kubernetes-patch-merge-key")
        others = [key for key in schema.get("x-kubernetes-list-map-keys", []) if key != merge_key]
        parts.append("K=" + ",".join([merge_key, *others]) if merge_key else "M")
    if "replace" in strategies:
        parts.append("P")
    if "retainKeys" in strategies:
        parts.append("R")
    if is_value:
        parts.append("Z")
    if (type_name, field) in ASSIGNED:
        parts.append("A")
    if (type_name, field) in DEFAULTS:
        parts.append(f"D={DEFAULTS[type_name, field]}")
    return "|".join(parts)


def build(document: dict[str, Any], structs: dict[str, str]) -> dict[str, Any]:
    """The whole table: only kinds, and the types that can be reached from them."""
    definitions = document["definitions"]
    kinds: dict[str, dict[str, str]] = {}
    types: dict[str, dict[str, str]] = {}
    names = {short_name(name): name for name in definitions}

    def visit(name: str) -> None:
        if name in types:
            return
        types[name] = {}
        values = value_fields(name, structs)
        for field, schema in sorted(definitions[names[name]].get("properties", {}).items()):
            code = code_of(name, field, schema, is_value=field in values, definitions=definitions)
            types[name][field] = code
            if "@" in code:
                visit(code.split("|")[0].partition("@")[2])

    for name, definition in sorted(definitions.items()):
        for gvk in definition.get("x-kubernetes-group-version-kind", []):
            if "metadata" not in definition.get("properties", {}):
                continue
            if gvk["kind"].endswith("List") or short_name(name).startswith("meta."):
                continue
            kinds.setdefault(f"{gvk['group']}/{gvk['kind']}", {})[gvk["version"]] = short_name(name)
            visit(short_name(name))
    return {"kinds": kinds, "types": {name: types[name] for name in sorted(types)}}


def main() -> None:
    """Read the arguments, write the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("openapi", type=Path, help="the answer of GET /openapi/v2")
    parser.add_argument("modules", type=Path, nargs="+", help="folders of the Go modules with the API types")
    options = parser.parse_args()
    table = build(json.loads(options.openapi.read_text()), go_structs(options.modules))
    lines = [
        json.dumps(name) + ":" + json.dumps(fields, separators=(",", ":")) for name, fields in table["types"].items()
    ]
    kinds = json.dumps(table["kinds"], separators=(",", ":"), sort_keys=True)
    OUTPUT.write_text('{"kinds":' + kinds + ',\n"types":{\n' + ",\n".join(lines) + "\n}}\n")
    print(f"{OUTPUT.name}: {len(table['kinds'])} kinds, {len(table['types'])} types")


if __name__ == "__main__":
    main()
