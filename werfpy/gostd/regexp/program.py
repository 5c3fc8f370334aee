"""A tree compiled to instructions of an automaton, to be run forwards or backwards."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from werfpy.gostd.regexp.syntax import MAX_RUNE, Node, Op, Ranges

CHAR, SPLIT, SAVE, ASSERT, MATCH = range(5)

_CONSUMING = {
    Op.ANY: ((0, MAX_RUNE),),
    Op.ANY_NOT_NL: ((0, 9), (11, MAX_RUNE)),
}
_ASSERTIONS = frozenset((Op.BEGIN_LINE, Op.END_LINE, Op.BEGIN_TEXT, Op.END_TEXT, Op.WORD_BOUNDARY, Op.NO_WORD_BOUNDARY))


@dataclass(slots=True)
class Instruction:
    """One step.

    Args:
        kind: CHAR, SPLIT, SAVE, ASSERT or MATCH.
        following: Where to go on.
        other: The less preferred way of a SPLIT; the number of a SAVE's slot.
        ranges: The code points of a CHAR.
        fold: Whether a CHAR ignores case.
        op: What an ASSERT asserts.
    """

    kind: int
    following: int = -1
    other: int = -1
    ranges: Ranges = ()
    fold: bool = False
    op: Op = Op.EMPTY

    def accepts(self, char: str) -> bool:
        """Say whether a CHAR takes *char*."""
        if self._holds(ord(char)):
            return True
        if not self.fold:
            return False
        return any(self._holds(ord(other)) for other in _cases(char))

    def _holds(self, code: int) -> bool:
        index = bisect_right(self.ranges, (code, MAX_RUNE)) - 1
        return index >= 0 and code <= self.ranges[index][1]


def _cases(char: str) -> list[str]:
    """Return the other cases of *char*, with the two old letters that Unicode folds to k and s."""
    old = {"k": "\u212a", "s": "\u017f"}
    small = char.lower()
    forms = (small, char.upper(), small.upper(), char.upper().lower(), old.get(small, char))
    return [form for form in forms if len(form) == 1]


class Program:
    """The instructions of one tree; execution begins at ``start``.

    Args:
        tree: The pattern.
        backwards: Whether the text will be read from its end: concatenations are reversed, groups left out.
    """

    def __init__(self, tree: Node, *, backwards: bool = False) -> None:
        self.code: list[Instruction] = [Instruction(MATCH)]
        self._backwards = backwards
        self.start = self._compile(tree, 0)
        self.asserts = any(step.kind == ASSERT for step in self.code)

    def search_start(self) -> int:
        """Return a start from which a match may begin anywhere, the leftmost preferred."""
        loop = self._add(Instruction(SPLIT, self.start, -1))
        self.code[loop].other = self._add(Instruction(CHAR, loop, ranges=((0, MAX_RUNE),)))
        return loop

    def _add(self, step: Instruction) -> int:
        self.code.append(step)
        return len(self.code) - 1

    def _compile(self, node: Node, following: int) -> int:
        """Add the instructions of *node*, which go on at *following*; return where they begin."""
        op = node.op
        if op is Op.EMPTY:
            return following
        if op is Op.LITERAL:
            return self._add(Instruction(CHAR, following, ranges=((node.rune, node.rune),), fold=node.fold))
        if op is Op.CLASS:
            return self._add(Instruction(CHAR, following, ranges=node.ranges, fold=node.fold))
        if op in _CONSUMING:
            return self._add(Instruction(CHAR, following, ranges=_CONSUMING[op]))
        if op in _ASSERTIONS:
            return self._add(Instruction(ASSERT, following, op=op))
        return self._compound(node, following)

    def _compound(self, node: Node, following: int) -> int:
        if node.op is Op.CONCAT:
            for sub in node.subs if self._backwards else reversed(node.subs):
                following = self._compile(sub, following)
            return following
        if node.op is Op.ALTERNATE:
            ways = [self._compile(sub, following) for sub in node.subs]
            start = ways[-1]
            for way in reversed(ways[:-1]):
                start = self._add(Instruction(SPLIT, way, start))
            return start
        if node.op is Op.CAPTURE:
            if self._backwards:
                return self._compile(node.subs[0], following)
            end = self._add(Instruction(SAVE, following, 2 * node.index + 1))
            return self._add(Instruction(SAVE, self._compile(node.subs[0], end), 2 * node.index))
        return self._repeat(node, following)

    def _repeat(self, node: Node, following: int) -> int:
        sub = node.subs[0]
        if node.most < 0:
            loop = self._add(Instruction(SPLIT))
            body = self._compile(sub, loop)
            self._choose(loop, body, following, greedy=node.greedy)
            start = loop
        else:
            start = following
            for _ in range(node.most - node.least):
                split = self._add(Instruction(SPLIT))
                self._choose(split, self._compile(sub, start), following, greedy=node.greedy)
                start = split
        for _ in range(node.least):
            start = self._compile(sub, start)
        return start

    def _choose(self, split: int, body: int, skip: int, *, greedy: bool) -> None:
        step = self.code[split]
        step.following, step.other = (body, skip) if greedy else (skip, body)
