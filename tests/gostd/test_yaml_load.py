"""Reading YAML as sigs.k8s.io/yaml over go-yaml v2 does."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoError


def as_text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def test_scalars_as_values_and_keys_equal_helms(vectors) -> None:
    wrong = []
    for case in vectors("yaml-scalars.json")["cases"]:
        for form, text in (("as_value", f"k: {case['token']}"), ("as_key", f"{case['token']}: 1")):
            if form not in case:
                continue
            try:
                got: Any = yaml.load_map(text)
            except GoError as error:
                got = {"Error": str(error)}
            if as_text(got) != as_text(json.loads(case[form], parse_int=float)):
                wrong.append((text, case[form], got))
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None),
        ("---\n", None),
        ("a: 1", {"a": 1.0}),
        ("y: 1\nn: 2", {"true": 1.0, "false": 2.0}),
        ("0x10: a", {"16": "a"}),
        ("1.0: a", {"1": "a"}),
        ("a: ! '12'", {"a": "12"}),
        ("a: .1_0", {"a": 0.1}),
        ("a: 2001-01-01", {"a": "2001-01-01"}),
        ("a: 1\n---\nb: [", {"a": 1.0}),
        ("a: !!binary aGk=", {"a": "hi"}),
        ("a: !!binary /w==", {"a": "\ufffd"}),
        ("a: 1\na: 2", {"a": 2.0}),
        ("x: &x {a: 1}\nz: {a: 0, <<: *x, b: 2}", {"x": {"a": 1.0}, "z": {"a": 1.0, "b": 2.0}}),
        ("z: {<<: [{a: 1}, {a: 2, b: 2}]}", {"z": {"a": 1.0, "b": 2.0}}),
        ("a: '<<'\n'<<': 1", {"a": "<<", "<<": 1.0}),
    ],
)
def test_documents(text: str, value: Any) -> None:
    assert as_text(yaml.load(text)) == as_text(value)


def test_numbers_are_floats() -> None:
    assert type(yaml.load("5")) is float


def test_aliases_are_copies() -> None:
    loaded = yaml.load("a: &x {l: [1]}\nb: *x")
    loaded["a"]["l"].append(2)
    assert loaded["b"] == {"l": [1.0]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: b: c", "yaml: mapping values are not allowed in this context"),
        ("x: 1\na: b: c", "yaml: line 2: mapping values are not allowed in this context"),
        ("a: [1", "yaml: line 1: did not find expected ',' or ']'"),
        ("a: *x", "yaml: unknown anchor 'x' referenced"),
        ("a: &x [*x]", "yaml: anchor 'x' value contains itself"),
        ("a: !!int b", "yaml: cannot decode !!str `b` as a !!int"),
        ("a: !!binary '*'", "yaml: !!binary value contains invalid base64 data"),
        ("a: .inf", "json: unsupported value: +Inf"),
        ("~: 1", "unsupported map key of type: %!s(<nil>), key: <nil>, value: 1"),
        ("{{ x }}: 1", 'yaml: invalid map key: map[interface {}]interface {}{"x":interface {}(nil)}'),
        ("18446744073709551615: 1", "unsupported map key of type: uint64, key: 0xffffffffffffffff, value: 1"),
        ("a:\n  <<: 1", "yaml: map merge requires map or sequence of maps as the value"),
        ('a: 1\nb: "\\/"', "yaml: line 2: found unknown escape character"),
        ("%YAML 1.2\n---\na: 1", "yaml: found incompatible YAML document"),
        ("a: \x01", "yaml: control characters are not allowed"),
        ("a: .inf\nb: [", "yaml: line 2: did not find expected node content"),
    ],
)
def test_errors_have_gos_text(text: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        yaml.load(text)
    assert str(caught.value) == "error converting YAML to JSON: " + message


def test_alias_bomb_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    with pytest.raises(GoError, match="excessive aliasing"):
        yaml.load("\n".join(lines))


def test_strict_refuses_duplicate_keys() -> None:
    with pytest.raises(GoError) as caught:
        yaml.load("a: 1\nb: 1\na: 2", strict=True)
    assert str(caught.value).endswith('yaml: unmarshal errors:\n  line 3: key "a" already set in map')


@pytest.mark.parametrize(
    ("text", "kind"), [("a", "string"), ("5", "number"), ("true", "bool"), ("[1]", "array")], ids=str
)
def test_a_map_is_expected(text: str, kind: str) -> None:
    with pytest.raises(GoError) as caught:
        yaml.load_map(text)
    assert str(caught.value) == (
        "error unmarshaling JSON: while decoding JSON: "
        f"json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"
    )


def test_nothing_is_an_empty_map_and_an_empty_list() -> None:
    assert (yaml.load_map("# only a comment"), yaml.load_list("")) == ({}, [])


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("1.10", "1.1"),
        ("1.0", "1"),
        ("5", "5"),
        ("y", "true"),
        ("123456789.125", "1.2345679e+08"),
        ("0x10", "16"),
        ("a", "a"),
    ],
)
def test_string_fields_of_structs(text: str, field: str) -> None:
    assert yaml.stringify(yaml.load_typed(text)) == field


@pytest.mark.parametrize(
    ("text", "number"),
    [("5", 5), ("5.0", 5), ("1e3", 1000), ("1.5", 1.5), ("18446744073709551615", 1.8446744073709552e19)],
)
def test_manifests_have_the_api_servers_numbers(text: str, number: float) -> None:
    loaded = yaml.load_manifest(text)
    assert (type(loaded), loaded) == (type(number), number)


def test_all_documents_and_their_lines() -> None:
    loaded = yaml.load_all_documents("# head\na: 1\n---\n---\n# two\nb: 2.5\n")
    assert [(each.value, each.line) for each in loaded] == [({"a": 1}, 2), (None, 4), ({"b": 2.5}, 6)]


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="ascii")),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="ascii")), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(JSON_VALUES)
def test_what_was_dumped_loads_as_it_was(value: Any) -> None:
    try:
        text = yaml.dump(value)
    except GoError as error:
        assert "control characters" in str(error)
        return
    assert as_text(_positive_zero(yaml.load(text))) == as_text(_positive_zero(value))


def _positive_zero(value: Any) -> Any:
    if isinstance(value, float) and not value and math.copysign(1, value) < 0:
        return 0.0
    if isinstance(value, list):
        return [_positive_zero(item) for item in value]
    return {key: _positive_zero(item) for key, item in value.items()} if isinstance(value, dict) else value
