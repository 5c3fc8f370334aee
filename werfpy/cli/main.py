"""The ``werfpy`` command: finds the command's module, runs it, and is the one place where errors become exit codes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from werfpy.cli.argv import command_first
from werfpy.cli.command import PflagCommand, typer_app
from werfpy.cli.commands import ALIASES, COMMANDS
from werfpy.errors import UsageError, WerfpyError


class LazyGroup(TyperGroup):
    """Knows its commands by name and imports one only when it runs."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import the command's module and build it."""
        name = ALIASES.get(cmd_name, cmd_name)
        return load(name) if name in COMMANDS else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands from the table, without importing one."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command, or fail as Helm does."""
        if args and ALIASES.get(args[0], args[0]) not in COMMANDS:
            raise UsageError(
                f'unknown command "{args[0]}" for "werfpy"', hint="run 'werfpy --help' for the list of commands"
            )
        return super().resolve_command(ctx, args)


def load(name: str) -> Any:
    """Build the click command *name*: its module has a function ``command``, or a Typer group ``app``."""
    module = import_module(f"werfpy.cli.{COMMANDS[name].module}")
    group = getattr(module, "app", None)
    if group is None:
        group = typer_app()
        group.command(name=name, cls=PflagCommand, help=module.command.__doc__)(module.command)
    command = typer.main.get_command(group)
    command.name = name
    return command


def root() -> TyperGroup:
    """The whole command tree, unloaded."""
    group = LazyGroup(
        name="werfpy", rich_markup_mode=None, no_args_is_help=True, help="Deploy Helm charts with a three-way merge."
    )
    group.params = []
    return group


def main(argv: Sequence[str]) -> int:
    """Run one command line; returns the exit code.

    0 is success, 1 any failure (a wrong flag included, as in Helm), 130 an interrupt;
    ``plan --exit-code`` adds 2 and 3.
    """
    arguments = command_first(argv)
    if arguments[:1] == ["--version"]:
        arguments[0] = "version"
    try:
        result = root().main(args=arguments, prog_name="werfpy", standalone_mode=False)
    except WerfpyError as error:
        return _fail(error)
    except BrokenPipeError:
        # Whoever read our output has seen enough (`werfpy list | head`).
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("Error: interrupted\n")
        return 130
    except typer.Exit as stop:
        return stop.exit_code
    except Exception as error:
        usage = _usage_error(error)
        if usage is None:
            raise
        return _fail(usage)
    return result if isinstance(result, int) else 0


def _usage_error(error: Exception) -> UsageError | None:
    """Click's usage errors in Helm's words; None where *error* is something else."""
    message = getattr(error, "format_message", None)
    if message is None:
        return None
    option = getattr(error, "option_name", None)
    if type(error).__name__ == "NoSuchOption" and option:
        kind = "flag" if option.startswith("--") else "shorthand flag"
        return UsageError(f"unknown {kind}: {option}", hint="run the command with --help for its flags")
    return UsageError(str(message()), hint="run the command with --help for its flags")


def _fail(error: WerfpyError) -> int:
    from werfpy.report.failures import render_failure

    sys.stderr.write(render_failure(error))
    return error.exit_code


def run() -> None:
    """Entry point of the ``werfpy`` script."""
    sys.exit(main(sys.argv[1:]))
