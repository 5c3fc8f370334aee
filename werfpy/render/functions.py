"""The template functions that Helm adds to Sprig's, apart from those that render (``include``, ``tpl``).

Source: helm ``pkg/engine/funcs.go`` and ``engine.go`` (initFunMap).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from werfpy.errors import KubeError
from werfpy.gostd import json, yaml
from werfpy.gostd.kinds import GoError, GoPanic, Int64
from werfpy.gotemplate.functions import GoFunction
from werfpy.render.failures import WARN_END, WARN_START

Lookup = Callable[[str, str, str, str], Mapping[str, Any]]
"""apiVersion, kind, namespace, name → the live object, a list object where the name is empty, ``{}`` for nothing."""


def helm_functions(lookup: Lookup | None, *, enable_dns: bool, compat: int) -> dict[str, GoFunction]:
    """Sprig's functions with Helm's over them, for one rendering.

    Args:
        lookup: Asks the cluster; None gives ``{}`` to every question, as ``helm template`` does.
        enable_dns: Let ``getHostByName`` ask; else it returns the empty string.
        compat: 4, or 3: without mustToYaml and mustToToml.
    """
    from werfpy.sprig.registry import FUNCTIONS

    functions: dict[str, GoFunction] = dict(FUNCTIONS)
    for name in ("env", "expandenv"):
        functions.pop(name, None)
    functions.update(_COMMON)
    if compat != 3:
        functions.update(_ONLY_4)
    asks = _no_lookup if lookup is None else _asking(lookup)
    functions["lookup"] = GoFunction(asks, ("string", "string", "string", "string"))
    if not enable_dns:
        functions["getHostByName"] = GoFunction(lambda _name: "", ("string",))
    return functions


def _no_lookup(_api_version: str, _kind: str, _namespace: str, _name: str) -> dict[str, Any]:
    return {}


def _asking(lookup: Lookup) -> Lookup:
    """*lookup* as a template function: integers of the API are int64, a refusal is an error of the call."""

    def ask(api_version: str, kind: str, namespace: str, name: str) -> Any:
        try:
            found = lookup(api_version, kind, namespace, name)
        except KubeError as error:
            raise GoError(error.summary) from error
        return _api_value(found)

    return ask


def _api_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _api_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_api_value(item) for item in value]
    return Int64(value) if type(value) is int else value


def to_yaml(value: Any) -> str:
    """``toYaml``: YAML without its last newline; the empty string where *value* cannot be written."""
    try:
        return yaml.dump(value).removesuffix("\n")
    except GoError:
        return ""


def must_to_yaml(value: Any) -> str:
    """``mustToYaml``: as ``toYaml``, but panics."""
    try:
        return yaml.dump(value).removesuffix("\n")
    except GoError as error:
        raise GoPanic(str(error)) from error


def to_yaml_pretty(value: Any) -> str:
    """``toYamlPretty``: lists indented below their key."""
    try:
        return yaml.dump_pretty(value).removesuffix("\n")
    except GoError:
        return ""


def from_yaml(text: str) -> dict[str, Any]:
    """``fromYaml``: a mapping; an error's text stands under ``Error``."""
    try:
        return yaml.load_map(text)
    except GoError as error:
        return {"Error": str(error)}


def from_yaml_array(text: str) -> list[Any]:
    """``fromYamlArray``: a list; an error's text is its only item."""
    try:
        return yaml.load_list(text)
    except GoError as error:
        return [str(error)]


def to_json(value: Any) -> str:
    """``toJson``: the empty string where *value* cannot be written."""
    try:
        return json.marshal(value)
    except GoError:
        return ""


def must_to_json(value: Any) -> str:
    """``mustToJson``: as ``toJson``, but panics."""
    try:
        return json.marshal(value)
    except GoError as error:
        raise GoPanic(str(error)) from error


def from_json(text: str) -> dict[str, Any]:
    """``fromJson``: a mapping; an error's text stands under ``Error``."""
    try:
        value = json.unmarshal(text)
    except GoError as error:
        return {"Error": str(error)}
    if value is None or isinstance(value, dict):
        return value or {}
    return {"Error": f"json: cannot unmarshal {_json_kind(value)} into Go value of type map[string]interface {{}}"}


def from_json_array(text: str) -> list[Any]:
    """``fromJsonArray``: a list; an error's text is its only item."""
    try:
        value = json.unmarshal(text)
    except GoError as error:
        return [str(error)]
    if value is None or isinstance(value, list):
        return value or []
    return [f"json: cannot unmarshal {_json_kind(value)} into Go value of type []interface {{}}"]


def _json_kind(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    names: dict[type, str] = {dict: "object", list: "array", str: "string"}
    return names.get(type(value), "number")


def to_toml(value: Any) -> str:
    """``toToml``: an error gives its text."""
    from werfpy.gostd import toml

    try:
        return toml.dumps(value)
    except GoPanic:
        raise
    except GoError as error:
        return str(error)


def must_to_toml(value: Any) -> str:
    """``mustToToml``: as ``toToml``, but panics."""
    from werfpy.gostd import toml

    try:
        return toml.dumps(value)
    except GoError as error:
        raise GoPanic(str(error)) from error


def from_toml(text: str) -> dict[str, Any]:
    """``fromToml``: a mapping; an error's text stands under ``Error``."""
    from werfpy.gostd import toml

    try:
        return toml.loads(text)
    except GoError as error:
        return {"Error": str(error)}


def required(message: str, value: Any) -> Any:
    """``required``: *value*, unless it is nil or the empty string.

    Raises:
        GoError: It is; the text is *message* between Helm's marks.
    """
    if value is None or (isinstance(value, str) and value == ""):
        raise GoError(f"{WARN_START}{message}{WARN_END}")
    return value


def fail(message: str) -> str:
    """``fail``.

    Raises:
        GoError: Always.
    """
    raise GoError(f"{WARN_START}{message}{WARN_END}")


_COMMON: Final[Mapping[str, GoFunction]] = {
    "toYaml": GoFunction(to_yaml, ("any",)),
    "toYamlPretty": GoFunction(to_yaml_pretty, ("any",)),
    "fromYaml": GoFunction(from_yaml, ("string",)),
    "fromYamlArray": GoFunction(from_yaml_array, ("string",)),
    "toJson": GoFunction(to_json, ("any",)),
    "fromJson": GoFunction(from_json, ("string",)),
    "fromJsonArray": GoFunction(from_json_array, ("string",)),
    "toToml": GoFunction(to_toml, ("any",)),
    "fromToml": GoFunction(from_toml, ("string",)),
    "required": GoFunction(required, ("string", "any")),
    "fail": GoFunction(fail, ("string",)),
}

_ONLY_4: Final[Mapping[str, GoFunction]] = {
    "mustToYaml": GoFunction(must_to_yaml, ("any",)),
    "mustToToml": GoFunction(must_to_toml, ("any",)),
    "mustToJson": GoFunction(must_to_json, ("any",)),
}
