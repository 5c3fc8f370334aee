"""A set of templates that see each other: Go's template.Template with its namespace."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any

from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import quote
from werfpy.gotemplate import stack
from werfpy.gotemplate.cache import CodeCache
from werfpy.gotemplate.compiler import FILE_NAME
from werfpy.gotemplate.errors import Excerpt, Failure, Frame, TemplateExecFault
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.nodes import CommandNode, IdentifierNode, Node
from werfpy.gotemplate.program import Linker, Runtime, Source, Template

LATE_BOUND = frozenset({"include", "tpl"})
_CHECK_EVERY = 32


class TemplateSet:
    """Templates and the functions that they call; missing keys of maps are zero values (``missingkey=zero``).

    Args:
        functions: By the name that templates use. They hide text/template's builtins.
        cache: Where compiled code is kept between runs; None keeps it in memory only.
        name: The name of the root, which appears in one message (``no template "x" associated with template ...``).
        late_bound: Functions that :meth:`set_functions` can replace without compiling again.
    """

    def __init__(
        self,
        functions: Mapping[str, GoFunction],
        *,
        cache: CodeCache | None = None,
        name: str = "gotpl",
        late_bound: Iterable[str] = LATE_BOUND,
    ) -> None:
        late = frozenset(late_bound)
        self.name = name
        self._linker = Linker(functions, late, cache)
        late_calls = {key: functions[key].call for key in late if key in functions}
        self._runtime = Runtime({}, late_calls, [0])
        self._shared = False

    def parse(self, name: str, source: str) -> None:
        """Parse a source under a name, and put it and its definitions into the set.

        A definition with nothing but space does not replace one that is there already.

        Raises:
            TemplateSyntaxFault: Its ``go_text`` is Go's message.
        """
        self._install(self._linker.link(name, source))

    def parse_and_execute(self, source: str, data: Any) -> str:
        """Parse a source under the set's own name, and execute what was parsed.

        This is what tpl does: the body runs even where, being empty, it does not enter the set.

        Raises:
            TemplateSyntaxFault: The source does not parse.
            TemplateExecFault: It failed.
        """
        linked = self._linker.link(self.name, source)
        self._install(linked)
        return self._run(linked[-1], data)

    def _install(self, linked: tuple[Template, ...]) -> None:
        templates = self._runtime.templates
        if self._shared:
            templates = self._runtime.templates = dict(templates)
            self._shared = False
        for template in linked:
            if not template.is_empty or template.name not in templates:
                templates[template.name] = template

    def lookup(self, name: str) -> bool:
        """Tell whether there is a template of this name."""
        return name in self._runtime.templates

    def clone(self) -> TemplateSet:
        """Return a set with the same templates and functions; changes to it leave this one alone."""
        twin = TemplateSet.__new__(TemplateSet)
        twin.name = self.name
        twin._linker = self._linker
        runtime = self._runtime
        twin._runtime = Runtime(runtime.templates, runtime.late, runtime.nesting)
        self._shared = twin._shared = True
        return twin

    def set_functions(self, functions: Mapping[str, GoFunction]) -> None:
        """Replace late bound functions, for this set only.

        Raises:
            KeyError: A function that is not late bound, or that the set was made without.
        """
        for name in functions:
            if name not in self._linker.late or name not in self._linker.functions:
                raise KeyError(name)
        self._runtime.late = self._runtime.late | {name: function.call for name, function in functions.items()}

    def execute(self, name: str, data: Any) -> str:
        """Execute a template and return what it writes.

        Raises:
            TemplateExecFault: Its ``go_text`` is Go's one line, ``frames`` the chain of places.
        """
        template = self._runtime.templates.get(name)
        if template is None:
            message = f"template: no template {quote(name)} associated with template {quote(self.name)}"
            raise TemplateExecFault(message, (Frame("", 0, 0, "", "", message),), traced=True)
        return self._run(template, data)

    def _run(self, template: Template, data: Any) -> str:
        runtime = self._runtime
        nesting = runtime.nesting
        nesting[0] += 1
        out: list[str] = []
        function = template.function
        if nesting[0] == 1:
            stack.prepare()
        elif nesting[0] % _CHECK_EVERY == 0 and stack.is_deep():
            function = stack.on_new_stack(function)
        try:
            function(data, out.append, out.extend, runtime, 0)
        except (Failure, GoError, TemplateExecFault, UnboundLocalError, RecursionError) as error:
            fault = self._fault(error)
        else:
            return "".join(out)
        finally:
            nesting[0] -= 1
        if isinstance(fault, TemplateExecFault):
            raise fault
        raise fault.with_traceback(sys.exc_info()[2])

    def _fault(self, error: Exception) -> Exception:
        """Return the error with its place; an error from outside of templates as it is."""
        place = self._locate(error.__traceback__)
        if place is None:
            return error
        source, context, node_id = place
        if isinstance(error, Failure):
            node = source.nodes[(error.node or node_id) - 1]
            return _fault_at(source, context, node, error.message, error.cause)
        node = source.nodes[node_id - 1]
        if isinstance(error, UnboundLocalError):
            return _fault_at(source, context, node, "undefined variable", None)
        if isinstance(error, RecursionError):
            # Go's process dies here (its stack is full): the data contains itself.
            return _fault_at(source, context, node, "the value nests without end", None)
        text = error.go_text if isinstance(error, TemplateExecFault) else str(error)
        return _fault_at(source, context, node, f"error calling {_function_name(node)}: {text}", error)

    def _locate(self, trace: TracebackType | None) -> tuple[Source, str, int] | None:
        """Return the source, template and node id of the innermost template that a traceback goes through."""
        owner: tuple[Source, str] | None = None
        line = 0
        sources = self._linker.sources
        while trace is not None:
            code = trace.tb_frame.f_code
            owner = sources.get(id(code), owner)
            if code.co_filename == FILE_NAME:
                line = trace.tb_lineno
            trace = trace.tb_next
        if owner is None:
            return None
        source, context = owner
        return source, context, source.node_of_line[line]


def _function_name(node: Node) -> str:
    if isinstance(node, CommandNode):
        node = node.args[0]
    return node.name if isinstance(node, IdentifierNode) else node.text()


def _fault_at(source: Source, context: str, node: Node, message: str, cause: BaseException | None) -> TemplateExecFault:
    begin = source.text.rfind("\n", 0, node.pos) + 1
    line = source.text.count("\n", 0, node.pos) + 1
    column = len(source.text[begin : node.pos].encode("utf-8", "surrogateescape"))
    frame = Frame(source.name, line, column, context, node.text(), message, _excerpt(source.text, node))
    text = f"template: {frame.location}: executing {quote(context)} at <{frame.expr}>: {message}"
    inner = cause.frames if isinstance(cause, TemplateExecFault) else ()
    traced = cause is None or (isinstance(cause, TemplateExecFault) and cause.traced)
    return TemplateExecFault(text, (frame, *inner), traced=traced, cause=cause)


def _excerpt(text: str, node: Node) -> Excerpt:
    begin = text.rfind("\n", 0, node.pos) + 1
    end = text.find("\n", node.pos)
    line = text[begin : len(text) if end < 0 else end]
    start = max(node.start - begin, 0)
    shown = node.text()
    length = len(shown) if line.startswith(shown, start) else 1
    return Excerpt(line, start, length)
