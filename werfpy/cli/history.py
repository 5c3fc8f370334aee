"""``werfpy history``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from werfpy.cli.flags import ClusterFlags, grouped


@grouped
def command(
    cluster: ClusterFlags,
    release: Annotated[str, typer.Argument(metavar="RELEASE", help="name of the release")],
    maximum: Annotated[int, typer.Option("--max", help="how many revisions at most")] = 256,
    output: Annotated[str, typer.Option("--output", "-o", help="table, json or yaml")] = "table",
) -> int:
    """List the revisions of a release."""
    from werfpy.actions.opening import open_services
    from werfpy.actions.queries import revisions
    from werfpy.cli.running import check_format, opening
    from werfpy.report.releases import history_text

    check_format(output)
    services, _ = open_services(opening(cluster), lambda _: None)
    sys.stdout.write(history_text(revisions(release, maximum, services), output))
    return 0
