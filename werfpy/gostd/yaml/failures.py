"""PyYAML's errors in go-yaml's words: both carry libyaml's own message; the rule for the line is Go's."""

from __future__ import annotations

import re
from typing import Any

from werfpy.gostd.kinds import GoError


def go_error(error: Exception) -> GoError:
    """Turn an error of PyYAML's C parser into ``yaml: [line N: ]problem`` (``parser.fail`` in go-yaml's decode.go).

    Go numbers the line of scanner errors from one and that of parser errors from zero, and leaves zero out.
    """
    from yaml.reader import ReaderError
    from yaml.scanner import ScannerError

    if isinstance(error, ReaderError):
        return GoError(f"yaml: {_reader_reason(str(error.reason))}")
    problem_line = _line(getattr(error, "problem_mark", None))
    if problem_line:
        line = problem_line + isinstance(error, ScannerError)
    else:
        line = _line(getattr(error, "context_mark", None))
    where = f"line {line}: " if line else ""
    return GoError(f"yaml: {where}{getattr(error, 'problem', None) or 'unknown problem parsing YAML content'}")


def _reader_reason(reason: str) -> str:
    return "control characters are not allowed" if "surrogates not allowed" in reason else reason


def _line(mark: Any) -> int:
    return int(mark.line) if mark is not None else 0


def libyaml_only(text: str) -> str | None:
    """Return *text* with what only newer libyaml reads made unreadable; None where there is no such thing.

    go-yaml refuses ``\\/`` in double quotes and ``%YAML 1.2``. The replacements keep every position, and libyaml
    refuses them with go-yaml's own words; outside of double quotes and directives they change nothing that counts.
    """
    if "\\/" not in text and "%YAML" not in text:
        return None
    return _DIRECTIVE.sub(r"\g<1>3", text.replace("\\/", "\\q"))


_DIRECTIVE = re.compile(r"(?m)^(%YAML[ \t]+1\.)2")
