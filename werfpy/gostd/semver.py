"""Semantic versions and constraints as Helm reads them.

Source: github.com/Masterminds/semver v3.5.0, ``version.go`` and ``constraints.go``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import quote

_MAX_VERSION: Final = 256
_MAX_CONSTRAINT: Final = 512
_MAX_GROUPS: Final = 32
_MAX_NUMBER: Final = (1 << 64) - 1

_SUFFIXES: Final = r"(-([0-9A-Za-z\-]+(\.[0-9A-Za-z\-]+)*))?(\+([0-9A-Za-z\-]+(\.[0-9A-Za-z\-]+)*))?"
_VERSION: Final = re.compile(r"v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?" + _SUFFIXES + r"\Z")

_WILD: Final = r"v?([0-9|x|X|\*]+)(\.[0-9|x|X|\*]+)?(\.[0-9|x|X|\*]+)?" + _SUFFIXES
_OPERATORS: Final = r"=||!=|>|<|>=|=>|<=|=<|~|~>|\^"
_SPACE: Final = r"[\t\n\f\r ]"
_ONE: Final = re.compile(rf"{_SPACE}*({_OPERATORS}){_SPACE}*({_WILD}){_SPACE}*\Z")
_FIND: Final = re.compile(rf"({_OPERATORS}){_SPACE}*({_WILD})")
_VALID: Final = re.compile(
    rf"({_SPACE}*({_OPERATORS}){_SPACE}*({_WILD}){_SPACE}*)"
    rf"((?:{_SPACE}+|,{_SPACE}*)({_OPERATORS}){_SPACE}*({_WILD}){_SPACE}*)*\Z"
)
_RANGE: Final = re.compile(rf"{_SPACE}*({_WILD}){_SPACE}+-{_SPACE}+({_WILD}){_SPACE}*")

_SECOND_OF_RANGE: Final = 11
"""The group of the upper bound in ``_RANGE``: each version has ten groups."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version; missing parts are zero. ``original`` is the text it was read from."""

    major: int
    minor: int
    patch: int
    prerelease: str = ""
    metadata: str = ""
    original: str = ""

    def __str__(self) -> str:
        text = f"{self.major}.{self.minor}.{self.patch}"
        text += f"-{self.prerelease}" if self.prerelease else ""
        return text + (f"+{self.metadata}" if self.metadata else "")

    def compare(self, other: Version) -> int:
        """-1, 0 or 1; metadata does not count, a prerelease comes before its release."""
        mine, theirs = (self.major, self.minor, self.patch), (other.major, other.minor, other.patch)
        if mine != theirs:
            return 1 if mine > theirs else -1
        if not self.prerelease or not other.prerelease:
            return bool(other.prerelease) - bool(self.prerelease)
        return compare_prereleases(self.prerelease, other.prerelease)


def parse(text: str) -> Version:
    """Read *text*, which may start with ``v`` and leave minor and patch out.

    Raises:
        GoError: It is no version.
    """
    if len(text.encode("utf-8", "surrogateescape")) > _MAX_VERSION:
        raise GoError(f"version string is too long (max {_MAX_VERSION} bytes)")
    match = _VERSION.match(text)
    if match is None:
        raise GoError("invalid semantic version")
    major, minor, patch = (_number(match.group(index)) for index in (1, 2, 3))
    prerelease = match.group(5) or ""
    for part in prerelease.split("."):
        if len(part) > 1 and part.isdigit() and part[0] == "0":
            raise GoError("version segment starts with 0")
    return Version(major, minor, patch, prerelease, match.group(8) or "", text)


def _number(text: str | None) -> int:
    digits = (text or "0").removeprefix(".")
    number = int(digits)
    if number > _MAX_NUMBER:
        raise GoError(f"error parsing version segment: strconv.ParseUint: parsing {quote(digits)}: value out of range")
    return number


def is_valid(text: str) -> bool:
    """Whether *text* is a version."""
    try:
        parse(text)
    except GoError:
        return False
    return True


def compare_prereleases(left: str, right: str) -> int:
    """Compare part by part: numbers by value, before words; fewer parts come first."""
    mine, theirs = left.split("."), right.split(".")
    for index in range(max(len(mine), len(theirs))):
        first = mine[index] if index < len(mine) else ""
        second = theirs[index] if index < len(theirs) else ""
        if first != second:
            return -1 if _part_key(first) < _part_key(second) else 1
    return 0


def _part_key(part: str) -> tuple[int, int, str]:
    if not part:
        return (0, 0, "")
    if part.isdigit() and int(part) <= _MAX_NUMBER:
        return (1, int(part), "")
    return (2, 0, part)


