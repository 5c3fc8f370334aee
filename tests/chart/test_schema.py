"""values.schema.json, in Helm's words."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.chart.files import chart_of, subchart
from werfpy.chart.schema import check_schema, schema_problems
from werfpy.errors import SchemaError
from werfpy.gostd.kinds import Int64

DRAFT_7 = "http://json-schema.org/draft-07/schema#"


def problems(schema: dict[str, Any], values: dict[str, Any]) -> str:
    return schema_problems(values, json.dumps({"$schema": DRAFT_7, **schema}).encode())


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({"type": "string"}, 1.0, "- at '/v': got number, want string"),
        ({"type": ["integer", "null"]}, "x", "- at '/v': got string, want null or integer"),
        ({"type": "integer"}, 5.0, ""),
        ({"required": ["a"]}, {}, "- at '/v': missing property 'a'"),
        ({"required": ["a", "b"]}, {}, "- at '/v': missing properties 'a', 'b'"),
        ({"minimum": 5}, 3.0, "- at '/v': minimum: got 3, want 5"),
        ({"maximum": 1000}, 70000.0, "- at '/v': maximum: got 70,000, want 1,000"),
        ({"minLength": 3}, "", "- at '/v': minLength: got 0, want 3"),
        ({"minItems": 2}, [1.0], "- at '/v': minItems: got 1, want 2"),
        ({"enum": ["a", 1, None]}, "c", "- at '/v': value must be one of 'a', 1, <nil>"),
        ({"const": "a"}, "b", "- at '/v': value must be 'a'"),
        ({"pattern": "^a"}, "b'", "- at '/v': 'b\\'' does not match pattern '^a'"),
        ({"additionalProperties": False}, {"z": 1.0}, "- at '/v': additional properties 'z' not allowed"),
        ({"uniqueItems": True}, [1.0, "x", 1.0], "- at '/v': items at 0 and 2 are equal"),
        ({"not": {}}, 1.0, "- at '/v': 'not' failed"),
        (False, 1.0, "- at '/v': false schema"),
        ({"type": "string", "enum": ["a"], "minLength": 3}, 1.0, "- at '/v': got number, want string"),
        (
            {"anyOf": [{"type": "string"}, {"required": ["a"], "properties": {"b": {"type": "string"}}}]},
            {"b": 1.0},
            "- at '/v': 'anyOf' failed\n  - at '/v': got object, want string\n  - at '/v': validation failed\n"
            "    - at '/v': missing property 'a'\n    - at '/v/b': got number, want string",
        ),
        (
            {"oneOf": [{"type": "number"}, {"minimum": 1}]},
            2.0,
            "- at '/v': 'oneOf' failed, subschemas 0, 1 matched",
        ),
        ({"allOf": [{"minimum": 5}]}, 1.0, "- at '/v': 'allOf' failed\n  - at '/v': minimum: got 1, want 5"),
        (
            {"propertyNames": {"pattern": "^a"}},
            {"b": 1.0},
            "- at '': invalid propertyName 'b'\n  - at '': 'b' does not match pattern '^a'",
        ),
    ],
)
def test_messages(schema: Any, value: Any, expected: str) -> None:
    assert problems({"properties": {"v": schema}}, {"v": value}).rstrip("\n") == expected


def test_a_reference_shows_when_it_has_several_errors() -> None:
    schema = {
        "definitions": {"d": {"required": ["a"], "properties": {"n": {"type": "string"}}}},
        "properties": {"one": {"$ref": "#/definitions/d"}, "two": {"$ref": "#/definitions/d"}},
    }
    assert problems(schema, {"one": {}}) == "- at '/one': missing property 'a'\n"
    assert problems(schema, {"two": {"n": 1.0}}).splitlines() == [
        "- at '/two': validation failed",
        "  - at '/two': missing property 'a'",
        "  - at '/two/n': got number, want string",
    ]


def test_integers_of_set_are_numbers() -> None:
    assert problems({"properties": {"v": {"type": "integer"}}}, {"v": Int64(5)}) == ""


def test_formats_count_up_to_draft_7() -> None:
    schema = {"properties": {"v": {"format": "ipv4"}}}
    assert problems(schema, {"v": "x"}).startswith("- at '/v': 'x' is not valid ipv4")
    assert schema_problems({"v": "x"}, json.dumps(schema).encode()) == ""


def test_every_chart_is_checked_on_its_section() -> None:
    schema = '{"properties": {"size": {"type": "integer"}}}'
    chart = chart_of({"values.schema.json": schema, **subchart("db", **{"values.schema.json": schema})})
    check_schema(chart, {"size": 1.0, "db": {"size": 2.0}})
    with pytest.raises(SchemaError) as caught:
        check_schema(chart, {"size": "a", "db": {"size": "b"}})
    assert caught.value.summary == (
        "values don't meet the specifications of the schema(s) in the following chart(s):\n"
        "web:\n- at '/size': got string, want integer\ndb:\n- at '/size': got string, want integer"
    )


def test_a_schema_may_refer_to_a_url() -> None:
    chart = chart_of({"values.schema.json": '{"$ref": "https://example.org/s.json"}'})
    check_schema(chart, {"a": 1.0}, fetch=lambda _url: b'{"type": "object"}')
    with pytest.raises(SchemaError, match=r"https://example\.org/s\.json"):
        check_schema(chart, {"a": 1.0})


def test_an_unknown_urn_permits_everything(caplog: pytest.LogCaptureFixture) -> None:
    check_schema(chart_of({"values.schema.json": '{"$ref": "urn:x:y"}'}), {"a": 1.0})
    assert "unresolved URN reference ignored" in caplog.text


@pytest.mark.parametrize("schema", ["{bad", '{"type": "nothing"}'])
def test_a_bad_schema_is_an_error(schema: str) -> None:
    with pytest.raises(SchemaError, match=r"web:\n\S"):
        check_schema(chart_of({"values.schema.json": schema}), {})
