"""From a chart and values to manifests: the whole of Helm's rendering as one function.

Source: helm ``pkg/action/install.go`` (RunWithContext) and ``action.go`` (renderResources).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from werfpy.chart.coalesce import coalesce_values
from werfpy.chart.dependencies import process_dependencies
from werfpy.chart.model import Chart
from werfpy.chart.versions import is_compatible
from werfpy.errors import ChartError
from werfpy.gotemplate.cache import CodeCache
from werfpy.render.capabilities import Capabilities
from werfpy.render.engine import render_templates
from werfpy.render.failures import BadDocument
from werfpy.render.functions import Lookup, helm_functions
from werfpy.render.manifests import sort_manifests
from werfpy.render.rendered import Rendered
from werfpy.render.scope import ReleaseScope, renderables

if TYPE_CHECKING:
    from werfpy.chart.schema import FetchSchema

NOTES = "NOTES.txt"


def render_chart(  # noqa: PLR0913 - the inputs of a rendering, each a setting of its own
    chart: Chart,
    values: dict[str, Any],
    release: ReleaseScope,
    capabilities: Capabilities,
    *,
    lookup: Lookup | None = None,
    enable_dns: bool = False,
    compat: int = 4,
    skip_schema: bool = False,
    render_subchart_notes: bool = False,
    fetch_schema: FetchSchema | None = None,
) -> Rendered:
    """Render *chart* with *values*.

    Args:
        chart: As loaded; not changed. The result's ``chart`` is the one to record.
        values: The user's; the chart's defaults come below them. Not changed.
        release: What ``.Release`` says.
        capabilities: What ``.Capabilities`` says; also checked against the chart's kubeVersion.
        lookup: Asks the cluster for live objects; None answers every question with nothing.
        enable_dns: Let templates look up host names.
        compat: 4, or 3 for the bytes of Helm 3.
        skip_schema: Do not check the values against values.schema.json.
        render_subchart_notes: Put the notes of subcharts behind the chart's own.
        fetch_schema: Reads URLs that a schema refers to.

    Raises:
        ValuesError: The values do not fit the shape of the chart.
        SchemaError: The values do not meet a schema.
        ChartError: The chart does not support this version of Kubernetes.
        TemplateError: A template does not parse or failed.
        ResourceError: A rendered document is no YAML.
    """
    processed = process_dependencies(chart, values, compat)
    computed = coalesce_values(processed, values, compat)
    if not skip_schema and any(each.schema is not None for each in processed.walk()):
        from werfpy.chart.schema import check_schema

        check_schema(processed, computed, fetch_schema)
    check_kube_version(processed, capabilities, compat)
    functions = helm_functions(lookup, enable_dns=enable_dns, compat=compat)
    templates = renderables(processed, computed, release, capabilities, compat)
    files = render_templates(templates, functions, compat, CodeCache())
    notes = take_notes(files, processed.name, with_subcharts=render_subchart_notes)
    try:
        manifests, hooks = sort_manifests(files, compat)
    except BadDocument as error:
        error.files = files
        raise
    return Rendered(manifests, hooks, notes, tuple(processed.crds()), processed)


def check_kube_version(chart: Chart, capabilities: Capabilities, compat: int = 4) -> None:
    """Check the cluster's version against the chart's ``kubeVersion``.

    Raises:
        ChartError: They do not fit.
    """
    constraint, version = chart.metadata.kube_version, capabilities.kube_version
    if constraint and not is_compatible(constraint, version.text()):
        shown = version.text() if compat == 3 else version.version
        raise ChartError(
            f"chart requires kubeVersion: {constraint} which is incompatible with Kubernetes {shown}",
            at=f"Chart.yaml of {chart.name}: kubeVersion: {constraint}",
        )


def take_notes(files: dict[str, str], name: str, *, with_subcharts: bool) -> str:
    """Take every NOTES.txt out of *files* and return the notes of the chart *name*.

    With subcharts' notes the chart's own come first, then the others by path; Helm's order is random.
    """
    own = f"{name}/templates/{NOTES}"
    found = sorted((path for path in files if path.endswith(NOTES)), key=lambda path: (path != own, path))
    texts = {path: files.pop(path) for path in found}
    if not with_subcharts:
        return texts.get(own, "")
    notes = ""
    for text in texts.values():
        notes += f"\n{text}" if notes else text
    return notes
