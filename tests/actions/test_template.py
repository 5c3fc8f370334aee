"""The use case behind ``werfpy template``: what is printed, what is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from werfpy.actions.template import (
    DEFAULT_NAME,
    TemplateOutput,
    TemplateRequest,
    default_namespace,
    release_name,
    template,
)
from werfpy.errors import ChartError, ResourceError, UsageError

FILES = {
    "Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
    "templates/a.yaml": "kind: A\n---\nkind: B\n",
    "templates/deep/c.yaml": "kind: C",
    "templates/test.yaml": "kind: Pod\nmetadata: {annotations: {helm.sh/hook: test}}\n",
    "templates/job.yaml": "kind: Job\nmetadata: {annotations: {helm.sh/hook: pre-install}}\n",
    "templates/empty.yaml": "{{ if false }}kind: E{{ end }}\n",
    "crds/crd.yaml": "kind: CRD\n",
}


@pytest.fixture
def chart(tmp_path: Path) -> str:
    for name, text in FILES.items():
        file = tmp_path / "web" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return str(tmp_path / "web")


def output(chart: str, **choice: object) -> str:
    request = TemplateRequest(chart, output=TemplateOutput(**choice))  # type: ignore[arg-type]  # a test's shorthand
    return b"".join(template(request)).decode()


def source(path: str, text: str) -> str:
    return f"---\n# Source: web/{path}\n{text}\n"


A, B = source("templates/a.yaml", "kind: A\n"), source("templates/a.yaml", "kind: B\n")
C = source("templates/deep/c.yaml", "kind: C")
JOB = source("templates/job.yaml", FILES["templates/job.yaml"])
TEST = source("templates/test.yaml", FILES["templates/test.yaml"])


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({}, A + B + C + TEST + JOB),
        ({"skip_tests": True}, A + B + C + JOB),
        ({"no_hooks": True}, A + B + C),
        ({"include_crds": True, "no_hooks": True}, source("crds/crd.yaml", "kind: CRD\n") + A + B + C),
        ({"show_only": ["templates/deep/c.yaml"]}, "---\n# Source: web/templates/deep/c.yaml\nkind: C\n\n"),
        ({"show_only": ["templates/deep/*", "templates/t*.yaml"]}, C + "\n" + TEST + "\n"),
    ],
)
def test_what_is_printed(chart: str, choice: dict[str, object], expected: str) -> None:
    assert output(chart, **choice) == expected


def test_a_template_that_renders_nothing_is_not_found(chart: str) -> None:
    with pytest.raises(ChartError, match=r"could not find template templates/empty\.yaml in chart"):
        output(chart, show_only=["templates/empty.yaml"])


def test_files_are_written(chart: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    printed = output(chart, output_dir=str(folder), in_release_dir=True, include_crds=True)
    inside = folder / DEFAULT_NAME / "web"
    assert (inside / "templates" / "a.yaml").read_text() == A + B
    assert (inside / "templates" / "job.yaml").read_text() == JOB
    assert (folder / "web" / "crds" / "crd.yaml").read_text() == source("crds/crd.yaml", "kind: CRD\n")
    assert printed.splitlines()[:2] == [
        f"wrote {folder}/web/crds/crd.yaml",
        f"wrote {folder}/{DEFAULT_NAME}/web/templates/a.yaml",
    ]
    assert printed.endswith("\n\n")
    output(chart, output_dir=str(folder), in_release_dir=True)
    assert (inside / "templates" / "a.yaml").read_text() == A + B
    assert (inside / "templates" / "job.yaml").read_text() == JOB + JOB


def test_a_name_may_be_a_template() -> None:
    assert release_name('x-{{ "ABC" | lower }}-{{ add 3 4 }}') == "x-abc-7"
    with pytest.raises(UsageError, match="function"):
        release_name("{{ nothing }}")


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (TemplateRequest("./none"), 'path "./none" not found'),
        (TemplateRequest("charts/none"), "repo charts not found"),
        (TemplateRequest("none"), "non-absolute URLs should be in form of repo_name/path_to_chart, got: none"),
        (TemplateRequest("none", kube_version="one.two"), "invalid kube version 'one.two': could not parse"),
    ],
)
def test_what_cannot_be_rendered(request_: TemplateRequest, message: str) -> None:
    with pytest.raises((ChartError, UsageError)) as caught:
        list(template(request_))
    assert message in caught.value.summary


@pytest.mark.parametrize("name", ["Bad_Name", "a" * 54, "-a", "a..b", ""])
def test_names_that_kubernetes_does_not_take(chart: str, name: str) -> None:
    with pytest.raises(UsageError, match="release name check failed"):
        list(template(TemplateRequest(chart, name=name)))


def test_a_library_is_not_installable(chart: str) -> None:
    (Path(chart) / "Chart.yaml").write_text(FILES["Chart.yaml"] + "type: library\n", encoding="utf-8")
    with pytest.raises(ChartError, match="library charts are not installable"):
        output(chart)


def test_missing_dependencies_are_named(chart: str) -> None:
    (Path(chart) / "Chart.yaml").write_text(
        FILES["Chart.yaml"] + "dependencies: [{name: db, version: '*'}]\n", encoding="utf-8"
    )
    with pytest.raises(ChartError, match=r"missing in charts/ directory: db$"):
        output(chart)


def test_debug_prints_what_is_no_yaml(chart: str) -> None:
    (Path(chart) / "templates" / "a.yaml").write_text("a: b: c\n", encoding="utf-8")
    pieces = []
    with pytest.raises(ResourceError, match=r"YAML parse error on web/templates/a\.yaml"):
        pieces.extend(template(TemplateRequest(chart)))
    assert pieces == []
    printed = template(TemplateRequest(chart, debug=True))
    assert next(printed).startswith(b"---\n# Source: web/templates/a.yaml\na: b: c\n")
    with pytest.raises(ResourceError):
        next(printed)


@pytest.mark.parametrize(
    ("text", "context", "expected"),
    [
        ("contexts: [{name: a, context: {namespace: ns, cluster: c}}]\ncurrent-context: a\n", "", "ns"),
        ("contexts: [{name: a, context: {namespace: ns}}]\n", "a", "ns"),
        ("contexts: []\n", "other", "default"),
        ("[broken", "", "default"),
    ],
    ids=["current", "named", "unknown-context", "broken"],
)
def test_the_kubeconfigs_namespace_is_the_default(tmp_path: Path, text: str, context: str, expected: str) -> None:
    file = tmp_path / "config"
    file.write_text(text, encoding="utf-8")
    assert default_namespace(str(file), context) == expected
    assert default_namespace(str(tmp_path / "none")) == "default"
