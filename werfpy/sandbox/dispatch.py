"""From a request to its answer: discovery, documents, objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from werfpy.json_types import Manifest
from werfpy.sandbox import discovery, openapi, reviews
from werfpy.sandbox.api import Api
from werfpy.sandbox.call import Call, Target, check_method, target_of
from werfpy.sandbox.deleting import DeleteOptions, delete
from werfpy.sandbox.listing import Page, list_page
from werfpy.sandbox.logs import pod_log
from werfpy.sandbox.patching import patch
from werfpy.sandbox.refusals import Refused, method_not_allowed, not_offered
from werfpy.sandbox.resources import Resource, is_stored
from werfpy.sandbox.scaling import read_scale, write_scale
from werfpy.sandbox.tables import is_table, table
from werfpy.sandbox.watching import Event, watch_events
from werfpy.sandbox.writing import Written, create, update

JSON_TYPE: Final = "application/json"
TEXT_TYPE: Final = "text/plain; charset=utf-8"


@dataclass(slots=True)
class Reply:
    """A whole answer: a JSON document, or a text."""

    status: int
    document: Any
    content_type: str = JSON_TYPE
    warnings: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Stream:
    """A watch: events to be sent as they come, each written by ``encode``."""

    events: Iterator[Event]
    encode: Callable[[Event], Manifest]


def dispatch(api: Api, call: Call, is_stopped: Callable[[], bool]) -> Reply | Stream:
    """Answer a request; refusals become Status objects."""
    try:
        return _documents(api, call) or _objects(api, call, is_stopped)
    except Refused as refused:
        return Reply(refused.code, refused.status(), warnings=call.warnings)


def _documents(api: Api, call: Call) -> Reply | None:
    """What can be read without naming a resource; None: the path names one."""
    path = call.path.rstrip("/") or "/"
    if path in ("/healthz", "/readyz", "/livez"):
        return Reply(200, "ok", TEXT_TYPE)
    parts = [part for part in path.split("/") if part]
    if not parts:
        return Reply(200, {"paths": ["/api", "/apis", "/healthz", "/openapi/v2", "/openapi/v3", "/version"]})
    if parts[0] == "version" and len(parts) == 1:
        return Reply(200, discovery.version(api))
    if parts[0] == "openapi":
        return _openapi(api, parts[1:], call)
    if parts[0] in ("api", "apis"):
        return _discovery(api, parts, call)
    return Reply(404, "404 page not found\n", TEXT_TYPE)


def _openapi(api: Api, parts: list[str], call: Call) -> Reply:
    if parts == ["v2"]:
        if "protobuf" in call.headers.get("accept", "") and "json" not in call.headers.get("accept", ""):
            message = "the sandbox has its OpenAPI documents as JSON only"
            raise Refused(406, "NotAcceptable", message, {})
        return Reply(200, openapi.v2_document(api))
    if parts == ["v3"]:
        return Reply(200, openapi.v3_index(api))
    if len(parts) == 3 and parts[:2] == ["v3", "api"]:
        return Reply(200, openapi.v3_document(api, "", parts[2]))
    if len(parts) == 4 and parts[:2] == ["v3", "apis"]:
        return Reply(200, openapi.v3_document(api, parts[2], parts[3]))
    return Reply(404, "404 page not found\n", TEXT_TYPE)


def _discovery(api: Api, parts: list[str], call: Call) -> Reply | None:
    accept = call.headers.get("accept", "")
    is_core = parts[0] == "api"
    if len(parts) == 1:
        if discovery.is_aggregated(accept):
            return Reply(200, discovery.aggregated(api, is_core=is_core), discovery.AGGREGATED_TYPE)
        return Reply(200, discovery.core_versions() if is_core else discovery.groups(api))
    if is_core:
        return Reply(200, discovery.resource_list(api, "", parts[1])) if len(parts) == 2 else None
    if len(parts) == 2:
        return Reply(200, discovery.one_group(api, parts[1]))
    if not api.registry.has_version(parts[1], parts[2]):
        return Reply(404, "404 page not found\n", TEXT_TYPE)
    return Reply(200, discovery.resource_list(api, parts[1], parts[2])) if len(parts) == 3 else None


def _objects(api: Api, call: Call, is_stopped: Callable[[], bool]) -> Reply | Stream:
    target = target_of(call.path, api.registry)
    check_method(call, target)
    if target.subresource:
        return _subresource(api, target, call)
    if not is_stored(target.resource):
        return _question(target.resource, call)
    if call.method == "GET":
        return _read(api, target, call, is_stopped)
    if call.method == "DELETE":
        return _delete_collection(api, target, call) if not target.name else _delete(api, target, call)
    return _written(_write(api, target, call), call)


def _question(resource: Resource, call: Call) -> Reply:
    if call.method != "POST":
        raise not_offered(resource.plural)
    return Reply(201, reviews.answer(resource, call.document()))


def _read(api: Api, target: Target, call: Call, is_stopped: Callable[[], bool]) -> Reply | Stream:
    accept = call.headers.get("accept", "")
    if call.is_set("watch"):
        return Stream(watch_events(api, target, call, is_stopped), _encoder(api, target, call))
    if target.name:
        live = api.live(target.resource, target.namespace, target.name)
        if not is_table(accept):
            return Reply(200, live)
        page = Page([live], live["metadata"]["resourceVersion"])
    else:
        page = list_page(api, target, call)
        if not is_table(accept):
            return Reply(200, page.document(target.resource))
    return Reply(200, table(target.resource, page, api.clock(), call.option("includeObject")))


def _encoder(api: Api, target: Target, call: Call) -> Callable[[Event], Manifest]:
    if not is_table(call.headers.get("accept", "")):
        return lambda event: {"type": event[0], "object": event[1]}

    def encode(event: Event) -> Manifest:
        kind, manifest = event
        if kind in ("ERROR", "BOOKMARK"):
            return {"type": kind, "object": manifest}
        page = Page([manifest], manifest["metadata"]["resourceVersion"])
        return {"type": kind, "object": table(target.resource, page, api.clock(), call.option("includeObject"))}

    return encode


def _write(api: Api, target: Target, call: Call) -> Written:
    if call.method == "POST":
        return create(api, target, call.document(), call)
    if call.method == "PUT":
        return update(api, target, call.document(), call)
    return patch(api, target, call)


def _written(written: Written, call: Call) -> Reply:
    return Reply(201 if written.is_new else 200, written.manifest, warnings=call.warnings)


def _subresource(api: Api, target: Target, call: Call) -> Reply:
    name = target.subresource
    if name == "status" or (name == "finalize" and call.method == "PUT"):
        if call.method == "GET":
            return Reply(200, api.live(target.resource, target.namespace, target.name))
        if call.method not in ("PUT", "PATCH"):
            raise method_not_allowed()
        return _written(_write(api, target, call), call)
    if name == "scale":
        if call.method == "GET":
            return Reply(200, read_scale(api, target))
        return _written(write_scale(api, target, call), call)
    if name == "log" and call.method == "GET":
        return Reply(200, pod_log(api, target, call), TEXT_TYPE)
    if name == "eviction" and call.method == "POST":
        return _delete(api, Target(target.resource, target.namespace, target.name, ""), call)
    api.live(target.resource, target.namespace, target.name)
    raise not_offered(f"{target.resource.plural}/{name}")


def _delete(api: Api, target: Target, call: Call) -> Reply:
    manifest, is_gone = delete(api, target, DeleteOptions.of(call))
    resource = target.resource
    if not is_gone or resource.returns_deleted_object:
        return Reply(200, manifest)
    details = {"name": target.name, "kind": resource.plural, "uid": manifest["metadata"]["uid"]}
    if resource.group:
        details["group"] = resource.group
    return Reply(200, {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Success", "details": details})


def _delete_collection(api: Api, target: Target, call: Call) -> Reply:
    if "deletecollection" not in target.resource.verbs or (target.resource.namespaced and not target.namespace):
        raise method_not_allowed()
    page = list_page(api, target, call)
    options = DeleteOptions.of(call)
    for item in page.items:
        try:
            delete(api, Target(target.resource, target.namespace, item["metadata"]["name"], ""), options)
        except Refused as refused:
            if refused.code != 404:
                raise
    return Reply(200, page.document(target.resource))
