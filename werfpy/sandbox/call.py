"""One HTTP request, read: which resource it is about and with which options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from werfpy.json_types import JSONValue
from werfpy.sandbox.refusals import Cause, Refused, bad_request, invalid, method_not_allowed, no_such_resource
from werfpy.sandbox.resources import Registry, Resource

_VALIDATIONS: Final = ("Ignore", "Warn", "Strict")


@dataclass(slots=True)
class Call:
    """A request. ``warnings`` go out as ``Warning`` headers with the answer."""

    method: str
    path: str
    query: dict[str, list[str]]
    headers: Mapping[str, str]
    body: bytes
    warnings: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Call:
        """Read the request line's target; header names in *headers* are lower case."""
        parts = urlsplit(target)
        return cls(method, parts.path, parse_qs(parts.query, keep_blank_values=True), headers, body)

    def option(self, name: str, default: str = "") -> str:
        """The first value of a query parameter."""
        values = self.query.get(name)
        return values[0] if values else default

    def is_set(self, name: str) -> bool:
        """Whether a boolean query parameter is true."""
        return name in self.query and self.option(name).lower() not in ("false", "0")

    def document(self) -> Any:
        """The body as JSON, or as YAML where the client says that it is.

        Raises:
            Refused: 400 it does not parse, 415 it is in a format that the sandbox does not read.
        """
        content_type = self.headers.get("content-type", "application/json").partition(";")[0].strip()
        if content_type in ("application/yaml", "application/x-yaml"):
            return _yaml(self.body)
        if content_type == "application/vnd.kubernetes.protobuf":
            from werfpy.sandbox.protobuf import document_of

            return document_of(self.body)
        if content_type.endswith("json") or content_type in ("", "*/*", "application/x-www-form-urlencoded"):
            return _json(self.body)
        raise Refused(415, "UnsupportedMediaType", f"the sandbox does not read {content_type}; send JSON", {})

    def dry_run(self, kind: str) -> bool:
        """Whether nothing may be persisted; *kind* names the options in the error for a bad value."""
        values = [item for item in self.query.get("dryRun", ()) if item]
        wrong = [item for item in values if item != "All"]
        if wrong:
            import orjson

            message = f'Unsupported value: {orjson.dumps(wrong).decode()}: supported values: "All"'
            raise invalid("meta.k8s.io", kind, "", [Cause("dryRun", message, "FieldValueNotSupported")])
        return bool(values)

    @property
    def field_validation(self) -> str:
        """Ignore, Warn or Strict."""
        value = self.option("fieldValidation", "Warn") or "Warn"
        if value not in _VALIDATIONS:
            names = ", ".join(f'"{item}"' for item in _VALIDATIONS)
            message = f'Unsupported value: "{value}": supported values: {names}'
            causes = [Cause("fieldValidation", message, "FieldValueNotSupported")]
            raise invalid("meta.k8s.io", "CreateOptions", "", causes)
        return value

    @property
    def manager(self) -> str:
        """Who writes: ``fieldManager``, or the first word of the User-Agent."""
        given = self.option("fieldManager")
        return given or self.headers.get("user-agent", "unknown").partition("/")[0][:128] or "unknown"


@dataclass(frozen=True, slots=True)
class Target:
    """What a path means. ``name`` is ``""`` for a collection."""

    resource: Resource
    namespace: str
    name: str
    subresource: str


_VERSION_PATH: Final = re.compile(r"/(?:api/(?P<core>v1)|apis/(?P<group>[^/]+)/(?P<version>[^/]+))(?:/(?P<rest>.*))?")


def target_of(path: str, registry: Registry) -> Target:
    """Read a path below ``/api/v1/`` or ``/apis/GROUP/VERSION/``.

    Raises:
        Refused: 404 or 405, there is no such resource or it is not used like that.
    """
    matched = _VERSION_PATH.fullmatch(path)
    if matched is None or not matched["rest"]:
        raise no_such_resource()
    group, version = matched["group"] or "", matched["core"] or matched["version"]
    parts = [unquote(part) for part in matched["rest"].strip("/").split("/")]
    namespace = ""
    if parts[0] == "namespaces" and len(parts) > 2 and parts[2] not in ("status", "finalize"):
        namespace, parts = parts[1], parts[2:]
    resource = registry.find(group, version, parts[0])
    if resource is None or len(parts) > 3:
        raise no_such_resource()
    if bool(namespace) and not resource.namespaced:
        raise no_such_resource()
    name = parts[1] if len(parts) > 1 else ""
    if name and resource.namespaced and not namespace:
        raise no_such_resource()
    subresource = parts[2] if len(parts) > 2 else ""
    if subresource and subresource not in resource.subresources:
        raise no_such_resource()
    return Target(resource, namespace, name, subresource)


def check_method(call: Call, target: Target) -> None:
    """Raise Refused (405) for a method that does not go with the path."""
    resource = target.resource
    is_misplaced = call.method == "POST" and not target.name and resource.namespaced and not target.namespace
    if target.name:
        allowed = {"GET", "PUT", "PATCH", "DELETE", "POST"} if target.subresource else {"GET", "PUT", "PATCH", "DELETE"}
    else:
        allowed = {"GET", "POST", "DELETE"}
    if is_misplaced or call.method not in allowed:
        raise method_not_allowed()


def _json(body: bytes) -> JSONValue:
    import orjson

    try:
        return orjson.loads(body)
    except ValueError as error:
        shown = body[:64].decode(errors="replace")
        raise bad_request(
            f"the object provided is unrecognized: couldn't get version/kind; json parse error: {error} ({shown})"
        ) from None


def _yaml(body: bytes) -> JSONValue:
    import yaml

    try:
        return yaml.safe_load(body)
    except yaml.YAMLError as error:
        raise bad_request(f"error converting YAML to JSON: {error}") from None
