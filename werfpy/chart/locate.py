"""Finding the chart that a command line names.

Source: helm ``pkg/action/install.go`` (LocateChart).
"""

from __future__ import annotations

from pathlib import Path

from werfpy.errors import ChartError

_HINT = "give the path of a chart's folder or archive; charts from repositories are fetched with `helm pull` first"


def locate_chart(name: str) -> Path:
    """The folder or archive that *name* means.

    Raises:
        ChartError: There is none; the text is Helm's for a chart that no repository has.
    """
    name = name.strip()
    path = Path(name)
    if name and path.exists():
        return path.absolute()
    if path.is_absolute() or name.startswith("."):
        raise ChartError(f'path "{name}" not found', hint=_HINT)
    if "://" in name:
        raise ChartError(f"cannot fetch {name}: charts are read from disk only", hint=_HINT)
    repository, slash, _ = name.partition("/")
    if not slash:
        raise ChartError(f"non-absolute URLs should be in form of repo_name/path_to_chart, got: {name}", hint=_HINT)
    raise ChartError(f"repo {repository} not found", hint=_HINT)
