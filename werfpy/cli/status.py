"""``werfpy status``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from werfpy.cli.flags import ClusterFlags, grouped


@grouped
def command(
    cluster: ClusterFlags,
    release: Annotated[str, typer.Argument(metavar="RELEASE", help="name of the release")],
    revision: Annotated[int, typer.Option("--revision", help="an older revision; 0 is the newest")] = 0,
    output: Annotated[str, typer.Option("--output", "-o", help="table, json or yaml")] = "table",
) -> int:
    """Show the state of a release and of its objects."""
    from werfpy.actions.opening import open_services
    from werfpy.actions.queries import object_statuses
    from werfpy.actions.queries import revision as revision_of
    from werfpy.cli.running import check_format, opening
    from werfpy.report.releases import release_status_text

    check_format(output)
    services, _ = open_services(opening(cluster), lambda _: None)
    found = revision_of(release, revision, services)
    sys.stdout.write(release_status_text(found, object_statuses(found, services), output))
    return 0
