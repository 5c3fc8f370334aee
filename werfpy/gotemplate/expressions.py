"""Pipelines to Python expressions.

Every call that can fail begins a line of its own, marked ``@id@`` with the node that Go would name in the error; the
compiler turns the marks into a table from line to node, so that running code carries no bookkeeping.

Go keeps apart a nil that sits in an interface (a missing key of a map) and an invalid value (the same nil after it
passed through a pipeline): fields of the first are errors, of the second nil. Both are ``None`` here. Which one it is
follows from the place of the expression: its ``boxed`` is Python source that is evaluated only when it matters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from werfpy.gostd.kinds import Int64
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.literals import LiteralMismatch, literal_for, plain_value
from werfpy.gotemplate.nodes import (
    BoolNode,
    ChainNode,
    CommandNode,
    DotNode,
    FieldNode,
    IdentifierNode,
    NilNode,
    Node,
    NumberNode,
    PipeNode,
    StringNode,
    VariableNode,
)
from werfpy.gotemplate.signatures import EXACT_CLASSES, go_name, takes_anything

_LITERALS = (BoolNode, NilNode, NumberNode, StringNode)
_MAX_PARENS = 90
_MAX_CHAIN = 30
_STRING = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*\"""")


@dataclass(frozen=True, slots=True)
class Expr:
    """A Python expression for a node.

    Args:
        code: The source; atomic or in parentheses.
        boxed: Source that is true where a None of this expression is a nil interface.
        last: The node that Go would name if the value is refused after it was computed: its id, or a variable.
        simple: A constant or a variable: it can neither fail nor change anything.
        text: The value where it is a string literal.
    """

    code: str
    boxed: str = "0"
    last: str = "0"
    simple: bool = False
    text: str | None = None


@dataclass(slots=True)
class Variable:
    """A template variable: its name, the Python local that holds it, and whether it holds interfaces."""

    name: str
    local: str
    boxed: str = "0"


@dataclass(slots=True)
class Scope:
    """The state of compiling one template: variables, locals in use, and functions moved out of line."""

    functions: dict[str, GoFunction]
    builtins: dict[str, GoFunction]
    late: frozenset[str]
    variables: list[Variable] = field(default_factory=list)
    locals: list[str] = field(default_factory=list)
    outlined: list[str] = field(default_factory=list)
    uses_outline: bool = False

    def fresh(self, prefix: str) -> str:
        """Return a new Python local."""
        name = f"{prefix}{len(self.locals) + 1}"
        self.locals.append(name)
        return name

    def find(self, name: str) -> Variable | None:
        """Return the variable declared last under a name."""
        for variable in reversed(self.variables):
            if variable.name == name:
                return variable
        return None


def marked(node: Node, call: str) -> str:
    """Return a call that errors will attribute to *node*."""
    return f"(\n@{node.id}@{call})"


def _at(last: str, call: str, node: Node) -> str:
    """Return a call, as yet unclosed, that fails at *last*; what a method raises is attributed to *node*."""
    if last == str(node.id):
        return marked(node, f"{call})")
    if last.isdigit():
        return f"(\n@{last}@{call}, 0, {node.id}))"
    return f"({call}, {last}, {node.id}))"


def raising(node: Node, message: str) -> str:
    """Return an expression that fails with *message* at *node*."""
    return marked(node, f"X({message!r})")


