"""How long a text may be until Python's backtracking could take a second."""

from __future__ import annotations

from werfpy.gostd.regexp.syntax import Node, Op

UNBOUNDED = 1 << 62
_QUADRATIC = 4_000
_CUBIC = 400
_EXPONENTIAL = 16


def safe_length(tree: Node) -> int:
    """Return the longest text that ``re`` may be given with *tree*.

    No repetition without bound: backtracking is bounded by the pattern alone. One or two of them in sequence: the
    time grows with the square of the text. More: with a higher power. A repetition inside a repetition, or of
    alternatives: it may grow exponentially. This errs to the safe side; the automaton is right for every pattern.
    """
    if _nested(tree, inside=False):
        return _EXPONENTIAL
    count = _repetitions(tree)
    if count == 0:
        return UNBOUNDED
    return _QUADRATIC if count == 1 else _CUBIC


def _is_loop(node: Node) -> bool:
    return node.op is Op.REPEAT and (node.most < 0 or node.most > 8)


def _nested(node: Node, *, inside: bool) -> bool:
    varies = node.op is Op.ALTERNATE or (node.op is Op.REPEAT and node.least != node.most)
    if inside and varies:
        return True
    return any(_nested(sub, inside=inside or _is_loop(node)) for sub in node.subs)


def _repetitions(node: Node) -> int:
    return _is_loop(node) + sum(map(_repetitions, node.subs))
