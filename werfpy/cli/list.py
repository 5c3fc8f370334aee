"""``werfpy list``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from werfpy.cli.flags import ClusterFlags, grouped


@grouped
def command(
    cluster: ClusterFlags,
    all_namespaces: Annotated[bool, typer.Option("--all-namespaces", "-A", help="releases of all namespaces")] = False,
    name_filter: Annotated[str, typer.Option("--filter", "-f", help="regular expression of names")] = "",
    date: Annotated[bool, typer.Option("--date", "-d", help="sort by date")] = False,
    reverse: Annotated[bool, typer.Option("--reverse", "-r", help="reverse the order")] = False,
    maximum: Annotated[int, typer.Option("--max", "-m", help="how many at most; 0 shows all")] = 256,
    offset: Annotated[int, typer.Option("--offset", help="index of the first one shown")] = 0,
    short: Annotated[bool, typer.Option("--short", "-q", help="names only")] = False,
    no_headers: Annotated[bool, typer.Option("--no-headers", help="no head of the table")] = False,
    deployed: Annotated[bool, typer.Option("--deployed", help="only deployed ones")] = False,
    failed: Annotated[bool, typer.Option("--failed", help="only failed ones")] = False,
    pending: Annotated[bool, typer.Option("--pending", help="only pending ones")] = False,
    uninstalled: Annotated[bool, typer.Option("--uninstalled", help="only uninstalled ones with a history")] = False,
    superseded: Annotated[bool, typer.Option("--superseded", help="only superseded ones")] = False,
    uninstalling: Annotated[bool, typer.Option("--uninstalling", help="only those being uninstalled")] = False,
    output: Annotated[str, typer.Option("--output", "-o", help="table, json or yaml")] = "table",
) -> int:
    """List releases of a namespace, or with -A of all."""
    from werfpy.actions.opening import open_services
    from werfpy.actions.queries import Filter, list_releases
    from werfpy.cli.running import check_format, opening
    from werfpy.report.releases import list_text

    check_format(output)
    wanted = {
        "deployed": deployed,
        "failed": failed,
        "uninstalled": uninstalled,
        "superseded": superseded,
        "uninstalling": uninstalling,
        "pending-install": pending,
        "pending-upgrade": pending,
        "pending-rollback": pending,
    }
    statuses = frozenset(status for status, is_wanted in wanted.items() if is_wanted)
    services, _ = open_services(opening(cluster, all_namespaces=all_namespaces), lambda _: None)
    listed = list_releases(Filter(statuses, name_filter, maximum, offset, reverse, date), services)
    for broken in listed.corrupt:
        sys.stderr.write(f"WARNING {broken.error.summary}\n")
    sys.stdout.write(list_text(listed.releases, output, is_short=short, has_headers=not no_headers))
    return 0
