from __future__ import annotations

import pytest

from tests.gotemplate.sample import data, render, template_set
from werfpy.errors import TemplateExecError
from werfpy.gostd.kinds import GoError
from werfpy.gotemplate.errors import TemplateExecFault

# Source, column, context, message: as Go prints them.
FAULTS = [
    ("{{ .Values.missing.foo }}", 10, ".Values.missing.foo", "nil pointer evaluating interface {}.foo"),
    ("{{ .Values.l.foo }}", 10, ".Values.l.foo", "can't evaluate field foo in type interface {}"),
    ("{{ (list 1 2).foo }}", 11, "2", "can't evaluate field foo in type []interface {}"),
    ("{{ range .Values.sl }}{{ .foo }}{{ end }}", 25, ".foo", "can't evaluate field foo in type string"),
    ("{{ range .Values.l }}{{ .foo }}{{ end }}", 24, ".foo", "can't evaluate field foo in type interface {}"),
    ("{{ .T.Inner.Nope }}", 5, ".T.Inner.Nope", "can't evaluate field Nope in type main.U"),
    ("{{ .T.Nope }}", 5, ".T.Nope", "can't evaluate field Nope in type interface {}"),
    ("{{ .T.Nil.x }}", 5, ".T.Nil.x", "nil pointer evaluating interface {}.x"),
    ("{{ .Values.str 1 }}", 10, ".Values.str", "str is not a method but has arguments"),
    ("{{ .T.Name 1 }}", 5, ".T.Name", "Name has arguments but cannot be invoked as function"),
    ("{{ .T.Add 1 }}", 5, ".T.Add", "wrong number of args for Add: want 2 got 1"),
    ('{{ .T.Add "a" "b" }}', 10, '"a"', 'expected integer; found "a"'),
    ("{{ .T.Add 1 .Values.num }}", 19, ".Values.num", "wrong type for value; expected string; got float64"),
    ("{{ .T.Fail 1 }}", 5, ".T.Fail", "error calling Fail: method failed"),
    ("{{ upper 1 }}", 9, "1", "expected string; found 1"),
    ("{{ upper nil }}", 9, "nil", "cannot assign nil to string"),
    ("{{ upper .Values.num }}", 16, ".Values.num", "wrong type for value; expected string; got float64"),
    ("{{ upper .Values.missing }}", 16, ".Values.missing", "wrong type for value; expected string; got interface {}"),
    ("{{ upper (.Values.missing) }}", 17, ".Values.missing", "invalid value; expected string"),
    ("{{ .Values.missing | upper }}", 21, "upper", "invalid value; expected string"),
    ('{{ 5 | ternary "a" "b" }}', 19, '"b"', "wrong type for value; expected bool; got int"),
    ("{{ upper (and .Values.num 3) }}", 26, "3", "wrong type for value; expected string; got int"),
    ("{{ upper (or .Values.num 3) }}", 20, ".Values.num", "wrong type for value; expected string; got float64"),
    ("{{ needI64 .Values.int }}", 18, ".Values.int", "wrong type for value; expected int64; got int"),
    ('{{ needM "a" }}', 9, '"a"', 'can\'t handle "a" for arg of type map[string]interface {}'),
    ("{{ needL .Values.sl }}", 16, ".Values.sl", "wrong type for value; expected []interface {}; got []string"),
    ("{{ needInt 1.5 }}", 11, "1.5", "expected integer; found 1.5"),
    ("{{ needB 1 }}", 9, "1", "expected bool; found 1"),
    ("{{ upper }}", 3, "upper", "wrong number of args for upper: want 1 got 0"),
    ("{{ two 1 2 3 }}", 3, "two", "wrong number of args for two: want 2 got 3"),
    ("{{ default }}", 3, "default", "wrong number of args for default: want at least 1 got 0"),
    ('{{ eq "1" 1 }}', 3, 'eq "1" 1', "error calling eq: incompatible types for comparison: string and int"),
    ("{{ lt nil 1 }}", 3, "lt nil 1", "error calling lt: invalid type for comparison"),
    ("{{ index .Values.l 9 }}", 3, "index .Values.l 9", "error calling index: index out of range: 9"),
    ("{{ index .Values.l 4 }}", 3, "index .Values.l 4", "error calling index: reflect: slice index out of range"),
    ('{{ index .Values "no" "x" }}', 3, 'index .Values "no" "x"', "error calling index: index of nil pointer"),
    ("{{ index nil 1 }}", 3, "index nil 1", "error calling index: index of untyped nil"),
    (
        "{{ index .Values.l 1.0 }}",
        3,
        "index .Values.l 1.0",
        "error calling index: cannot index slice/array with type float64",
    ),
    ("{{ slice .Values.str 2 1 }}", 3, "slice .Values.str 2 1", "error calling slice: invalid slice index: 2 > 1"),
    ("{{ len 3 }}", 3, "len 3", "error calling len: len of type int"),
    ("{{ len .Values.nil }}", 3, "len .Values.nil", "error calling len: len of nil pointer"),
    ("{{ len nil }}", 3, "len nil", "error calling len: reflect: call of reflect.Value.Type on zero Value"),
    ("{{ call .Values.str }}", 3, "call .Values.str", "error calling call: non-function .Values.str of type string"),
    ('{{ fail "boom" }}', 3, 'fail "boom"', "error calling fail: boom"),
    ("{{ panicf 1 }}", 3, "panicf 1", "error calling panicf: pan"),
    ('{{ set .Values.em "a" (fail "in") }}', 23, 'fail "in"', "error calling fail: in"),
    ('{{ set nil "a" 1 }}', 3, 'set nil "a" 1', "error calling set: assignment to entry in nil map"),
    ("{{ range .Values.num }}{{ end }}", 16, ".Values.num", "range can't iterate over 5"),
    ("{{ range .Values.str }}{{ end }}", 16, ".Values.str", "range can't iterate over abc"),
    ("{{ range $i, $v := 3 }}{{ end }}", 19, "3", "can't use 3 to iterate over more than one variable"),
    ('{{ template "nope" . }}', 12, '{{template "nope" .}}', 'template "nope" not defined'),
    ("{{ nil }}", 3, "nil", "nil is not a command"),
    ("{{ (nil).x }}", 4, "nil", "nil is not a command"),
    ("{{ 3 4 }}", 3, "3", "can't give argument to non-function 3"),
    ("{{ if false }}{{ $y := 1 }}{{ else }}{{ $y }}{{ end }}", 40, "$y", "undefined variable: $y"),
    ("{{ needInt 9223372036854775808 }}", 11, "9223372036854775808", "expected integer; found 9223372036854775808"),
    ("{{ 9223372036854775808 }}", 3, "9223372036854775808", "9223372036854775808 overflows int"),
    ('é{{ fail "x" }}', 5, 'fail "x"', "error calling fail: x"),
]


