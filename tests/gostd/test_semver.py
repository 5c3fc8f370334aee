"""Versions and constraints of Masterminds/semver."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from werfpy.gostd.kinds import GoError
from werfpy.gostd.semver import Version, parse_constraint, parse_version, semver_compare


def outcome(constraint: str, version: str) -> str:
    try:
        parsed = parse_constraint(constraint)
    except GoError:
        return "CERR"
    try:
        return "true" if parsed.check(parse_version(version)) else "false"
    except GoError:
        return "VERR"


def test_the_grid_equals_helms(vectors) -> None:
    wrong = [case for case in vectors("semver.json") if outcome(case[0], case[1]) != case[2]]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("1", "1.0.0"), ("v1.2", "1.2.0"), ("01.2.3", "1.2.3"), ("1.2.3-a.1+b.2", "1.2.3-a.1+b.2")],
)
def test_versions(text: str, canonical: str) -> None:
    version = parse_version(text)
    assert (version.text(), version.get_original()) == (canonical, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "invalid semantic version"),
        ("1.2.3.4", "invalid semantic version"),
        ("1.2.3-01", "version segment starts with 0"),
        ("x" * 257, "version string is too long (max 256 bytes)"),
        (
            "18446744073709551616.0.0",
            'error parsing version segment: strconv.ParseUint: parsing "18446744073709551616": value out of range',
        ),
    ],
)
def test_bad_versions(text: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        parse_version(text)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        ("bad", 'improper constraint: "bad"'),
        ("1 || x y", 'improper constraint: " x y"'),
        ("1" * 513, "constraint string is too long (max 512 bytes)"),
        ("||" * 32, "too many constraint groups (max 32)"),
    ],
)
def test_bad_constraints(constraint: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        semver_compare(constraint, "1.2.3")
    assert str(caught.value) == message


def test_increments_keep_the_v_and_drop_the_rest() -> None:
    version = parse_version("v1.2.3-rc.1+meta")
    assert [each.original for each in (version.inc_patch(), version.inc_minor(), version.inc_major())] == [
        "v1.2.3",
        "v1.3.0",
        "v2.0.0",
    ]
    assert version.set_prerelease("beta").text() == "1.2.3-beta+meta"


NUMBERS = st.integers(0, 3)
VERSIONS = st.builds(Version, NUMBERS, NUMBERS, NUMBERS, st.sampled_from(["", "a", "1", "2", "10", "a.1", "a.b", "b"]))


@given(VERSIONS, VERSIONS, VERSIONS)
def test_the_order_is_total(a: Version, b: Version, c: Version) -> None:
    assert a.compare(b) == -b.compare(a)
    if a.compare(b) <= 0 and b.compare(c) <= 0:
        assert a.compare(c) <= 0
