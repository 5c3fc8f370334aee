"""``werfpy uninstall``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from werfpy.cli.deploy import OutputFlags, WaitFlags
from werfpy.cli.flags import ClusterFlags, grouped


@grouped
def command(
    cluster: ClusterFlags,
    waiting: WaitFlags,
    output: OutputFlags,
    releases: Annotated[list[str], typer.Argument(metavar="RELEASE...", help="names of releases")],
    keep_history: Annotated[
        bool, typer.Option("--keep-history", help="keep the revisions, marked as uninstalled")
    ] = False,
    ignore_not_found: Annotated[
        bool, typer.Option("--ignore-not-found", help="a release that does not exist is no error")
    ] = False,
    no_hooks: Annotated[bool, typer.Option("--no-hooks", help="do not run hooks")] = False,
    description: Annotated[str, typer.Option("--description", help="text for the history")] = "",
) -> int:
    """Delete releases and their objects.

    Only objects that belong to the release are deleted. What helm.sh/resource-policy keeps is listed.
    """
    from werfpy.actions.opening import open_services
    from werfpy.actions.request import ReleaseId
    from werfpy.actions.uninstall import UninstallRequest, uninstall
    from werfpy.cli.running import opening, waiting_of
    from werfpy.cli.signals import stop_on_signals
    from werfpy.cli.telling import reported

    wait = waiting_of(waiting)
    told: list[str] = []
    with reported(output.output) as report, stop_on_signals() as stop:
        services, connection = open_services(opening(cluster), report, stop)
        for name in releases:
            release = ReleaseId(name, cluster.namespace or connection.namespace)
            request = UninstallRequest(release, wait, keep_history, not no_hooks, ignore_not_found, description)
            result = uninstall(request, services)
            told.extend(f"kept {ref}: {reason}" for ref, reason in result.kept)
            told.append(f'release "{name}" uninstalled')
    if output.output == "text":
        sys.stdout.write("".join(f"{line}\n" for line in told))
    return 0
