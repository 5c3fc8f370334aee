"""Exit codes and the texts of errors, through the whole command line, without a cluster."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from werfpy import __version__
from werfpy.cli import main as cli
from werfpy.cli.commands import ALIASES, COMMANDS
from werfpy.errors import Interrupted, NotFound


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No cluster, no chart."""
    config = "apiVersion: v1\nkind: Config\n"
    (tmp_path / "config").write_text(config)
    monkeypatch.setenv("KUBECONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


FAILURES: dict[str, tuple[list[str], str]] = {
    "unknown command": (["nope"], 'Error: unknown command "nope" for "werfpy"\n'),
    "unknown flag": (["list", "--nope"], "Error: unknown flag: --nope\n"),
    "unknown short flag": (["list", "-Z"], "Error: unknown shorthand flag: -Z\n"),
    "unknown subcommand": (["get", "nope", "web"], "Error: "),
    "no argument": (["history"], "Error: "),
    "value missing": (["list", "-n"], "Error: "),
    "no number": (["history", "web", "--max", "x"], "Error: "),
    "bad switch": (["list", "--short=maybe"], 'Error: invalid argument "maybe" for "--short" flag: strconv.ParseBool'),
    "bad format": (["list", "-o", "xml"], "Error: invalid format type\n"),
    "bad format of history": (["history", "web", "-o", "xml"], "Error: invalid format type\n"),
    "bad format of values": (["get", "values", "web", "-o", "xml"], "Error: invalid format type\n"),
    "bad format of status": (["status", "web", "-o", "xml"], "Error: invalid format type\n"),
    "no chart": (["deploy", "web", "missing"], "Error: "),
    "bad timeout": (["deploy", "web", "missing", "--timeout", "x"], "Error: bad --timeout 'x'"),
}


@pytest.mark.parametrize(("argv", "words"), FAILURES.values(), ids=FAILURES)
def test_a_wrong_command_line_fails_with_1(argv: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(argv) == 1
    told = capsys.readouterr()
    assert told.err.startswith(words)
    assert "  code     " in told.err
    assert told.out == ""


@pytest.mark.parametrize("argv", [["version"], ["--version"]], ids=["command", "flag"])
def test_prints_the_version(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(argv) == 0
    assert __version__ in capsys.readouterr().out


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    told = capsys.readouterr().out
    assert [name for name in COMMANDS if f"  {name} " not in told] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_own_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([name, "--help"]) == 0
    assert name in capsys.readouterr().out


@pytest.mark.parametrize("alias", ALIASES)
def test_helms_short_forms_are_known(alias: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([alias, "--help"]) == 0
    short = capsys.readouterr().out.replace(f"werfpy {alias} ", f"werfpy {ALIASES[alias]} ")
    cli.main([ALIASES[alias], "--help"])
    assert short == capsys.readouterr().out


def raising(error: BaseException) -> Callable[[], object]:
    class Root:
        def main(self, **_: object) -> object:
            raise error

    return Root


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        pytest.param(NotFound("Pod a not found", hint="look"), 1, "Error: Pod a not found\n  hint     look", id="ours"),
        pytest.param(Interrupted("interrupted", hint="h"), 130, "Error: interrupted\n", id="interrupted"),
        pytest.param(KeyboardInterrupt(), 130, "Error: interrupted\n", id="Ctrl-C"),
    ],
)
def test_errors_become_exit_codes(
    error: BaseException, code: int, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cli, "root", raising(error))
    assert cli.main(["list"]) == code
    assert capsys.readouterr().err.startswith(words)


def test_a_fault_of_our_own_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "root", raising(ZeroDivisionError("x")))
    with pytest.raises(ZeroDivisionError):
        cli.main(["list"])
