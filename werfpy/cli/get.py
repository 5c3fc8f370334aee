"""``werfpy get values|manifest|notes|hooks|all``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from werfpy.cli.command import PflagCommand, typer_app
from werfpy.cli.flags import ClusterFlags, grouped

if TYPE_CHECKING:
    from werfpy.release.record import Release

app = typer_app("Show values, manifest, notes or hooks of a release.")

ReleaseName = Annotated[str, typer.Argument(metavar="RELEASE", help="name of the release")]
Revision = Annotated[int, typer.Option("--revision", help="an older revision; 0 is the newest")]
Format = Annotated[str, typer.Option("--output", "-o", help="table, json or yaml")]


@app.command("values", cls=PflagCommand)
@grouped
def values(
    cluster: ClusterFlags,
    release: ReleaseName,
    revision: Revision = 0,
    show_all: Annotated[bool, typer.Option("--all", "-a", help="all values, not only the user's")] = False,
    output: Format = "table",
) -> int:
    """Print the values that a revision was made with."""
    from werfpy.actions.queries import values_of
    from werfpy.cli.running import check_format
    from werfpy.report.releases import values_text

    check_format(output)
    found = values_of(_found(cluster, release, revision), computed=show_all)
    sys.stdout.write(values_text(found, output, is_computed=show_all))
    return 0


@app.command("manifest", cls=PflagCommand)
@grouped
def manifest(cluster: ClusterFlags, release: ReleaseName, revision: Revision = 0) -> int:
    """Print the rendered manifest of a revision."""
    sys.stdout.write(_found(cluster, release, revision).manifest + "\n")
    return 0


@app.command("notes", cls=PflagCommand)
@grouped
def notes(cluster: ClusterFlags, release: ReleaseName, revision: Revision = 0) -> int:
    """Print the notes of a revision."""
    found = _found(cluster, release, revision)
    if found.info.notes:
        sys.stdout.write(f"NOTES:\n{found.info.notes}\n")
    return 0


@app.command("hooks", cls=PflagCommand)
@grouped
def hooks(cluster: ClusterFlags, release: ReleaseName, revision: Revision = 0) -> int:
    """Print the hooks of a revision."""
    for hook in _found(cluster, release, revision).hooks:
        sys.stdout.write(f"---\n# Source: {hook.path}\n{hook.manifest}\n")
    return 0


@app.command("all", cls=PflagCommand)
@grouped
def everything(cluster: ClusterFlags, release: ReleaseName, revision: Revision = 0) -> int:
    """Print everything that is recorded of a revision."""
    from werfpy.actions.queries import values_of
    from werfpy.report.releases import everything_text

    found = _found(cluster, release, revision)
    sys.stdout.write(everything_text(found, values_of(found, computed=True)))
    return 0


def _found(cluster: ClusterFlags, release: str, revision: int) -> Release:
    from werfpy.actions.opening import open_services
    from werfpy.actions.queries import revision as revision_of
    from werfpy.cli.running import opening

    services, _ = open_services(opening(cluster), lambda _: None)
    return revision_of(release, revision, services)
