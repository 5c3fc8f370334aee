from __future__ import annotations

import pytest

from tests.gotemplate.sample import FUNCTIONS, template_set
from werfpy.errors import TemplateSyntaxError
from werfpy.gotemplate.builtins import BUILTINS
from werfpy.gotemplate.errors import TemplateSyntaxFault
from werfpy.gotemplate.parser import parse

NAMES = frozenset(FUNCTIONS) | frozenset(BUILTINS)

# Source, line, message: as Go prints them.
FAULTS = [
    ("{{ if }}", 1, "missing value for if"),
    ("{{ end }}", 1, "unexpected {{end}}"),
    ("a\n{{ else }}", 2, "unexpected {{else}}"),
    ("{{ if 1 }}\n\n", 3, "unexpected EOF"),
    ("{{ nofunc }}", 1, 'function "nofunc" not defined'),
    ("{{ $x }}", 1, 'undefined variable "$x"'),
    ("{{ .a-b }}", 1, "bad character U+002D '-'"),
    ('{{ "open }}', 1, "unterminated quoted string"),
    ("{{ `open }}", 1, "unterminated raw quoted string"),
    ("{{ 'a }}", 1, "unterminated character constant"),
    ("{{/* open", 1, "unclosed comment"),
    ("{{/* a */ x }}", 1, "comment ends before closing delimiter"),
    ("{{ 1", 1, "unclosed action"),
    ("{{ 1\n\n", 3, "unclosed action started at f:1"),
    ("{{ (1 }}", 1, "unclosed left paren"),
    ("{{ 1) }}", 1, "unexpected right paren"),
    ("{{ }}", 1, "missing value for command"),
    ("{{ 1 | 2 }}", 1, "non executable command in pipeline stage 2"),
    ('{{ "a".b }}', 1, 'unexpected . after term "\\"a\\""'),
    ("{{ nil.b }}", 1, 'unexpected . after term "nil"'),
    ("{{ 1x }}", 1, 'bad number syntax: "1x"'),
    ("{{ 99999999999999999999 }}", 1, 'integer overflow: "99999999999999999999"'),
    ("{{ 08 }}", 1, 'integer overflow: "08"'),
    ("{{ 'ab' }}", 1, "malformed character constant: 'ab'"),
    ('{{ "\\q" }}', 1, "invalid syntax"),
    ("{{ $x, $y := 1 }}", 1, "too many declarations in command"),
    ("{{ range $x, 1 }}{{ end }}", 1, "range can only initialize variables"),
    ("{{ range $a, $b, $c := . }}{{ end }}", 1, "too many declarations in range"),
    ("{{ break }}", 1, "{{break}} outside {{range}}"),
    ("{{ range . }}{{ continue 1 }}{{ end }}", 1, 'unexpected "1" in {{continue}}'),
    ("{{ define x }}{{ end }}", 1, 'unexpected "x" in define clause'),
    ('{{ define "x" }}', 1, "unexpected EOF"),
    ('{{ define "x" }}{{ else }}{{ end }}', 1, "unexpected {{else}} in define clause"),
    ('{{ if 1 }}{{ define "x" }}{{ end }}{{ end }}', 1, "unexpected <define> in command"),
    ('{{ define "x" }}1{{ end }}{{ define "x" }}2{{ end }}', 1, 'template: multiple definition of template "x"'),
    ("{{ template x }}", 1, 'unexpected "x" in template clause'),
    ("{{ template }}", 1, 'unexpected "}}" in template clause'),
    ("{{ if 1 }}{{ else }}{{ else }}{{ end }}", 1, "expected end; found {{else}}"),
    ("{{ else if 1 }}", 1, "unexpected {{else}}"),
    ("{{ . . : }}", 1, "expected :="),
    ("{{ a\u0007 }}", 1, "bad character U+0007"),
    ("{{ \u2028 }}", 1, "unrecognized character in action: U+2028"),
    ("{{ print 1,2 }}", 1, 'unexpected "," in operand'),
    ("{{ & }}", 1, 'unexpected "&" in command'),
    ("{{ 1 \n\n 2x }}", 3, 'bad number syntax: "2x" in action started at f:1'),
    ('{{ print "' + "long" * 4 + '"3 }}', 1, 'unexpected "3" in operand'),
]


@pytest.mark.parametrize(("source", "line", "message"), FAULTS, ids=[repr(f[0][:40]) for f in FAULTS])
def test_message_and_line(source: str, line: int, message: str) -> None:
    with pytest.raises(TemplateSyntaxFault) as caught:
        parse("f", source, NAMES)
    assert caught.value.go_text == f"template: f:{line}: {message}"


def test_is_a_syntax_error_with_the_source_underlined() -> None:
    templates = template_set()
    with pytest.raises(TemplateSyntaxError) as caught:
        templates.parse("f", "a: {{ nofunc 1 }}\n")
    assert caught.value.at == "a: {{ nofunc 1 }}\n      ^~~~~~"


CANONICAL = [
    ("{{- if   .a.b }}x{{else if $ }}y{{ end -}}  ", "{{if .a.b}}x{{else}}{{if $}}y{{end}}{{end}}"),
    (
        "{{with $x := print (1|print) 'a' `b`}}{{$x.y}}{{end}}",
        "{{with $x := print (1 | print) 'a' `b`}}{{$x.y}}{{end}}",
    ),
    ("{{range $i,$e:=.}}{{break}}{{else}}{{end}}", "{{range $i, $e := .}}{{break}}{{else}}{{end}}"),
    ("{{ (print 1).a.b | print 0x1F true nil }}", "{{(print 1).a.b | print 0x1F true nil}}"),
    ('{{ template `a"b` . }}{{ template "c" }}', '{{template "a\\"b" .}}{{template "c"}}'),
    ("{{ $x := 1 }}{{ $x = 2 }}", "{{$x := 1}}{{$x = 2}}"),
    ('{{/* c */}}{{ block "b" . }}x{{ end }}', '{{template "b" .}}'),
]


@pytest.mark.parametrize(("source", "expected"), CANONICAL, ids=[c[1] for c in CANONICAL])
def test_canonical_form(source: str, expected: str) -> None:
    assert parse("f", source, NAMES).trees["f"].text() == expected


@pytest.mark.parametrize("source", [c[1] for c in CANONICAL], ids=[c[1] for c in CANONICAL])
def test_canonical_form_parses_to_itself(source: str) -> None:
    assert parse("f", source, NAMES).trees["f"].text() == source
