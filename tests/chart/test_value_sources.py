"""The user's values from files and flags."""

from __future__ import annotations

from pathlib import Path

import pytest

from werfpy.chart.value_files import documents, merge_maps, read_values
from werfpy.chart.value_sources import ValueSources, values_from
from werfpy.errors import ValuesError
from werfpy.gostd.kinds import GoError


def written(folder: Path, name: str, text: str) -> str:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return str(file)


def test_the_kinds_have_an_order_of_their_own(tmp_path: Path) -> None:
    file = written(tmp_path, "v.yaml", "a: file\nb: file\nc: file\nd: file\ne: file\nf: file\n")
    text = written(tmp_path, "t.txt", "from-file")
    values = values_from(
        files=[file],
        set_=["b=set,c=set,d=set,e=set"],
        set_string=["c=string,d=string,e=string"],
        set_json=['a="json"', '{"b": 1, "f": [1]}'],
        set_file=[f"d={text},e={text}"],
        set_literal=["e=literal,x"],
    )
    assert values == {"a": "json", "b": "set", "c": "string", "d": "from-file", "e": "literal,x", "f": [1.0]}


def test_later_files_win_and_maps_merge(tmp_path: Path) -> None:
    first = written(tmp_path, "1.yaml", "a: {b: 1, c: 2}\nl: [1]\n")
    second = written(tmp_path, "2.yaml", "a: {c: null}\nl: [2]\n---\na: {d: 4}\n")
    assert values_from(files=[first, second]) == {"a": {"b": 1.0, "c": None, "d": 4.0}, "l": [2.0]}
    assert ValueSources(files=[first, second]).read(compat=3)["a"] == {"b": 1.0, "c": None}


def test_helm_3_takes_no_objects_by_set_json() -> None:
    with pytest.raises(ValuesError, match="failed parsing --set-json data"):
        ValueSources(set_json=['{"a": 1}']).read(compat=3)


@pytest.mark.parametrize(
    ("sources", "message"),
    [
        (ValueSources(set_=["a[99999999]=1"]), "failed parsing --set data: index of 99999999 is greater than"),
        (ValueSources(set_json=["x={bad"]), "failed parsing --set-json data x={bad"),
        (ValueSources(set_json=["{bad"]), "failed parsing --set-json data JSON: {bad"),
        (ValueSources(files=["none.yaml"]), "open none.yaml: no such file or directory"),
        (ValueSources(set_file=["x=none.txt"]), "failed parsing --set-file data: open none.txt: no such file"),
        (ValueSources(files=["https://example.org/v.yaml"]), "values from URLs are not available here"),
    ],
)
def test_errors_are_helms(sources: ValueSources, message: str) -> None:
    with pytest.raises(ValuesError) as caught:
        sources.read()
    assert message in caught.value.summary


def test_a_bad_file_shows_the_line(tmp_path: Path) -> None:
    file = written(tmp_path, "bad.yaml", "a: 1\nb: c: d\n")
    with pytest.raises(ValuesError) as caught:
        values_from(files=[file])
    assert caught.value.summary == (
        f"failed to parse {file}: cannot unmarshal yaml document: error converting YAML to JSON: "
        "yaml: line 2: mapping values are not allowed in this context"
    )
    assert caught.value.at == f"{file}:2: b: c: d"


def test_a_list_is_no_values_file() -> None:
    with pytest.raises(GoError, match=r"cannot unmarshal array into Go value of type map\[string\]interface \{\}"):
        read_values("- a\n")


def test_urls_are_fetched_where_that_is_possible() -> None:
    assert ValueSources(files=["https://example.org/v.yaml"]).read(fetch=lambda _url: b"a: 1") == {"a": 1.0}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n---\nb\n", ["a\n", "b\n"]),
        ("---\na\n--- # note\nb", ["---\na\n", "b\n"]),
        ("a\r\n---\r\nb\r\n", ["a\n", "b\n"]),
        ("", []),
    ],
)
def test_documents_are_cut_at_separators(text: str, expected: list[str]) -> None:
    assert list(documents(text)) == expected


def test_text_behind_a_separator_is_an_error() -> None:
    with pytest.raises(GoError, match="invalid Yaml document separator: x"):
        list(documents("--- x\n"))


def test_merging_changes_neither_side() -> None:
    lower, upper = {"a": {"b": 1}}, {"a": {"c": 2}}
    assert merge_maps(lower, upper) == {"a": {"b": 1, "c": 2}}
    assert (lower, upper) == ({"a": {"b": 1}}, {"a": {"c": 2}})
