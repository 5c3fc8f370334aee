"""The Kubernetes API in its own words: get, list, create, replace, patch, delete, watch, logs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from werfpy.errors import ResourceError
from werfpy.json_types import JSONValue, Manifest
from werfpy.kube.bodies import decode, encode
from werfpy.kube.config import Connection
from werfpy.kube.decorators import TimeoutTransport
from werfpy.kube.discovery import Discovery
from werfpy.kube.discovery_cache import DiscoveryCache
from werfpy.kube.discovery_documents import APIResource
from werfpy.kube.errors import raise_for_status
from werfpy.kube.listing import Listing, list_all
from werfpy.kube.transport import Request, Response, Transport
from werfpy.kube.warnings import WarningSink
from werfpy.kube.watch import Scope, WatchEvent, watch
from werfpy.merge.patch_type import PatchType
from werfpy.resource.refs import GVK, ObjectRef

FIELD_MANAGER = "werfpy"


@dataclass(frozen=True, slots=True)
class ClientOptions:
    """Habits of a client.

    ``namespace`` is used for namespaced objects that name none. ``field_validation`` (Strict, Warn, Ignore, or empty
    for the server's default) is what writes ask for unless the call says otherwise. ``on_warning`` hears each
    different warning of the API server once. ``origin`` tells in errors where the cluster's settings were found.
    """

    namespace: str = "default"
    field_validation: str = ""
    field_manager: str = FIELD_MANAGER
    on_warning: Callable[[str], None] | None = None
    origin: str = ""


class Client:
    """Raw manifests in, raw manifests out. Safe to use from many threads.

    Every method raises the mapped `werfpy.errors.KubeError` for statuses of 400 and above, and `Unreachable` when
    there is no answer.
    """

    def __init__(
        self, transport: Transport, options: ClientOptions | None = None, *, discovery: Discovery | None = None
    ) -> None:
        self._transport = transport
        self._options = options or ClientOptions()
        self.discovery = discovery or Discovery(transport, origin=self._options.origin)
        self._warnings = WarningSink(self._options.on_warning)

    @classmethod
    def of(
        cls,
        connection: Connection,
        *,
        cache_dir: Path | None = None,
        wrap: Callable[[Transport], Transport] | None = None,
        field_validation: str = "",
        on_warning: Callable[[str], None] | None = None,
    ) -> Client:
        """A client of *connection*.

        Args:
            connection: As `werfpy.kube.config.load` found it.
            cache_dir: Folder for discovery documents; None keeps none.
            wrap: Puts further transports (read-only, counting) around the connection's.
            field_validation: See `ClientOptions`.
            on_warning: See `ClientOptions`.
        """
        transport = wrap(connection.transport) if wrap else connection.transport
        cache = DiscoveryCache(cache_dir / "discovery", connection.server) if cache_dir else None
        options = ClientOptions(connection.namespace, field_validation, on_warning=on_warning, origin=connection.origin)
        return cls(transport, options, discovery=Discovery(transport, cache, origin=connection.origin))

    def with_timeout(self, timeout_s: float) -> Client:
        """The same client, but each answer must begin within *timeout_s* seconds (else `Unreachable`)."""
        return Client(TimeoutTransport(self._transport, timeout_s), self._options, discovery=self.discovery)

    @property
    def namespace(self) -> str:
        """The namespace of namespaced objects that name none."""
        return self._options.namespace

    def get(self, ref: ObjectRef) -> Manifest:
        """The live object; `NotFound` when it, or its kind, is not there."""
        return self._manifest("get", ref, Request("GET", self._object_path(ref)))

    def list(
        self,
        gvk: GVK,
        namespace: str | None = None,
        *,
        label_selector: str = "",
        field_selector: str = "",
        limit: int = 500,
    ) -> Listing:
        """All objects of a kind, in *namespace* or (None) everywhere, read page by page of *limit* objects.

        The items carry apiVersion and kind, which the API leaves out of lists.
        """
        resource = self.discovery.resource_for(gvk)
        selectors = _selectors(label_selector, field_selector)
        path = self._collection_path(resource, namespace)
        what = f"{resource.plural} in {namespace}" if namespace else resource.plural

        def send(query: tuple[tuple[str, str], ...]) -> JSONValue:
            return self._answer(Request("GET", path, query), "list", what, gvk.kind == "Secret")

        return list_all(send, selectors, limit, gvk)

    def create(
        self, manifest: Manifest, *, namespace: str = "", dry_run: bool = False, field_validation: str = ""
    ) -> Manifest:
        """POST *manifest* (``generateName`` works); `AlreadyExists` when the name is taken."""
        ref = self._located(ObjectRef.of(manifest, namespace))
        path = self._collection_path(self.discovery.resource_for(ref.gvk), ref.namespace)
        query = self._write_query(dry_run, field_validation)
        return self._manifest("create", ref, _writing("POST", path, query, manifest), manifest)

    def replace(self, manifest: Manifest, *, dry_run: bool = False, field_validation: str = "") -> Manifest:
        """PUT *manifest*; with a ``metadata.resourceVersion`` it is conditional: `Conflict` if the object changed."""
        ref = ObjectRef.of(manifest)
        query = self._write_query(dry_run, field_validation)
        return self._manifest("update", ref, _writing("PUT", self._object_path(ref), query, manifest))

    def patch(
        self,
        ref: ObjectRef,
        body: JSONValue,
        patch_type: PatchType,
        *,
        dry_run: bool = False,
        subresource: str = "",
        field_validation: str = "",
    ) -> Manifest:
        """PATCH the object, or its *subresource*; a resourceVersion in *body* makes it conditional."""
        path = self._object_path(ref) + (f"/{subresource}" if subresource else "")
        query = self._write_query(dry_run, field_validation)
        return self._manifest("patch", ref, _writing("PATCH", path, query, body, patch_type.media_type))

    def delete(
        self,
        ref: ObjectRef,
        *,
        propagation: str = "Background",
        uid: str = "",
        resource_version: str = "",
        dry_run: bool = False,
    ) -> Manifest:
        """DELETE the object; with *uid* or *resource_version* only if it is still that one (else `Conflict`).

        Returns:
            The object when it lives on because of finalizers, else the API's Status.
        """
        conditions = {"uid": uid, "resourceVersion": resource_version}
        preconditions = {key: value for key, value in conditions.items() if value}
        options: Manifest = {"kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": propagation}
        if preconditions:
            options["preconditions"] = preconditions
        if dry_run:
            # The server reads either the body or the query: beside a body, the query's dryRun would be ignored.
            options["dryRun"] = ["All"]
        query = (("dryRun", "All"),) if dry_run else ()
        return self._manifest("delete", ref, _writing("DELETE", self._object_path(ref), query, options))

    def watch(  # noqa: PLR0913 (the API's own parameters)
        self,
        gvk: GVK,
        namespace: str | None,
        *,
        resource_version: str,
        label_selector: str = "",
        field_selector: str = "",
        stop: threading.Event | None = None,
        timeout_s: int = 300,
    ) -> Iterator[WatchEvent]:
        """Changes after *resource_version* until the server ends the watch (*timeout_s*) or *stop* is set.

        Raises:
            Gone: *resource_version* is too old; list again. It may come while the events are read.
        """
        resource = self.discovery.resource_for(gvk)
        scope = Scope(
            path=self._collection_path(resource, namespace),
            selectors=_selectors(label_selector, field_selector),
            what=f"{resource.plural} in {namespace}" if namespace else resource.plural,
            at=self._options.origin,
        )
        return watch(self._transport, scope, resource_version, stop, timeout_s)

    def pod_logs(
        self, namespace: str, pod: str, container: str, *, tail_lines: int = 20, previous: bool = False
    ) -> Sequence[str]:
        """The last lines of a container's log, or with *previous* those of the one that crashed before it."""
        path = f"/api/v1/namespaces/{quote(namespace, safe='')}/pods/{quote(pod, safe='')}/log"
        query = [("container", container), ("tailLines", str(tail_lines))] + [("previous", "true")] * previous
        response = self._transport.send(Request("GET", path, tuple(query)))
        raise_for_status(response, "read the log of", f"Pod {namespace}/{pod}", at=self._options.origin)
        return response.body.decode("utf-8", "replace").splitlines()

    def raw(
        self,
        method: str,
        path: str,
        *,
        query: Sequence[tuple[str, str]] = (),
        body: JSONValue = None,
        content_type: str = "application/json",
        accept: str = "application/json",
    ) -> Response:
        """Any request. *body* is sent as JSON; bytes are sent as they are."""
        data = body if body is None or isinstance(body, bytes) else encode(body)
        headers = {"Accept": accept} | ({"Content-Type": content_type} if data is not None else {})
        response = self._transport.send(Request(method, path, tuple(query), headers, data))
        self._warnings.hear(response)
        raise_for_status(response, method.lower(), path, holds_secrets="/secrets" in path, at=self._options.origin)
        return response

    def _manifest(self, verb: str, ref: ObjectRef, request: Request, body: JSONValue = None) -> Manifest:
        answer: Manifest = self._answer(request, verb, _told(self._located(ref), body), ref.kind == "Secret")
        return answer

    def _answer(self, request: Request, verb: str, what: str, holds_secrets: bool) -> Any:
        response = self._transport.send(request)
        self._warnings.hear(response)
        raise_for_status(response, verb, what, holds_secrets=holds_secrets, at=self._options.origin)
        return decode(response.body, what)

    def _located(self, ref: ObjectRef) -> ObjectRef:
        """*ref* with the namespace that it really has: ours where it names none, none where its kind has none."""
        namespaced = self.discovery.resource_for(ref.gvk).namespaced
        namespace = (ref.namespace or self._options.namespace) if namespaced else ""
        return ref if namespace == ref.namespace else replace(ref, namespace=namespace)

    def _collection_path(self, resource: APIResource, namespace: str | None) -> str:
        inside = f"/namespaces/{quote(namespace, safe='')}" if resource.namespaced and namespace else ""
        return f"{resource.base_path}{inside}/{resource.plural}"

    def _object_path(self, ref: ObjectRef) -> str:
        if not ref.name:
            raise ResourceError(f"{ref.gvk} has no metadata.name")
        located = self._located(ref)
        collection = self._collection_path(self.discovery.resource_for(ref.gvk), located.namespace)
        return f"{collection}/{quote(ref.name, safe='')}"

    def _write_query(self, dry_run: bool, field_validation: str) -> tuple[tuple[str, str], ...]:
        validation = field_validation or self._options.field_validation
        return (
            *((("dryRun", "All"),) if dry_run else ()),
            ("fieldManager", self._options.field_manager),
            *((("fieldValidation", validation),) if validation else ()),
        )


def _writing(
    method: str,
    path: str,
    query: tuple[tuple[str, str], ...],
    body: JSONValue,
    content_type: str = "application/json",
) -> Request:
    return Request(method, path, query, {"Content-Type": content_type}, encode(body))


def _told(ref: ObjectRef, body: JSONValue) -> str:
    """The object's name for a person; the beginning of it where the server will generate the rest."""
    if ref.name or not isinstance(body, dict):
        return str(ref)
    return f"{ref}{(body.get('metadata') or {}).get('generateName', '')}"


def _selectors(labels: str, fields: str) -> tuple[tuple[str, str], ...]:
    named = (("labelSelector", labels), ("fieldSelector", fields))
    return tuple((key, value) for key, value in named if value)
