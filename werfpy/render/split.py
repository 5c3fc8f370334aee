"""Cutting a rendered file into YAML documents, as each Helm does it. Both are plain text cutting, no YAML.

Source: helm ``pkg/release/v1/util/manifest.go`` 4.2.4; helm 3 ``pkg/releaseutil/manifest.go``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

GO_SPACE: Final = (
    "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)
"""What Go's ``unicode.IsSpace`` calls white space."""

_RE_SPACE: Final = "\t\n\f\r "
"""What ``\\s`` is in Go's regular expressions."""


def split_documents(text: str, compat: int = 4) -> list[str]:
    """The documents of *text* that are not blank.

    With *compat* 4 a document keeps the newlines at its end; with 3 both ends are trimmed.

    >>> split_documents("a: 1\\n---\\nb: 2\\n"), split_documents("a: 1\\n---\\nb: 2\\n", 3)
    (['a: 1\\n', 'b: 2\\n'], ['a: 1', 'b: 2'])
    """
    if compat == 3:
        pieces = (piece.strip(GO_SPACE) for piece in _split_helm3(text.strip(GO_SPACE)) if piece)
        return list(pieces)
    pieces = (piece.lstrip(GO_SPACE) for piece in _split_helm4(text.lstrip(GO_SPACE)))
    return [piece for piece in pieces if piece]


def _split_helm4(text: str) -> Iterator[str]:
    """Cut at ``---`` at the start of a line; blanks behind it go with it."""
    start = 0
    at = 0 if text.startswith("---") else _next_line(text, 0)
    while at >= 0:
        yield text[start:at]
        start = at + 3
        while start < len(text) and text[start] in " \t":
            start += 1
        at = _next_line(text, start)
    yield text[start:]


def _next_line(text: str, start: int) -> int:
    """Where the next line that begins with ``---`` starts; -1 where there is none."""
    found = text.find("\n---", start)
    return found + 1 if found >= 0 else -1


def _split_helm3(text: str) -> Iterator[str]:
    """Cut at ``---`` after a newline, with all white space around it.

    The white space behind may hold the newline of the next separator, which is then none: Helm 3 prints it.
    """
    start = 0
    if text.startswith("---"):
        yield ""
        start = _skip_space(text, 3)
    while (found := text.find("\n---", start)) >= 0:
        end = found
        while end > start and text[end - 1] in _RE_SPACE:
            end -= 1
        yield text[start:end]
        start = _skip_space(text, found + 4)
    yield text[start:]


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at] in _RE_SPACE:
        at += 1
    return at