@pytest.mark.parametrize(("source", "column", "expr", "message"), FAULTS, ids=[f[0][:50] for f in FAULTS])
def test_text_and_place(source: str, column: int, expr: str, message: str) -> None:
    with pytest.raises(TemplateExecFault) as caught:
        render(source)
    assert caught.value.go_text == f'template: d/f.yaml:1:{column}: executing "d/f.yaml" at <{expr}>: {message}'
    assert str(caught.value) == caught.value.go_text


def test_the_place_is_that_of_the_template_called() -> None:
    with pytest.raises(TemplateExecFault) as caught:
        render('a\n{{ template "h2" . }}')
    (frame,) = caught.value.frames
    assert (frame.location, frame.context, frame.expr) == ("_h:2:12", "h2", ".Values.nope.z")
    assert caught.value.traced
    assert caught.value.cause is None


def test_an_include_adds_a_frame() -> None:
    with pytest.raises(TemplateExecFault) as caught:
        render('{{ include "rec" . }}')
    fault = caught.value
    assert [frame.location for frame in fault.frames] == ["d/f.yaml:1:3", "_h:2:155", "_h:2:12"]
    assert fault.frames[0].message.startswith("error calling include: template: _h:2:155: executing ")
    assert fault.go_text.endswith("at <.Values.nope.z>: nil pointer evaluating interface {}.z")
    assert fault.traced
    assert fault.root_cause is fault.cause.cause  # type: ignore[union-attr]


def test_a_function_s_error_ends_the_trace() -> None:
    with pytest.raises(TemplateExecFault) as caught:
        render('{{ include "x" . }}', helpers='{{ define "x" }}{{ fail "boom" }}{{ end }}')
    fault = caught.value
    assert not fault.traced
    assert len(fault.frames) == 2
    assert isinstance(fault.root_cause, GoError)
    assert str(fault.root_cause) == "boom"


def test_a_template_that_does_not_exist() -> None:
    templates = template_set()
    with pytest.raises(TemplateExecError) as caught:
        templates.execute("nope", {})
    assert str(caught.value) == 'template: no template "nope" associated with template "gotpl"'


def test_include_of_a_template_that_does_not_exist_is_traced() -> None:
    with pytest.raises(TemplateExecFault) as caught:
        render('{{ include "nope" . }}')
    assert caught.value.traced
    assert caught.value.frames[1].location == ""


def test_the_source_is_underlined() -> None:
    with pytest.raises(TemplateExecFault) as caught:
        render('image: "web"\n\ttag: {{ .Values.image.tag | upper }}')
    assert caught.value.at == "\ttag: {{ .Values.image.tag | upper }}\n\t        ^~~~~~~~~~~~~~~~~"


def test_the_first_error_wins_in_go_s_order() -> None:
    with pytest.raises(TemplateExecFault, match="first"):
        render('{{ fail "first" | two (fail "second") }}')


def test_a_fault_of_ours_is_not_taken_for_the_template_s() -> None:
    templates = template_set()
    templates.parse("f", "{{ ident .x }}")
    with pytest.raises(TemplateExecFault, match="can't evaluate field x in type int"):
        templates.execute("f", 5)


def test_data_is_not_changed_by_a_failed_run() -> None:
    values = data()
    with pytest.raises(TemplateExecFault):
        render('{{ fail "x" }}{{ set .Values "str" "new" }}', values)
    assert values["Values"]["str"] == "abc"
