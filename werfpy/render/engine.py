"""Executing the templates of a chart and its subcharts in Helm's order.

Source: helm ``pkg/engine/engine.go``. All templates share one namespace of names. Those deeper in the tree are parsed
first and of two at one depth the alphabetically later, so that a definition of a parent, or of an earlier file, wins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import quote
from werfpy.gostd.text import from_bytes
from werfpy.gotemplate.cache import CodeCache
from werfpy.gotemplate.errors import TemplateExecFault, TemplateSyntaxFault
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.template import TemplateSet
from werfpy.render.failures import exec_failure, parse_failure
from werfpy.render.scope import Renderable

INCLUDE_LIMIT: Final = 1000
"""How often one named template may be inside itself by ``include``."""

ROOT_NAME: Final = "gotpl"
"""What Helm calls the template that all others belong to, and the text given to ``tpl``."""

_NO_VALUE: Final = "<no value>"


def render_templates(
    templates: Sequence[Renderable],
    functions: Mapping[str, GoFunction],
    compat: int = 4,
    cache: CodeCache | None = None,
) -> dict[str, str]:
    """Execute all templates that are no partials; name to text.

    Raises:
        TemplateSyntaxError: A template does not parse; the text is Helm's.
        TemplateExecError: A template failed; the text is that of the Helm that *compat* names.
    """
    ordered = sorted(templates, key=_depth_and_name, reverse=True)
    namespace = Namespace.root(functions, cache)
    try:
        for template in ordered:
            namespace.templates.parse(template.name, from_bytes(template.data))
    except TemplateSyntaxFault as fault:
        raise parse_failure(fault) from fault
    rendered: dict[str, str] = {}
    for template in ordered:
        if template.name.rpartition("/")[2].startswith("_"):
            continue
        template.scope["Template"] = type(template.scope)(Name=template.name, BasePath=template.base_path)
        try:
            text = namespace.templates.execute(template.name, template.scope)
        except TemplateExecFault as fault:
            raise exec_failure(fault, compat) from fault
        rendered[template.name] = text.replace(_NO_VALUE, "")
    return rendered


def _depth_and_name(template: Renderable) -> tuple[int, bytes]:
    return template.name.count("/"), template.name.encode("utf-8", "surrogateescape")


class Namespace:
    """A set of templates with the functions that need it: ``include`` and ``tpl``.

    Args:
        templates: The set; its late-bound functions become this namespace's.
        inside: How deep each name is inside itself; one count for the whole rendering.
    """

    __slots__ = ("_inside", "templates")

    def __init__(self, templates: TemplateSet, inside: dict[str, int]) -> None:
        self.templates = templates
        self._inside = inside
        templates.set_functions(
            {
                "include": GoFunction(self.include, ("string", "any")),
                "tpl": GoFunction(self.tpl, ("string", "any")),
            }
        )

    @classmethod
    def root(cls, functions: Mapping[str, GoFunction], cache: CodeCache | None) -> Namespace:
        """An empty namespace over *functions*; compiled templates are kept in *cache*."""
        late = {"include": _LATE, "tpl": _LATE}
        return cls(TemplateSet({**functions, **late}, cache=cache, name=ROOT_NAME), {})

    def include(self, name: str, data: Any) -> str:
        """Execute the template *name* and return its text.

        Raises:
            GoError: It is more than 1000 times inside itself.
            TemplateExecFault: It failed, or there is no such template.
        """
        inside = self._inside
        depth = inside.get(name, 0)
        if depth > INCLUDE_LIMIT:
            raise GoError(f"rendering template has a nested reference name: {name}: unable to execute template")
        inside[name] = depth + 1
        try:
            return self.templates.execute(name, data)
        finally:
            inside[name] -= 1

    def tpl(self, text: str, data: Any) -> str:
        """Execute *text* as a template that sees all others; what it defines is gone afterwards.

        Raises:
            GoError: It does not parse, or failed.
        """
        if "{{" not in text:
            return text.replace(_NO_VALUE, "")
        clone = Namespace(self.templates.clone(), self._inside)
        try:
            result = clone.templates.parse_and_execute(text, data)
        except TemplateSyntaxFault as fault:
            raise GoError(f"cannot parse template {quote(text)}: {fault.go_text}") from fault
        except TemplateExecFault as fault:
            raise GoError(f"error during tpl function execution for {quote(text)}: {fault.go_text}") from fault
        return result.replace(_NO_VALUE, "")


def _unbound(_first: str, _second: Any) -> str:
    raise GoError("not implemented")


_LATE: Final = GoFunction(_unbound, ("string", "any"))
