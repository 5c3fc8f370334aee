"""From a chart to manifests: order, scope, notes, checks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chart.files import subchart
from tests.render.rendering import rendered, text_of
from werfpy.errors import ChartError, Forbidden, SchemaError, TemplateExecError, TemplateSyntaxError, ValuesError
from werfpy.render.capabilities import default_capabilities
from werfpy.render.scope import ReleaseScope


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{ .Release.Name }} {{ .Release.Namespace }} {{ .Release.Revision }} {{ .Release.Service }}", "r ns 1 Helm"),
        ("{{ .Release.IsInstall }} {{ .Release.IsUpgrade }}", "true false"),
        ("{{ .Chart.Name }} {{ .Chart.Version }} {{ .Chart.IsRoot }}", "web 1.0.0 true"),
        ("{{ .Template.Name }} {{ .Template.BasePath }}", "web/templates/x.yaml web/templates"),
        ('{{ .Capabilities.KubeVersion.Minor }} {{ .Capabilities.APIVersions.Has "apps/v1" }}', "36 true"),
        ("{{ .Values.none }}|{{ .Values.a.b }}", "|1"),
        ("{{ typeOf .Values }} {{ typeOf .Values.AsMap }}", "common.Values map[string]interface {}"),
        ('{{ dig "a" "b" 0 .Values.AsMap }} {{ (.Values.Table "a").b }} {{ .Values.PathValue "a.b" }}', "1 1 1"),
        ('{{ lookup "v1" "Pod" "" "" | len }}', "0"),
        ('{{ getHostByName "example.org" }}|', "|"),
        ('{{ .Files.Get "notes.txt" }}', "hello"),
        ('{{ tpl "{{ .Values.a.b }}-{{ include \\"x\\" . }}" . }}', "1-X"),
        ('{{ required "needed" 0 }}', "0"),
    ],
)
def test_what_templates_see(template: str, expected: str) -> None:
    files = {"notes.txt": "hello", "templates/_x.tpl": '{{ define "x" }}X{{ end }}'}
    assert text_of(template, {"a": {"b": 1.0}}, **files) == expected


def test_an_upgrade_is_told_to_templates() -> None:
    result = rendered(
        {"templates/x.yaml": "# {{ .Release.IsUpgrade }} {{ .Release.Revision }}"},
        release=ReleaseScope("r", "ns", revision=7, is_install=False, is_upgrade=True),
    )
    assert result.manifests[0].text == "# true 7"


def test_the_parents_and_the_earlier_definition_win() -> None:
    define = '{{ define "who" }}%s{{ end }}'
    files = {
        "templates/x.yaml": '# {{ include "who" . }}\n',
        "templates/_a.tpl": define % "a",
        "templates/_b.tpl": define % "b",
        **subchart("db", **{"templates/_a.tpl": define % "db"}),
    }
    assert rendered(files).manifests[0].text == "# a\n"


def test_what_one_template_sets_later_ones_see() -> None:
    files = {
        "templates/b.yaml": '# {{ set .Values "x" "changed" | len }}\n',
        "templates/a.yaml": "# {{ .Values.x }}\n",
        "values.yaml": "x: default",
    }
    # Execution goes from the last name to the first.
    assert [manifest.text for manifest in rendered(files).manifests] == ["# changed\n", "# 1\n"]


def test_a_subcharts_values_are_the_parents_section() -> None:
    files = {
        "templates/x.yaml": "# {{ .Values.db.mark }} {{ .Subcharts.db.Values.mark }}\n",
        **subchart("db", "v: 1", **{"templates/y.yaml": '# {{ set .Values "mark" "seen" | len }}\n'}),
    }
    assert rendered(files).manifests[1].text == "# seen seen\n"


def test_a_library_lends_its_partials_only() -> None:
    library = "apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n"
    files = {
        "templates/x.yaml": '# {{ include "l" . }}\n',
        "charts/lib/Chart.yaml": library,
        "charts/lib/templates/_l.tpl": '{{ define "l" }}L{{ end }}',
        "charts/lib/templates/out.yaml": "# never\n",
    }
    assert [manifest.text for manifest in rendered(files).manifests] == ["# L\n"]


def test_notes_are_taken_out() -> None:
    files = {
        "templates/NOTES.txt": "installed {{ .Release.Name }}",
        **subchart("db", **{"templates/NOTES.txt": "db"}),
    }
    result = rendered(files)
    assert (result.notes, result.manifests) == ("installed r", ())
    assert rendered(files, render_subchart_notes=True).notes == "installed r\ndb"


def test_the_result_carries_the_chart_to_record() -> None:
    head = "apiVersion: v2\nname: web\nversion: 1.0.0\ndependencies: [{name: db, version: '*', condition: db.on}]\n"
    result = rendered({"Chart.yaml": head, **subchart("db")}, {"db": {"on": False}})
    assert result.chart.dependencies == []
    assert result.chart.metadata.dependencies is None


def test_crds_come_as_files() -> None:
    result = rendered({"crds/a.yaml": "kind: {{ not a template }}", "crds/README.md": ""})
    assert [(file.path, file.data) for file in result.crds] == [("web/crds/a.yaml", b"kind: {{ not a template }}")]


def test_the_manifest_is_stored_as_helm_stores_it() -> None:
    result = rendered({"templates/a.yaml": "kind: A\n---\nkind: B\n"})
    source = "---\n# Source: web/templates/a.yaml\n"
    assert result.manifest_text() == f"{source}kind: A\n\n{source}kind: B\n\n"


def test_lookup_asks_whom_it_is_given() -> None:
    asked: list[Any] = []

    def lookup(*question: str) -> dict[str, Any]:
        asked.append(question)
        return {"metadata": {"name": "live"}}

    files = {"templates/x.yaml": '# {{ (lookup "v1" "Secret" "ns" "s").metadata.name }}\n'}
    assert rendered(files, lookup=lookup).manifests[0].text == "# live\n"
    assert asked == [("v1", "Secret", "ns", "s")]


def test_what_lookup_finds_has_int64() -> None:
    files = {"templates/x.yaml": '# {{ typeOf (lookup "v1" "Pod" "" "").n }}\n'}
    assert rendered(files, lookup=lambda *_question: {"n": 5}).manifests[0].text == "# int64\n"


def test_a_refused_lookup_is_told_with_its_place() -> None:
    def lookup(*_question: str) -> dict[str, Any]:
        raise Forbidden("secrets is forbidden", status=403, because="User x cannot get secrets")

    with pytest.raises(TemplateExecError) as caught:
        rendered({"templates/x.yaml": '# {{ lookup "v1" "Secret" "ns" "s" }}\n'}, lookup=lookup)
    assert caught.value.summary.endswith("error calling lookup: secrets is forbidden")
    assert caught.value.because == "User x cannot get secrets"
    assert caught.value.at.startswith("web/templates/x.yaml:1:5")


@pytest.mark.parametrize(
    ("template", "kind", "message"),
    [
        ("{{ .Values.a.b }}", TemplateExecError, "nil pointer evaluating interface {}.b"),
        ('{{ fail "no: way" }}', TemplateExecError, "execution error at (web/templates/x.yaml:1:5): no: way"),
        (
            '{{ required "set it" .Values.a }}',
            TemplateExecError,
            "execution error at (web/templates/x.yaml:1:5): set it",
        ),
        (
            "{{ nothing }}",
            TemplateSyntaxError,
            'parse error at (web/templates/x.yaml:1): function "nothing" not defined',
        ),
        ('{{ include "none" . }}', TemplateExecError, 'template: no template "none" associated with template "gotpl"'),
        (
            '{{ tpl "{{ .x" . }}',
            TemplateExecError,
            'error calling tpl: cannot parse template "{{ .x": template: gotpl:1: unclosed action',
        ),
        (
            '{{ define "loop" }}{{ include "loop" . }}{{ end }}{{ include "loop" . }}',
            TemplateExecError,
            "rendering template has a nested reference name: loop: unable to execute template",
        ),
    ],
)
def test_failures_are_told_in_helms_words(template: str, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        text_of(template)
    assert message in str(caught.value)


def test_helm_4_traces_and_helm_3_does_not() -> None:
    files = {"templates/_h.tpl": '{{ define "h" }}{{ .Values.a.b }}{{ end }}'}
    with pytest.raises(TemplateExecError) as four:
        text_of('{{ include "h" . }}', **files)
    assert four.value.summary == (
        'web/templates/x.yaml:1:5\n  executing "web/templates/x.yaml" at <include "h" .>:\n    error calling include:\n'
        'web/templates/_h.tpl:1:26\n  executing "h" at <.Values.a.b>:\n    nil pointer evaluating interface {}.b'
    )
    assert four.value.at.splitlines()[0] == "web/templates/_h.tpl:1:26"
    assert four.value.at.splitlines()[2].lstrip().startswith("^~")
    assert "--set a.b=" in four.value.hint
    with pytest.raises(TemplateExecError) as three:
        text_of('{{ include "h" . }}', compat=3, **files)
    assert three.value.summary == (
        'template: web/templates/x.yaml:1:5: executing "web/templates/x.yaml" at <include "h" .>: error calling '
        'include: template: web/templates/_h.tpl:1:26: executing "h" at <.Values.a.b>: '
        "nil pointer evaluating interface {}.b"
    )


def test_the_charts_kube_version_is_checked() -> None:
    head = "apiVersion: v2\nname: web\nversion: 1.0.0\nkubeVersion: '>=1.30'\n"
    old = default_capabilities().with_kube_version("1.29.3-gke.1")
    with pytest.raises(ChartError) as caught:
        rendered({"Chart.yaml": head}, capabilities=old)
    assert caught.value.summary == (
        "chart requires kubeVersion: >=1.30 which is incompatible with Kubernetes v1.29.3-gke.1"
    )


def test_values_are_checked_unless_told_not_to() -> None:
    files = {"values.schema.json": '{"required": ["a"]}'}
    with pytest.raises(SchemaError, match="missing property 'a'"):
        rendered(files)
    assert rendered(files, skip_schema=True).manifests == ()


def test_values_of_the_wrong_shape_for_a_subchart() -> None:
    with pytest.raises(ValuesError, match="type mismatch on db"):
        rendered(subchart("db"), {"db": [1.0]})
