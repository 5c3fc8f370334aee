"""Go's ``filepath.Match``: ``*`` and ``?`` stop at ``/``, ``[...]`` is a class, ``\\`` escapes."""

from __future__ import annotations

import re
from functools import lru_cache


class BadPattern(ValueError):
    """The pattern is malformed; the text is Go's."""

    def __init__(self) -> None:
        super().__init__("syntax error in pattern")


def path_match(pattern: str, name: str) -> bool:
    """Whether the whole of *name* matches *pattern*.

    Raises:
        BadPattern: A class or an escape is not closed. Go only says so when the match gets that far; so do we
            not: a bad pattern is always an error here.

    >>> path_match("templates/*.yaml", "templates/web.yaml"), path_match("*", "a/b")
    (True, False)
    """
    return _compiled(pattern).match(name) is not None


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    parts: list[str] = []
    index = 0
    while index < len(pattern):
        mark = pattern[index]
        index += 1
        if mark == "*":
            parts.append("[^/]*")
        elif mark == "?":
            parts.append("[^/]")
        elif mark == "[":
            text, index = _class(pattern, index)
            parts.append(text)
        elif mark == "\\":
            if index >= len(pattern):
                raise BadPattern
            parts.append(re.escape(pattern[index]))
            index += 1
        else:
            parts.append(re.escape(mark))
    return re.compile("".join(parts) + r"\Z", re.DOTALL)


def _class(pattern: str, index: int) -> tuple[str, int]:
    negate = pattern[index : index + 1] == "^"
    index += negate
    parts: list[str] = []
    while True:
        if pattern[index : index + 1] == "]" and parts:
            break
        low, index = _class_mark(pattern, index)
        high = low
        if pattern[index : index + 1] == "-":
            high, index = _class_mark(pattern, index + 1)
        if low <= high:
            parts.append(f"{re.escape(low)}-{re.escape(high)}")
        else:
            parts.append("")
    body = "".join(parts)
    if not body:
        return ("[^/]" if negate else r"(?!)"), index + 1
    # Go lets a negated class match the separator too.
    return f"[{'^' if negate else ''}{body}]", index + 1


def _class_mark(pattern: str, index: int) -> tuple[str, int]:
    mark = pattern[index : index + 1]
    if mark in ("", "-", "]"):
        raise BadPattern
    if mark == "\\":
        index += 1
        mark = pattern[index : index + 1]
        if not mark:
            raise BadPattern
    if index + 1 >= len(pattern):
        raise BadPattern
    return mark, index + 1
