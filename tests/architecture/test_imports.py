"""Starting up is cheap: what a command does not need is not imported."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = ("kubernetes", "rich", "jinja2", "cryptography", "asyncio", "pydantic", "requests", "ruamel")


def modules_after(statement: str) -> set[str]:
    program = f"import sys, json\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param("import werfpy", id="the package"),
        pytest.param("import werfpy.cli.main; werfpy.cli.main.main(['--help'])", id="help"),
        pytest.param("import werfpy.cli.main; werfpy.cli.main.main(['version'])", id="version"),
    ],
)
def test_nothing_heavy_is_imported(statement: str) -> None:
    loaded = {name.partition(".")[0] for name in modules_after(statement)}
    assert not loaded.intersection(HEAVY)


def test_importing_the_package_imports_nothing_else_of_it() -> None:
    assert {name for name in modules_after("import werfpy") if name.startswith("werfpy")} == {"werfpy"}
