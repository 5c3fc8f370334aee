"""Trees to code: one Python function for each template that a source defines.

The function is ``t(d0, a, A, R, D)``: the data, append and extend of the output, the runtime (see
:class:`werfpy.gotemplate.program.Runtime`) and the depth of ``{{template}}`` calls. Texts and values that follow each
other are written by one call. Nesting that Python's parser does not take (20 loops, 100 indents, 200 parentheses) is
moved out into inner functions.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from types import CodeType

from werfpy.gotemplate.expressions import Expr, ExpressionWriter, Scope, Variable, marked
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.nodes import (
    ActionNode,
    BranchNode,
    BreakNode,
    ContinueNode,
    ListNode,
    Node,
    PipeNode,
    TemplateNode,
    TextNode,
    is_empty,
)
from werfpy.gotemplate.parser import ParsedSource

FILE_NAME = "<go-template>"

_MARK = re.compile(r"@(\d+)@")
_MAX_LOOPS = 15
_MAX_INDENT = 80


@dataclass(frozen=True, slots=True)
class CompiledSource:
    """What a source defines: name, code and emptiness of each template; and the node id of each line (array of I)."""

    templates: tuple[tuple[str, CodeType, bool], ...]
    lines: bytes


def compile_source(
    parsed: ParsedSource,
    functions: Mapping[str, GoFunction],
    builtins: Mapping[str, GoFunction],
    late: frozenset[str],
) -> CompiledSource:
    """Compile all templates of a parsed source.

    Args:
        parsed: The trees.
        functions: The functions given to the template set; they hide builtins of the same name.
        builtins: text/template's own.
        late: Names that are looked up when they are called, since clones replace them.
    """
    parts = []
    for number, tree in enumerate(parsed.trees.values()):
        writer = _TemplateWriter(Scope(dict(functions), dict(builtins), late), root="d0")
        text = writer.write(f"t{number}", tree)
        if writer.root_assigned:
            writer = _TemplateWriter(Scope(dict(functions), dict(builtins), late), root="v0")
            text = writer.write(f"t{number}", tree)
        parts.append(text)
    source, lines = _take_marks("\n".join(parts))
    module = compile(source, FILE_NAME, "exec", dont_inherit=True)
    codes = [const for const in module.co_consts if isinstance(const, CodeType)]
    templates = tuple(
        (name, code, is_empty(tree)) for (name, tree), code in zip(parsed.trees.items(), codes, strict=True)
    )
    return CompiledSource(templates, lines)


def _take_marks(source: str) -> tuple[str, bytes]:
    """Remove the marks of nodes and return the id of each line's node, 0 where there is none."""
    lines = source.split("\n")
    ids = array("I", [0]) * (len(lines) + 1)
    for index, line in enumerate(lines):
        if line.startswith("@"):
            match = _MARK.match(line)
            assert match is not None
            ids[index + 1] = int(match[1])
            lines[index] = line[match.end() :]
    return "\n".join(lines) + "\n", ids.tobytes()


