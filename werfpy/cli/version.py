"""``werfpy version``."""

from __future__ import annotations

from typing import Annotated

import typer

from werfpy import __version__


def command(short: Annotated[bool, typer.Option("--short", help="print the number only")] = False) -> None:
    """Print the version."""
    typer.echo(f"v{__version__}" if short else f'version.BuildInfo{{Version:"v{__version__}"}}')
