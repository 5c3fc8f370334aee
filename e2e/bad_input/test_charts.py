"""Charts, values and templates that are wrong: the error says where."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from e2e.bad_input.conftest import Refusing
from e2e.driver import ChartFolder, config_map

pytestmark = pytest.mark.cluster


def test_missing_chart(refused: Refusing, tmp_path: Path) -> None:
    told = refused.run("deploy", "app", str(tmp_path / "nowhere"))
    assert str(tmp_path / "nowhere") in told.splitlines()[0]


def test_folder_without_a_chart(refused: Refusing, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    told = refused.run("deploy", "app", cwd=tmp_path / "empty")
    assert "Chart.yaml" in told
    assert "\n  hint " in told


def test_malformed_values_file(refused: Refusing, chart: ChartFolder, tmp_path: Path) -> None:
    chart.write(all=config_map("a", {}))
    (tmp_path / "mine.yaml").write_text("one: 1\ntwo: [1, 2\nthree: 3\n")
    told = refused.deploy("-f", str(tmp_path / "mine.yaml"))
    assert str(tmp_path / "mine.yaml") in told
    assert "mine.yaml:2" in told


def test_malformed_values_of_the_chart(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(all=config_map("a", {})).values("a: 1\nb: :\n  - c: [\n")
    told = refused.deploy()
    assert "values.yaml" in told
    assert "line " in told


def test_missing_values_file(refused: Refusing, chart: ChartFolder, tmp_path: Path) -> None:
    chart.write(all=config_map("a", {}))
    assert str(tmp_path / "none.yaml") in refused.deploy("-f", str(tmp_path / "none.yaml"))


def test_template_that_renders_to_no_yaml(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(fine=config_map("a", {}), wrong="apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: b\n data: {}\n")
    told = refused.deploy()
    assert "app/templates/wrong.yaml" in told
    assert "line 4" in told or "line 5" in told
    assert "\n  hint " in told


def test_template_that_does_not_parse(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(wrong="apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Release.Name | nosuch }}\n")
    told = refused.deploy().splitlines()
    assert "app/templates/wrong.yaml:4" in told[0]
    assert 'function "nosuch" not defined' in told[0]


def test_template_that_fails_shows_the_place(refused: Refusing, chart: ChartFolder) -> None:
    source = "  name: {{ .Values.a.b.c }}"
    chart.write(wrong=f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n{source}\n").values("a: {}\n")
    told = refused.deploy().splitlines()
    assert "app/templates/wrong.yaml:4:18" in told[0]
    (number,) = [number for number, line in enumerate(told) if source.strip() in line]
    assert told[number + 1].index("^") == told[number].index(".Values.a.b.c")


def test_fail_and_required_are_told_in_the_authors_words(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(wrong='a: {{ required "set .Values.host, please" .Values.host }}')
    assert "set .Values.host, please" in refused.deploy().splitlines()[0]


def test_values_against_the_schema_are_all_told(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(all=config_map("a", {})).values("count: many\nname: 3\n")
    schema = '{"type": "object", "properties": {"count": {"type": "integer"}, "name": {"type": "string"}}}'
    (chart.folder / "values.schema.json").write_text(schema)
    told = refused.deploy()
    assert "count" in told
    assert "name" in told


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("kind: ConfigMap\nmetadata: {name: a}\n", "apiVersion"),
        ("apiVersion: v1\nmetadata: {name: a}\n", "kind"),
        ("apiVersion: v1\nkind: ConfigMap\n", "name"),
        ("- a\n- b\n", "wrong.yaml"),
        ("just words\n", "wrong.yaml"),
    ],
    ids=["no apiVersion", "no kind", "no name", "a list", "a text"],
)
def test_document_that_is_no_object(refused: Refusing, chart: ChartFolder, template: str, words: str) -> None:
    chart.write(wrong=template)
    told = refused.deploy()
    assert words in told
    assert "wrong.yaml" in told


def test_object_stated_twice(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(one=config_map("same", {"a": "1"}), two=config_map("same", {"a": "2"}))
    told = refused.deploy()
    assert "same" in told.splitlines()[0]
    assert "one.yaml" in told
    assert "two.yaml" in told


def test_bad_value_of_a_tracking_annotation(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(all=config_map("a", {}, annotations={"werf.io/fail-mode": "Sometimes"}))
    told = refused.deploy()
    assert "werf.io/fail-mode" in told
    assert "Sometimes" in told


def test_chart_that_does_not_fit_into_a_record(refused: Refusing, chart: ChartFolder) -> None:
    chart.write(all=config_map("a", {}))
    noise = random.Random(7).randbytes(1_300_000)
    (chart.folder / "files").mkdir()
    (chart.folder / "files" / "noise.bin").write_bytes(noise)
    told = refused.deploy()
    assert "1048576" in told or "1 MiB" in told
    assert "\n  hint " in told
