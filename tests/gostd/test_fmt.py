from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.fmt import quote, sprint, sprint_value, sprintf, sprintln
from werfpy.gostd.kinds import GoError, GoPanic, GoStruct, Int64, StringList, StringMap
from werfpy.gostd.quote import unquote
from werfpy.gostd.reflect import Uint8, kind_name, type_name


class Version(GoStruct):
    go_type = "common.KubeVersion"
    go_fields = {"Major": "major", "Minor": "minor"}
    go_methods = {"String": "text"}

    def __init__(self, major: str, minor: str) -> None:
        self.major = major
        self.minor = minor

    def text(self) -> str:
        return f"v{self.major}.{self.minor}"


class Point(GoStruct):
    go_type = "*main.Point"
    go_fields = {"X": "x", "Y": "y"}

    def __init__(self) -> None:
        self.x = 1
        self.y = "b"


class Panicking(GoStruct):
    go_type = "main.P"
    go_methods = {"String": "text"}

    def text(self) -> str:
        raise GoPanic("no")


VALUES = [
    (None, "<nil>"),
    (True, "true"),
    (5, "5"),
    (Int64(-7), "-7"),
    (5.0, "5"),
    (-0.0, "-0"),
    (999999.0, "999999"),
    (1e6, "1e+06"),
    (1234567.0, "1.234567e+06"),
    (0.0001, "0.0001"),
    (0.00001, "1e-05"),
    (2.1e7, "2.1e+07"),
    (1e21, "1e+21"),
    (float("inf"), "+Inf"),
    (float("-inf"), "-Inf"),
    (float("nan"), "NaN"),
    ("héllo", "héllo"),
    (b"hi", "[104 105]"),
    ([1, "a", [True], {"k": None}], "[1 a [true] map[k:<nil>]]"),
    ({"b": 1.0, "a": "x"}, "map[a:x b:1]"),
    (StringList(["a", "b"]), "[a b]"),
    (StringMap(b="2", a="1"), "map[a:1 b:2]"),
    (Version("1", "36"), "v1.36"),
    ({"v": Version("1", "2")}, "map[v:v1.2]"),
    (Point(), "&{1 b}"),
    (GoError("bad"), "bad"),
    (complex(1, -2), "(1-2i)"),
    (Uint8(97), "97"),
]


@pytest.mark.parametrize(("value", "expected"), VALUES, ids=[repr(text) for _, text in VALUES])
def test_value_prints_as_percent_v(value: object, expected: str) -> None:
    assert sprint_value(value) == expected
    assert sprintf("%v", [value]) == expected


FORMATS = [
    ("%s %v %d %q", [None, None, None, None], "%!s(<nil>) <nil> %!d(<nil>) %!q(<nil>)"),
    ("%d", [5.0], "%!d(float64=5)"),
    ("%d", ["a"], "%!d(string=a)"),
    ("%s", [[1.0, "a"]], "[%!s(float64=1) a]"),
    ("%q", [["a", 65]], "[\"a\" 'A']"),
    ("%v %v", [1], "1 %!v(MISSING)"),
    ("%v", [1, 2], "1%!(EXTRA int=2)"),
    ("%z", [1], "%!z(int=1)"),
    ("%[2]d %[1]d", [1, 2], "2 1"),
    ("%[3]d", [1, 2], "%!d(BADINDEX)"),
    ("%*d|%-*d|", [5, 3, 4, 2], "    3|2   |"),
    ("%*d", ["x", 3], "%!(BADWIDTH)3"),
    ("%.*f", [2, 3.14159], "3.14"),
    (
        "%t %c %x %X %o %O %b %U %#U",
        [True, 65, 255, 255, 8, 8, 5, 128512, 128512],
        "true A ff FF 10 0o10 101 U+1F600 U+1F600 '😀'",
    ),
    (
        "%e %g %6.2f|%-6d|%+d|%05d|% d",
        [1234.5, 1e10, 3.14159, 42, 5, 42, 7],
        "1.234500e+03 1e+10   3.14|42    |+5|00042| 7",
    ),
    ("%5s|%-5s|%.2s|%5.1s", ["a", "b", "héllo", "xyz"], "    a|b    |hé|    x"),
    ("%x % x %#x %X", ["hi", "hi", "hi", b"\xff"], "6869 68 69 0x6869 FF"),
    ("%#v %#v %+v", ["a", [1, "b"], {"a": 1}], '"a" []interface {}{1, "b"} map[a:1]'),
    ("%+v %#v", [Point(), Point()], '&{X:1 Y:b} &main.Point{X:1, Y:"b"}'),
    ("%T %T %T %T %T", [1, Int64(1), 1.5, [], {}], "int int64 float64 []interface {} map[string]interface {}"),
    ("%T", [None], "<nil>"),
    ("%%|%5%", [], "%|%"),
    ("100%", [], "100%!(NOVERB)"),
    ("%q %+q %#q", ["é\n", "é", "a"], '"é\\n" "\\u00e9" `a`'),
    ("%08.3f|%+.2e|%G", [3.14159, 12345.678, 1e-10], "0003.142|+1.23e+04|1E-10"),
    ("%6v|%-6v|%06v", [1.5, True, 42], "   1.5|true  |000042"),
    ("%s", [Panicking()], "%!s(PANIC=String method: no)"),
    ("%v", [StringList(["a"])], "[a]"),
    ("%", [], "%!(NOVERB)"),
]


@pytest.mark.parametrize(("template", "args", "expected"), FORMATS, ids=[f[0] for f in FORMATS])
def test_sprintf(template: str, args: list[object], expected: str) -> None:
    assert sprintf(template, args) == expected


def test_print_puts_spaces_only_between_two_that_are_no_strings() -> None:
    assert sprint([1, 2, "a", 3, "b", "c", None, None]) == "1 2a3b" + "c<nil> <nil>"


def test_println_puts_spaces_everywhere() -> None:
    assert sprintln(["a", 1, None]) == "a 1 <nil>\n"


QUOTES = [
    ("plain", '"plain"'),
    ('a"b\\c\n\té\x00\x7f', '"a\\"b\\\\c\\n\\té\\x00\\x7f"'),
    ("😀\u200b\u00a0", '"😀\\u200b\\u00a0"'),
    ("a\udcffb", '"a\\xffb"'),
    ("\U000e0001", '"\\U000e0001"'),
]


@pytest.mark.parametrize(("text", "expected"), QUOTES, ids=[q[1] for q in QUOTES])
def test_quote(text: str, expected: str) -> None:
    assert quote(text) == expected


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_unquote_undoes_quote(text: str) -> None:
    assert unquote(quote(text)) == text


@given(
    st.lists(st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text()), max_size=4),
    st.text(max_size=12),
)
def test_no_format_raises(args: list[object], template: str) -> None:
    assert isinstance(sprintf("%" + template, args), str)


KINDS = [
    (None, "<nil>", "invalid"),
    (b"", "[]uint8", "slice"),
    (StringMap(), "map[string]string", "map"),
    (Version("1", "2"), "common.KubeVersion", "struct"),
    (Point(), "*main.Point", "ptr"),
    (Uint8(1), "uint8", "uint8"),
    (GoError("x"), "*errors.errorString", "ptr"),
]


@pytest.mark.parametrize(("value", "type_", "kind"), KINDS, ids=[k[1] for k in KINDS])
def test_names_of_types_and_kinds(value: object, type_: str, kind: str) -> None:
    assert (type_name(value), kind_name(value)) == (type_, kind)
