"""Regular expressions in Go's syntax."""

from __future__ import annotations

from werfpy.gostd.kinds import GoError, StringList
from werfpy.gostd.regexp import compile_pattern, must_compile, quote_meta
from werfpy.gotemplate.signatures import NilStringList


def regex_match(pattern: str, text: str) -> bool:
    """Say whether *pattern* matches in *text*; false where it is no pattern."""
    try:
        return must_regex_match(pattern, text)
    except GoError:
        return False


def must_regex_match(pattern: str, text: str) -> bool:
    """Say whether *pattern* matches in *text*.

    Raises:
        GoError: ``error parsing regexp: …``; so do the other ``must`` forms.
    """
    return compile_pattern(pattern).matches(text)


def _listed(found: list[str]) -> StringList:
    return StringList(found) if found else NilStringList()


def regex_find_all(pattern: str, text: str, limit: int) -> StringList:
    """Return up to *limit* matches; all where it is negative. A bad pattern panics, as in all forms without must."""
    return _listed(must_compile(pattern).find_all(text, limit))


def must_regex_find_all(pattern: str, text: str, limit: int) -> StringList:
    """Return up to *limit* matches; all where it is negative."""
    return _listed(compile_pattern(pattern).find_all(text, limit))


def regex_find(pattern: str, text: str) -> str:
    """Return the first match, or an empty string."""
    return must_compile(pattern).find(text)


def must_regex_find(pattern: str, text: str) -> str:
    """Return the first match, or an empty string."""
    return compile_pattern(pattern).find(text)


def regex_replace_all(pattern: str, text: str, template: str) -> str:
    """Replace all matches; ``$1`` and ``${1}`` stand for groups."""
    return must_compile(pattern).replace_all(text, template)


def must_regex_replace_all(pattern: str, text: str, template: str) -> str:
    """Replace all matches; ``$1`` and ``${1}`` stand for groups."""
    return compile_pattern(pattern).replace_all(text, template)


def regex_replace_all_literal(pattern: str, text: str, replacement: str) -> str:
    """Replace all matches by a text as it is."""
    return must_compile(pattern).replace_all_literal(text, replacement)


def must_regex_replace_all_literal(pattern: str, text: str, replacement: str) -> str:
    """Replace all matches by a text as it is."""
    return compile_pattern(pattern).replace_all_literal(text, replacement)


def _parts(found: list[str], limit: int) -> StringList:
    return StringList(found) if limit else NilStringList()


def regex_split(pattern: str, text: str, limit: int) -> StringList:
    """Split at the matches, into at most *limit* parts where it is positive."""
    return _parts(must_compile(pattern).split(text, limit), limit)


def must_regex_split(pattern: str, text: str, limit: int) -> StringList:
    """Split at the matches, into at most *limit* parts where it is positive."""
    return _parts(compile_pattern(pattern).split(text, limit), limit)


def regex_quote_meta(text: str) -> str:
    """Escape everything in *text* that a pattern gives a meaning to."""
    return quote_meta(text)
