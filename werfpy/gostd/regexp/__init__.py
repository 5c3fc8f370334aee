"""Go's package regexp: RE2 syntax, leftmost-first matches, linear time.

Patterns run on Python's ``re`` where that is safe, and on an automaton of our own where ``re`` could backtrack
for long: a pattern with nested repetitions, or a repetition on a long text.
"""

from werfpy.gostd.regexp.matching import Regexp, compile_pattern, must_compile, quote_meta

__all__ = ["Regexp", "compile_pattern", "must_compile", "quote_meta"]
