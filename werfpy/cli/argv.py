"""pflag's habits, which Helm's users have, brought to click's parser.

Source: github.com/spf13/pflag as helm uses it: ``--flag=true``, ``-n=ns``, flags that may stand without a value
(NoOptDefVal), and persistent flags that may stand before the command.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

PERSISTENT_WITH_VALUE = frozenset(
    {
        "-n",
        "--namespace",
        "--kubeconfig",
        "--kube-config",
        "--kube-config-base64",
        "--kube-context",
        "--kube-apiserver",
        "--kube-token",
        "--kube-ca-file",
        "--kube-tls-server-name",
        "--kube-as-user",
        "--kube-as-group",
        "--qps",
        "--burst-limit",
        "--color",
        "--colour",
    }
)
"""Persistent flags whose value may be the next argument; used where they stand before the command's name."""

TRUE = frozenset({"1", "t", "T", "true", "TRUE", "True"})
FALSE = frozenset({"0", "f", "F", "false", "FALSE", "False"})


@dataclass(frozen=True, slots=True)
class FlagShapes:
    """What the parser must know of a command's flags.

    Args:
        booleans: ``--wait`` → the switch that says no (``--no-wait``), empty where there is none.
        optional: flags that may stand alone, and the value that they then have.
        takes_value: all other flags, long and short.
    """

    booleans: Mapping[str, str] = field(default_factory=dict)
    optional: Mapping[str, str] = field(default_factory=dict)
    takes_value: Collection[str] = ()


def command_first(argv: Sequence[str]) -> list[str]:
    """Move flags that stand before the command's name behind it, as Helm's persistent flags may stand there.

    >>> command_first(["-n", "shop", "--debug", "list", "-q"])
    ['list', '-n', 'shop', '--debug', '-q']
    """
    index = 0
    while index < len(argv) and argv[index].startswith("-") and argv[index] not in ("-h", "--help", "--version"):
        takes_next = argv[index] in PERSISTENT_WITH_VALUE
        index += 2 if takes_next else 1
    if index == 0 or index >= len(argv):
        return list(argv)
    return [argv[index], *argv[:index], *argv[index + 1 :]]


def normalise(argv: Iterable[str], shapes: FlagShapes) -> list[str]:
    """Rewrite arguments in pflag's forms to what click understands.

    >>> normalise(["--wait=false", "-n=shop", "--dry-run", "x"],
    ...           FlagShapes({"--wait": "--no-wait"}, {"--dry-run": "client"}, {"-n"}))
    ['--no-wait', '-n', 'shop', '--dry-run=client', 'x']

    Raises:
        ValueError: A switch is given something that is neither true nor false; the text is pflag's.
    """
    result: list[str] = []
    pending = iter(argv)
    for argument in pending:
        if argument == "--":
            result.append(argument)
            result.extend(pending)
            break
        if not argument.startswith("-") or argument == "-":
            result.append(argument)
        elif argument in shapes.takes_value:
            result.append(argument)
            result.extend(value for value in [next(pending, None)] if value is not None)
        else:
            result.extend(_flag(argument, shapes))
    return result


def _flag(argument: str, shapes: FlagShapes) -> list[str]:
    name, equals, value = argument.partition("=")
    if not equals:
        return [f"{argument}={shapes.optional[argument]}"] if argument in shapes.optional else [argument]
    if name in shapes.booleans:
        return _switch(name, value, shapes.booleans[name])
    if not name.startswith("--") and name in shapes.takes_value:
        return [name, value]
    return [argument]


def _switch(name: str, value: str, no: str) -> list[str]:
    if value in TRUE:
        return [name]
    if value in FALSE:
        return [no] if no else []
    raise ValueError(
        f'invalid argument "{value}" for "{name}" flag: strconv.ParseBool: parsing "{value}": invalid syntax'
    )
