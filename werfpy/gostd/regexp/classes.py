"""Named character classes: Perl's, POSIX's and Unicode's."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from werfpy.gostd.regexp.syntax import MAX_RUNE, Ranges, normalized

DIGIT: Ranges = ((0x30, 0x39),)
SPACE: Ranges = ((0x9, 0xA), (0xC, 0xD), (0x20, 0x20))
WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))

PERL: dict[str, Ranges] = {"d": DIGIT, "s": SPACE, "w": WORD}

POSIX: dict[str, Ranges] = {
    "alnum": ((0x30, 0x39), (0x41, 0x5A), (0x61, 0x7A)),
    "alpha": ((0x41, 0x5A), (0x61, 0x7A)),
    "ascii": ((0x0, 0x7F),),
    "blank": ((0x9, 0x9), (0x20, 0x20)),
    "cntrl": ((0x0, 0x1F), (0x7F, 0x7F)),
    "digit": DIGIT,
    "graph": ((0x21, 0x7E),),
    "lower": ((0x61, 0x7A),),
    "print": ((0x20, 0x7E),),
    "punct": ((0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E)),
    "space": ((0x9, 0xD), (0x20, 0x20)),
    "upper": ((0x41, 0x5A),),
    "word": WORD,
    "xdigit": ((0x30, 0x39), (0x41, 0x46), (0x61, 0x66)),
}

_MINOR = {"C": "cfos", "L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "S": "ckmo", "Z": "lps"}
_CATEGORIES = frozenset(_MINOR) | {major + minor for major, minors in _MINOR.items() for minor in minors}

# The scripts that charts' patterns name. Python's tables have no scripts, but a character's name begins with its own.
_SCRIPTS = {
    "Arabic": "ARABIC ", "Armenian": "ARMENIAN ", "Bengali": "BENGALI ", "Cyrillic": "CYRILLIC ",
    "Devanagari": "DEVANAGARI ", "Georgian": "GEORGIAN ", "Greek": "GREEK ", "Hangul": "HANGUL ",
    "Han": "CJK ", "Hebrew": "HEBREW ", "Hiragana": "HIRAGANA ", "Katakana": "KATAKANA ", "Latin": "LATIN ",
    "Tamil": "TAMIL ", "Thai": "THAI ",
}  # fmt: skip


@lru_cache(maxsize=32)
def unicode_class(name: str) -> Ranges | None:
    """Return the code points of a Unicode category or script; None where there is none of that name."""
    if name == "Any":
        return ((0, MAX_RUNE),)
    if name in _CATEGORIES:
        return _where(lambda char: unicodedata.category(char).startswith(name))
    prefix = _SCRIPTS.get(name)
    if prefix is None:
        return None
    return _where(lambda char: unicodedata.name(char, "").startswith(prefix) and unicodedata.category(char)[0] in "LMN")


def _where(holds: object) -> Ranges:
    assert callable(holds)
    found = []
    start = -1
    for code in range(MAX_RUNE + 2):
        inside = code <= MAX_RUNE and holds(chr(code))
        if inside and start < 0:
            start = code
        elif not inside and start >= 0:
            found.append((start, code - 1))
            start = -1
    return normalized(found)
