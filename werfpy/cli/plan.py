"""``werfpy plan``."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from werfpy.cli.deploy import ReleaseFlags, WaitFlags
from werfpy.cli.flags import ClusterFlags, ValuesFlags, grouped

if TYPE_CHECKING:
    from werfpy.actions.plan import PlanResult


@grouped
def command(
    cluster: ClusterFlags,
    values: ValuesFlags,
    flags: ReleaseFlags,
    waiting: WaitFlags,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RELEASE] [CHART]", help="name of the release; path of the chart (.helm, else .)"),
    ] = None,
    exit_code: Annotated[
        bool,
        typer.Option("--exit-code", help="exit with 2 if objects would change, 3 if only a revision would be recorded"),
    ] = False,
    output: Annotated[str, typer.Option("--output", "-o", help="text or json")] = "text",
) -> int:
    """Show what deploy would change, field by field. Writes nothing.

    Takes the flags of deploy. The API server checks everything by dry run; whatever could write is refused before it
    leaves this machine.
    """
    from werfpy.actions.opening import open_services
    from werfpy.actions.plan import plan
    from werfpy.cli.running import check_output, deploy_request, in_namespace, opening
    from werfpy.report.plans import plan_json, plan_text

    check_output(output)
    request = deploy_request(values, flags, waiting, tuple(arguments or ()))
    services, connection = open_services(opening(cluster, flags, is_read_only=True), _to_stderr)
    result = plan(in_namespace(request, cluster.namespace or connection.namespace), services)
    sys.stdout.write(plan_json(result) if output == "json" else plan_text(result, is_colored=sys.stdout.isatty()))
    return _exit_code(result) if exit_code else 0


def _exit_code(result: PlanResult) -> int:
    return 2 if result.has_changes else 3


def _to_stderr(event: object) -> None:
    message = getattr(event, "message", None)
    if message:
        sys.stderr.write(f"WARNING {message}\n")
