"""``werfpy template``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import typer

from werfpy.cli.flags import ClusterFlags, ValuesFlags, grouped
from werfpy.cli.slices import split_csv
from werfpy.errors import UsageError

if TYPE_CHECKING:
    from werfpy.actions.template import TemplateOutput


@dataclass(frozen=True, slots=True)
class ChoiceFlags:
    """What of the rendering is shown, and where."""

    show_only: Annotated[
        list[str],
        typer.Option("--show-only", "-s", help="print only what this template renders; a pattern, may be repeated"),
    ] = field(default_factory=list)
    output_dir: Annotated[
        str, typer.Option("--output-dir", help="write one file for each template below this folder")
    ] = ""
    use_release_name: Annotated[
        bool, typer.Option("--release-name", help="put the release's name into the path below --output-dir")
    ] = False
    include_crds: Annotated[bool, typer.Option("--include-crds", help="print the files of crds/ too")] = False
    skip_crds: Annotated[bool, typer.Option("--skip-crds", help="as in Helm: changes nothing here")] = False
    skip_tests: Annotated[bool, typer.Option("--skip-tests", help="leave out test hooks")] = False
    no_hooks: Annotated[bool, typer.Option("--no-hooks", help="leave out all hooks")] = False


@dataclass(frozen=True, slots=True)
class RenderFlags:
    """How the chart is rendered."""

    is_upgrade: Annotated[
        bool, typer.Option("--is-upgrade", help="set .Release.IsUpgrade instead of .Release.IsInstall")
    ] = False
    kube_version: Annotated[str, typer.Option("--kube-version", help="version of Kubernetes for the templates")] = ""
    api_versions: Annotated[
        list[str],
        typer.Option("--api-versions", "-a", help="further API versions for the templates; may be repeated"),
    ] = field(default_factory=list)
    name_template: Annotated[str, typer.Option("--name-template", help="template of the release's name")] = ""
    generate_name: Annotated[bool, typer.Option("--generate-name", "-g", help="as in Helm: the name is known")] = False
    skip_schema_validation: Annotated[
        bool, typer.Option("--skip-schema-validation", help="do not check values against values.schema.json")
    ] = False
    enable_dns: Annotated[bool, typer.Option("--enable-dns", help="let templates look up host names")] = False
    render_subchart_notes: Annotated[
        bool, typer.Option("--render-subchart-notes", help="as in Helm: notes are not printed", hidden=True)
    ] = False
    dependency_update: Annotated[bool, typer.Option("--dependency-update", help="fetch missing dependencies first")] = (
        False
    )
    helm_compat: Annotated[
        int, typer.Option("--helm-compat", envvar="WERFPY_HELM_COMPAT", help="print the bytes of helm 3 or helm 4")
    ] = 4
    dry_run: Annotated[str, typer.Option("--dry-run", help="client; server would ask a cluster")] = "client"
    validate: Annotated[bool, typer.Option("--validate", help="check against a cluster", hidden=True)] = False


@grouped
def command(
    cluster: ClusterFlags,
    values: ValuesFlags,
    choice: ChoiceFlags,
    flags: RenderFlags,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME] [CHART]", help="name of the release; path of the chart"),
    ] = None,
) -> int:
    """Render a chart as Helm does and print it; no cluster is asked."""
    import sys

    from werfpy.actions.template import TemplateRequest, default_namespace, template
    from werfpy.chart.value_sources import ValueSources

    name, chart = _name_and_chart(list(arguments or ()), flags)
    _refuse_what_is_missing(flags)
    request = TemplateRequest(
        chart=chart,
        name=name,
        namespace=cluster.namespace or default_namespace(cluster.kubeconfig, cluster.kube_context),
        values=ValueSources(
            list(split_csv(values.values)),
            values.set_,
            values.set_string,
            values.set_json,
            values.set_file,
            values.set_literal,
        ),
        output=_output(choice),
        kube_version=flags.kube_version,
        api_versions=list(split_csv(flags.api_versions)),
        is_upgrade=flags.is_upgrade,
        skip_schema=flags.skip_schema_validation,
        enable_dns=flags.enable_dns,
        subchart_notes=flags.render_subchart_notes,
        compat=flags.helm_compat,
        debug=cluster.debug,
    )
    for piece in template(request):
        sys.stdout.buffer.write(piece)
    return 0


def _output(choice: ChoiceFlags) -> TemplateOutput:
    from werfpy.actions.template import TemplateOutput

    return TemplateOutput(
        show_only=choice.show_only,
        output_dir=choice.output_dir,
        in_release_dir=choice.use_release_name,
        include_crds=choice.include_crds,
        skip_tests=choice.skip_tests,
        no_hooks=choice.no_hooks,
    )


def _name_and_chart(arguments: list[str], flags: RenderFlags) -> tuple[str, str]:
    from werfpy.actions.template import DEFAULT_NAME, release_name

    if not arguments:
        raise UsageError(
            '"werfpy template" requires at least 1 argument', hint="usage: werfpy template [NAME] [CHART] [flags]"
        )
    if len(arguments) > 2:
        raise UsageError(f"expected at most two arguments, unexpected arguments: {', '.join(arguments[2:])}")
    if len(arguments) == 1:
        return release_name(flags.name_template) if flags.name_template else DEFAULT_NAME, arguments[0]
    if flags.generate_name:
        raise UsageError("cannot set --generate-name and also specify a name")
    if flags.name_template:
        raise UsageError("cannot set --name-template and also specify a name")
    return arguments[0], arguments[1]


def _refuse_what_is_missing(flags: RenderFlags) -> None:
    if flags.helm_compat not in (3, 4):
        raise UsageError(f"bad --helm-compat {flags.helm_compat}: must be 3 or 4")
    if flags.validate or flags.dry_run == "server":
        raise UsageError(
            "template does not ask a cluster: --validate and --dry-run=server are not available",
            hint="use `werfpy plan`, which checks everything against the cluster",
        )
    if flags.dependency_update:
        raise UsageError(
            "--dependency-update is not available: dependencies are not fetched",
            hint="run `helm dependency build` first",
        )