@dataclass(frozen=True, slots=True)
class Term:
    """One comparison: ``operator`` and a version, in which ``wild`` parts were left out or written as ``x``.

    ``wild``: ``""`` nothing, ``patch``, ``minor`` (and so the patch), ``all``.
    """

    operator: str
    version: Version
    wild: str

    def admits(self, version: Version, *, prereleases: bool) -> bool:
        """Whether *version* meets the term; *prereleases* says whether its group names one."""
        if version.prerelease and not prereleases:
            return False
        operator = self.operator
        if operator in ("", "="):
            return self._tilde(version) if self.wild else version.compare(self.version) == 0
        if operator in ("~", "~>"):
            return self._tilde(version)
        if operator == "^":
            return self._caret(version)
        if operator == "!=":
            return self._differs(version)
        return self._ordered(version)

    def _ordered(self, version: Version) -> bool:
        order, mine = version.compare(self.version), self.version
        if self.operator == "<":
            return order < 0
        if self.operator in (">=", "=>"):
            return order >= 0
        if self.operator == ">":
            if self.wild and version.major != mine.major:
                return version.major > mine.major
            if self.wild == "minor":
                return False
            return version.minor > mine.minor if self.wild == "patch" else order > 0
        if not self.wild:
            return order <= 0
        if version.major != mine.major:
            return version.major < mine.major
        return version.minor <= mine.minor or self.wild == "minor"

    def _differs(self, version: Version) -> bool:
        mine = self.version
        if not self.wild:
            return version.compare(mine) != 0
        if version.major != mine.major:
            return True
        if self.wild == "minor":
            return False
        if version.minor != mine.minor:
            return True
        if self.wild == "patch":
            has_prerelease = bool(version.prerelease or mine.prerelease)
            return has_prerelease and compare_prereleases(version.prerelease, mine.prerelease) != 0
        return version.patch != mine.patch or version.compare(mine) != 0

    def _tilde(self, version: Version) -> bool:
        mine = self.version
        if version.compare(mine) < 0:
            return False
        if (mine.major, mine.minor, mine.patch) == (0, 0, 0) and self.wild not in ("minor", "patch"):
            return True
        return version.major == mine.major and (version.minor == mine.minor or self.wild == "minor")

    def _caret(self, version: Version) -> bool:
        mine = self.version
        if version.compare(mine) < 0:
            return False
        if mine.major > 0 or self.wild == "minor":
            return version.major == mine.major
        if version.major > 0:
            return False
        if mine.minor > 0 or self.wild == "patch":
            return version.minor == mine.minor
        return version.minor == 0 and version.patch == mine.patch


@dataclass(frozen=True, slots=True)
class Constraint:
    """Groups of terms: one group whose terms all hold is enough."""

    groups: tuple[tuple[Term, ...], ...]

    def admits(self, version: Version) -> bool:
        """Whether *version* meets the constraint. A prerelease only meets a group that names a prerelease."""
        return any(
            all(term.admits(version, prereleases=any(t.version.prerelease for t in group)) for term in group)
            for group in self.groups
        )


@lru_cache(maxsize=512)
def parse_constraint(text: str) -> Constraint:
    """Read a constraint such as ``>=1.2 <2 || ~3.1``, ``1.2 - 1.4``, ``^1``, ``1.x``.

    Raises:
        GoError: ``improper constraint: "..."``
    """
    if len(text.encode("utf-8", "surrogateescape")) > _MAX_CONSTRAINT:
        raise GoError(f"constraint string is too long (max {_MAX_CONSTRAINT} bytes)")
    alternatives = _without_ranges(text).split("||")
    if len(alternatives) > _MAX_GROUPS:
        raise GoError(f"too many constraint groups (max {_MAX_GROUPS})")
    return Constraint(tuple(_group(alternative) for alternative in alternatives))


def _without_ranges(text: str) -> str:
    result = text
    for match in list(_RANGE.finditer(text)):
        bounds = f">= {match.group(1)}, <= {match.group(_SECOND_OF_RANGE)} "
        result = result.replace(match.group(0), bounds, 1)
    return result


def _group(text: str) -> tuple[Term, ...]:
    if _VALID.match(text) is None:
        raise GoError(f"improper constraint: {quote(text)}")
    return tuple(_term(match.group(0)) for match in _FIND.finditer(text))


def _term(text: str) -> Term:
    match = _ONE.match(text)
    if match is None:
        raise GoError(f"improper constraint: {quote(text)}")
    operator, version = match.group(1), match.group(2)
    major, minor, patch = (match.group(index) or "" for index in (3, 4, 5))
    prerelease = match.group(6) or ""
    wild = ""
    if _is_wild(major):
        wild, version = "all", f"0.0.0{prerelease}"
    elif _is_wild(minor):
        wild, version = "minor", f"{major}.0.0{prerelease}"
    elif _is_wild(patch):
        wild, version = "patch", f"{major}{minor}.0{prerelease}"
    try:
        return Term(operator, parse(version), wild)
    except GoError as error:
        raise GoError("constraint parser error") from error


def _is_wild(part: str) -> bool:
    return part.removeprefix(".") in ("", "x", "X", "*")


def is_compatible(constraint: str, version: str) -> bool:
    """Whether *version* meets *constraint*; false where either cannot be read.

    Source: helm ``pkg/chart/v2/util/compatible.go``.
    """
    try:
        return parse_constraint(constraint).admits(parse(version))
    except GoError:
        return False