class ExpressionWriter:
    """Writes the expressions of one template."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    # Pipelines and commands.

    def pipeline(self, pipe: PipeNode, dot: Variable) -> Expr:
        """Write a pipeline; its value counts as unboxed, and is put into the variables that it declares."""
        value = self.command(pipe, pipe.commands[0], dot, None)
        for command in pipe.commands[1:]:
            value = self.command(pipe, command, dot, value)
        code = value.code
        for declared in pipe.declared:
            local = self.target(pipe, declared, "0")
            code = f"({local} := {code})" if local else self.unknown_target(declared, code, value.last)
        if code.count("(") > _MAX_PARENS and _paren_depth(code) > _MAX_PARENS:
            code = self._move_out(code)
        text = value.text if not pipe.declared else None
        return Expr(code, "0", value.last, value.simple and not pipe.declared, text)

    def target(self, pipe: PipeNode, declared: VariableNode, boxed: str) -> str:
        """Return the Python local to put a declared or assigned variable into; empty where there is none to assign."""
        name = declared.names[0]
        if pipe.is_assign:
            found = self.scope.find(name)
            if found is None:
                return ""
            found.boxed = _either(found.boxed, boxed)
            return found.local
        local = self.scope.fresh("v")
        self.scope.variables.append(Variable(name, local, boxed))
        return local

    def unknown_target(self, declared: VariableNode, code: str, last: str) -> str:
        """Write an assignment to a variable that was declared in a branch that is not taken: it fails."""
        message = f"undefined variable: {declared.names[0]}"
        fail = f"X({message!r})" if last.isdigit() else f"X({message!r}, {last})"
        mark = f"\n@{last}@" if last.isdigit() else ""
        return f"({code}, {mark}{fail})[0]"

    def _move_out(self, code: str) -> str:
        """Put an expression that is nested too deeply for Python's parser into a function of its own."""
        scope = self.scope
        name = f"o{len(scope.outlined) + 1}"
        scope.uses_outline = True
        scope.outlined.append(f"def {name}():\n\x00\n return {code}")
        return f"{name}()"

    def command(self, pipe: PipeNode, command: CommandNode, dot: Variable, final: Expr | None) -> Expr:
        """Write one command of *pipe*; *final* is the value of the command before it."""
        first, args = command.args[0], command.args[1:]
        if isinstance(first, IdentifierNode):
            return self._function(first, command, args, dot, final)
        if isinstance(first, (FieldNode, ChainNode)):
            return self._chain(first, args, dot, final)
        if isinstance(first, VariableNode) and (len(first.names) > 1):
            return self._chain(first, args, dot, final)
        if args or final is not None:
            # Go looks at a parenthesised pipeline before it enters it: the place is then still that of the whole.
            place = pipe if isinstance(first, PipeNode) and final is None else first
            refusal = raising(place, f"can't give argument to non-function {first.text()}")
            return Expr(self._after(final, refusal))
        if isinstance(first, NilNode):
            return Expr(raising(first, "nil is not a command"))
        return self.operand(first, dot)

    def _after(self, final: Expr | None, code: str) -> str:
        return code if final is None else f"({final.code}, {code})[1]"

    # Operands.

    def operand(self, node: Node, dot: Variable) -> Expr:
        """Write an operand without arguments where any type will do."""
        here = str(node.id)
        if isinstance(node, DotNode):
            return Expr(dot.local, dot.boxed, here, simple=True)
        if isinstance(node, _LITERALS):
            return self._literal(node, "interface {}")
        if isinstance(node, VariableNode) and len(node.names) == 1:
            variable = self.scope.find(node.names[0])
            if variable is None:
                return Expr(raising(node, f"undefined variable: {node.names[0]}"), last=here)
            return Expr(variable.local, variable.boxed, here, simple=True)
        if isinstance(node, PipeNode):
            return self.pipeline(node, dot)
        if isinstance(node, IdentifierNode):
            return self._function(node, node, [], dot, None)
        assert isinstance(node, (FieldNode, VariableNode, ChainNode))
        return self._chain(node, [], dot, None)

    def _literal(self, node: Node, typ: str) -> Expr:
        try:
            value = literal_for(node, typ)
        except LiteralMismatch as mismatch:
            return Expr(raising(node, str(mismatch)), last=str(node.id))
        text = value if isinstance(value, str) else None
        return Expr(_constant(value), "0", str(node.id), simple=True, text=text)

    # Fields and methods.

    def _chain(
        self, node: FieldNode | VariableNode | ChainNode, args: list[Node], dot: Variable, final: Expr | None
    ) -> Expr:
        base, names = self._base(node, dot)
        if isinstance(base, str):
            return Expr(self._after(final, base))
        has_args = bool(args) or final is not None
        code, start = base.code, base.code
        if not base.simple:
            start = self.scope.fresh("b")
            code = f"({start} := {base.code})"
        last = base.last if isinstance(node, ChainNode) else str(node.id)
        boxed = base.boxed
        path = f"({''.join([repr(name) + ', ' for name in names])})"
        for index, name in enumerate(names[:-1] if has_args else names):
            call = f"FN(x, {index}, {start}, {path}" if index else f"F(x, {name!r}, {boxed}"
            if index % _MAX_CHAIN == _MAX_CHAIN - 1:
                code = self._move_out(code)
            code = f"(x.get({name!r}) if type(x := {code}) is dict else {_at(last, call, node)})"
        steps = len(names) - 1 if has_args else len(names)
        if steps:
            boxed = f"BX({start}, {path}, {steps})"
        if not has_args:
            return Expr(code, boxed, last)
        return self._method(node, names[-1], Expr(code, boxed, last), args, (dot, final))

    def _base(self, node: Node, dot: Variable) -> tuple[Expr | str, list[str]]:
        """Return where a chain starts and its fields; a string where it can only fail."""
        if isinstance(node, FieldNode):
            return Expr(dot.local, dot.boxed, simple=True), node.names
        if isinstance(node, VariableNode):
            variable = self.scope.find(node.names[0])
            if variable is None:
                return raising(node, f"undefined variable: {node.names[0]}"), node.names[1:]
            return Expr(variable.local, variable.boxed, simple=True), node.names[1:]
        assert isinstance(node, ChainNode)
        if isinstance(node.node, NilNode):
            return raising(node, f"indirection through explicit nil in {node.text()}"), node.names
        return self.operand(node.node, dot), node.names

    def _method(
        self, node: Node, name: str, receiver: Expr, args: list[Node], around: tuple[Variable, Expr | None]
    ) -> Expr:
        """Write a call of a method with arguments; its parameters are known only when it runs."""
        dot, final = around
        before = ""
        if final is not None and not final.simple:
            local = self.scope.fresh("p")
            before, final = f"{local} := {final.code}", Expr(local, "0", final.last)
        find = f"M({receiver.code}, {name!r}, {receiver.boxed}, {len(args)}, {final is not None}"
        found = self.scope.fresh("m")
        values: list[str] = []
        last = receiver.last
        for arg in args:
            value = self._method_arg(arg, dot)
            last = value.last
            kind = "literal" if isinstance(arg, _LITERALS) else "value"
            shape = f"({kind!r}, {arg.text()!r}, {value.boxed}, {last})"
            values.append(f"MA({found}, {len(values)}, {value.code}, {shape}), ")
        if final is not None:
            values.append(f"MA({found}, {len(values)}, {final.code}, ('final', '', 0, {last})), ")
        call = marked(node, f"MC({found}, ({''.join(values)}))")
        whole = f"(({found} := {_at(receiver.last, find, node)}) and {call})"
        return Expr(f"({before}, {whole})[1]" if before else whole, "1", last)

    def _method_arg(self, arg: Node, dot: Variable) -> Expr:
        if isinstance(arg, NilNode):
            return Expr("None", last=str(arg.id))
        if isinstance(arg, _LITERALS):
            try:
                return Expr(_constant(plain_value(arg)), last=str(arg.id))
            except LiteralMismatch as mismatch:
                return Expr(raising(arg, str(mismatch)), last=str(arg.id))
        return self.operand(arg, dot)

    # Functions.

    def _function(
        self, name_node: IdentifierNode, node: Node, args: list[Node], dot: Variable, final: Expr | None
    ) -> Expr:
        name = name_node.name
        function = self.scope.functions.get(name)
        builtin = function is None
        if function is None:
            function = self.scope.builtins[name]
        complaint = _count_complaint(name, function, len(args), final is not None)
        if complaint:
            return Expr(self._after(final, raising(name_node, complaint)), last=str(name_node.id))
        if builtin and name in ("and", "or"):
            return self._junction(name_node, args, dot, final)
        values, last = self._arguments(name_node, function, args, dot)
        before = ""
        if final is not None:
            if not final.simple and not all(value.simple for value in values):
                local = self.scope.fresh("p")
                before, final = f"{local} := {final.code}", Expr(local, "0", final.last, simple=True)
            piped = Expr(final.code, "0", last, final.simple, final.text)
            values.append(self._checked(piped, _parameter(function, len(args)), last))
        if builtin and name in _SPECIAL:
            call = _SPECIAL[name](node, values)
        else:
            target = f"R.late[{name!r}]" if name in self.scope.late else f"f_{name}"
            call = marked(node, f"{target}({', '.join([value.code for value in values])})")
        return Expr(f"({before}, {call})[1]" if before else call, "1", last)

    def _arguments(
        self, name_node: IdentifierNode, function: GoFunction, args: list[Node], dot: Variable
    ) -> tuple[list[Expr], str]:
        values = []
        last = str(name_node.id)
        for index, arg in enumerate(args):
            value = self._argument(arg, _parameter(function, index), dot)
            last = value.last
            values.append(value)
        return values, last

    def _argument(self, arg: Node, typ: str, dot: Variable) -> Expr:
        if isinstance(arg, _LITERALS):
            return self._literal(arg, typ)
        value = self.operand(arg, dot)
        return self._checked(value, typ, value.last)

    def _checked(self, value: Expr, typ: str, last: str) -> Expr:
        """Wrap a value by the check of its Go type, where there is one."""
        if takes_anything(typ) or (typ == "string" and value.text is not None):
            return value
        refused = (
            f"\n@{last}@CK(x, {typ!r}, {value.boxed})" if last.isdigit() else f"CK(x, {typ!r}, {value.boxed}, {last})"
        )
        exact = EXACT_CLASSES.get(typ)
        if exact is None:
            code = refused.replace("(x,", f"({value.code},", 1)
            return Expr(f"({code})", "0", last)
        if value.simple:
            plain = refused.replace("(x,", f"({value.code},", 1)
            return Expr(f"({value.code} if type({value.code}) is {exact} else {plain})", "0", last)
        return Expr(f"(x if type(x := {value.code}) is {exact} else {refused})", "0", last)

    def _junction(self, name_node: IdentifierNode, args: list[Node], dot: Variable, final: Expr | None) -> Expr:
        """Write ``and`` or ``or``: Python's own, since they too return an operand and stop early."""
        before = ""
        if final is not None and not final.simple:
            local = self.scope.fresh("p")
            before, final = f"{local} := {final.code}", Expr(local, "0", final.last, simple=True)
        seen = self.scope.fresh("n")
        operands = []
        for arg in args:
            value = self._argument(arg, "reflect.Value", dot)
            place = value.last if value.last.isdigit() and value.last != "0" else str(arg.id)
            operands.append(f"(({seen} := {place}) and {value.code})")
        if final is not None:
            operands.append(final.code)
        code = f"({f' {name_node.name} '.join(operands)})"
        return Expr(f"({before}, {code})[1]" if before else code, "1", seen if args else str(name_node.id))


