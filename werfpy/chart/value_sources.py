"""The user's values: files, then ``--set-json``, ``--set``, ``--set-string``, ``--set-file``, ``--set-literal``.

The order of the kinds is fixed, whatever the order on the command line. Source: helm ``pkg/cli/values/options.go``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from werfpy.chart import set_values
from werfpy.chart.json_value import decode_prefix
from werfpy.chart.model import Values
from werfpy.chart.value_files import merge_maps, read_values
from werfpy.errors import ValuesError
from werfpy.gostd.kinds import GoError
from werfpy.gostd.text import from_bytes

Fetch = Callable[[str], bytes]
"""Reads a URL given to ``-f`` or ``--set-file``."""


@dataclass(frozen=True, slots=True)
class ValueSources:
    """What the user gave, each kind in the order of the command line. ``files`` are paths, URLs or ``-``."""

    files: Sequence[str] = ()
    set_: Sequence[str] = ()
    set_string: Sequence[str] = ()
    set_json: Sequence[str] = ()
    set_file: Sequence[str] = ()
    set_literal: Sequence[str] = ()

    def read(self, *, compat: int = 4, fetch: Fetch | None = None) -> Values:
        """Read and merge all of them.

        Raises:
            ValuesError: A file cannot be read or parsed, or an expression is malformed; the text is Helm's.
        """
        reader = _Reader(compat, fetch)
        values: Values = {}
        for name in self.files:
            values = merge_maps(values, reader.values(name))
        for expression in self.set_json:
            values = _set_json(values, expression, compat)
        _set_all(values, "--set", self.set_, set_values.set_into, compat)
        _set_all(values, "--set-string", self.set_string, set_values.set_string_into, compat)
        _set_all(values, "--set-file", self.set_file, reader.set_file_into, compat)
        _set_all(values, "--set-literal", self.set_literal, set_values.set_literal_into, compat)
        return values


def values_from(
    files: Sequence[str] = (),
    set_: Sequence[str] = (),
    set_string: Sequence[str] = (),
    set_json: Sequence[str] = (),
    set_file: Sequence[str] = (),
    set_literal: Sequence[str] = (),
) -> Values:
    """The user's values from all their sources, by Helm 4's rules; see :class:`ValueSources`.

    Raises:
        ValuesError: A file cannot be read or parsed, or an expression is malformed.
    """
    return ValueSources(files, set_, set_string, set_json, set_file, set_literal).read()


def _set_all(values: Values, flag: str, expressions: Iterable[str], put: Callable[..., None], compat: int) -> None:
    for expression in expressions:
        try:
            put(values, expression, compat=compat)
        except GoError as error:
            raise ValuesError(
                f"failed parsing {flag} data: {error}", at=f"{flag} {expression}", hint=_SET_HINTS.get(flag, "")
            ) from error


_SET_HINTS = {
    "--set": "the form is key.path[0]=value,other=value; a backslash makes the next character literal",
    "--set-string": "the form is key.path[0]=value,other=value; a backslash makes the next character literal",
}


def _set_json(values: Values, expression: str, compat: int) -> Values:
    text = expression.strip()
    try:
        if not text.startswith("{") or compat == 3:
            set_values.set_json_into(values, expression, compat=compat)
            return values
        table, length = decode_prefix(text)
        if text[length:].strip():
            raise GoError("invalid character after top-level value")
    except GoError as error:
        what = "data JSON:" if text.startswith("{") and compat != 3 else "data"
        raise ValuesError(
            f"failed parsing --set-json {what} {expression}",
            because=str(error),
            hint="the form is key=JSON or a whole JSON object",
        ) from error
    return merge_maps(values, table)


class _Reader:
    """Reads value files for one command."""

    def __init__(self, compat: int, fetch: Fetch | None) -> None:
        self.compat = compat
        self.fetch = fetch

    def values(self, name: str) -> Values:
        text = self.text(name)
        try:
            return read_values(text, self.compat)
        except GoError as error:
            raise ValuesError(f"failed to parse {name}: {error}", at=_line_at(text, str(error), name)) from error

    def set_file_into(self, values: Values, expression: str, *, compat: int) -> None:
        set_values.set_file_into(values, expression, self._file, compat=compat)

    def _file(self, path: str) -> Any:
        try:
            return self.text(path)
        except ValuesError as error:
            raise GoError(error.summary) from error

    def text(self, name: str) -> str:
        try:
            return from_bytes(self._bytes(name))
        except OSError as error:
            raise ValuesError(f"open {name}: {(error.strerror or str(error)).lower()}") from error

    def _bytes(self, name: str) -> bytes:
        if name.strip() == "-":
            return sys.stdin.buffer.read()
        if name.startswith(("http://", "https://", "oci://")):
            if self.fetch is None:
                raise ValuesError(f"cannot read {name}: values from URLs are not available here")
            return self.fetch(name)
        return Path(name).read_bytes()


def _line_at(text: str, error: str, name: str) -> str:
    """The line that a YAML error names, for the reader's eyes."""
    _, found, rest = error.partition("yaml: line ")
    number = rest.partition(":")[0]
    if not found or not number.isdigit():
        return name
    lines = text.split("\n")
    index = int(number) - 1
    return f"{name}:{number}: {lines[index].rstrip()}" if 0 <= index < len(lines) else name
