"""How go-yaml writes one string (``emitterc.go``): which quotes it needs, and where a long one is folded."""

from __future__ import annotations

import re
from dataclasses import dataclass

from werfpy.gostd.text import to_bytes
from werfpy.gostd.yaml.resolve import reads_as_string

PLAIN, SINGLE, DOUBLE, LITERAL = "plain", "single", "double", "literal"

_UNPRINTABLE = re.compile("[^\n\x20-\x7e\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]")
_BREAKS = "\r\n\x85\u2028\u2029"
_BREAK = re.compile(f"[{_BREAKS}]")
_BREAK_SPACE = re.compile(f"[{_BREAKS}] ")
_SPACE_BREAK = re.compile(f" [{_BREAKS}]")
_INDICATED = re.compile(
    r"---|\.\.\.|[#,\[\]{}&*!|>'\"%@`]|[?:-](?:[ \t]|\Z)"  # at the start
    rf"|(?s:.)*?(?:(?!\A):(?:[ \t]|\Z)|[ \t{_BREAKS}\0]#)"  # anywhere
)
_ESCAPES = {
    "\0": "0", "\a": "a", "\b": "b", "\t": "t", "\n": "n", "\v": "v", "\f": "f", "\r": "r", "\x1b": "e",
    '"': '"', "\\": "\\", "\x85": "N", "\xa0": "_", "\u2028": "L", "\u2029": "P",
}  # fmt: skip
_ESCAPED = re.compile('["\\\\' + _BREAKS + "]|" + _UNPRINTABLE.pattern)
_WIDTH = 80


@dataclass(frozen=True, slots=True)
class Dialect:
    """What differs between the emitters of go-yaml v2 and v3.

    Args:
        version: 2 or 3.
        width: The column after which a space may become a line break.
    """

    version: int
    width: int


V2 = Dialect(2, _WIDTH)
V3 = Dialect(3, 1 << 31)


def style_of(text: str, dialect: Dialect, *, is_key: bool = False) -> str:
    """Choose the style of *text*: what the encoder asks for, less what the emitter's analysis forbids."""
    special = _UNPRINTABLE.search(text) is not None
    tab_only = False
    if special and dialect.version == 3:
        tab_only = _UNPRINTABLE.search(text.replace("\t", "")) is None
    space_break = _SPACE_BREAK.search(text) is not None
    if "\n" in text:
        block_allowed = not (text[-1] == " " or space_break or (special and not tab_only))
        return LITERAL if block_allowed and not is_key else DOUBLE
    if not reads_as_string(text):
        return DOUBLE
    if special or space_break or _BREAK_SPACE.search(text):
        return DOUBLE
    if text[0] == " " or text[-1] == " " or _BREAK.search(text) or _INDICATED.match(text):
        return SINGLE
    return PLAIN


def is_simple_key(text: str) -> bool:
    """Say whether *text* can stand before ``: ``; others need ``? ``."""
    return len(to_bytes(text)) <= 128 and _BREAK.search(text) is None


def write(text: str, style: str, column: int, indent: int, *, dialect: Dialect, folds: bool = True) -> str:
    """Return *text* in *style*, as it stands from *column* on.

    Args:
        text: The string.
        style: One of the four styles.
        column: Where the scalar begins, quotes included.
        indent: The indentation of continuation lines, and of the lines of a literal.
        dialect: go-yaml v2 or v3.
        folds: Whether long lines may be folded (not in simple keys).
    """
    if style == LITERAL:
        return _literal(text, indent)
    pad = "\n" + " " * indent
    width = dialect.width if folds else 1 << 31
    if style == DOUBLE:
        return _double(text, column, pad, width)
    if style == SINGLE:
        return _single(text, column, pad, width)
    return _folded(text, column, pad, width, edges=False)


def _literal(text: str, indent: int) -> str:
    hint = "2" if text[0] in " " + _BREAKS else ""
    if text[-1] not in _BREAKS:
        hint += "-"
    elif len(text) == 1 or text[-2] in _BREAKS:
        hint += "+"
    pad = " " * indent
    out = ["|", hint, "\n"]
    at_break = True
    for part in re.split(f"([{_BREAKS}])", text):
        if not part:
            continue
        if len(part) == 1 and part in _BREAKS:
            out.append(part)
            at_break = True
        else:
            out.append(pad + part if at_break else part)
            at_break = False
    return "".join(out)


def _folded(text: str, column: int, pad: str, width: int, *, edges: bool) -> str:
    """Break *text* at single spaces beyond *width*; with *edges*, never at its first or last character."""
    if column + len(text) <= width:
        return text
    out: list[str] = []
    last = len(text) - 1
    after_space = False
    for index, char in enumerate(text):
        if char == " ":
            inner = 0 < index < last if edges else True
            if not after_space and column > width and inner and text[index + 1 : index + 2] != " ":
                out.append(pad)
                column = len(pad) - 1
            else:
                out.append(char)
                column += 1
            after_space = True
        else:
            out.append(char)
            column += 1
            after_space = False
    return "".join(out)


def _single(text: str, column: int, pad: str, width: int) -> str:
    if _BREAK.search(text):
        return _single_with_breaks(text, pad)
    column += 1
    if column + len(text) + text.count("'") <= width:
        return "'" + text.replace("'", "''") + "'"
    out: list[str] = ["'"]
    last = len(to_bytes(text)) - 1
    offset = 0
    after_space = False
    for index, char in enumerate(text):
        if char == " ":
            if not after_space and column > width and 0 < offset < last and text[index + 1 : index + 2] != " ":
                out.append(pad)
                column = len(pad) - 1
            else:
                out.append(" ")
                column += 1
            after_space = True
        else:
            out.append("''" if char == "'" else char)
            column += 2 if char == "'" else 1
            after_space = False
        offset += len(to_bytes(char))
    out.append("'")
    return "".join(out)


def _single_with_breaks(text: str, pad: str) -> str:
    """Only U+2028 and U+2029 get here: they are printable breaks, copied as they are."""
    out = ["'"]
    at_break = False
    for char in text:
        if char in _BREAKS:
            out.append(char)
            at_break = True
            continue
        if at_break:
            out.append(pad[1:])
        out.append("''" if char == "'" else char)
        at_break = False
    out.append("'")
    return "".join(out)


def _double(text: str, column: int, pad: str, width: int) -> str:
    if text.startswith("\ufeff"):
        return '"' + "".join(map(_escape, text)) + '"'
    escaped = _ESCAPED.sub(lambda match: _escape(match[0]), text)
    column += 1
    if column + len(escaped) <= width:
        return f'"{escaped}"'
    out = ['"']
    last = len(to_bytes(text)) - 1
    offset = 0
    after_space = False
    for index, char in enumerate(text):
        if char == " ":
            if not after_space and column > width and 0 < offset < last:
                out.append(pad)
                column = len(pad) - 1
                if text[index + 1] == " ":
                    out.append("\\")
                    column += 1
            else:
                out.append(" ")
                column += 1
            after_space = True
        else:
            piece = _escape(char) if _ESCAPED.match(char) else char
            out.append(piece)
            column += len(piece)
            after_space = False
        offset += len(to_bytes(char))
    out.append('"')
    return "".join(out)


def _escape(char: str) -> str:
    short = _ESCAPES.get(char)
    if short is not None:
        return "\\" + short
    code = ord(char)
    if code <= 0xFF:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"
