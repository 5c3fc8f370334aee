"""Words and cases: wrapping, abbreviating, snake, camel and kebab case.

Source of the behaviour: Masterminds/goutils 1.1.1 (which reads bytes as characters) and huandu/xstrings 1.5.0.
"""

from __future__ import annotations

import unicodedata
from enum import Enum, auto

from werfpy.gostd.text import from_bytes, to_bytes
from werfpy.sprig.strings import SPACES, to_title

_BYTE_SPACES = frozenset(b"\t\n\v\f\r \x85\xa0")


def untitle(text: str) -> str:
    """Map the first letter of every word to lower case."""
    out = []
    at_start = True
    for char in text:
        if char in SPACES:
            at_start = True
            out.append(char)
        else:
            out.append(char.lower()[0] if at_start else char)
            at_start = False
    return "".join(out)


def swap_case(text: str) -> str:
    """Swap upper and lower case; the first lower letter of a word becomes title case."""
    out = []
    at_space = True
    for char in text:
        if char.isupper() or char.istitle():
            out.append(char.lower()[0])
            at_space = False
        elif char.islower():
            big = char.upper()
            out.append(to_title(char) if at_space else big if len(big) == 1 else char)
            at_space = False
        else:
            out.append(char)
            at_space = char in SPACES
    return "".join(out)


def nospace(text: str) -> str:
    """Take all white space out; where some was found, every byte becomes a character of its own, as in goutils."""
    data = to_bytes(text)
    kept = bytes(byte for byte in data if byte not in _BYTE_SPACES)
    return text if len(kept) == len(data) else kept.decode("latin-1")


def initials(text: str) -> str:
    """Return the first byte of every word, each as a character."""
    out = bytearray()
    at_gap = True
    for byte in to_bytes(text):
        if byte in _BYTE_SPACES:
            at_gap = True
        elif at_gap:
            out.append(byte)
            at_gap = False
    return out.decode("latin-1")


def abbrev(width: int, text: str) -> str:
    """Cut *text* to *width* bytes with ``...`` at its end; unchanged where the width is below 4."""
    return text if width < 4 else _abbreviated(to_bytes(text), 0, width)


def abbrev_both(left: int, width: int, text: str) -> str:
    """Cut *text* to *width* bytes around the offset *left*, with ``...`` on one or both ends."""
    if width < 4 or (left > 0 and width < 7):
        return text
    return _abbreviated(to_bytes(text), left, width)


def _abbreviated(data: bytes, offset: int, width: int) -> str:
    size = len(data)
    if size <= width:
        return from_bytes(data)
    offset = min(offset, size)
    room = width - 3
    if size - offset < room:
        offset = size - room
    if offset <= 4:
        return from_bytes(data[:room]) + "..."
    if width < 7:
        return ""
    if offset + room < size:
        rest = data[offset:]
        return "..." + (_abbreviated(rest, 0, room) if room >= 4 else "")
    return "..." + from_bytes(data[size - room :])


def wrap(width: int, text: str) -> str:
    """Break *text* at spaces so that lines have at most *width* bytes; long words stay whole."""
    return _wrapped(text, width, "\n", cut_words=False)


def wrap_with(width: int, separator: str, text: str) -> str:
    """Do as wrap with another separator; long words are cut."""
    return _wrapped(text, width, separator or "\n", cut_words=True)


def _wrapped(text: str, width: int, separator: str, *, cut_words: bool) -> str:
    data = to_bytes(text)
    width = max(width, 1)
    out: list[bytes] = []
    offset = 0
    while len(data) - offset > width:
        if data[offset : offset + 1] == b" ":
            offset += 1
            continue
        space = data.rfind(b" ", offset, offset + width + 1)
        end = offset + width
        if space >= 0:
            end, following = space, space + 1
        elif cut_words:
            following = end
        else:
            space = data.find(b" ", end)
            if space < 0:
                break
            end, following = space, space + 1
        out.extend((data[offset:end], to_bytes(separator)))
        offset = following
    out.append(data[offset:])
    return from_bytes(b"".join(out))


class _Kind(Enum):
    """The kinds of words that xstrings cuts a name into."""

    NONE = auto()
    NUMBER = auto()
    UPPER = auto()
    ALPHABET = auto()
    CONNECTOR = auto()
    PUNCTUATION = auto()
    OTHER = auto()


_LETTERS = (_Kind.ALPHABET, _Kind.NUMBER)
_NO_CONNECTOR_BEFORE = (_Kind.NONE, _Kind.PUNCTUATION, _Kind.CONNECTOR)


def _is_connector(char: str) -> bool:
    return char in "-_" or char in SPACES


def _is_alphabet(char: str) -> bool:
    if not char.isalpha():
        return False
    code = ord(char)
    return not (0x3400 <= code <= 0x4D85 or 0x4E00 <= code <= 0x9FCC or 0x20000 <= code <= 0x2B81D)


def _is_punctuation(char: str) -> bool:
    return unicodedata.category(char)[0] == "P"


def _is_number(char: str) -> bool:
    return unicodedata.category(char)[0] == "N"


def _is_lower_alphabet(char: str) -> bool:
    return _is_alphabet(char) and not char.isupper()


