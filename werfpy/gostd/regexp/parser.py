"""Go's regular expression syntax (``regexp/syntax/parse.go`` with the Perl flags) to a tree."""

from __future__ import annotations

from dataclasses import dataclass, replace

from werfpy.gostd.regexp.classes import PERL, POSIX, unicode_class
from werfpy.gostd.regexp.escapes import read_escape
from werfpy.gostd.regexp.syntax import Node, Op, Ranges, negated, normalized, syntax_error

_MAX_REPEAT = 1000
_REPEATS = {"*": (0, -1), "+": (1, -1), "?": (0, 1)}
_EMPTY = Node(Op.EMPTY)


@dataclass(frozen=True, slots=True)
class _Flags:
    fold: bool = False
    multi_line: bool = False
    dot_nl: bool = False
    swap_greed: bool = False


@dataclass(slots=True)
class _Group:
    """An open parenthesis: what stood before it, and its own alternatives so far."""

    alternatives: list[Node]
    items: list[Node]
    flags: _Flags
    index: int
    name: str


class Parser:
    """One parse of one pattern.

    Raises:
        GoError: From :meth:`parse`, in Go's words.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._position = 0
        self._flags = _Flags()
        self._groups: list[_Group] = []
        self._alternatives: list[Node] = []
        self._items: list[Node] = []
        self.names: dict[str, list[int]] = {}
        self.captures = 0

    def parse(self) -> Node:
        """Return the tree."""
        source = self._source
        last_repeat = -1
        while self._position < len(source):
            start = self._position
            char = source[start]
            repeat_start = -1
            if char in "*+?":
                self._position += 1
                self._repeat(*_REPEATS[char], start, last_repeat)
                repeat_start = start
            elif char == "{" and (bounds := self._bounds()) is not None:
                self._repeat(*bounds, start, last_repeat)
                repeat_start = start
            else:
                self._atom(char)
            last_repeat = repeat_start
        if self._groups:
            raise syntax_error("missing closing )", source)
        return self._alternation()

    def _atom(self, char: str) -> None:
        if char == "(":
            self._open()
        elif char == "|":
            self._position += 1
            self._alternatives.append(_concat(self._items))
            self._items = []
        elif char == ")":
            self._close()
        elif char == "[":
            self._items.append(self._class())
        elif char == "\\":
            self._backslash()
        else:
            self._position += 1
            self._items.append(self._simple(char))

    def _simple(self, char: str) -> Node:
        if char == "^":
            return Node(Op.BEGIN_LINE if self._flags.multi_line else Op.BEGIN_TEXT)
        if char == "$":
            return Node(Op.END_LINE if self._flags.multi_line else Op.END_TEXT)
        if char == ".":
            return Node(Op.ANY if self._flags.dot_nl else Op.ANY_NOT_NL)
        return Node(Op.LITERAL, rune=ord(char), fold=self._flags.fold)

    def _alternation(self) -> Node:
        nodes = [*self._alternatives, _concat(self._items)]
        return nodes[0] if len(nodes) == 1 else Node(Op.ALTERNATE, tuple(nodes))

    def _open(self) -> None:
        source, start = self._source, self._position
        if source.startswith("(?", start):
            self._perl_group()
            return
        self._position += 1
        self._push_group("")

    def _push_group(self, name: str | None) -> None:
        """Open a group; a name of None means that it does not capture."""
        index = 0
        if name is not None:
            self.captures += 1
            index = self.captures
        self._groups.append(_Group(self._alternatives, self._items, self._flags, index, name or ""))
        self._alternatives, self._items = [], []

    def _close(self) -> None:
        if not self._groups:
            raise syntax_error("unexpected )", self._source)
        self._position += 1
        node = self._alternation()
        group = self._groups.pop()
        self._alternatives, self._items, self._flags = group.alternatives, group.items, group.flags
        if group.index:
            node = Node(Op.CAPTURE, (node,), index=group.index, name=group.name)
        elif not node.subs or node.op is Op.CAPTURE:
            pass
        else:
            node = Node(Op.CONCAT, (node,))
        self._items.append(node)

    def _perl_group(self) -> None:
        source, start = self._source, self._position
        for opener in ("(?P<", "(?<"):
            if source.startswith(opener, start) and not source.startswith(("(?<=", "(?<!"), start):
                self._named_group(start, len(opener))
                return
        flags, sign, seen = self._flags, True, False
        position = start + 2
        while position < len(source):
            char = source[position]
            position += 1
            if char in "imsU":
                flags = _with_flag(flags, char, on=sign)
                seen = True
            elif char == "-" and sign:
                sign, seen = False, False
            elif char in ":)" and (sign or seen):
                self._position = position
                if char == ":":
                    self._push_group(None)
                self._flags = flags
                return
            else:
                break
        raise syntax_error("invalid or unsupported Perl syntax", source[start:position])

    def _named_group(self, start: int, width: int) -> None:
        source = self._source
        end = source.find(">", start)
        if end < 0:
            raise syntax_error("invalid named capture", source[start:])
        name = source[start + width : end]
        if not name or not all(char == "_" or (char.isascii() and char.isalnum()) for char in name):
            raise syntax_error("invalid named capture", source[start : end + 1])
        self._position = end + 1
        self.names.setdefault(name, []).append(self.captures + 1)
        self._push_group(name)

    def _bounds(self) -> tuple[int, int] | None:
        """Read ``{2}``, ``{2,}`` or ``{2,5}``; None where the brace is a literal."""
        source, start = self._source, self._position
        end = source.find("}", start)
        body = source[start + 1 : end] if end > 0 else ""
        low_text, comma, high_text = body.partition(",")
        if not _is_count(low_text) or (high_text and not _is_count(high_text)):
            return None
        least = int(low_text[:5])
        most = least if not comma else int(high_text[:5]) if high_text else -1
        if least > _MAX_REPEAT or most > _MAX_REPEAT or 0 <= most < least:
            raise syntax_error("invalid repeat count", source[start : end + 1])
        self._position = end + 1
        return least, most

    def _repeat(self, least: int, most: int, start: int, last_repeat: int) -> None:
        source = self._source
        greedy = not self._flags.swap_greed
        if source.startswith("?", self._position):
            self._position += 1
            greedy = not greedy
        if last_repeat >= 0:
            raise syntax_error("invalid nested repetition operator", source[last_repeat : self._position])
        if not self._items:
            raise syntax_error("missing argument to repetition operator", source[start : self._position])
        node = self._items.pop()
        repeated = Node(Op.REPEAT, (node,), least=least, most=most, greedy=greedy)
        if (least >= 2 or most >= 2) and not _repeats_fit(repeated, _MAX_REPEAT):
            raise syntax_error("invalid repeat count", source[start : self._position])
        self._items.append(repeated)

    def _backslash(self) -> None:
        source, start = self._source, self._position
        following = source[start + 1 : start + 2]
        simple = {"A": Op.BEGIN_TEXT, "z": Op.END_TEXT, "b": Op.WORD_BOUNDARY, "B": Op.NO_WORD_BOUNDARY}
        if following in simple:
            self._position += 2
            self._items.append(Node(simple[following]))
        elif following == "Q":
            end = source.find("\\E", start)
            literal = source[start + 2 :] if end < 0 else source[start + 2 : end]
            self._position = len(source) if end < 0 else end + 2
            self._items.extend(Node(Op.LITERAL, rune=ord(char), fold=self._flags.fold) for char in literal)
        else:
            ranges = self._named_class()
            if ranges is not None:
                self._items.append(Node(Op.CLASS, ranges=ranges, fold=self._flags.fold))
                return
            rune, self._position = read_escape(source, start)
            self._items.append(Node(Op.LITERAL, rune=rune, fold=self._flags.fold))

    def _named_class(self) -> Ranges | None:
        """Read ``\\d``, ``\\W``, ``\\pL``, ``\\P{Greek}`` at the position; None where there is none."""
        source, start = self._source, self._position
        letter = source[start + 1 : start + 2]
        perl = PERL.get(letter.lower()) if letter else None
        if perl is not None:
            self._position += 2
            return perl if letter.islower() else negated(perl)
        if not letter or letter not in "pP":
            return None
        end = start + 3
        name = source[start + 2 : end]
        if name == "{":
            close = source.find("}", start)
            if close < 0:
                raise syntax_error("invalid character class range", source[start:])
            end = close + 1
            name = source[start + 3 : close]
        inverted = (letter == "P") != name.startswith("^")
        ranges = unicode_class(name.removeprefix("^")) if name else None
        if ranges is None:
            raise syntax_error("invalid character class range", source[start:end])
        self._position = end
        return negated(ranges) if inverted else ranges

    def _class(self) -> Node:
        source, start = self._source, self._position
        self._position += 1
        inverted = source.startswith("^", self._position)
        self._position += inverted
        ranges: list[tuple[int, int]] = []
        first = True
        while first or not source.startswith("]", self._position):
            if self._position >= len(source):
                raise syntax_error("missing closing ]", source[start:])
            first = False
            named = self._posix_class() if source.startswith("[:", self._position) else None
            if named is None and source[self._position] == "\\":
                named = self._named_class()
            ranges.extend(named if named is not None else [self._range(start)])
        self._position += 1
        found = normalized(ranges)
        if inverted and self._flags.fold:
            found = _folded(found)
        return Node(Op.CLASS, ranges=negated(found) if inverted else found, fold=self._flags.fold and not inverted)

    def _posix_class(self) -> Ranges | None:
        source, start = self._source, self._position
        end = source.find(":]", start + 2)
        if end < 0:
            return None
        name = source[start + 2 : end]
        ranges = POSIX.get(name.removeprefix("^"))
        if ranges is None:
            raise syntax_error("invalid character class range", source[start : end + 2])
        self._position = end + 2
        return negated(ranges) if name.startswith("^") else ranges

    def _range(self, class_start: int) -> tuple[int, int]:
        source, start = self._source, self._position
        low = high = self._class_rune(class_start)
        following = source[self._position : self._position + 2]
        if following[:1] == "-" and following not in ("-", "-]"):
            self._position += 1
            high = self._class_rune(class_start)
            if high < low:
                raise syntax_error("invalid character class range", source[start : self._position])
        return low, high

    def _class_rune(self, class_start: int) -> int:
        source = self._source
        if self._position >= len(source):
            raise syntax_error("missing closing ]", source[class_start:])
        if source[self._position] == "\\":
            rune, self._position = read_escape(source, self._position)
            return rune
        self._position += 1
        return ord(source[self._position - 1])


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")


def _with_flag(flags: _Flags, letter: str, *, on: bool) -> _Flags:
    names = {"i": "fold", "m": "multi_line", "s": "dot_nl", "U": "swap_greed"}
    return replace(flags, **{names[letter]: on})


def _concat(items: list[Node]) -> Node:
    if len(items) == 1:
        return items[0]
    return Node(Op.CONCAT, tuple(items)) if items else _EMPTY


def _repeats_fit(node: Node, budget: int) -> bool:
    """Say whether the repetitions multiply to no more than *budget*, which Go asks for."""
    if node.op is Op.REPEAT:
        most = node.least if node.most < 0 else node.most
        if most == 0:
            return True
        budget //= max(most, 1)
        if budget < 1:
            return False
    return all(_repeats_fit(sub, budget) for sub in node.subs)


def _folded(ranges: Ranges) -> Ranges:
    """Add the other cases of all code points, so that a negated class excludes them too."""
    out = list(ranges)
    for low, high in ranges:
        for code in range(low, min(high, low + 2000) + 1):
            char = chr(code)
            out.extend((ord(other), ord(other)) for other in (char.lower(), char.upper()) if len(other) == 1)
    return normalized(out)
