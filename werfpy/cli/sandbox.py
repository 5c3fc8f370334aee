"""``werfpy sandbox``: the embedded API server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from werfpy.cli.command import PflagCommand, typer_app
from werfpy.errors import SandboxError

app = typer_app("Run the embedded API server: a small Kubernetes on this machine, for trying things out.")

_Folder = Annotated[
    Path | None,
    typer.Option(
        "--dir",
        help="where the sandbox keeps its state (default $WERFPY_SANDBOX_DIR, else ~/.local/state/werfpy/sandbox)",
    ),
]
_ReadyAfter = Annotated[float, typer.Option("--ready-after", help="seconds until a pod becomes ready")]


def _folder(given: Path | None) -> Path:
    from werfpy.sandbox.home import default_folder

    return (given or default_folder()).absolute()


@app.command(cls=PflagCommand)
def start(folder: _Folder = None, ready_after: _ReadyAfter = 1.0) -> None:
    """Start it in the background, with the state that it had; print how to use it."""
    from werfpy.sandbox import background
    from werfpy.sandbox.home import Home

    found = background.start(_folder(folder), ready_after_s=ready_after)
    typer.echo(f"The sandbox runs at {found.url} (process {found.pid}).")
    typer.echo(f"export KUBECONFIG={Home(found.folder).kubeconfig}")


@app.command(cls=PflagCommand)
def stop(folder: _Folder = None) -> None:
    """Stop it; its state stays for the next start. Stopping one that does not run is no error."""
    from werfpy.sandbox import background

    typer.echo("The sandbox has stopped." if background.stop(_folder(folder)) else "No sandbox runs.")


@app.command(cls=PflagCommand)
def reset(folder: _Folder = None, ready_after: _ReadyAfter = 1.0) -> None:
    """Forget all objects; a running sandbox is empty again at the same address."""
    from werfpy.sandbox import background

    found = background.reset(_folder(folder), ready_after_s=ready_after)
    typer.echo(f"The sandbox is empty and runs at {found.url}." if found else "The sandbox is empty; it does not run.")


@app.command(cls=PflagCommand)
def status(folder: _Folder = None) -> None:
    """Say whether it runs, and where; exit code 1 when it does not."""
    from werfpy.sandbox import background

    place = _folder(folder)
    found = background.running(place)
    if found is None:
        typer.echo(f"No sandbox runs in {place}.")
        raise typer.Exit(1)
    typer.echo(f"The sandbox runs at {found.url} (process {found.pid}, state in {place}).")


@app.command(cls=PflagCommand)
def kubeconfig(folder: _Folder = None) -> None:
    """Print the path of its kubeconfig."""
    from werfpy.sandbox.home import Home

    path = Home(_folder(folder)).kubeconfig
    if not path.exists():
        raise SandboxError("the sandbox has never been started", hint="start it with `werfpy sandbox start`")
    typer.echo(str(path))
