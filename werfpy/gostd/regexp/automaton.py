"""Matching in time linear in the text, whatever the pattern.

A deterministic automaton, built as the text is read, finds where the leftmost-first match ends; a second one, reading
backwards, where it begins; threads with copies of the groups run over the match alone, and only where groups are asked.
(Thompson's construction as in Russ Cox, "Regular Expression Matching: the Virtual Machine Approach".)
"""

from __future__ import annotations

from werfpy.gostd.regexp.program import ASSERT, CHAR, MATCH, SAVE, SPLIT, Program
from werfpy.gostd.regexp.syntax import Node, Op

_NOTHING, _NEWLINE, _WORD, _OTHER = range(4)
_MOST_STATES = 4_000
_END = ""


def _kind(char: str) -> int:
    """Say what *char* is to an assertion; the empty string stands for the edge of the text."""
    if char == "":
        return _NOTHING
    if char == "\n":
        return _NEWLINE
    return _WORD if char.isascii() and (char.isalnum() or char == "_") else _OTHER


def _holds(op: Op, before: int, after: int) -> bool:
    if op is Op.BEGIN_TEXT:
        return before == _NOTHING
    if op is Op.END_TEXT:
        return after == _NOTHING
    if op is Op.BEGIN_LINE:
        return before in (_NOTHING, _NEWLINE)
    if op is Op.END_LINE:
        return after in (_NOTHING, _NEWLINE)
    return ((before == _WORD) != (after == _WORD)) == (op is Op.WORD_BOUNDARY)


class _State:
    """A state: where the threads stand, in order of preference, and what the last character was."""

    __slots__ = ("context", "threads", "ways")

    def __init__(self, threads: tuple[int, ...], context: int) -> None:
        self.threads = threads
        self.context = context
        self.ways: dict[str, tuple[_State, bool]] = {}


class _Machine:
    """One direction: states are made when they are first reached."""

    def __init__(self, program: Program, start: int, *, backwards: bool) -> None:
        self._code = program.code
        self._asserts = program.asserts
        self._start = (start,)
        self._backwards = backwards
        self._states: dict[tuple[tuple[int, ...], int], _State] = {}

    def initial(self, context: int) -> _State:
        return self._state(self._start, context)

    def way(self, state: _State, char: str) -> tuple[_State, bool]:
        """Return the state after *char*, and whether there is a match before it."""
        reached, matched = self._closure(state, _kind(char))
        threads: dict[int, None] = {}
        if char != _END:
            for index in reached:
                step = self._code[index]
                if step.accepts(char):
                    threads.setdefault(step.following)
        found = self._state(tuple(threads), _kind(char)), matched
        state.ways[char] = found
        return found

    def _state(self, threads: tuple[int, ...], context: int) -> _State:
        key = threads, context if self._asserts else _OTHER
        state = self._states.get(key)
        if state is None:
            if len(self._states) > _MOST_STATES:
                self._states.clear()
            state = self._states[key] = _State(*key)
        return state

    def _closure(self, state: _State, following: int) -> tuple[list[int], bool]:
        """Follow all steps that take no character; stop behind a match, forwards: the rest is less preferred."""
        before, after = (following, state.context) if self._backwards else (state.context, following)
        reached: list[int] = []
        matched = False
        seen: set[int] = set()
        stack = list(reversed(state.threads))
        while stack:
            index = stack.pop()
            if index in seen:
                continue
            seen.add(index)
            step = self._code[index]
            if step.kind == CHAR:
                reached.append(index)
            elif step.kind == SPLIT:
                stack.extend((step.other, step.following))
            elif step.kind == MATCH:
                matched = True
                if not self._backwards:
                    break
            elif step.kind == SAVE or _holds(step.op, before, after):
                stack.append(step.following)
        return reached, matched


class Automaton:
    """A pattern ready to search.

    Args:
        tree: The pattern.
        groups: How many groups it has.
    """

    def __init__(self, tree: Node, groups: int) -> None:
        self._groups = groups
        self._program = Program(tree)
        start = self._program.search_start()
        self._forwards = _Machine(self._program, start, backwards=False)
        behind = Program(tree, backwards=True)
        self._backwards = _Machine(behind, behind.start, backwards=True)

    def search(self, text: str, start: int, *, groups: bool) -> tuple[tuple[int, int], ...] | None:
        """Return the spans of the leftmost-first match at or after *start*, of its groups too if asked; or None."""
        end = self._end_of_match(text, start)
        if end < 0:
            return None
        begin = self._begin_of_match(text, start, end)
        if not groups or not self._groups:
            return ((begin, end), *[(-1, -1)] * (self._groups if groups else 0))
        return self._spans(text, begin, end)

    def _end_of_match(self, text: str, start: int) -> int:
        machine = self._forwards
        state = machine.initial(_kind(text[start - 1 : start]))
        end = -1
        for position in range(start, len(text)):
            char = text[position]
            found = state.ways.get(char)
            if found is None:
                found = machine.way(state, char)
            state, matched = found
            if matched:
                end = position
            if not state.threads:
                return end
        found = state.ways.get(_END) or machine.way(state, _END)
        return len(text) if found[1] else end

    def _begin_of_match(self, text: str, start: int, end: int) -> int:
        machine = self._backwards
        state = machine.initial(_kind(text[end : end + 1]))
        begin = end
        for position in range(end, start, -1):
            char = text[position - 1]
            found = state.ways.get(char) or machine.way(state, char)
            state, matched = found
            if matched:
                begin = position
            if not state.threads:
                return begin
        # What stands before the start of the search still counts for assertions.
        edge = text[start - 1 : start]
        found = state.ways.get(edge) or machine.way(state, edge)
        return start if found[1] else begin

    def _spans(self, text: str, begin: int, end: int) -> tuple[tuple[int, int], ...]:
        code = self._program.code
        empty = (-1,) * (2 * self._groups + 2)
        threads: list[tuple[int, tuple[int, ...]]] = [(self._program.start, empty)]
        best = empty
        for position in range(begin, end + 1):
            before, after = (
                _kind(text[position - 1 : position]) if position else _NOTHING,
                _kind(text[position : position + 1]),
            )
            reached: list[tuple[int, tuple[int, ...]]] = []
            seen: set[int] = set()
            stack = threads[::-1]
            while stack:
                index, slots = stack.pop()
                if index in seen:
                    continue
                seen.add(index)
                step = code[index]
                if step.kind == CHAR:
                    reached.append((index, slots))
                elif step.kind == SPLIT:
                    stack.extend(((step.other, slots), (step.following, slots)))
                elif step.kind == SAVE:
                    stack.append((step.following, (*slots[: step.other], position, *slots[step.other + 1 :])))
                elif step.kind == MATCH:
                    best = slots
                    break
                elif step.kind == ASSERT and _holds(step.op, before, after):
                    stack.append((step.following, slots))
            char = text[position : position + 1]
            threads = [(code[index].following, slots) for index, slots in reached if char and code[index].accepts(char)]
        pairs = ((best[2 * group], best[2 * group + 1]) for group in range(1, self._groups + 1))
        return ((begin, end), *pairs)
