"""Rendered files to manifests and hooks: cut into documents, heads read, sorted in install order.

Source: helm ``pkg/release/v1/util/manifest_sorter.go``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from werfpy.chart.typed import STRING, MapOf, Struct, decode
from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoError
from werfpy.gostd.strconv import atoi
from werfpy.render.rendered import RenderedHook, RenderedManifest
from werfpy.render.split import GO_SPACE, split_documents
from werfpy.resource.order import install_rank

HOOK: Final = "helm.sh/hook"
HOOK_WEIGHT: Final = "helm.sh/hook-weight"
HOOK_DELETE_POLICY: Final = "helm.sh/hook-delete-policy"
HOOK_OUTPUT_LOG_POLICY: Final = "helm.sh/hook-output-log-policy"

EVENTS: Final = {
    "pre-install": "pre-install",
    "post-install": "post-install",
    "pre-delete": "pre-delete",
    "post-delete": "post-delete",
    "pre-upgrade": "pre-upgrade",
    "post-upgrade": "post-upgrade",
    "pre-rollback": "pre-rollback",
    "post-rollback": "post-rollback",
    "test": "test",
    "test-success": "test",
}
"""What may stand in the hook annotation, and the event that it means."""

_WEBHOOKS: Final = ("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration")


def sort_manifests(
    files: Mapping[str, str], compat: int = 4
) -> tuple[tuple[RenderedManifest, ...], tuple[RenderedHook, ...]]:
    """The manifests and the hooks in *files* (path to rendered text), each in install order, then by path.

    A document whose hook annotation names an unknown event is dropped, as Helm does.

    Raises:
        ResourceError: A document is no YAML, or its head has values of the wrong type; the text is Helm's.
    """
    manifests: list[RenderedManifest] = []
    hooks: list[RenderedHook] = []
    for path, document in _documents(files, compat):
        manifest = _read(path, document, compat)
        if HOOK not in manifest.annotations:
            manifests.append(manifest)
            continue
        hook = _hook(manifest)
        if hook is not None:
            hooks.append(hook)
    order = _rank3 if compat == 3 else install_rank
    manifests.sort(key=lambda manifest: order(manifest.kind))
    hooks.sort(key=lambda hook: order(hook.kind))
    return tuple(manifests), tuple(hooks)


def _documents(files: Mapping[str, str], compat: int) -> Iterator[tuple[str, str]]:
    for path in sorted(files, key=lambda name: name.encode("utf-8", "surrogateescape")):
        text = files[path]
        if not path.rpartition("/")[2].startswith("_") and text.strip(GO_SPACE):
            for document in split_documents(text, compat):
                yield path, document


def _rank3(kind: str) -> tuple[int, str]:
    """Helm 3 does not know webhook configurations: they come with the unknown kinds."""
    return (install_rank("")[0], kind) if kind in _WEBHOOKS else install_rank(kind)


_METADATA: Final = Struct("", {"name": STRING, "annotations": MapOf(STRING, "map[string]string")}, go_type="struct")


def _head_type(go_type: str) -> Struct:
    return Struct("SimpleHead", {"apiVersion": STRING, "kind": STRING, "metadata": _METADATA}, go_type=go_type)


_HEADS: Final = {3: _head_type("releaseutil.SimpleHead"), 4: _head_type("util.SimpleHead")}


def _read(path: str, text: str, compat: int) -> RenderedManifest:
    try:
        document = yaml.load_typed(text)
        head = document if _is_plain(document) else decode(document, _HEADS[compat]) or {}
    except GoError as error:
        from werfpy.render.failures import bad_document

        raise bad_document(path, text, str(error)) from error
    metadata = head.get("metadata") or {}
    return RenderedManifest(
        path,
        text,
        head.get("kind") or "",
        head.get("apiVersion") or "",
        metadata.get("name") or "",
        metadata.get("annotations") or {},
    )


def _is_plain(document: Any) -> bool:
    """Whether the head can be read without any of Go's conversions: the usual case, and much faster."""
    if not isinstance(document, dict) or "kind" not in document or "apiVersion" not in document:
        return False
    metadata = document.get("metadata")
    if type(document["kind"]) is not str or type(document["apiVersion"]) is not str or type(metadata) is not dict:
        return False
    annotations = metadata.get("annotations")
    if type(metadata.get("name")) is not str:
        return False
    return annotations is None or (
        type(annotations) is dict and all(type(value) is str for value in annotations.values())
    )


def _hook(manifest: RenderedManifest) -> RenderedHook | None:
    annotations = manifest.annotations
    names = [name.strip(GO_SPACE).lower() for name in annotations[HOOK].split(",")]
    if any(name not in EVENTS for name in names):
        return None
    return RenderedHook(
        manifest.path,
        manifest.text,
        manifest.kind,
        manifest.api_version,
        manifest.name,
        annotations,
        tuple(EVENTS[name] for name in names),
        _weight(annotations.get(HOOK_WEIGHT, "")),
        _words(annotations, HOOK_DELETE_POLICY),
        _words(annotations, HOOK_OUTPUT_LOG_POLICY),
    )


def _weight(text: str) -> int:
    try:
        return atoi(text)
    except GoError:
        return 0


def _words(annotations: Mapping[str, str], name: str) -> tuple[str, ...]:
    if name not in annotations:
        return ()
    return tuple(word.strip(GO_SPACE).lower() for word in annotations[name].split(","))
