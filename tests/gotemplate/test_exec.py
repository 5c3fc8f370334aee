from __future__ import annotations

import pytest

from tests.gotemplate.sample import render
from werfpy.gotemplate.errors import TemplateSyntaxFault

OUTPUT = [
    ("text only", "text only"),
    (
        "{{ .Values.num }} {{ .Values.big }} {{ .Values.flt }} {{ .Values.bo }} {{ .Values.z }}",
        "5 1.234567e+06 2.5 true 0",
    ),
    ("{{ .Values.l }} {{ .Values.m }}", "[1 a <nil> [2.5 true]] map[a:map[n:<nil> x:y] b:1 c:[q]]"),
    ("{{ .Values.missing }}|{{ .Values.nil }}", "<no value>|<no value>"),
    ("{{ (.Values.missing).foo.bar }}|{{ $x := .Values.missing }}{{ $x.a }}", "<no value>|<no value>"),
    ("{{ print .Values.missing nil 1 2 }}{{ println 1 }}", "<nil> <nil> 1 21\n"),
    ('a {{- /* c */ -}}  b {{/* c2 */}}|{{- " x " -}} |  {{- 3 -}}  y {{-3}}', "ab | x |3y -3"),
    ("a\n\t {{- 1 }} {{ 2 -}} \r\n b", "a1 2b"),
    (
        "{{ 0x1F }} {{ 0b11 }} {{ 017 }} {{ 0o17 }} {{ 1_000 }} {{ 1e3 }} {{ 'a' }} {{ -2 }} {{ 1.50 }} {{ 1+2i }}",
        "31 3 15 15 1000 1000 97 -2 1.5 (1+2i)",
    ),
    ('{{ `raw\\n` }} {{ "q\\t\\u00e9" }} {{ true }}', "raw\\n q\té true"),
    ("{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}", "2"),
    ("{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}", "1"),
    ("{{ $x := 1 }}{{ range .Values.sl }}{{ $x = . }}{{ end }}{{ $x }}", "q"),
    ("{{ with $x := 5 }}{{ $x }}{{ . }}{{ end }}", "55"),
    ("{{ if .Values.estr }}a{{ else if .Values.z }}b{{ else if .Values.str }}c{{ else }}d{{ end }}", "c"),
    ("{{ with .Values.missing }}a{{ else with .Values.str }}{{ . }}{{ else }}c{{ end }}", "abc"),
    ("{{ range .Values.l }}<{{ . }}>{{ end }}", "<1><a><<no value>><[2.5 true]>"),
    ("{{ range $i, $e := .Values.l }}{{ $i }}{{ end }}{{ range $k, $v := .Values.m }}{{ $k }}{{ end }}", "0123abc"),
    ("{{ range $v := .Values.sm }}{{ $v }}{{ end }}{{ range .Values.by }}{{ . }},{{ end }}", "wv104,105,"),
    (
        "{{ range 3 }}{{ . }}{{ end }}{{ range $i := .Values.int }}{{ $i }}{{ end }}{{ range 0 }}{{ else }}no{{ end }}",
        "012012no",
    ),
    ("{{ range .Values.missing }}x{{ else }}y{{ end }}{{ range $x := .Values.el }}{{ else }}{{ $x }}{{ end }}", "y[]"),
    ("{{ range 9 }}{{ if eq . 2 }}{{ continue }}{{ end }}{{ if eq . 4 }}{{ break }}{{ end }}{{ . }}{{ end }}", "013"),
    ("{{ range list 1 2 }}{{ range list 3 4 }}{{ break }}{{ end }}{{ . }}{{ end }}", "12"),
    ("{{ $a := 1 }}{{ $b := 2 }}{{ range $a, $b = .Values.sl }}{{ end }}{{ $a }}{{ $b }}", "1q"),
    (
        '{{ and 1 0 }} {{ or 0 "x" }} {{ and .Values.l "y" }} {{ or "" 0 }} {{ and .Values.missing (fail "n") }}',
        "0 x y 0 <no value>",
    ),
    ("{{ 1 | and 2 }} {{ 0 | or 0 }}", "1 0"),
    (
        '{{ len .Values.l }} {{ len "héé" }}{{ index .Values.l 3 0 }} {{ index .Values.m "a" "x" }}{{ index "abc" 0 }}',
        "4 52.5 y97",
    ),
    ('{{ index .Values.sm "zz" }}|{{ index .Values.m "zz" }}', "|<no value>"),
    ('{{ slice "abcdef" 1 3 }} {{ slice .Values.l 1 2 }} {{ slice .Values.sl }}', "bc [a] [p q]"),
    (
        '{{ eq .Values.str "x" "abc" }} {{ ne 1 2 }} {{ lt 1 2 }} {{ le 2.0 2.0 }} {{ gt "b" "a" }} {{ ge 1 2 }}',
        "true true true true true false",
    ),
    ("{{ eq .Values.nil .Values.missing }} {{ eq .Values.nil 1 }} {{ eq .Values.i64 7 }}", "true false true"),
    ('{{ printf "%s-%v-%05.1f" "a" .Values.num 2.55 }}', "a-5-002.5"),
    (
        '{{ html "<a&\'\\">" }} {{ js "a\'b\\"<>" }} {{ urlquery "a b&c/é" }} {{ html nil }}',
        "&lt;a&amp;&#39;&#34;&gt; a\\'b\\\"\\u003C\\u003E a+b%26c%2F%C3%A9 &lt;no value&gt;",
    ),
    ('{{ template "h1" 5 }}{{ template "h1" }}', "H1[5]H1[<no value>]"),
    ('{{ include "h1" .Values.str | upper }}', "H1[ABC]"),
    ('{{ block "b" .Values }}<{{ .str }}>{{ end }}{{ template "b" .Values }}', "<abc><abc>"),
    ('{{ define "x" }}{{ . }}{{ $ }}{{ end }}{{ template "x" 1 }}', "11"),
    ("{{ range .Values.sl }}{{ $.Values.str }}{{ end }}", "abcabc"),
    ("{{ $ = 5 }}{{ $ }}{{ .Values.str }}", "5abc"),
    (
        '{{ .T.Name }} {{ .T.Hello }} {{ .T.Add 1 "b" }} {{ "b" | .T.Add 1 }} {{ .T.Var "p" 1 2 }} {{ .T.M.k }}',
        "tn hello 1b 1b p1 2 1",
    ),
    ('{{ .VS.Has "v1" }} {{ .VS.Has "zz" }} {{ .Named.Keys }} {{ .Named.a }} {{ .VS }}', "true false 1 1 [v1 v2]"),
    ("{{ .Values.sm.k }}|{{ .Values.sm.none }}|", "v||"),
    ('{{ set .Values "new" 5 | len }} {{ .Values.new }}', "20 5"),
    (
        "{{ needF 1 }} {{ needInt 'a' }} {{ needI64 5 | printf \"%T\" }} {{ needM nil }} {{ needL nil }}",
        "1 97 int64 0 0",
    ),
    ('{{ 3 | printf "%d-%d" 2 }} {{ "a" | upper | printf "%s" }}', "2-3 A"),
    ("{{ $é := 1 }}{{ $é }}", "1"),
    ("{{ with list 1 2 }}{{ range . }}{{ . }}{{ end }}{{ end }}", "12"),
    ("{{ print ($x := 4) }}{{ $x }}", "44"),
    ("é{{ 1 }}ü", "é1ü"),
    ('{{ "\\xff" }}', "\udcff"),
]


