"""A Typer command that takes its arguments as pflag does."""

from __future__ import annotations

from typing import Any, ClassVar

import typer
from typer.core import TyperCommand, TyperOption

from werfpy.cli.argv import FlagShapes, normalise
from werfpy.errors import UsageError

OPTIONAL_VALUE: dict[str, str] = {"--dry-run": "client", "--wait": "watcher", "--color": "auto"}
"""Flags that may stand without a value, as Helm declares them, and what they then mean (pflag's NoOptDefVal)."""


class PflagCommand(TyperCommand):
    """Normalises its arguments before click sees them; usage errors become UsageError."""

    shapes: ClassVar[FlagShapes | None] = None

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse, with pflag's forms allowed."""
        try:
            prepared = normalise(args, _shapes(self))
        except ValueError as error:
            raise UsageError(str(error)) from error
        return super().parse_args(ctx, prepared)


def _shapes(command: TyperCommand) -> FlagShapes:
    booleans: dict[str, str] = {}
    optional: dict[str, str] = {}
    takes_value: set[str] = set()
    for parameter in command.params:
        if not isinstance(parameter, TyperOption):
            continue
        if parameter.is_flag:
            negative = parameter.secondary_opts[0] if parameter.secondary_opts else ""
            booleans.update(dict.fromkeys(parameter.opts, negative))
            continue
        for option in parameter.opts:
            if option in OPTIONAL_VALUE:
                optional[option] = OPTIONAL_VALUE[option]
            else:
                takes_value.add(option)
    return FlagShapes(booleans, optional, takes_value)


def typer_app(summary: str = "") -> typer.Typer:
    """An empty Typer application with our settings: no rich on the hot path, no pretty exceptions."""
    return typer.Typer(
        add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False, no_args_is_help=True, help=summary
    )
