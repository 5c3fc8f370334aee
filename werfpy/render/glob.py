"""The globs of ``.Files.Glob``: ``*`` stops at ``/``, ``**`` does not.

Source: github.com/gobwas/glob 0.2.3 with the separator ``/``.
"""

from __future__ import annotations

import re
from functools import lru_cache


class BadGlob(ValueError):
    """The pattern is malformed."""


def glob_matches(pattern: str, name: str) -> bool:
    """Whether the whole of *name* matches *pattern*.

    Raises:
        BadGlob: A bracket or brace is not closed.

    >>> glob_matches("conf/*", "conf/a/b"), glob_matches("conf/**", "conf/a/b"), glob_matches("{a,b}.txt", "b.txt")
    (False, True, True)
    """
    return compile_glob(pattern).match(name) is not None


@lru_cache(maxsize=128)
def compile_glob(pattern: str) -> re.Pattern[str]:
    """The regular expression of *pattern*.

    Raises:
        BadGlob: A bracket or brace is not closed.
    """
    parts: list[str] = []
    depth = 0
    index = 0
    while index < len(pattern):
        mark = pattern[index]
        index += 1
        if mark == "*":
            double = pattern[index : index + 1] == "*"
            index += double
            parts.append(".*" if double else "[^/]*")
        elif mark == "?":
            parts.append("[^/]")
        elif mark == "[":
            text, index = _class(pattern, index)
            parts.append(text)
        elif mark == "{":
            depth += 1
            parts.append("(?:")
        elif mark == "}" and depth:
            depth -= 1
            parts.append(")")
        elif mark == "," and depth:
            parts.append("|")
        else:
            if mark == "\\" and index < len(pattern):
                mark, index = pattern[index], index + 1
            parts.append(re.escape(mark))
    if depth:
        raise BadGlob("unexpected end of pattern: a brace is not closed")
    return re.compile("".join(parts) + r"\Z", re.DOTALL)


def _class(pattern: str, index: int) -> tuple[str, int]:
    end = pattern.find("]", index)
    if end < 0 or end == index:
        raise BadGlob("unexpected end of pattern: a bracket is not closed")
    body = pattern[index:end]
    negate = body.startswith("!")
    body = body[negate:]
    if not body:
        raise BadGlob("a class has no characters")
    if len(body) == 3 and body[1] == "-":
        if body[0] > body[2]:
            raise BadGlob("the range of a class is upside down")
        inside = f"{re.escape(body[0])}-{re.escape(body[2])}"
    else:
        inside = "".join(re.escape(mark) for mark in body)
    return f"[{'^' if negate else ''}{inside}]", end + 1