@pytest.mark.parametrize(("source", "expected"), OUTPUT, ids=[source[:60] for source, _ in OUTPUT])
def test_output(source: str, expected: str) -> None:
    assert render(source) == expected


def test_pipeline_stages_run_before_the_arguments_of_the_next() -> None:
    source = '{{ $d := dict "n" "0" }}{{ set $d "n" "1" | two $d.n | print }}'
    assert render(source) == "1/map[n:1]"


def test_arguments_run_from_left_to_right() -> None:
    source = '{{ $d := dict "n" 0 }}{{ print (set $d "n" 1).n $d.n (set $d "n" 2).n $d.n }}'
    assert render(source) == "1 1 2 2"


def test_data_that_is_no_map() -> None:
    assert render("{{ . }}{{ $ }}", ["a"]) == "[a][a]"


DEEP = [
    ("{{ with .Values.missing }}{{ .a" + ".b" * 150 + " }}{{ end }}ok", "ok"),
    ("{{ if 1 }}" * 150 + "x" + "{{ end }}" * 150, "x"),
    ("{{ range list 1 }}" * 40 + "{{ . }}{{ continue }}" + "{{ end }}" * 40, "1"),
    ("{{ range list 1 2 }}" * 18 + "{{ break }}" + "{{ end }}" * 17 + "x{{ break }}{{ end }}", "x"),
    ("{{ " + "(" * 150 + "5" + ")" * 150 + " }}", "5"),
    ("{{ " + "(print " * 120 + "$.Values.str" + ")" * 120 + " }}", "abc"),
    ("{{ $x := 1 }}" + "{{ with 1 }}" * 100 + "{{ $x = 7 }}" + "{{ end }}" * 100 + "{{ $x }}", "7"),
    ("{{ if eq 1 0 }}" + "{{ else if eq 1 0 }}a" * 150 + "{{ else }}z{{ end }}", "z"),
]


@pytest.mark.parametrize(
    ("source", "expected"), DEEP, ids=["fields", "if", "range", "break", "parens", "calls", "with", "else-if"]
)
def test_nesting_beyond_what_python_takes(source: str, expected: str) -> None:
    assert render(source) == expected


def test_nesting_that_no_template_needs_is_a_syntax_error() -> None:
    with pytest.raises(TemplateSyntaxFault, match="max expression depth exceeded"):
        render("{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}")


def test_a_long_flat_call_is_no_nesting() -> None:
    pairs = " ".join([f'"k{i}(" (default .Values.str .Values.m.a.x)' for i in range(100)])
    assert render("{{ len (dict " + pairs + ") }}") == "100"
