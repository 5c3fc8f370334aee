from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.json import marshal, unmarshal
from werfpy.gostd.kinds import GoError, GoStruct, Int64, StringList, StringMap


class Plain(GoStruct):
    go_type = "main.Plain"
    go_fields = {"B": "b", "A": "a"}

    def __init__(self) -> None:
        self.a = 1
        self.b = [None]


ENCODED = [
    (None, "null"),
    (True, "true"),
    (Int64(5), "5"),
    (1.0, "1"),
    (-0.0, "-0"),
    (1e20, "100000000000000000000"),
    (1e21, "1e+21"),
    (1e-6, "0.000001"),
    (1e-7, "1e-7"),
    (1.5e-10, "1.5e-10"),
    (1.5e300, "1.5e+300"),
    ('<&>\u2028é\x01\t"\\/', '"\\u003c\\u0026\\u003e\\u2028é\\u0001\\t\\"\\\\/"'),
    ("a\udcffb", '"a\\ufffdb"'),
    ({"b": 1, "a": [], "é": {}}, '{"a":[],"b":1,"é":{}}'),
    (StringList(["x"]), '["x"]'),
    (StringMap(k="v"), '{"k":"v"}'),
    (b"hi", '"aGk="'),
    (Plain(), '{"B":[null],"A":1}'),
]


@pytest.mark.parametrize(("value", "expected"), ENCODED, ids=[e[1] for e in ENCODED])
def test_marshal(value: object, expected: str) -> None:
    assert marshal(value) == expected


def test_marshal_without_html_escapes() -> None:
    assert marshal("<&>\u2029", escape_html=False) == '"<&>\\u2029"'


def test_marshal_indented() -> None:
    value = {"a": [1, 2], "b": {}, "c": {"d": None}}
    assert marshal(value, indent="  ") == (
        '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {},\n  "c": {\n    "d": null\n  }\n}'
    )


@pytest.mark.parametrize(("value", "text"), [(float("nan"), "NaN"), (float("-inf"), "-Inf")])
def test_marshal_refuses(value: float, text: str) -> None:
    with pytest.raises(
        GoError, match=f"json: unsupported value: \\{text}" if text[0] in "+" else f"unsupported value: {text}"
    ):
        marshal([value])


def test_numbers_become_floats() -> None:
    value = unmarshal('{"a": 1, "b": [2, 3.5, true, null]}')
    assert value == {"a": 1.0, "b": [2.0, 3.5, True, None]}
    assert type(value["a"]) is float


def test_lone_surrogates_become_the_replacement_character() -> None:
    assert unmarshal('{"\\ud800": ["\\udc00x"]}') == {"\ufffd": ["\ufffdx"]}


BAD = [
    ("", "unexpected end of JSON input"),
    ("{", "unexpected end of JSON input"),
    ("bad", "invalid character 'b' looking for beginning of value"),
    ("tru", "unexpected end of JSON input"),
    ("trux", "invalid character 'x' in literal true (expecting 'e')"),
    ("nul1", "invalid character '1' in literal null (expecting 'l')"),
    ("{a: 1}", "invalid character 'a' looking for beginning of object key string"),
    ('{"a" 1}', "invalid character '1' after object key"),
    ('{"a": 1 "b"}', "invalid character '\"' after object key:value pair"),
    ("[1 2]", "invalid character '2' after array element"),
    ("[1,]", "invalid character ']' looking for beginning of value"),
    ('{"a":1,}', "invalid character '}' looking for beginning of object key string"),
    ("1 2", "invalid character '2' after top-level value"),
    ("01", "invalid character '1' after top-level value"),
    ("-a", "invalid character 'a' in numeric literal"),
    ("1.x", "invalid character 'x' after decimal point in numeric literal"),
    ("1ex", "invalid character 'x' in exponent of numeric literal"),
    ('"a\nb"', "invalid character '\\n' in string literal"),
    ('"\\q"', "invalid character 'q' in string escape code"),
    ('"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"),
    ("'a'", "invalid character '\\'' looking for beginning of value"),
    ("NaN", "invalid character 'N' looking for beginning of value"),
    ("é", "invalid character 'Ã' looking for beginning of value"),
    ("[" * 10001, "invalid character '[' exceeded max depth"),
    ("1e999", "json: cannot unmarshal number 1e999 into Go value of type float64"),
]


@pytest.mark.parametrize(("text", "message"), BAD, ids=[b[0][:12] or "empty" for b in BAD])
def test_faults_are_told_in_go_s_words(text: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        unmarshal(text)
    assert str(caught.value) == message


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4)
    ),
)


@given(JSON)
def test_what_is_written_reads_back(value: object) -> None:
    assert unmarshal(marshal(value)) == value
    assert unmarshal(marshal(value, indent="  ")) == value
