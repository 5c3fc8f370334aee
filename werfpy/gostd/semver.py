"""Versions and constraints, as Masterminds/semver 3.5 has them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar

from werfpy.gostd.kinds import GoError, GoPanic, GoStruct
from werfpy.gostd.quote import quote

_LOOSE = re.compile(
    r"v?(?P<major>[0-9]+)(?:\.(?P<minor>[0-9]+))?(?:\.(?P<patch>[0-9]+))?"
    r"(?:-(?P<pre>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+(?P<meta>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z"
)
_VERSION = (
    r"v?([0-9|x|X|*]+)(\.[0-9|x|X|*]+)?(\.[0-9|x|X|*]+)?"
    r"(-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?"
)
# Go's alternation begins with an operator "=" and an empty one, so an empty operator is tried before "!=".
_OPS = r"=||!=|>|<|>=|=>|<=|=<|~|~>|\^"
_S = r"[\t\n\f\r ]"
_ONE = re.compile(rf"{_S}*({_OPS}){_S}*({_VERSION}){_S}*\Z")
_FIND = re.compile(rf"(?:{_OPS}){_S}*(?:{_VERSION})")
_RANGE = re.compile(rf"{_S}*({_VERSION}){_S}+-{_S}+({_VERSION}){_S}*")
_VALID = re.compile(
    rf"(?:{_S}*(?:{_OPS}){_S}*(?:{_VERSION}){_S}*)(?:(?:{_S}+|,{_S}*)(?:{_OPS}){_S}*(?:{_VERSION}){_S}*)*\Z"
)
_LONGEST_VERSION, _LONGEST_CONSTRAINT, _MOST_GROUPS = 256, 512, 32
_UINT64_END = 1 << 64


class Uint64(int):
    """A uint64, such as the parts of a version."""

    __slots__ = ()
    go_type: ClassVar[str] = "uint64"
    go_kind: ClassVar[str] = "uint64"


@dataclass(frozen=True, slots=True)
class Version(GoStruct):
    """A semantic version. Its metadata takes no part in comparisons.

    Args:
        major, minor, patch: The numbers.
        pre: The pre-release without its hyphen.
        metadata: What stands behind the plus sign.
        original: The text it was read from.
    """

    major: int
    minor: int
    patch: int
    pre: str = ""
    metadata: str = ""
    original: str = ""

    go_type: ClassVar[str] = "*semver.Version"
    go_methods: ClassVar[dict[str, str]] = {
        "String": "text", "Original": "get_original", "Major": "get_major", "Minor": "get_minor",
        "Patch": "get_patch", "Prerelease": "get_pre", "Metadata": "get_metadata", "Compare": "compare",
        "Equal": "equal", "LessThan": "less_than", "GreaterThan": "greater_than", "LessThanEqual": "at_most",
        "GreaterThanEqual": "at_least", "IncMajor": "inc_major", "IncMinor": "inc_minor", "IncPatch": "inc_patch",
        "SetPrerelease": "set_prerelease", "SetMetadata": "set_metadata",
    }  # fmt: skip

    def text(self) -> str:
        """Return the canonical form, without a leading v."""
        pre = f"-{self.pre}" if self.pre else ""
        metadata = f"+{self.metadata}" if self.metadata else ""
        return f"{self.major}.{self.minor}.{self.patch}{pre}{metadata}"

    def __str__(self) -> str:
        return self.text()

    def json_value(self) -> str:
        """Return what MarshalJSON writes."""
        return self.text()

    def get_original(self) -> str:
        """Return the text it was read from."""
        return self.original

    def get_major(self) -> Uint64:
        """Return the major number."""
        return Uint64(self.major)

    def get_minor(self) -> Uint64:
        """Return the minor number."""
        return Uint64(self.minor)

    def get_patch(self) -> Uint64:
        """Return the patch number."""
        return Uint64(self.patch)

    def get_pre(self) -> str:
        """Return the pre-release."""
        return self.pre

    def get_metadata(self) -> str:
        """Return the metadata."""
        return self.metadata

    def compare(self, other: Version) -> int:
        """Return -1, 0 or 1: this is smaller than, equal to or larger than *other*."""
        mine, theirs = (self.major, self.minor, self.patch), (other.major, other.minor, other.patch)
        if mine != theirs:
            return -1 if mine < theirs else 1
        if self.pre == other.pre:
            return 0
        if not self.pre or not other.pre:
            return 1 if not self.pre else -1
        return compare_prereleases(self.pre, other.pre)

    def equal(self, other: Version) -> bool:
        """Say whether both are equal, metadata aside."""
        return self.compare(other) == 0

    def less_than(self, other: Version) -> bool:
        """Say whether this is smaller."""
        return self.compare(other) < 0

    def greater_than(self, other: Version) -> bool:
        """Say whether this is larger."""
        return self.compare(other) > 0

    def at_most(self, other: Version) -> bool:
        """Say whether this is smaller or equal."""
        return self.compare(other) <= 0

    def at_least(self, other: Version) -> bool:
        """Say whether this is larger or equal."""
        return self.compare(other) >= 0

    def inc_major(self) -> Version:
        """Return the next major version."""
        return self._next(self.major + 1, 0, 0)

    def inc_minor(self) -> Version:
        """Return the next minor version."""
        return self._next(self.major, self.minor + 1, 0)

    def inc_patch(self) -> Version:
        """Return the next patch version; the release itself of a pre-release."""
        return self._next(self.major, self.minor, self.patch if self.pre else self.patch + 1)

    def _next(self, major: int, minor: int, patch: int) -> Version:
        if max(major, minor, patch) >= _UINT64_END:
            raise GoPanic("version increment would overflow uint64")
        return self._renamed(Version(major, minor, patch))

    def _renamed(self, version: Version) -> Version:
        return replace(version, original=("v" if self.original.startswith("v") else "") + version.text())

    def set_prerelease(self, pre: str) -> Version:
        """Return this version with another pre-release.

        Raises:
            GoError: It is none.
        """
        if pre:
            _check_prerelease(pre)
        return self._renamed(replace(self, pre=pre))

    def set_metadata(self, metadata: str) -> Version:
        """Return this version with other metadata.

        Raises:
            GoError: It is none.
        """
        if metadata and not re.fullmatch(r"[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*", metadata):
            raise GoError("invalid metadata string")
        return self._renamed(replace(self, metadata=metadata))


def compare_prereleases(left: str, right: str) -> int:
    """Compare two pre-releases part by part: numbers by value and before words, fewer parts before more."""
    mine, theirs = left.split("."), right.split(".")
    for index in range(max(len(mine), len(theirs))):
        a = mine[index] if index < len(mine) else ""
        b = theirs[index] if index < len(theirs) else ""
        if a != b:
            return _compare_parts(a, b)
    return 0


def _compare_parts(a: str, b: str) -> int:
    if not a or not b:
        return 1 if a else -1
    a_number, b_number = _as_number(a), _as_number(b)
    if a_number is None and b_number is None:
        return 1 if a > b else -1
    if a_number is None or b_number is None:
        return 1 if a_number is None else -1
    return 1 if a_number > b_number else -1


def _as_number(part: str) -> int | None:
    if not part.isdigit():
        return None
    value = int(part)
    return value if value < _UINT64_END else None


def _check_prerelease(pre: str) -> None:
    for part in pre.split("."):
        if part.isascii() and part.isdigit():
            if len(part) > 1 and part[0] == "0":
                raise GoError("version segment starts with 0")
        elif not re.fullmatch(r"[0-9A-Za-z-]+", part):
            raise GoError("invalid prerelease string")


@lru_cache(maxsize=1024)
def parse_version(text: str) -> Version:
    """Read a version; a leading v, missing numbers and leading zeros are accepted.

    Raises:
        GoError: ``invalid semantic version`` and its kin.
    """
    if len(text.encode("utf-8", "surrogateescape")) > _LONGEST_VERSION:
        raise GoError(f"version string is too long (max {_LONGEST_VERSION} bytes)")
    match = _LOOSE.match(text)
    if match is None:
        raise GoError("invalid semantic version")
    major, minor, patch = (_segment(match[name]) for name in ("major", "minor", "patch"))
    pre = match["pre"] or ""
    if pre:
        _check_prerelease(pre)
    return Version(major, minor, patch, pre, match["meta"] or "", text)


def _segment(digits: str | None) -> int:
    value = int(digits or 0)
    if value >= _UINT64_END:
        raise GoError(f'error parsing version segment: strconv.ParseUint: parsing "{digits}": value out of range')
    return value


@dataclass(frozen=True, slots=True)
class _Bound:
    """One comparison; *any_minor* and *any_patch* say where an x, a * or nothing stands, *loose* that one does."""

    version: Version
    operator: str
    any_minor: bool
    any_patch: bool
    loose: bool

    def allows(self, version: Version, *, prereleases: bool) -> bool:
        if version.pre and not prereleases:
            return False
        return _CHECKS[self.operator](version, self)


class Constraint:
    """A constraint: groups joined by ``||``, comparisons within a group by commas or spaces.

    Args:
        text: For example ``>=1.19-0, <2 || ~3.1``.

    Raises:
        GoError: ``improper constraint: "…"``.
    """

    def __init__(self, text: str) -> None:
        if len(text.encode("utf-8", "surrogateescape")) > _LONGEST_CONSTRAINT:
            raise GoError(f"constraint string is too long (max {_LONGEST_CONSTRAINT} bytes)")
        groups = _without_hyphens(text).split("||")
        if len(groups) > _MOST_GROUPS:
            raise GoError(f"too many constraint groups (max {_MOST_GROUPS})")
        self._groups = [_group(group) for group in groups]

    def check(self, version: Version) -> bool:
        """Say whether *version* satisfies the constraint; pre-releases only where a group names one."""
        return any(
            all(bound.allows(version, prereleases=prereleases) for bound in bounds)
            for bounds, prereleases in self._groups
        )


def _without_hyphens(text: str) -> str:
    """Write ``1.2 - 2.3`` as two comparisons."""
    out = text
    for match in _RANGE.finditer(text):
        out = out.replace(match[0], f">= {match[1]}, <= {match[9]} ", 1)
    return out


def _group(text: str) -> tuple[list[_Bound], bool]:
    if not _VALID.match(text):
        raise GoError(f"improper constraint: {quote(text)}")
    bounds = [_bound(match[0]) for match in _FIND.finditer(text)] or [_bound(text)]
    return bounds, any(bound.version.pre for bound in bounds)


def _bound(text: str) -> _Bound:
    match = _ONE.match(text)
    if match is None:
        raise GoError(f"improper constraint: {quote(text)}")
    operator, major, minor, patch, pre = match[1], match[3], match[4], match[5], match[6] or ""
    written = match[2]
    any_minor = any_patch = loose = False
    if major in ("x", "X", "*"):
        written, loose = "0.0.0" + pre, True
    elif _is_any(minor):
        written, loose, any_minor = f"{major}.0.0{pre}", True, True
    elif _is_any(patch):
        written, loose, any_patch = f"{major}{minor}.0{pre}", True, True
    try:
        return _Bound(parse_version(written), operator, any_minor, any_patch, loose)
    except GoError:
        raise GoError("constraint parser error") from None


def _is_any(segment: str | None) -> bool:
    return not segment or segment[1:] in ("x", "X", "*")


def _not_equal(v: Version, c: _Bound) -> bool:
    if not c.loose:
        return not v.equal(c.version)
    if v.major != c.version.major:
        return True
    if c.any_minor:
        return False
    if v.minor != c.version.minor:
        return True
    if c.any_patch:
        return bool(v.pre or c.version.pre) and v.pre != c.version.pre
    return not v.equal(c.version)


def _greater(v: Version, c: _Bound) -> bool:
    if not c.loose or v.major != c.version.major:
        return v.compare(c.version) > 0 if not c.loose else v.major > c.version.major
    if c.any_minor:
        return False
    if c.any_patch:
        return v.minor > c.version.minor
    return v.compare(c.version) > 0


def _less(v: Version, c: _Bound) -> bool:
    return v.compare(c.version) < 0


def _at_least(v: Version, c: _Bound) -> bool:
    return v.compare(c.version) >= 0


def _at_most(v: Version, c: _Bound) -> bool:
    if not c.loose:
        return v.compare(c.version) <= 0
    if v.major != c.version.major:
        return v.major < c.version.major
    return v.minor <= c.version.minor or c.any_minor


def _tilde(v: Version, c: _Bound) -> bool:
    bound = c.version
    if v.less_than(bound):
        return False
    if (bound.major, bound.minor, bound.patch) == (0, 0, 0) and not c.any_minor and not c.any_patch:
        return True
    return v.major == bound.major and (v.minor == bound.minor or c.any_minor)


def _equal_or_tilde(v: Version, c: _Bound) -> bool:
    return _tilde(v, c) if c.loose else v.equal(c.version)


def _caret(v: Version, c: _Bound) -> bool:
    bound = c.version
    if v.less_than(bound):
        return False
    if bound.major > 0 or c.any_minor:
        return v.major == bound.major
    if v.major > 0:
        return False
    if bound.minor > 0 or c.any_patch:
        return v.minor == bound.minor
    return v.minor == 0 and v.patch == bound.patch


_CHECKS: dict[str, Callable[[Version, _Bound], bool]] = {
    "": _equal_or_tilde, "=": _equal_or_tilde, "!=": _not_equal, ">": _greater, "<": _less,
    ">=": _at_least, "=>": _at_least, "<=": _at_most, "=<": _at_most, "~": _tilde, "~>": _tilde, "^": _caret,
}  # fmt: skip


@lru_cache(maxsize=512)
def parse_constraint(text: str) -> Constraint:
    """Read a constraint; the same text is read once.

    Raises:
        GoError: ``improper constraint: "…"``.
    """
    return Constraint(text)


def semver_compare(constraint: str, version: str) -> bool:
    """Say whether *version* satisfies *constraint*.

    Raises:
        GoError: One of them cannot be read.
    """
    return parse_constraint(constraint).check(parse_version(version))
