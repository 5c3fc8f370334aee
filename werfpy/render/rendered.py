"""What a rendering gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from werfpy.chart.model import Chart, CRDFile


@dataclass(frozen=True, slots=True)
class RenderedManifest:
    """One document.

    Args:
        path: The template that made it, from the root chart's name on.
        text: The document as Helm writes it, without separator and source line.
        kind: Of its head; empty where it has none (a document of comments alone).
        api_version: Of its head.
        name: ``metadata.name``.
        annotations: ``metadata.annotations``.
    """

    path: str
    text: str
    kind: str = ""
    api_version: str = ""
    name: str = ""
    annotations: Mapping[str, str] = field(default_factory=dict)

    def with_source(self) -> str:
        """The document as it stands in a release's manifest and in the output of ``template``."""
        return f"---\n# Source: {self.path}\n{self.text}\n"


@dataclass(frozen=True, slots=True)
class RenderedHook(RenderedManifest):
    """A document that runs at events.

    Args:
        events: ``pre-install`` and so on; ``test-success`` has become ``test``.
        weight: Lower runs first.
        delete_policies: As written, lower case.
        output_log_policies: As written, lower case.
    """

    events: tuple[str, ...] = ()
    weight: int = 0
    delete_policies: tuple[str, ...] = ()
    output_log_policies: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rendered:
    """A chart, rendered.

    Args:
        manifests: In install order.
        hooks: In install order, as ``template`` prints them; they run by weight.
        notes: The rendered NOTES.txt; empty where there is none.
        crds: The files of ``crds/``, which are not templates.
        chart: The chart with its dependencies processed: this one belongs into a release record.
    """

    manifests: tuple[RenderedManifest, ...]
    hooks: tuple[RenderedHook, ...]
    notes: str
    crds: tuple[CRDFile, ...]
    chart: Chart

    def manifest_text(self) -> str:
        """All manifests as one text: what Helm stores in a release record. Hooks are stored apart."""
        return "".join(manifest.with_source() for manifest in self.manifests)
