from __future__ import annotations

import pytest

from tests.gotemplate.sample import FUNCTIONS, data, template_set
from werfpy.gostd.kinds import GoError
from werfpy.gotemplate.errors import TemplateExecFault
from werfpy.gotemplate.functions import GoFunction
from werfpy.gotemplate.template import TemplateSet


def test_the_later_definition_wins() -> None:
    templates = template_set()
    templates.parse("a", '{{ define "x" }}1{{ end }}')
    templates.parse("b", '{{ define "x" }}2{{ end }}')
    assert templates.execute("x", None) == "2"


@pytest.mark.parametrize("blank", ["", " \n\t", "{{/* c */}} "], ids=["nothing", "space", "comment"])
def test_an_empty_definition_does_not_replace(blank: str) -> None:
    templates = template_set()
    templates.parse("a", '{{ define "x" }}1{{ end }}')
    templates.parse("b", '{{ define "x" }}' + blank + "{{ end }}")
    assert templates.execute("x", None) == "1"


def test_an_empty_definition_is_one_where_there_is_no_other() -> None:
    templates = template_set()
    templates.parse("a", '{{ define "x" }} {{ end }}')
    assert templates.lookup("x")
    assert templates.execute("x", None) == " "
    assert templates.execute("a", None) == ""


def test_a_source_may_define_its_own_name() -> None:
    templates = template_set()
    templates.parse("a", '{{ define "b" }}own{{ end }}')
    templates.parse("b", '{{ define "b" }}own{{ end }} ')
    assert (templates.execute("a", None), templates.execute("b", None)) == ("", "own")


def test_lookup() -> None:
    templates = template_set()
    templates.parse("a", '{{ define "x" }}1{{ end }}')
    assert templates.lookup("a") and templates.lookup("x") and not templates.lookup("gotpl")


def test_a_clone_does_not_change_the_original() -> None:
    templates = template_set()
    templates.parse("a", '{{ define "x" }}1{{ end }}{{ template "x" }}')
    twin = templates.clone()
    twin.parse("b", '{{ define "x" }}2{{ end }}')
    assert (templates.execute("a", None), twin.execute("a", None)) == ("1", "2")
    assert not templates.lookup("b")
    templates.parse("c", "3")
    assert not twin.lookup("c")


def test_set_functions_changes_only_the_clone() -> None:
    templates = template_set()
    templates.parse("a", '{{ include "x" . }}')
    twin = templates.clone()
    twin.set_functions({"include": GoFunction(lambda name, _data: f"twin {name}", ("string", "any"))})
    templates.parse("x", "one")
    assert (templates.execute("a", None), twin.execute("a", None)) == ("one", "twin x")


def test_set_functions_refuses_what_is_compiled_in() -> None:
    with pytest.raises(KeyError, match="upper"):
        template_set().set_functions({"upper": FUNCTIONS["upper"]})


def test_a_function_hides_a_builtin() -> None:
    templates = TemplateSet({"slice": GoFunction(lambda *args: len(args), (), "any")})
    templates.parse("a", '{{ slice "abc" 1 }}')
    assert templates.execute("a", None) == "2"


def test_parse_and_execute_runs_a_blank_body_inside_another() -> None:
    templates = template_set()
    assert templates.parse_and_execute("outer", None) == "outer"
    assert templates.parse_and_execute('{{ define "x" }}1{{ end }}', None) == ""
    assert templates.execute("gotpl", None) == "outer"
    assert templates.execute("x", None) == "1"


def test_one_text_under_two_names_keeps_both_names_in_errors() -> None:
    templates = template_set()
    for name in ("first.yaml", "second.yaml"):
        templates.parse(name, "{{ fail .x }}")
    for name in ("first.yaml", "second.yaml"):
        with pytest.raises(TemplateExecFault, match=f'executing "{name}"'):
            templates.execute(name, {"x": "boom"})


def test_recursion_of_includes_can_be_a_thousand_deep() -> None:
    templates = template_set()
    depth = 0

    def include(name: str, value: object) -> str:
        nonlocal depth
        depth += 1
        if depth > 3000:
            raise GoError("too deep")
        return templates.execute(name, value)

    templates.set_functions({"include": GoFunction(include, ("string", "any"))})
    templates.parse("a", '{{ if 1 }}{{ range list 1 }}{{ template "b" $ }}{{ end }}{{ end }}')
    templates.parse("b", '{{ with . }}{{ include "a" $ | upper }}{{ end }}')
    with pytest.raises(TemplateExecFault, match="too deep") as caught:
        templates.execute("a", data())
    assert len(caught.value.frames) == 3001


def test_templates_nest_up_to_go_s_limit() -> None:
    templates = template_set()
    templates.parse("a", '{{ template "a" . }}')
    with pytest.raises(TemplateExecFault, match="exceeded maximum template depth"):
        templates.execute("a", None)


def test_an_error_of_python_passes_through() -> None:
    def broken(_value: object) -> str:
        raise ZeroDivisionError

    templates = TemplateSet({"broken": GoFunction(broken, ("any",))})
    templates.parse("a", "{{ broken 1 }}")
    with pytest.raises(ZeroDivisionError):
        templates.execute("a", None)


def test_data_that_contains_itself_is_an_error() -> None:
    templates = template_set()
    templates.parse("a", '{{ set .Values "self" .Values }}')
    with pytest.raises(TemplateExecFault, match="nests without end"):
        templates.execute("a", data())
