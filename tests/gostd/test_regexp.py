"""Go's regular expressions, on Python's engine and on our own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.kinds import GoError, GoPanic
from werfpy.gostd.regexp import Regexp, compile_pattern, must_compile, quote_meta


def on_the_automaton(pattern: str) -> Regexp:
    compiled = Regexp(pattern)
    compiled._safe_length = -1
    return compiled


ENGINES = pytest.mark.parametrize("engine", [Regexp, on_the_automaton], ids=["re", "automaton"])


@ENGINES
@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("a|ab", "abc", ["a"]),
        ("a*", "baac", ["", "aa", ""]),
        ("(?i)K", "kK\u212a", ["k", "K", "\u212a"]),
        (r"\bfoo\b", "foo foobar foo", ["foo", "foo"]),
        ("^b", "a\nb", []),
        ("(?m)^b$", "a\nb\n", ["b"]),
        ("a$", "a\n", []),
        (r"a\z", "ba", ["a"]),
        (".", "a\nb", ["a", "b"]),
        ("(?s).+", "a\nb", ["a\nb"]),
        ("(?U)a+", "aaa", ["a", "a", "a"]),
        (r"\Qa.b\E", "a.b axb", ["a.b"]),
        (r"\s+", "a \v\tb", [" ", "\t"]),
        (r"\pL+", "aé1", ["aé"]),
        (r"[[:^alpha:]]", "a1", ["1"]),
        ("(?P<x>a)(?<y>b)", "ab", ["ab"]),
        ("a{2,3}?", "aaaaa", ["aa", "aa"]),
        (r"\x{1F600}|\x41", "A\U0001f600", ["A", "\U0001f600"]),
        (r"[a\-c]+", "-ab", ["-a"]),
        ("(a+)(b+)?", "aab a", ["aab", "a"]),
    ],
)
def test_find_all(engine, pattern: str, text: str, found: list[str]) -> None:
    assert engine(pattern).find_all(text, -1) == found


@ENGINES
@pytest.mark.parametrize(
    ("template", "result"),
    [
        ("${1}W", "-W-xxW-"),
        ("$1W", "---"),
        ("$$1", "-$1-$1-"),
        ("<$0>", "-<ab>-<axxb>-"),
        ("$n", "--xx-"),
        ("$", "-$-$-"),
    ],
)
def test_templates(engine, template: str, result: str) -> None:
    assert engine("a(?P<n>x*)b").replace_all("-ab-axxb-", template) == result


@ENGINES
@pytest.mark.parametrize(
    ("pattern", "text", "limit", "parts"),
    [
        ("z+", "pizza", -1, ["pi", "a"]),
        ("", "abc", -1, ["a", "b", "c"]),
        ("a", "", -1, [""]),
        ("a", "xayaz", 2, ["x", "yaz"]),
        ("a", "x", 0, []),
    ],
)
def test_split(engine, pattern: str, text: str, limit: int, parts: list[str]) -> None:
    assert engine(pattern).split(text, limit) == parts


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("(a", "missing closing ): `(a`"),
        ("a)", "unexpected ): `a)`"),
        ("[a", "missing closing ]: `[a`"),
        ("[z-a]", "invalid character class range: `z-a`"),
        ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
        (r"\pZ\p{Nope}", r"invalid character class range: `\p{Nope}`"),
        ("a**", "invalid nested repetition operator: `**`"),
        ("a++", "invalid nested repetition operator: `++`"),
        ("*a", "missing argument to repetition operator: `*`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("a{3,2}", "invalid repeat count: `{3,2}`"),
        (r"(a)\1", r"invalid escape sequence: `\1`"),
        (r"\Z", r"invalid escape sequence: `\Z`"),
        ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ("(?<!a)", "invalid or unsupported Perl syntax: `(?<`"),
        ("(?P<1 >a)", "invalid named capture: `(?P<1 >`"),
        ("a\\", "trailing backslash at end of expression: ``"),
    ],
)
def test_errors_have_gos_text(pattern: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        compile_pattern(pattern)
    assert str(caught.value) == "error parsing regexp: " + message


def test_must_compile_panics_with_the_pattern() -> None:
    with pytest.raises(GoPanic) as caught:
        must_compile("(")
    assert str(caught.value) == "regexp: Compile(`(`): error parsing regexp: missing closing ): `(`"


@pytest.mark.parametrize("pattern", ["(a*)*b", "(a|aa)+$x", "(.*)(.*)(.*)(.*)x", "a+a+a+b"])
def test_no_pattern_backtracks_for_long(pattern: str) -> None:
    # Python's own engine would take years: this test ends only because that engine is not asked.
    assert not compile_pattern(pattern).matches("a" * 200_000)


@given(st.text("ab.*+?()[]|^$\\{}1,", max_size=8), st.text("ab1,", max_size=12))
def test_both_engines_agree(pattern: str, text: str) -> None:
    try:
        compiled = Regexp(pattern)
    except GoError:
        return
    other = on_the_automaton(pattern)
    assert compiled.find_all(text, -1) == other.find_all(text, -1)
    assert compiled.replace_all(text, "<$1>") == other.replace_all(text, "<$1>")


@given(st.text(max_size=20))
def test_quoted_text_matches_itself(text: str) -> None:
    assert compile_pattern(quote_meta(text)).find(text) == text
