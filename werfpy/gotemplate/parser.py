"""Tokens to trees, as text/template/parse/parse.go does it, with the same messages on the same lines."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from werfpy.gostd.fmt import sprintf
from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import quote, unquote
from werfpy.gotemplate.errors import Excerpt, TemplateSyntaxFault
from werfpy.gotemplate.lexer import KEYWORDS, Token, lex
from werfpy.gotemplate.nodes import (
    ActionNode,
    BoolNode,
    BranchNode,
    BreakNode,
    ChainNode,
    CommandNode,
    ContinueNode,
    DotNode,
    ElseNode,
    EndNode,
    FieldNode,
    IdentifierNode,
    ListNode,
    NilNode,
    Node,
    NumberNode,
    PipeNode,
    StringNode,
    TemplateNode,
    TextNode,
    VariableNode,
    is_empty,
)
from werfpy.gotemplate.numbers import parse_number

_OPERANDS = frozenset(
    {
        "bool",
        "charconst",
        "complex",
        "dot",
        "field",
        "identifier",
        "number",
        "nil",
        "rawstring",
        "string",
        "variable",
        "lparen",
    }
)
_NUMBERS = frozenset({"number", "complex", "charconst"})
_CONSTANTS = (BoolNode, DotNode, NilNode, NumberNode, StringNode)
_NodeT = TypeVar("_NodeT", bound=Node)


@dataclass(slots=True)
class ParsedSource:
    """What one source defines: its own body last, under the name it was parsed by; and every node by its id."""

    trees: dict[str, ListNode] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)


def parse(name: str, source: str, functions: Container[str]) -> ParsedSource:
    """Parse a source.

    Args:
        name: The name of the template that the source is, also used in messages.
        source: The text.
        functions: The names that may be called; anything else is ``function "x" not defined``.

    Raises:
        TemplateSyntaxFault: With Go's message.
    """
    parsed = ParsedSource()
    stream = _Stream(lex(source), source, name)
    _TreeParser(stream, parsed, functions, name).parse_source()
    return parsed


class _Stream:
    """The tokens and the place among them; shared by a source and its definitions."""

    def __init__(self, tokens: list[Token], source: str, name: str) -> None:
        # The parser never looks further beyond the end than this.
        tokens += [Token("eof", tokens[-1].pos, "", tokens[-1].line)] * 8
        self.tokens = tokens
        self.source = source
        self.name = name
        self.index = 0


class _TreeParser:
    def __init__(self, stream: _Stream, parsed: ParsedSource, functions: Container[str], name: str) -> None:
        self.stream = stream
        self.parsed = parsed
        self.functions = functions
        self.name = name
        self.vars = ["$"]
        self.far = 0
        self.action_line = 0
        self.range_depth = 0
        self.paren_depth = 0

    # Tokens.

    def _next(self) -> Token:
        stream = self.stream
        index = stream.index
        stream.index = index + 1
        if index >= self.far:
            self.far = index + 1
        return stream.tokens[index]

    def _peek(self) -> Token:
        index = self.stream.index
        if index >= self.far:
            self.far = index + 1
        return self.stream.tokens[index]

    def _next_solid(self) -> Token:
        stream = self.stream
        index = stream.index
        token = stream.tokens[index]
        while token.kind == "space":
            index += 1
            token = stream.tokens[index]
        stream.index = index + 1
        if index >= self.far:
            self.far = index + 1
        return token

    def _peek_solid(self) -> Token:
        token = self._next_solid()
        self.stream.index -= 1
        return token

    def _expect(self, kind: str, context: str) -> Token:
        token = self._next_solid()
        if token.kind != kind:
            self._unexpected(token, context)
        return token

    # Errors.

    def _fail(self, message: str) -> NoReturn:
        tokens = self.stream.tokens
        token = tokens[min(self.far, len(tokens)) - 1]
        lines = self.stream.source.split("\n")
        excerpt = None
        if 0 < token.line <= len(lines):
            begin = self.stream.source.rfind("\n", 0, token.pos) + 1
            width = max(1, len(token.text.split("\n")[0]) if token.kind != "error" else 1)
            excerpt = Excerpt(lines[token.line - 1], max(token.pos - begin, 0), width)
        raise TemplateSyntaxFault(self.stream.name, token.line, message, excerpt)

    def _unexpected(self, token: Token, context: str) -> NoReturn:
        if token.kind != "error":
            self._fail(f"unexpected {_show(token)} in {context}")
        extra = ""
        if self.action_line and self.action_line != token.line:
            extra = f" in action started at {self.stream.name}:{self.action_line}"
            if token.text.endswith(" action"):
                extra = extra[len(" in action") :]
        self._fail(token.text + extra)

    def _add(self, node: _NodeT) -> _NodeT:
        nodes = self.parsed.nodes
        node.id = len(nodes) + 1
        nodes.append(node)
        return node

    # Trees.

    def parse_source(self) -> None:
        """Parse to the end of the source and put its body under its name."""
        root = self._add(ListNode(self._peek().pos))
        while self._peek().kind != "eof":
            if self._peek().kind == "leftdelim":
                mark = self.stream.index
                self._next()
                if self._next_solid().kind == "define":
                    _TreeParser(self.stream, self.parsed, self.functions, "").parse_definition()
                    continue
                self.stream.index = mark
            node = self._text_or_action()
            if isinstance(node, (EndNode, ElseNode)):
                self._fail(f"unexpected {node.text()}")
            root.nodes.append(node)
        self._install(root)
        self.parsed.trees[self.name] = self.parsed.trees.pop(self.name)

    def parse_definition(self) -> None:
        """Parse what follows ``{{define`` up to its end."""
        context = "define clause"
        token = self._next_solid()
        if token.kind not in ("string", "rawstring"):
            self._unexpected(token, context)
        self.name = self._unquote(token)
        self._expect("rightdelim", context)
        self._body(context)

    def _body(self, context: str) -> None:
        root, end = self._item_list()
        if not isinstance(end, EndNode):
            self._fail(f"unexpected {end.text()} in {context}")
        self._install(root)

    def _install(self, root: ListNode) -> None:
        trees = self.parsed.trees
        old = trees.get(self.name)
        if old is None or is_empty(old):
            trees.pop(self.name, None)
            trees[self.name] = root
        elif not is_empty(root):
            self._fail(f"template: multiple definition of template {quote(self.name)}")

    def _item_list(self) -> tuple[ListNode, Node]:
        items = self._add(ListNode(self._peek_solid().pos))
        while self._peek_solid().kind != "eof":
            node = self._text_or_action()
            if isinstance(node, (EndNode, ElseNode)):
                return items, node
            items.nodes.append(node)
        self._fail("unexpected EOF")

    def _text_or_action(self) -> Node:
        token = self._next_solid()
        if token.kind == "text":
            return self._add(TextNode(token.pos, token.text))
        if token.kind != "leftdelim":
            self._unexpected(token, "input")
        self.action_line = token.line
        node = self._action()
        self.action_line = 0
        return node

    def _action(self) -> Node:
        token = self._next_solid()
        kind = token.kind
        if kind in KEYWORDS:
            if kind in ("if", "with", "range"):
                return self._branch(kind)
            if kind == "end":
                return EndNode(self._expect("rightdelim", "end").pos)
            if kind == "else":
                return self._else()
            if kind in ("template", "block"):
                return self._template() if kind == "template" else self._block()
            if kind in ("break", "continue"):
                return self._loop_control(token)
        self.stream.index -= 1
        start = self._peek()
        return self._add(ActionNode(start.pos, self._pipeline("command", "rightdelim")))

    def _loop_control(self, token: Token) -> Node:
        shown = "{{" + token.kind + "}}"
        following = self._next_solid()
        if following.kind != "rightdelim":
            self._unexpected(following, shown)
        if self.range_depth == 0:
            self._fail(shown + " outside {{range}}")
        return self._add(BreakNode(token.pos) if token.kind == "break" else ContinueNode(token.pos))

    def _else(self) -> Node:
        token = self._peek_solid()
        if token.kind not in ("if", "with"):
            token = self._expect("rightdelim", "else")
        return ElseNode(token.pos)

    def _branch(self, keyword: str) -> BranchNode:
        known = len(self.vars)
        pipe = self._pipeline(keyword, "rightdelim")
        loops = 1 if keyword == "range" else 0
        self.range_depth += loops
        body, end = self._item_list()
        self.range_depth -= loops
        otherwise = self._otherwise(keyword, end) if isinstance(end, ElseNode) else None
        del self.vars[known:]
        return self._add(BranchNode(keyword, pipe, body, otherwise))

    def _otherwise(self, keyword: str, end: Node) -> ListNode:
        if keyword in ("if", "with") and self._peek().kind == keyword:
            self._next()
            chained = self._add(ListNode(end.pos))
            chained.nodes.append(self._branch(keyword))
            return chained
        otherwise, end = self._item_list()
        if not isinstance(end, EndNode):
            self._fail(f"expected end; found {end.text()}")
        return otherwise

    def _template(self) -> TemplateNode:
        token = self._next_solid()
        name = self._template_name(token, "template clause")
        pipe = None
        if self._next_solid().kind != "rightdelim":
            self.stream.index -= 1
            pipe = self._pipeline("template clause", "rightdelim")
        return self._add(TemplateNode(token.pos, name, pipe))

    def _block(self) -> TemplateNode:
        context = "block clause"
        token = self._next_solid()
        name = self._template_name(token, context)
        pipe = self._pipeline(context, "rightdelim")
        _TreeParser(self.stream, self.parsed, self.functions, name)._body(context)
        return self._add(TemplateNode(token.pos, name, pipe))

    def _template_name(self, token: Token, context: str) -> str:
        if token.kind not in ("string", "rawstring"):
            self._unexpected(token, context)
        return self._unquote(token)

    def _unquote(self, token: Token) -> str:
        try:
            return unquote(token.text)
        except GoError as error:
            self._fail(str(error))

    # Pipelines.

    def _pipeline(self, context: str, end: str) -> PipeNode:
        pipe = self._add(PipeNode(self._peek_solid().pos))
        while self._declaration(pipe, context):
            pass
        while True:
            token = self._next_solid()
            if token.kind == end:
                self._check_pipeline(pipe, context)
                return pipe
            if token.kind not in _OPERANDS:
                self._unexpected(token, context)
            self.stream.index -= 1
            pipe.commands.append(self._command())

    def _declaration(self, pipe: PipeNode, context: str) -> bool:
        """Take ``$x :=``, ``$x =`` or ``$x,``; True where a second variable follows."""
        variable = self._peek_solid()
        if variable.kind != "variable":
            return False
        mark = self.stream.index
        self._next()
        following = self._peek_solid()
        if following.kind in ("assign", "declare"):
            pipe.is_assign = following.kind == "assign"
            self._next_solid()
            self._declare(pipe, variable)
            return False
        if following.kind == "char" and following.text == ",":
            self._next_solid()
            self._declare(pipe, variable)
            if context == "range" and len(pipe.declared) < 2:
                if self._peek_solid().kind in ("variable", "rightdelim", "rparen"):
                    return True
                self._fail("range can only initialize variables")
            self._fail(f"too many declarations in {context}")
        self.stream.index = mark
        return False

    def _declare(self, pipe: PipeNode, variable: Token) -> None:
        pipe.declared.append(self._add(VariableNode(variable.pos, variable.text)))
        self.vars.append(variable.text)

    def _check_pipeline(self, pipe: PipeNode, context: str) -> None:
        if not pipe.commands:
            self._fail(f"missing value for {context}")
        for stage, command in enumerate(pipe.commands[1:], start=2):
            if isinstance(command.args[0], _CONSTANTS):
                self._fail(f"non executable command in pipeline stage {stage}")

    def _command(self) -> CommandNode:
        command = self._add(CommandNode(self._peek_solid().pos))
        while True:
            self._peek_solid_keeping()
            operand = self._operand()
            if operand is not None:
                command.args.append(operand)
            token = self._next()
            if token.kind == "space":
                continue
            if token.kind in ("rightdelim", "rparen"):
                self.stream.index -= 1
            elif token.kind != "pipe":
                self._unexpected(token, "operand")
            break
        if not command.args:
            self._fail("empty command")
        return command

    def _peek_solid_keeping(self) -> None:
        """Skip spaces before an operand."""
        self._next_solid()
        self.stream.index -= 1

    def _operand(self) -> Node | None:
        node = self._term()
        if node is None or self._peek().kind != "field":
            return node
        pos = self._peek().pos
        names = []
        while self._peek().kind == "field":
            names.append(self._next().text)
        tail = "".join(names)
        if isinstance(node, FieldNode):
            return self._from(node, self._add(FieldNode(pos, node.text() + tail)))
        if isinstance(node, VariableNode):
            return self._from(node, self._add(VariableNode(pos, node.text() + tail)))
        if isinstance(node, _CONSTANTS):
            self._fail(f"unexpected . after term {quote(node.text())}")
        chain = self._add(ChainNode(pos, node))
        chain.names = [name[1:] for name in names]
        return self._from(node, chain)

    def _from(self, first: Node, node: _NodeT) -> _NodeT:
        node.start = first.start
        return node

    def _term(self) -> Node | None:
        token = self._next_solid()
        kind = token.kind
        if kind == "field":
            return self._add(FieldNode(token.pos, token.text))
        if kind == "identifier":
            if token.text not in self.functions:
                self._fail(f"function {quote(token.text)} not defined")
            return self._add(IdentifierNode(token.pos, token.text))
        if kind in ("string", "rawstring"):
            return self._add(StringNode(token.pos, token.text, self._unquote(token)))
        if kind == "variable":
            return self._use_variable(token)
        if kind == "lparen":
            return self._parenthesised(token)
        if kind in _NUMBERS:
            return self._number(token)
        if kind in ("dot", "nil"):
            return self._add(DotNode(token.pos) if kind == "dot" else NilNode(token.pos))
        if kind == "bool":
            return self._add(BoolNode(token.pos, token.text == "true"))
        self.stream.index -= 1
        return None

    def _parenthesised(self, token: Token) -> PipeNode:
        if self.paren_depth >= 10000:
            self._fail("max expression depth exceeded")
        self.paren_depth += 1
        try:
            pipe = self._pipeline("parenthesized pipeline", "rparen")
        except RecursionError:
            self._fail("max expression depth exceeded")
        pipe.start = token.pos
        self.paren_depth -= 1
        return pipe

    def _use_variable(self, token: Token) -> VariableNode:
        if token.text not in self.vars:
            self._fail(f"undefined variable {quote(token.text)}")
        return self._add(VariableNode(token.pos, token.text))

    def _number(self, token: Token) -> NumberNode:
        try:
            number = parse_number(token.text, token.kind)
        except GoError as error:
            self._fail(str(error))
        return self._add(NumberNode(token.pos, token.text, number))


def _show(token: Token) -> str:
    """Return a token as parse errors name it."""
    if token.kind == "eof":
        return "EOF"
    if token.kind in KEYWORDS or token.kind == "dot":
        return f"<{token.text}>"
    if len(token.text.encode("utf-8", "surrogateescape")) > 10:
        return sprintf("%.10q...", (token.text,))
    return quote(token.text)