def _paren_depth(code: str) -> int:
    depth = deepest = 0
    for char in _STRING.sub("", code):
        if char == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif char == ")":
            depth -= 1
    return deepest


def _either(first: str, second: str) -> str:
    if first == second:
        return first
    return "1" if "1" in (first, second) else f"({first} or {second})"


def _constant(value: Any) -> str:
    if isinstance(value, Int64):
        return f"Int64({int(value)})"
    if isinstance(value, float):
        return repr(value) if value - value == 0 else f"float({str(value)!r})"
    if isinstance(value, (list, dict)):
        return f"{type(value).__name__}()"
    return f"({value!r})" if isinstance(value, (int, complex)) and not isinstance(value, bool) else repr(value)


def _parameter(function: GoFunction, index: int) -> str:
    return go_name(function.params[index] if index < len(function.params) else function.variadic)


def _count_complaint(name: str, function: GoFunction, given: int, has_final: bool) -> str:
    count = given + has_final
    wanted = len(function.params)
    if function.variadic:
        return f"wrong number of args for {name}: want at least {wanted} got {given}" if count < wanted else ""
    return f"wrong number of args for {name}: want {wanted} got {count}" if count != wanted else ""


def _write_not(_node: Node, values: list[Expr]) -> str:
    return f"(not {values[0].code})"