class _TemplateWriter:
    """Writes the function of one template."""

    def __init__(self, scope: Scope, *, root: str) -> None:
        self.scope = scope
        self.root = root
        self.root_assigned = False
        self.expressions = ExpressionWriter(scope)
        self.lines: list[str] = []
        self.indent = 1
        self.loops = 0
        self.in_range = 0
        self.pending: list[str] = []

    def write(self, name: str, tree: ListNode) -> str:
        """Return the source of the function."""
        scope = self.scope
        scope.variables.append(Variable("$", self.root))
        self._list(tree, Variable(".", "d0"))
        head = [f"def {name}(d0, a, A, R, D):"]
        if self.root != "d0":
            head.append(f" {self.root} = d0")
        if scope.uses_outline:
            head.extend(self._outline_head())
        self.root_assigned = self.root == "d0" and self._assigns_root(tree)
        return "\n".join(head + (self.lines or [" pass"]))

    def _outline_head(self) -> list[str]:
        names = self.scope.locals
        head = [f" {' = '.join(names)} = None"] if names else []
        nonlocal_line = f"  nonlocal {', '.join(names)}" if names else ""
        for text in self.scope.outlined:
            first, _, rest = text.partition("\x00\n")
            head.append(" " + first.rstrip("\n"))
            if nonlocal_line:
                head.append(nonlocal_line)
            head.append(" " + rest if not rest.startswith("  ") else rest)
        return head

    def _assigns_root(self, node: Node) -> bool:
        """Tell whether ``$`` is assigned somewhere (declaring it anew does not count)."""
        return "$ = " in node.text()

    # Lines and output.

    def _line(self, text: str) -> None:
        self.lines.append(" " * self.indent + text)

    def _flush(self) -> None:
        pending = self.pending
        if not pending:
            return
        if len(pending) == 1:
            self._line(f"a({pending[0]})")
        else:
            self._line(f"A(({', '.join(pending)}))")
        self.pending = []

    def _block(self, body: ListNode, dot: Variable) -> None:
        """Write a nested list, out of line where Python would not take it."""
        self.indent += 1
        before = len(self.lines)
        if self.indent > _MAX_INDENT or self.loops > _MAX_LOOPS:
            self._outlined_block(body, dot)
        else:
            self._list(body, dot)
        if len(self.lines) == before:
            self._line("pass")
        self.indent -= 1

    def _outlined_block(self, body: ListNode, dot: Variable) -> None:
        scope = self.scope
        scope.uses_outline = True
        state = (self.lines, self.indent, self.loops)
        self.lines, self.indent, self.loops = [], 2, 0
        self._list(body, dot)
        text = "\n".join(self.lines or ["  pass"])
        self.lines, self.indent, self.loops = state
        name = f"o{len(scope.outlined) + 1}"
        scope.outlined.append(f"def {name}():\n\x00\n{text}")
        if not self.in_range:
            self._line(f"{name}()")
            return
        self._line(f"k = {name}()")
        if self.loops:
            self._line("if k == 1: break")
            self._line("if k == 2: continue")
        else:
            self._line("if k: return k")

    # Statements.

    def _list(self, items: ListNode, dot: Variable) -> None:
        for node in items.nodes:
            if isinstance(node, TextNode):
                self._text(repr(node.value))
            elif isinstance(node, ActionNode):
                self._action(node, dot)
            else:
                self._flush()
                self._statement(node, dot)
        self._flush()

    def _text(self, literal: str) -> None:
        if literal != "''":
            self.pending.append(literal)

    def _action(self, node: ActionNode, dot: Variable) -> None:
        value = self.expressions.pipeline(node.pipe, dot)
        if node.pipe.declared:
            self._flush()
            self._line(value.code)
        elif value.text is not None:
            self._text(repr(value.text))
        else:
            shown = marked(node, "S(x)")
            self.pending.append(f"(x if type(x := {value.code}) is str else {shown})")

    def _statement(self, node: Node, dot: Variable) -> None:
        if isinstance(node, BranchNode):
            if node.keyword == "range":
                self._range(node, dot)
            else:
                self._if_or_with(node, dot)
        elif isinstance(node, TemplateNode):
            self._template(node, dot)
        elif isinstance(node, BreakNode):
            self._line("break" if self.loops else "return 1")
        elif isinstance(node, ContinueNode):
            self._line("continue" if self.loops else "return 2")
        else:
            raise AssertionError(f"unknown node: {node!r}")

    def _template(self, node: TemplateNode, dot: Variable) -> None:
        called = self.scope.fresh("t")
        self._line(f"{called} = {marked(node, f'TL(R, {node.name!r}, D)')}")
        data = "None" if node.pipe is None else self.expressions.pipeline(node.pipe, dot).code
        self._line(f"{called}({data}, a, A, R, D + 1)")

    def _if_or_with(self, node: BranchNode, dot: Variable) -> None:
        variables = self.scope.variables
        mark = len(variables)
        word = "if"
        branch: BranchNode = node
        while True:
            condition, inner = self._condition(branch, dot)
            self._line(f"{word} {condition}:")
            scoped = len(variables)
            self._block(branch.body, inner)
            del variables[scoped:]
            following = _single_branch(branch.otherwise)
            if following is None:
                break
            branch, word = following, "elif"
        if branch.otherwise is not None and branch.otherwise.nodes:
            self._line("else:")
            self._block(branch.otherwise, dot)
        del variables[mark:]

    def _condition(self, node: BranchNode, dot: Variable) -> tuple[str, Variable]:
        value = self.expressions.pipeline(node.pipe, dot)
        if node.keyword == "if":
            return value.code, dot
        local = self.scope.fresh("d")
        return f"({local} := {value.code})", Variable(".", local)

    def _range(self, node: BranchNode, dot: Variable) -> None:
        scope, pipe = self.scope, node.pipe
        mark = len(scope.variables)
        value = self.expressions.pipeline(_undeclared(node), dot)
        container, item = scope.fresh("c"), scope.fresh("d")
        self._line(f"{container} = {value.code}")
        boxed = f"EF({container})"
        targets = []
        for index, declared in enumerate(pipe.declared):
            is_key = index == 0 and len(pipe.declared) == 2
            local = self.expressions.target(pipe, declared, "0" if is_key else boxed)
            if not local:
                self._line(self.expressions.unknown_target(declared, container, value.last))
            targets.append(local or scope.fresh("v"))
        if targets:
            self._line(f"{' = '.join(targets)} = {container}")
        scoped = len(scope.variables)
        items = scope.fresh("s")
        self._line(f"{items} = {_iterated(value, container, len(targets) == 2)}")
        self._loop(node.body, Variable(".", item, boxed), items, targets)
        del scope.variables[scoped:]
        for variable in scope.variables[mark:]:
            variable.boxed = "0"
        if node.otherwise is not None and node.otherwise.nodes:
            self._line(f"if not {container if len(targets) == 2 else items}:")
            self._block(node.otherwise, dot)
        del scope.variables[mark:]

    def _loop(self, body: ListNode, item: Variable, items: str, targets: list[str]) -> None:
        if len(targets) == 2:
            self._line(f"for {targets[0]}, {item.local} in {items}:")
        else:
            self._line(f"for {item.local} in {items}:")
        if targets:
            self.indent += 1
            self._line(f"{targets[-1]} = {item.local}")
            self.indent -= 1
        self.loops += 1
        self.in_range += 1
        self._block(body, item)
        self.loops -= 1
        self.in_range -= 1


def _iterated(value: Expr, container: str, pairs: bool) -> str:
    """Return the call that makes a container iterable; refusals name the node evaluated last."""
    helper = "R2" if pairs else "R1"
    if value.last.isdigit():
        return f"(\n@{value.last}@{helper}({container}))"
    return f"{helper}({container}, {value.last})"


def _undeclared(node: BranchNode) -> PipeNode:
    """Return the pipeline of a range without its variables, which the loop assigns itself."""
    bare = PipeNode(node.pipe.pos)
    bare.id = node.pipe.id
    bare.commands = node.pipe.commands
    return bare


def _single_branch(otherwise: ListNode | None) -> BranchNode | None:
    """Return the if or with that is all of an else list: Python's elif."""
    if otherwise is not None and len(otherwise.nodes) == 1:
        only = otherwise.nodes[0]
        if isinstance(only, BranchNode) and only.keyword != "range":
            return only
    return None
