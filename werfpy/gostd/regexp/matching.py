"""Compiled patterns and what Go's Regexp can do with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from werfpy.gostd.kinds import GoError, GoPanic
from werfpy.gostd.quote import can_backquote, quote
from werfpy.gostd.regexp.automaton import Automaton
from werfpy.gostd.regexp.parser import Parser
from werfpy.gostd.regexp.risk import safe_length
from werfpy.gostd.regexp.translate import to_python

Spans = tuple[tuple[int, int], ...]
"""Start and end of the whole match and of each group; (-1, -1) where a group took no part."""

_SPECIAL = re.compile(r"[\\.+*?()|\[\]{}^$]")
_TEMPLATE = re.compile(r"\$(?:\$|\{(\w+)\}|(\w+))")


class Regexp:
    """A compiled pattern.

    Args:
        source: The pattern in Go's syntax.

    Raises:
        GoError: ``error parsing regexp: …``.
    """

    def __init__(self, source: str) -> None:
        parser = Parser(source)
        self.source = source
        self._tree = parser.parse()
        self._names = parser.names
        self._groups = parser.captures
        self._safe_length = safe_length(self._tree)
        self._pattern = re.compile(to_python(self._tree))
        self._automaton: Automaton | None = None

    def search(self, text: str, start: int = 0, *, groups: bool = False) -> Spans | None:
        """Return the leftmost match at or after *start*; with *groups*, the groups' spans too."""
        if len(text) <= self._safe_length:
            match = self._pattern.search(text, start)
            if match is None:
                return None
            return tuple(match.span(i) for i in range(self._groups + 1)) if groups else (match.span(),)
        if self._automaton is None:
            self._automaton = Automaton(self._tree, self._groups)
        return self._automaton.search(text, start, groups=groups)

    def matches(self, text: str) -> bool:
        """Say whether the pattern matches anywhere in *text*."""
        return self.search(text) is not None

    def find(self, text: str) -> str:
        """Return the leftmost match, or an empty string."""
        spans = self.search(text)
        return text[spans[0][0] : spans[0][1]] if spans else ""

    def find_all(self, text: str, limit: int) -> list[str]:
        """Return up to *limit* matches (all where it is negative)."""
        return [text[start:end] for start, end in self.spans(text, limit)]

    def spans(self, text: str, limit: int) -> Iterator[tuple[int, int]]:
        """Yield the matches as FindAll finds them: no empty match right behind another match."""
        left = limit if limit >= 0 else len(text) + 1
        position, previous_end = 0, -1
        while left > 0 and position <= len(text):
            found = self.search(text, position)
            if found is None:
                return
            start, end = found[0]
            accepted = end != position or start != previous_end
            position = position + 1 if end == position else end
            previous_end = end
            if accepted:
                left -= 1
                yield start, end

    def replace_all(self, text: str, template: str) -> str:
        """Replace all matches by *template*, in which ``$1``, ``${1}`` and ``$name`` stand for groups."""
        if "$" not in template:
            return self.replace_all_literal(text, template)
        return self._replaced(text, lambda spans: self._expanded(template, text, spans), groups=True)

    def replace_all_literal(self, text: str, replacement: str) -> str:
        """Replace all matches by *replacement* as it is."""
        return self._replaced(text, lambda _: replacement, groups=False)

    def _replaced(self, text: str, replacement: Callable[[Spans], str], *, groups: bool) -> str:
        out: list[str] = []
        position, last_end = 0, 0
        while position <= len(text):
            spans = self.search(text, position, groups=groups)
            if spans is None:
                break
            start, end = spans[0]
            out.append(text[last_end:start])
            if end > last_end or start == 0:
                out.append(replacement(spans))
            last_end = end
            position = max(position + 1, end)
        out.append(text[last_end:])
        return "".join(out)

    def _expanded(self, template: str, text: str, spans: Spans) -> str:
        def group(match: re.Match[str]) -> str:
            name = match[1] or match[2]
            if name is None:
                return "$"
            if name.isdecimal() and name.isascii() and (name == "0" or name[0] != "0"):
                candidates = [int(name)] if len(name) < 9 else []
            else:
                candidates = self._names.get(name, [])
            taken = (spans[index] for index in candidates if index < len(spans) and spans[index][0] >= 0)
            return text[slice(*next(taken, (0, 0)))]

        return _TEMPLATE.sub(group, template)

    def split(self, text: str, limit: int) -> list[str]:
        """Split *text* at the matches into at most *limit* parts; all where it is negative, none where it is 0."""
        if limit == 0:
            return []
        if self.source and not text:
            return [""]
        parts: list[str] = []
        begin = end = 0
        for match_start, match_end in self.spans(text, limit):
            if limit > 0 and len(parts) == limit - 1:
                break
            end = match_start
            if match_end != 0:
                parts.append(text[begin:end])
            begin = match_end
        if end != len(text):
            parts.append(text[begin:])
        return parts


@lru_cache(maxsize=512)
def compile_pattern(source: str) -> Regexp:
    """Compile *source*; the same pattern is compiled once.

    Raises:
        GoError: ``error parsing regexp: …``.
    """
    return Regexp(source)


def must_compile(source: str) -> Regexp:
    """Compile *source* as regexp.MustCompile does.

    Raises:
        GoPanic: ``regexp: Compile(`(`): error parsing regexp: …``.
    """
    try:
        return compile_pattern(source)
    except GoError as error:
        quoted = f"`{source}`" if can_backquote(source) else quote(source)
        raise GoPanic(f"regexp: Compile({quoted}): {error}") from None


def quote_meta(text: str) -> str:
    """Escape everything in *text* that a pattern gives a meaning to."""
    return _SPECIAL.sub(r"\\\g<0>", text)
