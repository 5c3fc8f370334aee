"""The grammar of --set and its relatives."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.chart import set_values
from werfpy.gostd.kinds import GoError, Int64


def parsed(expression: str, start: dict[str, Any] | None = None) -> dict[str, Any]:
    values = start or {}
    set_values.set_into(values, expression)
    return values


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a=b", {"a": "b"}),
        ("a=1", {"a": 1}),
        ("a=-5,b=+5", {"a": -5, "b": 5}),
        ("a=007", {"a": "007"}),
        ("a=0", {"a": 0}),
        ("a=1.5", {"a": "1.5"}),
        ("a=9223372036854775808", {"a": "9223372036854775808"}),
        ("a=TRUE,b=False,c=null", {"a": True, "b": False, "c": None}),
        ("a=", {"a": ""}),
        ("a=,b=1", {"a": "", "b": 1}),
        ("a.b.c=1", {"a": {"b": {"c": 1}}}),
        (r"a\.b=1", {"a.b": 1}),
        (r"a=1\,2", {"a": "1,2"}),
        ("a={x,y}", {"a": ["x", "y"]}),
        ("a={}", {"a": [""]}),
        ("a={1,true},b=2", {"a": [1, True], "b": 2}),
        ("a[0]=x", {"a": ["x"]}),
        ("a[2]=x", {"a": [None, None, "x"]}),
        ("a[0][1]=5", {"a": [[None, 5]]}),
        ("a[0].b=1,a[0].c=2", {"a": [{"b": 1, "c": 2}]}),
        ("k=a=b", {"k": "a=b"}),
        ("k=a b , c=d", {"k": "a b ", " c": "d"}),
        ("", {}),
        ("=x", {}),
        ("a[=1", {}),
    ],
)
def test_set_builds_values(expression: str, expected: dict[str, Any]) -> None:
    assert parsed(expression) == expected


def test_integers_are_int64() -> None:
    assert type(parsed("a=5")["a"]) is Int64


def test_values_that_are_there_are_merged() -> None:
    assert parsed("a.c=2", {"a": {"b": 1.0}}) == {"a": {"b": 1.0, "c": 2}}


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("k", 'key "k" has no value'),
        ("k,", 'key "k" has no value (cannot end with ,)'),
        ("a..b=1", 'key map "a" has no value'),
        ("n[-1]=1", "negative -1 index not allowed"),
        ("n[70000]=1", "index of 70000 is greater than maximum supported index of 65536"),
        ("n[x]=1", 'error parsing index: strconv.Atoi: parsing "x": invalid syntax'),
        ("n[0]x=1", "unexpected data at end of array index: ['x']"),
        ("a={x", "list must terminate with '}'"),
        ("k={a,{b}}", 'key "}" has no value'),
        (
            ".".join("abcdefghijklmnopqrstuvwxyzabcdefg") + "=1",
            "value name nested level is greater than maximum supported nested level of 30",
        ),
    ],
)
def test_malformed_expressions_are_told_in_helms_words(expression: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        parsed(expression)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("expression", "start", "wrong"),
    [
        ("a[0]=1", {"a": {"b": 1.0}}, "map[string]interface {}, not []interface {}"),
        ("a.b=1", {"a": [1.0]}, "[]interface {}, not map[string]interface {}"),
        ("a.b=1", {"a": "x"}, "string, not map[string]interface {}"),
        ("a.b=1", {"a": None}, "nil, not map[string]interface {}"),
    ],
)
def test_a_value_of_another_shape_stands_in_the_way(expression: str, start: dict[str, Any], wrong: str) -> None:
    with pytest.raises(GoError, match="unable to parse key: interface conversion") as caught:
        parsed(expression, start)
    assert str(caught.value).endswith(f"interface {{}} is {wrong}")


def test_helm_3_refuses_an_open_bracket() -> None:
    with pytest.raises(GoError, match="error parsing index: EOF"):
        set_values.set_into({}, "a[=1", compat=3)


def test_set_string_types_nothing() -> None:
    values: dict[str, Any] = {}
    set_values.set_string_into(values, "a=1,b={true,2},c=null")
    assert values == {"a": "1", "b": ["true", "2"], "c": "null"}


def test_set_file_reads_each_value() -> None:
    values: dict[str, Any] = {}
    set_values.set_file_into(values, "a=x.txt,b.c=y.txt", {"x.txt": "X", "y.txt": "Y"}.__getitem__)
    assert values == {"a": "X", "b": {"c": "Y"}}


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('a={"b":1}', {"a": {"b": 1.0}}),
        ('a=[1,null],b="x"', {"a": [1.0, None], "b": "x"}),
        ('a="x" , b=1', {"a": "x", " b": 1.0}),
        ("a=", {"a": None}),
        ("a.b[0]=true", {"a": {"b": [True]}}),
    ],
)
def test_set_json_takes_documents(expression: str, expected: dict[str, Any]) -> None:
    values: dict[str, Any] = {}
    set_values.set_json_into(values, expression)
    assert values == expected


def test_set_json_refuses_what_is_no_json() -> None:
    with pytest.raises(GoError):
        set_values.set_json_into({}, "a={bad")


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("a=b,c=d", {"a": "b,c=d"}),
        ("a={x,y}", {"a": "{x,y}"}),
        (r"a.b=\n", {"a": {"b": r"\n"}}),
        ("a[1]=x=y", {"a": [None, "x=y"]}),
    ],
)
def test_set_literal_takes_the_rest_as_it_is(expression: str, expected: dict[str, Any]) -> None:
    values: dict[str, Any] = {}
    set_values.set_literal_into(values, expression)
    assert values == expected


@given(st.text(alphabet=st.characters(exclude_characters="\\,{", exclude_categories=["Cs"]), min_size=1))
def test_any_text_survives_set_string(text: str) -> None:
    values: dict[str, Any] = {}
    set_values.set_string_into(values, f"key={text}")
    assert values == {"key": text}


@given(st.text(alphabet="ab.[]=,{}\\01", max_size=30))
def test_no_expression_fails_otherwise_than_by_an_error_of_ours(expression: str) -> None:
    try:
        parsed(expression)
    except GoError as error:
        assert str(error)
