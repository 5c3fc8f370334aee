"""Compiled templates bound to functions, ready to run."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any

from werfpy.gostd.quote import quote
from werfpy.gotemplate import stack
from werfpy.gotemplate.builtins import BUILTINS
from werfpy.gotemplate.cache import CodeCache, cache_key
from werfpy.gotemplate.compiler import CompiledSource, compile_source
from werfpy.gotemplate.errors import Failure, TemplateSyntaxFault
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.nodes import Node
from werfpy.gotemplate.parser import parse
from werfpy.gotemplate.runtime import HELPERS

MAX_DEPTH = 100_000
_CHECK_EVERY = 256


class Source:
    """A parsed source: what its code needs to explain an error."""

    def __init__(self, name: str, text: str, lines: bytes, functions: frozenset[str]) -> None:
        self.name = name
        self.text = text
        self._lines = lines
        self._functions = functions

    @cached_property
    def nodes(self) -> list[Node]:
        """The nodes by id - 1; parsed again, since only errors need them."""
        return parse(self.name, self.text, self._functions).nodes

    @cached_property
    def node_of_line(self) -> array[int]:
        """The node id of each line of the compiled code."""
        return array("I", self._lines)


@dataclass(frozen=True, slots=True)
class Template:
    """One template, ready to be called as ``function(data, append, extend, runtime, depth)``."""

    name: str
    function: Callable[..., Any]
    is_empty: bool


class Runtime:
    """What running code can reach: the templates by name, and the functions that clones replace."""

    __slots__ = ("late", "nesting", "templates")

    def __init__(self, templates: dict[str, Template], late: dict[str, Callable[..., Any]], nesting: list[int]) -> None:
        self.templates = templates
        self.late = late
        self.nesting = nesting


def find_template(runtime: Runtime, name: str, depth: int) -> Callable[..., Any]:
    """Return the code of a template for ``{{template}}``."""
    found = runtime.templates.get(name)
    if found is None:
        raise Failure(f"template {quote(name)} not defined")
    if depth >= MAX_DEPTH:
        raise Failure(f"exceeded maximum template depth ({MAX_DEPTH})")
    if depth % _CHECK_EVERY == _CHECK_EVERY - 1 and stack.is_deep():
        return stack.on_new_stack(found.function)
    return found.function


class Linker:
    """Compiles sources against one table of functions, and keeps what it made for as long as it lives."""

    def __init__(self, functions: Mapping[str, GoFunction], late: frozenset[str], cache: CodeCache | None) -> None:
        self.functions = dict(functions)
        self.late = late
        self.cache = cache
        self.names = frozenset(self.functions) | frozenset(BUILTINS)
        self.sources: dict[int, tuple[Source, str]] = {}
        self._linked: dict[tuple[str, str], tuple[Template, ...]] = {}
        self._signatures = _signatures(self.functions, late)
        table = BUILTINS | self.functions
        self._globals: dict[str, Any] = dict(HELPERS)
        self._globals["TL"] = find_template
        self._globals.update({f"f_{name}": function.call for name, function in table.items()})

    def link(self, name: str, text: str) -> tuple[Template, ...]:
        """Return the templates that a source defines, its own body last.

        Raises:
            TemplateSyntaxFault: The source does not parse.
        """
        known = self._linked.get((name, text))
        if known is None:
            known = self._linked[name, text] = self._bind(name, text)
        return known

    def _bind(self, name: str, text: str) -> tuple[Template, ...]:
        compiled = self._compiled(name, text)
        source = Source(name, text, compiled.lines, self.names)
        templates = []
        for own_name, code, is_empty in compiled.templates:
            defined = name if own_name == "" else own_name[1:]
            self.sources[id(code)] = (source, defined)
            templates.append(Template(defined, FunctionType(code, self._globals), is_empty))
        return tuple(templates)

    def _compiled(self, name: str, text: str) -> CompiledSource:
        # A source that defines its own name compiles to something else under another name.
        key = cache_key(text, self._signatures + (name.encode("utf-8", "surrogateescape") if name in text else b""))
        compiled = self.cache.load(key) if self.cache is not None else None
        if compiled is None:
            compiled = _anonymous(self._compile(name, text))
            if self.cache is not None:
                self.cache.store(key, compiled)
        return compiled

    def _compile(self, name: str, text: str) -> CompiledSource:
        stack.prepare()
        try:
            return compile_source(parse(name, text, self.names), self.functions, BUILTINS, self.late)
        except (RecursionError, MemoryError, SyntaxError) as error:
            # Go takes 10000 parentheses; Python's own compiler gives up much earlier.
            raise TemplateSyntaxFault(name, 1, "max expression depth exceeded") from error


def _anonymous(compiled: CompiledSource) -> CompiledSource:
    """Forget the name of the source: one text under two names is one entry of the cache."""
    *defined, body = compiled.templates
    named = tuple(("=" + name, code, is_empty) for name, code, is_empty in defined)
    return CompiledSource((*named, ("", *body[1:])), compiled.lines)


def _signatures(functions: Mapping[str, GoFunction], late: frozenset[str]) -> bytes:
    rows = [(name, functions[name].params, functions[name].variadic, name in late) for name in sorted(functions)]
    return hashlib.sha256(repr(rows).encode()).digest()
