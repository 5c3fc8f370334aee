"""The parse tree. ``text()`` of a node is its canonical source, as Go's Node.String and its error messages show it.

``id`` numbers the nodes of one source in the order in which they are made; compiled code refers to nodes by it.
``pos`` is the character offset that errors report, ``start`` that of the node's first token.
"""

from __future__ import annotations

from typing import TypeAlias

from werfpy.gostd.quote import quote
from werfpy.gotemplate.numbers import Number


class Node:
    """A node of the tree."""

    __slots__ = ("id", "pos", "start")

    def __init__(self, pos: int) -> None:
        self.pos = pos
        self.start = pos
        self.id = 0

    def text(self) -> str:
        """Return the canonical source."""
        raise NotImplementedError


class ListNode(Node):
    """A sequence of texts and actions."""

    __slots__ = ("nodes",)

    def __init__(self, pos: int) -> None:
        super().__init__(pos)
        self.nodes: list[Node] = []

    def text(self) -> str:
        """Return the canonical source."""
        return "".join([node.text() for node in self.nodes])


class TextNode(Node):
    """Text outside of actions."""

    __slots__ = ("value",)

    def __init__(self, pos: int, value: str) -> None:
        super().__init__(pos)
        self.value = value

    def text(self) -> str:
        """Return the canonical source."""
        return self.value


class PipeNode(Node):
    """Commands joined by ``|``, with the variables it declares or assigns."""

    __slots__ = ("commands", "declared", "is_assign")

    def __init__(self, pos: int) -> None:
        super().__init__(pos)
        self.is_assign = False
        self.declared: list[VariableNode] = []
        self.commands: list[CommandNode] = []

    def text(self) -> str:
        """Return the canonical source."""
        lead = ""
        if self.declared:
            names = ", ".join([variable.text() for variable in self.declared])
            lead = names + (" = " if self.is_assign else " := ")
        return lead + " | ".join([command.text() for command in self.commands])


class CommandNode(Node):
    """An operand and its arguments."""

    __slots__ = ("args",)

    def __init__(self, pos: int) -> None:
        super().__init__(pos)
        self.args: list[Node] = []

    def text(self) -> str:
        """Return the canonical source."""
        return " ".join([f"({arg.text()})" if isinstance(arg, PipeNode) else arg.text() for arg in self.args])


class ActionNode(Node):
    """A pipeline whose value is printed."""

    __slots__ = ("pipe",)

    def __init__(self, pos: int, pipe: PipeNode) -> None:
        super().__init__(pos)
        self.pipe = pipe

    def text(self) -> str:
        """Return the canonical source."""
        return "{{" + self.pipe.text() + "}}"


class IdentifierNode(Node):
    """The name of a function."""

    __slots__ = ("name",)

    def __init__(self, pos: int, name: str) -> None:
        super().__init__(pos)
        self.name = name

    def text(self) -> str:
        """Return the canonical source."""
        return self.name


class VariableNode(Node):
    """A variable, possibly with fields: ``$x.a.b``."""

    __slots__ = ("names",)

    def __init__(self, pos: int, text: str) -> None:
        super().__init__(pos)
        self.names = text.split(".")

    def text(self) -> str:
        """Return the canonical source."""
        return ".".join(self.names)


class DotNode(Node):
    """The cursor."""

    __slots__ = ()

    def text(self) -> str:
        """Return the canonical source."""
        return "."


class NilNode(Node):
    """The untyped nil."""

    __slots__ = ()

    def text(self) -> str:
        """Return the canonical source."""
        return "nil"


class FieldNode(Node):
    """Fields of the cursor: ``.a.b``."""

    __slots__ = ("names",)

    def __init__(self, pos: int, text: str) -> None:
        super().__init__(pos)
        self.names = text[1:].split(".")

    def text(self) -> str:
        """Return the canonical source."""
        return "." + ".".join(self.names)


class ChainNode(Node):
    """Fields of any other operand: ``(pipeline).a.b``."""

    __slots__ = ("names", "node")

    def __init__(self, pos: int, node: Node) -> None:
        super().__init__(pos)
        self.node = node
        self.names: list[str] = []

    def text(self) -> str:
        """Return the canonical source."""
        inner = self.node.text()
        if isinstance(self.node, PipeNode):
            inner = f"({inner})"
        return inner + "." + ".".join(self.names)


class BoolNode(Node):
    """``true`` or ``false``."""

    __slots__ = ("value",)

    def __init__(self, pos: int, value: bool) -> None:
        super().__init__(pos)
        self.value = value

    def text(self) -> str:
        """Return the canonical source."""
        return "true" if self.value else "false"


class NumberNode(Node):
    """A number, or a character in single quotes."""

    __slots__ = ("number", "source")

    def __init__(self, pos: int, source: str, number: Number) -> None:
        super().__init__(pos)
        self.source = source
        self.number = number

    def text(self) -> str:
        """Return the canonical source."""
        return self.source


class StringNode(Node):
    """A string literal; ``source`` keeps its quotes."""

    __slots__ = ("source", "value")

    def __init__(self, pos: int, source: str, value: str) -> None:
        super().__init__(pos)
        self.source = source
        self.value = value

    def text(self) -> str:
        """Return the canonical source."""
        return self.source


class EndNode(Node):
    """``{{end}}``; only while parsing."""

    __slots__ = ()

    def text(self) -> str:
        """Return the canonical source."""
        return "{{end}}"


class ElseNode(Node):
    """``{{else}}``; only while parsing."""

    __slots__ = ()

    def text(self) -> str:
        """Return the canonical source."""
        return "{{else}}"


class BreakNode(Node):
    """``{{break}}``."""

    __slots__ = ()

    def text(self) -> str:
        """Return the canonical source."""
        return "{{break}}"


class ContinueNode(Node):
    """``{{continue}}``."""

    __slots__ = ()

    def text(self) -> str:
        """Return the canonical source."""
        return "{{continue}}"


class BranchNode(Node):
    """``if``, ``with`` or ``range``, by ``keyword``."""

    __slots__ = ("body", "keyword", "otherwise", "pipe")

    def __init__(self, keyword: str, pipe: PipeNode, body: ListNode, otherwise: ListNode | None) -> None:
        super().__init__(pipe.pos)
        self.keyword = keyword
        self.pipe = pipe
        self.body = body
        self.otherwise = otherwise

    def text(self) -> str:
        """Return the canonical source."""
        tail = "" if self.otherwise is None else "{{else}}" + self.otherwise.text()
        return "{{" + self.keyword + " " + self.pipe.text() + "}}" + self.body.text() + tail + "{{end}}"


class TemplateNode(Node):
    """``{{template "name" pipeline}}``; also what a block leaves behind."""

    __slots__ = ("name", "pipe")

    def __init__(self, pos: int, name: str, pipe: PipeNode | None) -> None:
        super().__init__(pos)
        self.name = name
        self.pipe = pipe

    def text(self) -> str:
        """Return the canonical source."""
        tail = "" if self.pipe is None else " " + self.pipe.text()
        return "{{template " + quote(self.name) + tail + "}}"


Tree: TypeAlias = ListNode
Chained: TypeAlias = FieldNode | VariableNode | ChainNode


def is_empty(node: Node) -> bool:
    """Tell whether the node holds nothing but space; such a definition does not replace another."""
    if isinstance(node, ListNode):
        return all(is_empty(child) for child in node.nodes)
    return isinstance(node, TextNode) and not node.value.strip()
