"""A tree written as a pattern of Python's ``re`` that matches the same, leftmost-first."""

from __future__ import annotations

import re

from werfpy.gostd.regexp.syntax import MAX_RUNE, Node, Op, Ranges

_W = "[0-9A-Za-z_]"
_BOUNDARY = f"(?:(?<={_W})(?!{_W})|(?<!{_W})(?={_W}))"
_NO_BOUNDARY = f"(?:(?<={_W})(?={_W})|(?<!{_W})(?!{_W}))"

_FIXED = {
    Op.EMPTY: "(?:)",
    Op.ANY: "(?s:.)",
    Op.ANY_NOT_NL: r"[^\n]",
    Op.BEGIN_LINE: r"(?:\A|(?<=\n))",
    Op.END_LINE: r"(?=\n|\Z)",
    Op.BEGIN_TEXT: r"\A",
    Op.END_TEXT: r"\Z",
    Op.WORD_BOUNDARY: _BOUNDARY,
    Op.NO_WORD_BOUNDARY: _NO_BOUNDARY,
}


def to_python(node: Node) -> str:
    """Return the pattern; its groups have the numbers of the tree's captures."""
    fixed = _FIXED.get(node.op)
    if fixed is not None:
        return fixed
    if node.op is Op.LITERAL:
        text = re.escape(chr(node.rune))
        return f"(?i:{text})" if node.fold and chr(node.rune).lower() != chr(node.rune).upper() else text
    if node.op is Op.CLASS:
        return _class(node.ranges, fold=node.fold)
    if node.op is Op.CAPTURE:
        return f"({to_python(node.subs[0])})"
    if node.op is Op.CONCAT:
        return "".join(f"(?:{to_python(sub)})" if sub.op is Op.ALTERNATE else to_python(sub) for sub in node.subs)
    if node.op is Op.ALTERNATE:
        return "|".join(map(to_python, node.subs))
    return _repeat(node)


def _repeat(node: Node) -> str:
    inner = f"(?:{to_python(node.subs[0])})"
    if node.most < 0:
        count = {0: "*", 1: "+"}.get(node.least, f"{{{node.least},}}")
    elif (node.least, node.most) == (0, 1):
        count = "?"
    else:
        count = f"{{{node.least},{node.most}}}"
    return inner + count + ("" if node.greedy else "?")


def _class(ranges: Ranges, *, fold: bool) -> str:
    if not ranges:
        return "(?!)"
    if ranges == ((0, MAX_RUNE),):
        return "(?s:.)"
    body = "".join(_char(low) if low == high else f"{_char(low)}-{_char(high)}" for low, high in ranges)
    return f"(?i:[{body}])" if fold else f"[{body}]"


def _char(code: int) -> str:
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"