def _is_other(char: str) -> bool:
    return not (_is_connector(char) or _is_alphabet(char) or _is_number(char) or _is_punctuation(char))


def _run(text: str, start: int, belongs: object) -> int:
    assert callable(belongs)
    while start < len(text) and belongs(text[start]):
        start += 1
    return start


def _next_word(text: str) -> tuple[_Kind, str, str]:
    """Cut the first word off *text*: its kind, itself and the rest."""
    if not text:
        return _Kind.NONE, "", ""
    first = text[0]
    if _is_connector(first):
        kind, end = _Kind.CONNECTOR, _run(text, 1, _is_connector)
    elif _is_punctuation(first):
        kind, end = _Kind.PUNCTUATION, _run(text, 1, _is_punctuation)
    elif first.isupper():
        kind, end = _Kind.UPPER, _upper_word(text)
    elif _is_alphabet(first):
        kind, end = _Kind.ALPHABET, _run(text, 1, _is_lower_alphabet)
    elif _is_number(first):
        kind, end = _Kind.NUMBER, _run(text, 1, _is_number)
    else:
        kind, end = _Kind.OTHER, _run(text, 1, _is_other)
    return kind, text[:end], text[end:]


def _upper_word(text: str) -> int:
    """Return the end of a word that begins with an upper letter: ``HTTP`` of ``HTTPStatus``, or ``Name``."""
    if len(text) > 1 and text[1].isupper():
        end = _run(text, 1, str.isupper)
        return end - 1 if end < len(text) and _is_alphabet(text[end]) else end
    return _run(text, 1, _is_lower_alphabet)


def _lowered(kind: _Kind, word: str, connector: str) -> str:
    if kind not in (_Kind.UPPER, _Kind.CONNECTOR):
        return word
    return "".join(connector if _is_connector(c) else c.lower()[0] if c.isupper() else c for c in word)


class _Lowering:
    """One run of camelCaseToLowerCase: the current word, what is left, what was written."""

    def __init__(self, text: str, connector: str) -> None:
        self._connector = connector
        self._out: list[str] = []
        self._kind: _Kind
        self._kind, self._word, self._rest = _next_word(text)

    def run(self) -> str:
        while self._rest:
            if self._kind is not _Kind.CONNECTOR:
                self._write(self._kind, self._word)
            previous, last = self._kind, self._word
            self._advance()
            if previous is _Kind.NUMBER:
                self._take_letters()
            elif previous is _Kind.CONNECTOR:
                self._write(previous, last)
            elif previous is not _Kind.PUNCTUATION:
                self._after_word()
        self._write(self._kind, self._word)
        return "".join(self._out)

    def _write(self, kind: _Kind, word: str) -> None:
        self._out.append(_lowered(kind, word, self._connector))

    def _advance(self) -> None:
        self._kind, self._word, self._rest = _next_word(self._rest)

    def _take_letters(self) -> None:
        while self._kind in _LETTERS:
            self._write(self._kind, self._word)
            self._advance()
        if self._kind not in _NO_CONNECTOR_BEFORE:
            self._out.append(self._connector)

    def _after_word(self) -> None:
        """Decide whether a number behind a word belongs to it (``bld4_floor``) or not (``http_2xx``)."""
        if self._is(_Kind.NUMBER):
            if self._rest:
                self._after_number()
        elif not self._is(_Kind.CONNECTOR, _Kind.PUNCTUATION):
            self._out.append(self._connector)

    def _after_number(self) -> None:
        number = self._word
        self._advance()
        if self._is(_Kind.ALPHABET):
            self._out.append(self._connector)
            self._write(_Kind.NUMBER, number)
            self._take_letters()
            return
        self._write(_Kind.NUMBER, number)
        if not self._is(_Kind.CONNECTOR, _Kind.PUNCTUATION):
            self._out.append(self._connector)

    def _is(self, *kinds: _Kind) -> bool:
        return self._kind in kinds


def snake_case(text: str) -> str:
    """Return ``http_server`` for ``HTTPServer``."""
    return _Lowering(text, "_").run()


def kebab_case(text: str) -> str:
    """Return ``http-server`` for ``HTTPServer``."""
    return _Lowering(text, "-").run()


def camel_case(text: str) -> str:
    """Return ``HttpServer`` for ``http_server``; leading connectors stay (xstrings.ToPascalCase)."""
    start = _run(text, 0, _is_connector)
    out = [text[:start]]
    if start == len(text):
        return text + text[-1:]  # xstrings writes the last of nothing but connectors twice
    current = text[start]
    was_upper = current.isupper()
    current = _upper_char(current)
    for char in text[start + 1 :]:
        previous, current = current, char
        if _is_connector(current) and _is_connector(previous):
            out.append(previous)
            continue
        if _is_connector(previous):
            was_upper = current.isupper()
            current = _upper_char(current)
            continue
        if was_upper:
            if current.isupper():
                current = current.lower()[0]
            else:
                was_upper = False
        out.append(previous)
    out.append(current)
    return "".join(out)


def _upper_char(char: str) -> str:
    big = char.upper()
    return big if len(big) == 1 else char
