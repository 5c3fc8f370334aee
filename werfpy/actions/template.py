"""``werfpy template``: render a chart and give the text that Helm would print, or write the files that it would write.

Source: helm ``pkg/cmd/template.go`` and ``pkg/action/install.go``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from werfpy.chart.installable import check_installable, check_release_name
from werfpy.chart.loader import load_chart
from werfpy.chart.locate import locate_chart
from werfpy.chart.path_match import BadPattern, path_match
from werfpy.chart.value_sources import ValueSources
from werfpy.errors import ChartError, UsageError, WerfpyError
from werfpy.gostd.text import to_bytes
from werfpy.render.capabilities import Capabilities, default_capabilities
from werfpy.render.chart import render_chart
from werfpy.render.failures import BadDocument
from werfpy.render.rendered import Rendered, RenderedHook
from werfpy.render.scope import ReleaseScope
from werfpy.render.split import GO_SPACE, split_documents

DEFAULT_NAME: Final = "release-name"
DEFAULT_NAMESPACE: Final = "default"

_SOURCE: Final = re.compile(r"# Source: [^/]+/(.+)")


@dataclass(frozen=True, slots=True)
class TemplateOutput:
    """What of a rendering is printed, and where.

    Args:
        show_only: Patterns for paths below the chart; empty prints everything.
        output_dir: A folder to write files to; empty prints.
        in_release_dir: Write below a folder with the release's name.
        include_crds: Print the files of ``crds/`` too.
        skip_tests: Leave out test hooks.
        no_hooks: Leave out all hooks.
    """

    show_only: Sequence[str] = ()
    output_dir: str = ""
    in_release_dir: bool = False
    include_crds: bool = False
    skip_tests: bool = False
    no_hooks: bool = False


@dataclass(frozen=True, slots=True)
class TemplateRequest:
    """A chart to render without a cluster.

    Args:
        chart: As on the command line: a path.
        name: The release's name.
        namespace: ``.Release.Namespace``.
        kube_version: Empty for the default.
        api_versions: Added to the default ones.
        debug: Print what was rendered even where it is no YAML.
    """

    chart: str
    name: str = DEFAULT_NAME
    namespace: str = DEFAULT_NAMESPACE
    values: ValueSources = field(default_factory=ValueSources)
    output: TemplateOutput = field(default_factory=TemplateOutput)
    kube_version: str = ""
    api_versions: Sequence[str] = ()
    is_upgrade: bool = False
    skip_schema: bool = False
    enable_dns: bool = False
    subchart_notes: bool = False
    compat: int = 4
    debug: bool = False


def template(request: TemplateRequest) -> Iterator[bytes]:
    """Render, and yield what is printed piece by piece. With ``output_dir`` files are written as the pieces are taken.

    Raises:
        UsageError: The release's name or a version is not one.
        ChartError, ValuesError, SchemaError: The chart or the values are not right.
        TemplateError, ResourceError: Rendering failed.
    """
    try:
        rendered = render(request)
    except BadDocument as error:
        if request.debug:
            yield to_bytes(error.rendered_text().strip(GO_SPACE) + "\n")
        raise
    output = request.output
    if output.output_dir:
        folder = Path(output.output_dir)
        yield from _write_files(rendered, output, folder, folder / request.name if output.in_release_dir else folder)
        text = "\n"
    else:
        text = printed_text(rendered, output)
    if output.show_only:
        text = "".join(f"---\n{document}\n" for document in _shown(text, output.show_only, request.compat))
    yield to_bytes(text)


def render(request: TemplateRequest) -> Rendered:
    """The rendering itself; raises as :func:`template` does."""
    capabilities = capabilities_of(request)
    path = locate_chart(request.chart)
    values = request.values.read(compat=request.compat)
    chart = load_chart(path, compat=request.compat)
    check_installable(chart, request.compat)
    check_release_name(request.name)
    return render_chart(
        chart,
        values,
        ReleaseScope(request.name, request.namespace, is_install=not request.is_upgrade, is_upgrade=request.is_upgrade),
        capabilities,
        enable_dns=request.enable_dns,
        compat=request.compat,
        skip_schema=request.skip_schema,
        render_subchart_notes=request.subchart_notes,
    )


def capabilities_of(request: TemplateRequest) -> Capabilities:
    """What templates may believe of the cluster.

    Raises:
        UsageError: ``kube_version`` is no version.
    """
    capabilities = default_capabilities(request.compat)
    if request.kube_version:
        capabilities = capabilities.with_kube_version(request.kube_version, request.compat)
    return capabilities.with_api_versions(request.api_versions)


def release_name(name_template: str, compat: int = 4) -> str:
    """The name that ``--name-template`` gives.

    Raises:
        UsageError: It does not parse, or failed.
    """
    from werfpy.errors import TemplateError
    from werfpy.gotemplate.template import TemplateSet
    from werfpy.sprig.registry import FUNCTIONS

    templates = TemplateSet(FUNCTIONS, name="name-template")
    try:
        return templates.parse_and_execute(name_template, None)
    except TemplateError as error:
        raise UsageError(error.summary, at=error.at) from error


def default_namespace(kubeconfig: str = "", context: str = "") -> str:
    """The namespace of the kubeconfig's context, as Helm takes it where none is given; ``default`` without one.

    Args:
        kubeconfig: One path or a list as in KUBECONFIG; empty means ``~/.kube/config``.
        context: A context's name; empty means the current one.
    """
    from werfpy.kube.kubeconfig import find_files, read_files

    try:
        paths = find_files(kubeconfig, os.environ)
        if not paths:
            return DEFAULT_NAMESPACE
        config = read_files(paths)
        chosen = config.contexts.get(context or config.current_context) or {}
        return str(chosen.get("namespace") or DEFAULT_NAMESPACE)
    except WerfpyError:
        # Rendering needs no cluster, so a kubeconfig that cannot be used must not stop it.
        return DEFAULT_NAMESPACE


def printed_text(rendered: Rendered, output: TemplateOutput) -> str:
    """Everything as one text: CRDs if wanted, manifests, then hooks."""
    crds = ""
    if output.include_crds:
        crds = "".join(
            f"---\n# Source: {file.path}\n{file.data.decode('utf-8', 'surrogateescape')}\n" for file in rendered.crds
        )
    manifests = (crds + rendered.manifest_text()).strip(GO_SPACE)
    return f"{manifests}\n" + "".join(hook.with_source() for hook in shown_hooks(rendered.hooks, output))


def shown_hooks(hooks: Iterable[RenderedHook], output: TemplateOutput) -> list[RenderedHook]:
    """The hooks that the flags leave."""
    if output.no_hooks:
        return []
    return [hook for hook in hooks if not (output.skip_tests and "test" in hook.events)]


def _shown(text: str, patterns: Iterable[str], compat: int) -> Iterator[str]:
    """The documents of *text* from templates that match, in the order of the patterns.

    Raises:
        ChartError: A pattern matches nothing.
    """
    documents = []
    for document in split_documents(text, compat):
        source = _SOURCE.search(document)
        if source is not None:
            documents.append((source.group(1), document))
    for pattern in patterns:
        matching = [document for path, document in documents if _matches(pattern, path)]
        if not matching:
            raise ChartError(
                f"could not find template {pattern} in chart",
                hint="the pattern is compared with the path below the chart, such as templates/web.yaml; templates "
                "that render to nothing do not count",
            )
        yield from matching


def _matches(pattern: str, path: str) -> bool:
    try:
        return path_match(pattern, path)
    except BadPattern:
        return False


def _write_files(rendered: Rendered, output: TemplateOutput, top: Path, folder: Path) -> Iterator[bytes]:
    """Write each document to the file of its template, appending from the second on; yields ``wrote`` lines.

    A hook is appended to a file that is there already, even from an earlier run, as in Helm.
    """
    written: set[str] = set()
    if output.include_crds:
        for file in rendered.crds:
            yield _write(top, file.path, file.data, append=file.path in written)
            written.add(file.path)
    for manifest in rendered.manifests:
        yield _write(folder, manifest.path, to_bytes(manifest.text), append=manifest.path in written)
        written.add(manifest.path)
    for hook in shown_hooks(rendered.hooks, output):
        exists = (folder / hook.path).exists()
        yield _write(folder, hook.path, to_bytes(hook.text), append=exists)


def _write(folder: Path, name: str, data: bytes, *, append: bool) -> bytes:
    file = folder / name
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab" if append else "wb") as stream:
            stream.write(b"---\n# Source: " + name.encode() + b"\n" + data + b"\n")
    except OSError as error:
        raise UsageError(f"open {file}: {(error.strerror or str(error)).lower()}") from error
    return f"wrote {folder}/{name}\n".encode()