def _write_eq(node: Node, values: list[Expr]) -> str:
    code = ", ".join([value.code for value in values])
    if len(values) == 2 and values[1].text is not None:
        slow = marked(node, f"f_eq(x, {values[1].code})")
        return f"(x == {values[1].code} if type(x := {values[0].code}) is str else {slow})"
    return marked(node, f"f_eq({code})")


def _write_ne(node: Node, values: list[Expr]) -> str:
    code = ", ".join([value.code for value in values])
    if len(values) == 2 and values[1].text is not None:
        slow = marked(node, f"f_ne(x, {values[1].code})")
        return f"(x != {values[1].code} if type(x := {values[0].code}) is str else {slow})"
    return marked(node, f"f_ne({code})")


def _write_len(node: Node, values: list[Expr]) -> str:
    return marked(node, f"LEN({values[0].code}, {values[0].boxed})")


def _write_call(node: Node, values: list[Expr]) -> str:
    shown = node.args[1].text() if isinstance(node, CommandNode) and len(node.args) > 1 else ""
    return marked(node, f"CALL({shown!r}, {', '.join([value.code for value in values])})")


def _write_slice(node: Node, values: list[Expr]) -> str:
    codes = "".join([f"{value.code}, " for value in values])
    boxed = "".join([f"{'0' if value.boxed == '1' else value.boxed}, " for value in values])
    return marked(node, f"SL(({codes}), ({boxed}))")


_SPECIAL = {
    "slice": _write_slice,
    "not": _write_not,
    "eq": _write_eq,
    "ne": _write_ne,
    "len": _write_len,
    "call": _write_call,
}
