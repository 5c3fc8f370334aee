"""``werfpy rollback``."""

from __future__ import annotations

from typing import Annotated

import typer

from werfpy.cli.deploy import OutputFlags, WaitFlags
from werfpy.cli.flags import ClusterFlags, grouped


@grouped
def command(
    cluster: ClusterFlags,
    waiting: WaitFlags,
    output: OutputFlags,
    release: Annotated[str, typer.Argument(metavar="RELEASE", help="name of the release")],
    revision: Annotated[
        int, typer.Argument(metavar="[REVISION]", help="the revision to go back to; 0 is the last good one")
    ] = 0,
    three_way_merge_mode: Annotated[
        str,
        typer.Option(
            "--three-way-merge-mode",
            envvar=["WERF_THREE_WAY_MERGE_MODE", "WERF_THREE_WAY_MERGE"],
            help="enabled, onlyNewReleases or disabled",
        ),
    ] = "enabled",
    history_max: Annotated[
        int, typer.Option("--history-max", envvar="HELM_MAX_HISTORY", help="how many revisions to keep; 0 keeps all")
    ] = 10,
    no_hooks: Annotated[bool, typer.Option("--no-hooks", help="do not run hooks")] = False,
) -> int:
    """Bring a release back to what an earlier revision stated, as a new revision, with a three-way merge."""
    from werfpy.actions.opening import open_services
    from werfpy.actions.request import DeployRequest, Permissions, ReleaseId, merge_mode
    from werfpy.actions.rollback import RollbackRequest, rollback
    from werfpy.cli.running import opening, waiting_of
    from werfpy.cli.signals import stop_on_signals
    from werfpy.cli.telling import reported

    mode = merge_mode(three_way_merge_mode)
    wait = waiting_of(waiting)
    with reported(output.output) as report, stop_on_signals() as stop:
        services, connection = open_services(opening(cluster), report, stop)
        run = DeployRequest(
            ReleaseId(release, cluster.namespace or connection.namespace),
            chart="",
            mode=mode,
            permissions=Permissions(cleanup_on_fail=waiting.cleanup_on_fail),
            waiting=wait,
            history_max=history_max,
            runs_hooks=not no_hooks,
        )
        rollback(RollbackRequest(run, revision), services)
    return 0
