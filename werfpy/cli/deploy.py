"""``werfpy deploy``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import typer

from werfpy.cli.flags import ClusterFlags, ValuesFlags, grouped


@dataclass(frozen=True, slots=True)
class ReleaseFlags:
    """What is deployed, and what the run may do. ``plan`` takes the same."""

    env: Annotated[
        str,
        typer.Option(
            "--env",
            envvar="WERF_ENV",
            help="environment: becomes .Values.global.env and part of the default release name",
        ),
    ] = ""
    release: Annotated[
        str, typer.Option("--release", envvar="WERF_RELEASE", help="name of the release, if it is no argument")
    ] = ""
    three_way_merge_mode: Annotated[
        str,
        typer.Option(
            "--three-way-merge-mode",
            envvar=["WERF_THREE_WAY_MERGE_MODE", "WERF_THREE_WAY_MERGE"],
            help="enabled, onlyNewReleases or disabled",
        ),
    ] = "enabled"
    add_annotation: Annotated[
        list[str],
        typer.Option("--add-annotation", help="name=value on every object; also WERF_ADD_ANNOTATION_*"),
    ] = field(default_factory=list)
    add_label: Annotated[
        list[str], typer.Option("--add-label", help="name=value on every object; also WERF_ADD_LABEL_*")
    ] = field(default_factory=list)
    take_ownership: Annotated[
        bool, typer.Option("--take-ownership", help="adopt existing objects, whoever they belong to")
    ] = False
    create_namespace: Annotated[
        bool,
        typer.Option(
            "--create-namespace/--no-create-namespace", help="create the release's namespace if it is missing"
        ),
    ] = True
    no_hooks: Annotated[bool, typer.Option("--no-hooks", help="do not run hooks")] = False
    skip_crds: Annotated[bool, typer.Option("--skip-crds", help="do not install the CRDs of crds/")] = False
    enable_dns: Annotated[bool, typer.Option("--enable-dns", help="let templates look up host names")] = False
    skip_schema_validation: Annotated[
        bool, typer.Option("--skip-schema-validation", help="do not check values against values.schema.json")
    ] = False
    helm_compat: Annotated[
        int, typer.Option("--helm-compat", envvar="WERFPY_HELM_COMPAT", help="render as helm 3 or helm 4 does")
    ] = 4
    field_validation: Annotated[
        str,
        typer.Option(
            "--field-validation", help="what unknown fields in manifests are: strict (errors), warn or ignore"
        ),
    ] = "strict"
    history_max: Annotated[
        int,
        typer.Option(
            "--history-max",
            "--releases-history-max",
            envvar=["WERF_RELEASES_HISTORY_MAX", "HELM_MAX_HISTORY"],
            help="how many revisions to keep; 0 keeps all",
        ),
    ] = 10
    helm2_storage_namespace: Annotated[
        str,
        typer.Option(
            "--helm2-storage-namespace",
            "--helm-release-storage-namespace",
            envvar=["WERF_HELM_RELEASE_STORAGE_NAMESPACE", "TILLER_NAMESPACE"],
            help="where Helm 2 kept its records; looked at only where the release has none of its own",
        ),
    ] = "kube-system"
    helm2_storage_type: Annotated[
        str,
        typer.Option(
            "--helm2-storage-type",
            "--helm-release-storage-type",
            envvar="WERF_HELM_RELEASE_STORAGE_TYPE",
            help="how Helm 2 kept its records: configmap or secret",
        ),
    ] = "configmap"
    description: Annotated[str, typer.Option("--description", help="text for the history")] = ""


@dataclass(frozen=True, slots=True)
class WaitFlags:
    """What the run waits for."""

    wait: Annotated[str, typer.Option("--wait", help="wait until everything is ready; --wait=false does not")] = "true"
    timeout: Annotated[
        str,
        typer.Option(
            "--timeout", "-t", envvar="WERF_TIMEOUT", help="for the whole run: seconds or 5m30s; 0 is no limit"
        ),
    ] = "0"
    lock_timeout: Annotated[
        str, typer.Option("--lock-timeout", help="how long to wait for another run of this release")
    ] = "10m"
    no_lock: Annotated[
        bool, typer.Option("--no-lock", help="do not lock the release; for users who may not write Leases")
    ] = False
    cleanup_on_fail: Annotated[
        bool | None,
        typer.Option(
            "--cleanup-on-fail/--no-cleanup-on-fail",
            help="delete what this run created if it fails; the default is to do so only in two-way mode",
        ),
    ] = None


@dataclass(frozen=True, slots=True)
class OutputFlags:
    """How the run is told."""

    output: Annotated[str, typer.Option("--output", "-o", help="text, or json: one event a line")] = "text"
    hide_notes: Annotated[bool, typer.Option("--hide-notes", help="do not print the chart's notes")] = False


@grouped
def command(
    cluster: ClusterFlags,
    values: ValuesFlags,
    flags: ReleaseFlags,
    waiting: WaitFlags,
    output: OutputFlags,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RELEASE] [CHART]", help="name of the release; path of the chart (.helm, else .)"),
    ] = None,
) -> int:
    """Install or upgrade a release from a chart, with a three-way merge.

    The whole deploy is checked before the first write. RELEASE may be left out where WERF_RELEASE is set; CHART is the
    folder .helm, else the current folder.
    """
    from werfpy.cli.running import run_deploy

    return run_deploy(cluster, values, flags, waiting, output, tuple(arguments or ()))
