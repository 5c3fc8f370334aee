"""Which commands there are, and the module of each: a command is imported only when it runs."""

from __future__ import annotations

from typing import Final, NamedTuple


class Entry(NamedTuple):
    """A command: the module that holds it, and its line in the list of commands."""

    module: str
    summary: str


COMMANDS: Final[dict[str, Entry]] = {
    "deploy": Entry("deploy", "Install or upgrade a release from a chart, with a three-way merge"),
    "plan": Entry("plan", "Show what deploy would change; writes nothing"),
    "repair": Entry("repair", "List, apply or export the repair patches of a release"),
    "rollback": Entry("rollback", "Bring a release back to an earlier revision"),
    "uninstall": Entry("uninstall", "Delete a release and its objects"),
    "template": Entry("template", "Render a chart as Helm does and print it"),
    "list": Entry("list", "List releases"),
    "history": Entry("history", "List the revisions of a release"),
    "status": Entry("status", "Show the state of a release"),
    "get": Entry("get", "Show values, manifest, notes or hooks of a release"),
    "sandbox": Entry("sandbox", "Run the embedded API server for trying things out"),
    "version": Entry("version", "Print the version"),
}
"""Every command in the order of the list that ``werfpy --help`` prints."""

ALIASES: Final[dict[str, str]] = {
    "ls": "list",
    "hist": "history",
    "un": "uninstall",
    "del": "uninstall",
    "delete": "uninstall",
}
"""Helm's short forms."""
