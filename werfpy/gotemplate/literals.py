"""What a literal argument becomes for a parameter of a given Go type, or why it cannot."""

from __future__ import annotations

from typing import Any

from werfpy.gostd.kinds import Int64
from werfpy.gotemplate.nodes import BoolNode, NilNode, Node, NumberNode, StringNode
from werfpy.gotemplate.signatures import can_be_nil, takes_anything, zero_of

_SIGNED = frozenset({"int", "int8", "int16", "int32", "int64", "time.Duration"})
_UNSIGNED = frozenset({"uint", "uint8", "uint16", "uint32", "uint64"})


class LiteralMismatch(Exception):
    """The literal does not fit the parameter; the text is Go's."""


def ideal_constant(node: NumberNode) -> Any:
    """Return a number's value where no type is asked for; its syntax decides.

    Raises:
        LiteralMismatch: ``... overflows int``.
    """
    number, source = node.number, node.source
    if number.complex is not None:
        return number.complex
    if number.float is not None and not _is_hex_int(source) and source[0] != "'" and _looks_float(source):
        return number.float
    if number.integer is not None:
        return number.integer
    raise LiteralMismatch(f"{source} overflows int")


def _looks_float(source: str) -> bool:
    return any(letter in source for letter in ".eEpP")


def _is_hex_int(source: str) -> bool:
    return len(source) > 2 and source[:2] in ("0x", "0X") and "p" not in source and "P" not in source


def literal_for(node: Node, typ: str) -> Any:
    """Return the value of a literal node for a parameter of type *typ*.

    Raises:
        LiteralMismatch: With Go's message.
    """
    if isinstance(node, NilNode):
        if can_be_nil(typ):
            return zero_of(typ)
        raise LiteralMismatch(f"cannot assign nil to {typ}")
    if takes_anything(typ):
        return plain_value(node)
    if typ == "string":
        if isinstance(node, StringNode):
            return node.value
        raise LiteralMismatch(f"expected string; found {node.text()}")
    if typ == "bool":
        if isinstance(node, BoolNode):
            return node.value
        raise LiteralMismatch(f"expected bool; found {node.text()}")
    return _number_for(node, typ)


def plain_value(node: Node) -> Any:
    """Return the value of a literal where any type will do."""
    if isinstance(node, NumberNode):
        return ideal_constant(node)
    assert isinstance(node, (StringNode, BoolNode))
    return node.value


def _number_for(node: Node, typ: str) -> Any:
    number = node.number if isinstance(node, NumberNode) else None
    if typ in _SIGNED:
        if number is None or number.integer is None:
            raise LiteralMismatch(f"expected integer; found {node.text()}")
        return number.integer if typ == "int" else Int64(number.integer)
    if typ in _UNSIGNED:
        if number is None or number.unsigned is None:
            raise LiteralMismatch(f"expected unsigned integer; found {node.text()}")
        return number.unsigned
    if typ in ("float64", "float32"):
        if number is None or number.float is None:
            raise LiteralMismatch(f"expected float; found {node.text()}")
        return number.float
    raise LiteralMismatch(f"can't handle {node.text()} for arg of type {typ}")
