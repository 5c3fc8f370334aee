"""``.helmignore``: which files of a chart's folder are no part of the chart.

Source: helm ``pkg/ignore/rules.go``; patterns are those of Go's ``filepath.Match``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from werfpy.chart.path_match import BadPattern, path_match
from werfpy.errors import ChartError

HELMIGNORE: Final = ".helmignore"

DEFAULT_RULE: Final = "templates/.?*"
"""Hidden files among the templates are never part of a chart."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One line: ``pattern`` is compared with the whole path, or with the last element where ``base_only``."""

    pattern: str
    base_only: bool
    negate: bool
    must_dir: bool

    def matches(self, path: str) -> bool:
        """Whether *path* has the form of the pattern."""
        return path_match(self.pattern, path.rpartition("/")[2] if self.base_only else path)


class IgnoreRules:
    """The rules of one folder, in their order, and Helm's own."""

    def __init__(self, text: str = "") -> None:
        """Read the lines of *text*.

        Raises:
            ChartError: A pattern uses ``**`` or cannot be understood.
        """
        rules = (parse_rule(line) for line in [*text.split("\n"), DEFAULT_RULE])
        self._rules = tuple(rule for rule in rules if rule is not None)

    def ignores(self, path: str, is_dir: bool) -> bool:
        """True where the file or folder *path* (relative, with ``/``) is to be left out.

        A rule with ``!`` has Helm's odd meaning: everything that does not match it is left out.
        """
        for rule in self._rules:
            if rule.negate:
                if (rule.must_dir and not is_dir) or not rule.matches(path):
                    return True
            elif (is_dir or not rule.must_dir) and rule.matches(path):
                return True
        return False


def parse_rule(line: str) -> Rule | None:
    """The rule that *line* states; None for a blank line or a comment.

    Raises:
        ChartError: The pattern uses ``**`` or cannot be understood.
    """
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if "**" in text:
        raise ChartError("double-star (**) syntax is not supported", at=f"{HELMIGNORE}: {text}")
    try:
        path_match(text, "abc")
    except BadPattern as error:
        raise ChartError(str(error), at=f"{HELMIGNORE}: {text}") from error
    negate = text.startswith("!")
    pattern = text.removeprefix("!")
    must_dir = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    anchored = pattern.startswith("/")
    return Rule(pattern.removeprefix("/"), not anchored and "/" not in pattern, negate, must_dir)
