"""Template source to tokens, as text/template/parse/lex.go does it, with the same complaints."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from werfpy.gostd.quote import quote
from werfpy.gostd.text import is_print


class Token(NamedTuple):
    """A token: its kind, character offset, text and line (from 1)."""

    kind: str
    pos: int
    text: str
    line: int


KEYWORDS = frozenset({"block", "break", "continue", "define", "else", "end", "if", "range", "nil", "template", "with"})

_SPACES = " \t\r\n"
_TERMINATORS = frozenset(_SPACES + ".,|:)(")
_ACTION = re.compile(
    r"""
    (?P<trim>[ \t\r\n]-\}\})
  | (?P<delim>\}\})
  | (?P<space>[ \t\r\n]+)
  | (?P<field>\.[A-Za-z_][A-Za-z0-9_]*)
  | (?P<identifier>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<string>"(?:[^"\\\n]|\\[^\n])*")
  | (?P<variable>\$[A-Za-z0-9_]*)
  | (?P<pipe>\|)
  | (?P<lparen>\()
  | (?P<rparen>\))
  | (?P<declare>:=)
  | (?P<assign>=)
  | (?P<number>[+-]?[0-9]|[+-]|\.[0-9])
  | (?P<rawstring>`[^`]*`)
  | (?P<charconst>'(?:[^'\\\n]|\\[^\n])*')
    """,
    re.VERBOSE,
)
_COMMENT_END = re.compile(r"[ \t\r\n]-\}\}|\}\}")
_DIGITS = {"x": "0123456789abcdefABCDEF_", "o": "01234567_", "b": "01_"}
_DECIMAL = "0123456789_"


def lex(source: str) -> list[Token]:
    """Return the tokens; the last one is ``eof``, or ``error`` with Go's message as its text."""
    return _Lexer(source).run()


def char_name(char: str) -> str:
    """Return a character as ``%#U`` prints it."""
    text = f"U+{ord(char):04X}"
    return f"{text} '{char}'" if is_print(char) else text


def is_alphanumeric(char: str) -> bool:
    """Tell whether Go takes the character for part of an identifier."""
    if char.isascii():
        return char.isalnum() or char == "_"
    category = unicodedata.category(char)
    return category[0] == "L" or category == "Nd"


class _Lexer:
    def __init__(self, source: str) -> None:
        self.source = source
        self.pos = 0
        self.line = 1
        self.depth = 0
        self.tokens: list[Token] = []
        self.handlers: dict[str, Callable[[int], bool]] = {
            "trim": self._right_delim,
            "delim": self._right_delim,
            "space": self._space,
            "field": self._word,
            "identifier": self._word,
            "variable": self._word,
            "lparen": self._paren,
            "rparen": self._paren,
            "number": self._number,
            "rawstring": self._raw,
        }

    def run(self) -> list[Token]:
        while self._text():
            pass
        return self.tokens

    def _emit(self, kind: str, end: int) -> bool:
        self.tokens.append(Token(kind, self.pos, self.source[self.pos : end], self.line))
        self.pos = end
        return True

    def _skip(self, end: int) -> None:
        self.line += self.source.count("\n", self.pos, end)
        self.pos = end

    def _error(self, message: str) -> bool:
        self.tokens.append(Token("error", self.pos, message, self.line))
        return False

    def _text(self) -> bool:
        """Read text up to an action and the action itself; False at the end."""
        source, start = self.source, self.pos
        found = source.find("{{", start)
        end = len(source) if found < 0 else found
        if end > start:
            text = source[start:end]
            if found >= 0 and source.startswith("-", found + 2) and source[found + 3 : found + 4] in tuple(_SPACES):
                text = text.rstrip(_SPACES)
            if text:
                self.tokens.append(Token("text", start, text, self.line))
            self._skip(end)
        if found < 0:
            self.tokens.append(Token("eof", self.pos, "", self.line))
            return False
        trims = source.startswith("-", found + 2) and source[found + 3 : found + 4] in tuple(_SPACES)
        inside = found + (4 if trims else 2)
        if source.startswith("/*", inside):
            self._skip(inside)
            return self._comment()
        self._emit("leftdelim", found + 2)
        self._skip(inside)
        self.depth = 0
        return self._action()

    def _comment(self) -> bool:
        end = self.source.find("*/", self.pos + 2)
        if end < 0:
            return self._error("unclosed comment")
        match = _COMMENT_END.match(self.source, end + 2)
        if match is None:
            return self._error("comment ends before closing delimiter")
        self._skip(match.end())
        if match.end() - match.start() == 4:
            self._skip_spaces()
        return True

    def _skip_spaces(self) -> None:
        end = self.pos
        source, size = self.source, len(self.source)
        while end < size and source[end] in _SPACES:
            end += 1
        self._skip(end)

    def _action(self) -> bool:
        """Read the inside of an action and its right delimiter."""
        source, match_at, handlers = self.source, _ACTION.match, self.handlers
        while True:
            match = match_at(source, self.pos)
            if match is None:
                if not self._odd():
                    return False
                continue
            kind = match.lastgroup or ""
            handler = handlers.get(kind)
            if handler is None:
                self.tokens.append(Token(kind, self.pos, match.group(), self.line))
                self.pos = match.end()
            elif not handler(match.end()):
                return False
            elif kind == "delim" or kind == "trim":
                return True

    def _right_delim(self, end: int) -> bool:
        if self.depth:
            return self._error("unclosed left paren")
        trims = end - self.pos == 4
        self._skip(end - 2)
        self._emit("rightdelim", end)
        if trims:
            self._skip_spaces()
        return True

    def _space(self, end: int) -> bool:
        if self.source.startswith("-}}", end):
            end -= 1
        text = self.source[self.pos : end]
        self.tokens.append(Token("space", self.pos, text, self.line))
        if "\n" in text:
            self.line += text.count("\n")
        self.pos = end
        return True

    def _word(self, end: int) -> bool:
        """Emit a field, an identifier or a variable."""
        source, start = self.source, self.pos
        following = source[end : end + 1]
        if following and following not in _TERMINATORS:
            while (char := source[end : end + 1]) and is_alphanumeric(char):
                end += 1
            following = source[end : end + 1]
        if following and following not in _TERMINATORS and not source.startswith("}}", end):
            return self._error(f"bad character {char_name(following)}")
        text = source[start:end]
        if text[0] == ".":
            kind = "field"
        elif text[0] == "$":
            kind = "variable"
        elif text in KEYWORDS:
            kind = text
        else:
            kind = "bool" if text in ("true", "false") else "identifier"
        return self._emit(kind, end)

    def _paren(self, end: int) -> bool:
        opening = self.source[self.pos] == "("
        self.depth += 1 if opening else -1
        if self.depth < 0:
            self.pos = end - 1
            return self._error("unexpected right paren")
        return self._emit("lparen" if opening else "rparen", end)

    def _raw(self, end: int) -> bool:
        self.tokens.append(Token("rawstring", self.pos, self.source[self.pos : end], self.line))
        self._skip(end)
        return True

    def _number(self, _end: int) -> bool:
        end, fits = self._scan_number(self.pos)
        if not fits:
            return self._error(f"bad number syntax: {quote(self.source[self.pos : end])}")
        if self.source[end : end + 1] not in ("+", "-"):
            return self._emit("number", end)
        end, fits = self._scan_number(end)
        if not fits or self.source[end - 1] != "i":
            return self._error(f"bad number syntax: {quote(self.source[self.pos : end])}")
        return self._emit("complex", end)

    def _scan_number(self, pos: int) -> tuple[int, bool]:
        source = self.source
        pos = self._accept(pos, "+-")
        digits = _DECIMAL
        if source[pos : pos + 1] == "0":
            pos += 1
            base = source[pos : pos + 1].lower()
            if base and base in _DIGITS:
                digits = _DIGITS[base]
                pos += 1
        pos = self._accept_run(pos, digits)
        if source[pos : pos + 1] == ".":
            pos = self._accept_run(pos + 1, digits)
        exponent = "eE" if digits == _DECIMAL else "pP" if digits == _DIGITS["x"] else ""
        if exponent and (after := self._accept(pos, exponent)) > pos:
            pos = self._accept_run(self._accept(after, "+-"), _DECIMAL)
        pos = self._accept(pos, "i")
        following = source[pos : pos + 1]
        if following and is_alphanumeric(following):
            return pos + 1, False
        return pos, True

    def _accept(self, pos: int, valid: str) -> int:
        char = self.source[pos : pos + 1]
        return pos + 1 if char and char in valid else pos

    def _accept_run(self, pos: int, valid: str) -> int:
        while (char := self.source[pos : pos + 1]) and char in valid:
            pos += 1
        return pos

    def _odd(self) -> bool:
        """Read what the common pattern does not know: other characters and all errors."""
        char = self.source[self.pos : self.pos + 1]
        if not char:
            return self._error("unclosed action")
        if char == ".":
            return self._odd_dot()
        if char == ":":
            return self._error("expected :=")
        if char in "\"'`":
            names = {'"': "quoted string", "'": "character constant", "`": "raw quoted string"}
            return self._error(f"unterminated {names[char]}")
        if not char.isascii() and is_alphanumeric(char):
            return self._word(self.pos + 1)
        if char.isascii() and char.isprintable():
            return self._emit("char", self.pos + 1)
        return self._error(f"unrecognized character in action: {char_name(char)}")

    def _odd_dot(self) -> bool:
        following = self.source[self.pos + 1 : self.pos + 2]
        if not following:
            return self._emit("number", self.pos + 1)
        if following in _TERMINATORS or self.source.startswith("}}", self.pos + 1):
            return self._emit("dot", self.pos + 1)
        return self._word(self.pos + 1)
