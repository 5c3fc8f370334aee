"""Environment variables of CI jobs that stand for repeated flags.

Source: werf's ``WERF_VALUES_*``, ``WERF_SET_*``, ``WERF_SET_STRING_*``, ``WERF_ADD_ANNOTATION_*`` and
``WERF_ADD_LABEL_*``: every variable with the prefix counts, in the order of the names; flags of the command line come
after and win.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from werfpy.errors import UsageError

_LONGER = {"WERF_SET_": ("WERF_SET_STRING_", "WERF_SET_FILE_", "WERF_SET_JSON_", "WERF_SET_LITERAL_")}
"""Prefixes that begin with another prefix and mean something else."""


def from_environment(prefix: str, environ: Mapping[str, str] | None = None) -> list[str]:
    """The values of all variables that begin with *prefix*, ordered by name; empty ones do not count.

    >>> from_environment("WERF_SET_", {"WERF_SET_B": "b=2", "WERF_SET_A": "a=1", "WERF_SET_STRING_X": "x=3"})
    ['a=1', 'b=2']
    """
    variables = os.environ if environ is None else environ
    others = _LONGER.get(prefix, ())
    names = sorted(name for name in variables if name.startswith(prefix) and not name.startswith(others or ("\0",)))
    return [variables[name] for name in names if variables[name]]


def with_environment(prefix: str, flags: Sequence[str] | None) -> list[str]:
    """What the environment says, then what the flags say."""
    return [*from_environment(prefix), *(flags or ())]


def name_value_pairs(entries: Sequence[str], flag: str) -> dict[str, str]:
    """Read ``name=value`` entries.

    Raises:
        UsageError: An entry has no ``=`` or no name.
    """
    pairs: dict[str, str] = {}
    for entry in entries:
        name, equals, value = entry.partition("=")
        if not equals or not name:
            raise UsageError(f"bad {flag} {entry!r}: must be name=value")
        pairs[name] = value
    return pairs
