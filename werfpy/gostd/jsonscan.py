"""Where JSON text goes wrong, in encoding/json's words."""

from __future__ import annotations

import re

from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import quote
from werfpy.gostd.text import to_bytes

_END = "unexpected end of JSON input"
_MAX_DEPTH = 10_000
_SPACE = re.compile(rb"[ \t\r\n]*")
_STRING_BODY = re.compile(rb'[^"\\\x00-\x1f]*')
_DIGITS = re.compile(rb"[0-9]*")
_WORDS = {b"t": b"true", b"f": b"false", b"n": b"null"}
_HEX = b"0123456789abcdefABCDEF"
_VALUE = "looking for beginning of value"


def check(text: str) -> None:
    """Find the first fault of *text* as Go's scanner does.

    Raises:
        GoError: Go's message for the fault; nothing is raised where the text is JSON.
    """
    _Scanner(to_bytes(text)).run()


class _Scanner:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.pos = 0
        self.stack: list[bytes] = []

    def run(self) -> None:
        self._open_value()
        while self.stack:
            self._after_value()
        self._skip()
        if self.pos < len(self.data):
            self._fail("after top-level value")

    def _skip(self) -> None:
        match = _SPACE.match(self.data, self.pos)
        assert match is not None
        self.pos = match.end()

    def _peek(self) -> bytes:
        return self.data[self.pos : self.pos + 1]

    def _fail(self, context: str) -> None:
        char = self._peek()
        if not char:
            raise GoError(_END)
        shown = {b"'": "\\'", b'"': '"'}.get(char) or quote(char.decode("latin-1"))[1:-1]
        raise GoError(f"invalid character '{shown}' {context}")

    def _open_value(self) -> None:
        """Read a value, or only the start of an object or array that is not empty."""
        while True:
            self._skip()
            char = self._peek()
            if char == b"{":
                if self._open_object():
                    return
            elif char == b"[":
                if self._open_array():
                    return
            else:
                self._scalar(char)
                return

    def _push(self, kind: bytes) -> None:
        self.stack.append(kind)
        if len(self.stack) > _MAX_DEPTH:
            self._fail("exceeded max depth")
        self.pos += 1
        self._skip()

    def _open_object(self) -> bool:
        """Return whether the object is empty, hence complete."""
        self._push(b"{")
        if self._peek() == b"}":
            self.pos += 1
            self.stack.pop()
            return True
        self._key()
        return False

    def _open_array(self) -> bool:
        self._push(b"[")
        if self._peek() == b"]":
            self.pos += 1
            self.stack.pop()
            return True
        return False

    def _key(self) -> None:
        self._skip()
        if self._peek() != b'"':
            self._fail("looking for beginning of object key string")
        self._string()
        self._skip()
        if self._peek() != b":":
            self._fail("after object key")
        self.pos += 1

    def _after_value(self) -> None:
        self._skip()
        char = self._peek()
        in_object = self.stack[-1] == b"{"
        if char == b",":
            self.pos += 1
            if in_object:
                self._key()
            self._open_value()
        elif char == (b"}" if in_object else b"]"):
            self.pos += 1
            self.stack.pop()
        else:
            self._fail("after object key:value pair" if in_object else "after array element")

    def _scalar(self, char: bytes) -> None:
        if char == b'"':
            self._string()
        elif char in _WORDS:
            self._word(_WORDS[char])
        elif char and char in b"-0123456789":
            self._number()
        else:
            self._fail(_VALUE)

    def _word(self, word: bytes) -> None:
        for letter in word:
            if self._peek() != bytes([letter]):
                self._fail(f"in literal {word.decode()} (expecting '{chr(letter)}')")
            self.pos += 1

    def _string(self) -> None:
        self.pos += 1
        while True:
            match = _STRING_BODY.match(self.data, self.pos)
            assert match is not None
            self.pos = match.end()
            char = self._peek()
            if char == b'"':
                self.pos += 1
                return
            if char != b"\\":
                self._fail("in string literal")
            self.pos += 1
            self._escape()

    def _escape(self) -> None:
        char = self._peek()
        if not char or char not in b'bfnrt\\/"u':
            self._fail("in string escape code")
        self.pos += 1
        if char == b"u":
            for _ in range(4):
                if not self._peek() or self._peek() not in _HEX:
                    self._fail("in \\u hexadecimal character escape")
                self.pos += 1

    def _number(self) -> None:
        if self._peek() == b"-":
            self.pos += 1
            if not self._peek() or self._peek() not in b"0123456789":
                self._fail("in numeric literal")
        if self._peek() == b"0":
            self.pos += 1
        else:
            self._digits()
        if self._peek() == b".":
            self.pos += 1
            self._required_digits("after decimal point in numeric literal")
        if self._peek() in (b"e", b"E"):
            self.pos += 1
            if self._peek() in (b"+", b"-"):
                self.pos += 1
            self._required_digits("in exponent of numeric literal")

    def _digits(self) -> None:
        match = _DIGITS.match(self.data, self.pos)
        assert match is not None
        self.pos = match.end()

    def _required_digits(self, context: str) -> None:
        start = self.pos
        self._digits()
        if self.pos == start:
            self._fail(context)
