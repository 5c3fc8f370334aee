"""``werfpy repair``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from werfpy.cli.flags import ClusterFlags, grouped


@grouped
def command(
    cluster: ClusterFlags,
    release: Annotated[str, typer.Argument(metavar="RELEASE", help="name of the release")],
    apply: Annotated[bool, typer.Option("--apply", help="apply the patches, after asking")] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="do not ask")] = False,
    export: Annotated[
        str, typer.Option("--export", metavar="FOLDER", help="write a script, JSON patches and their inverses there")
    ] = "",
    output: Annotated[str, typer.Option("--output", "-o", help="text or json")] = "text",
) -> int:
    """List what drifted from the last deployed revision, and what would put it right.

    Everything is computed afresh from the release's record and the live objects. Without --apply nothing is written to
    the cluster. Values of Secrets are never shown; exported files hold them and are readable by you only.
    """
    from werfpy.actions.opening import open_services
    from werfpy.actions.repair import apply_repairs, export_repairs, find_repairs
    from werfpy.actions.request import ReleaseId
    from werfpy.cli.running import opening
    from werfpy.cli.telling import reported
    from werfpy.errors import DeployFailed

    with reported(output) as report:
        services, connection = open_services(opening(cluster, is_read_only=not apply), report)
        name = ReleaseId(release, cluster.namespace or connection.namespace)
        findings = find_repairs(name, services)
        for finding in findings:
            report(finding.event(name))
        if export:
            written = export_repairs(findings, name, Path(export))
            sys.stderr.write("".join(f"wrote {path}\n" for path in written))
        problems = []
        if apply and findings and (yes or _confirmed(len(findings))):
            problems = apply_repairs(findings, services)
    if problems:
        raise DeployFailed(f"{len(problems)} objects could not be repaired", problems)
    if not findings and output == "text":
        sys.stdout.write(f"release {name} is in sync\n")
    return 0


def _confirmed(count: int) -> bool:
    if not sys.stdin.isatty():
        from werfpy.errors import UsageError

        raise UsageError("repair --apply asks before it writes, and there is nobody to ask", hint="use --yes")
    return typer.confirm(f"Apply {count} repair patches?", err=True)
