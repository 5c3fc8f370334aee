"""The tree of a regular expression, and Go's words for what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from werfpy.gostd.kinds import GoError

MAX_RUNE = 0x10FFFF
Ranges = tuple[tuple[int, int], ...]


class Op(Enum):
    """What a node matches."""

    EMPTY = auto()
    LITERAL = auto()
    CLASS = auto()
    ANY = auto()
    ANY_NOT_NL = auto()
    BEGIN_LINE = auto()
    END_LINE = auto()
    BEGIN_TEXT = auto()
    END_TEXT = auto()
    WORD_BOUNDARY = auto()
    NO_WORD_BOUNDARY = auto()
    CAPTURE = auto()
    CONCAT = auto()
    ALTERNATE = auto()
    REPEAT = auto()


@dataclass(frozen=True, slots=True)
class Node:
    """One node.

    Args:
        op: What it matches.
        subs: The nodes below it.
        rune: The code point of a literal.
        ranges: The code points of a class.
        fold: Whether case is ignored.
        least: The smallest number of repetitions.
        most: The largest; -1 where there is no bound.
        greedy: Whether a repetition prefers more.
        index: The number of a capturing group.
        name: Its name, or empty.
    """

    op: Op
    subs: tuple[Node, ...] = ()
    rune: int = 0
    ranges: Ranges = ()
    fold: bool = False
    least: int = 0
    most: int = 0
    greedy: bool = True
    index: int = 0
    name: str = ""


def syntax_error(code: str, source: str) -> GoError:
    """Return Go's error for the part *source* of a pattern: ``error parsing regexp: missing closing ): `(a```."""
    return GoError(f"error parsing regexp: {code}: `{source}`")


def normalized(ranges: list[tuple[int, int]]) -> Ranges:
    """Return *ranges* sorted, with neighbours joined."""
    joined: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return tuple(joined)


def negated(ranges: Ranges) -> Ranges:
    """Return all code points that are not in *ranges* (which are normalized)."""
    out = []
    following = 0
    for low, high in ranges:
        if low > following:
            out.append((following, low - 1))
        following = high + 1
    if following <= MAX_RUNE:
        out.append((following, MAX_RUNE))
    return tuple(out)
