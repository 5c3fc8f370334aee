"""Holds the documentation to the code: links lead somewhere, the command reference is what --help prints.

python -m tests.docs_check            # check
python -m tests.docs_check --write    # write docs/reference/commands.md anew
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = ROOT / "docs" / "reference" / "commands.md"
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)#\s]+)(?:#[^)]*)?\)|!\[[^\]]*\]\(([^)\s]+)\)")


def pages() -> list[Path]:
    """All Markdown pages."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def dead_links() -> Iterator[str]:
    """Relative links that lead nowhere."""
    for page in pages():
        for match in LINK.finditer(page.read_text(encoding="utf-8")):
            target = match.group(1) or match.group(2)
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(ROOT)}: {target}"


def help_of(*command: str) -> str:
    """What ``werfpy COMMAND --help`` prints on a terminal of 100 columns."""
    environ = {**os.environ, "COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1"}
    argv = [sys.executable, "-m", "werfpy", *command, "--help"]
    done = subprocess.run(argv, capture_output=True, text=True, check=True, env=environ)
    return "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())


def subcommands(text: str) -> list[str]:
    """The names in the list of commands of a help text."""
    _, found, listed = text.partition("\nCommands:\n")
    return re.findall(r"^  (\S+)", listed, re.MULTILINE) if found else []


def command_reference() -> str:
    """The page of all commands."""
    top = help_of()
    parts = ["# Commands", "", "Generated from `--help`; every flag is told there too.", "", "```", top, "```"]
    for name in subcommands(top):
        text = help_of(name)
        parts += ["", f"## werfpy {name}", "", "```", text, "```"]
        for below in subcommands(text):
            parts += ["", f"### werfpy {name} {below}", "", "```", help_of(name, below), "```"]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Check, or write."""
    if "--write" in sys.argv[1:]:
        COMMANDS.write_text(command_reference(), encoding="utf-8")
        return 0
    problems = [f"dead link in {link}" for link in dead_links()]
    if not COMMANDS.exists() or COMMANDS.read_text(encoding="utf-8") != command_reference():
        problems.append("docs/reference/commands.md is not what --help prints: python -m tests.docs_check --write")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"docs: {len(pages())} pages, {len(problems)} problems", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
