"""Lists, page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from werfpy.errors import Gone
from werfpy.json_types import JSONValue, Manifest
from werfpy.resource.refs import GVK


@dataclass(frozen=True, slots=True)
class Listing:
    """Objects of one kind as of ``resource_version``, from which a watch can go on."""

    items: list[Manifest]
    resource_version: str


def list_all(
    send: Callable[[tuple[tuple[str, str], ...]], JSONValue],
    selectors: tuple[tuple[str, str], ...],
    limit: int,
    gvk: GVK,
) -> Listing:
    """Read all pages. If the server forgets where we were (410), everything is read once more in one piece.

    Args:
        send: Sends the request with these query parameters and gives the list's JSON.
        selectors: Query parameters of every page.
        limit: Objects in a page; 0 asks for one page with all of them.
        gvk: Set as apiVersion and kind of the items.

    Source: client-go ``tools/pager``.
    """
    try:
        return _pages(send, selectors, limit, gvk)
    except Gone:
        return _pages(send, selectors, 0, gvk)


def _pages(
    send: Callable[[tuple[tuple[str, str], ...]], JSONValue],
    selectors: tuple[tuple[str, str], ...],
    limit: int,
    gvk: GVK,
) -> Listing:
    items: list[Manifest] = []
    token = ""
    page_size = (("limit", str(limit)),) if limit else ()
    while True:
        page = send((*selectors, *page_size, *((("continue", token),) if token else ())))
        for item in page.get("items") or []:
            items.append({"apiVersion": gvk.api_version, "kind": gvk.kind, **item})
        metadata = page.get("metadata") or {}
        token = metadata.get("continue") or ""
        if not token:
            return Listing(items, str(metadata.get("resourceVersion") or ""))
