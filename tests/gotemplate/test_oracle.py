"""Random templates, rendered by Go and by us."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.gotemplate.grammar import Grammar
from tests.gotemplate.sample import HELPERS, render
from werfpy.gotemplate.errors import TemplateExecFault, TemplateSyntaxFault

pytestmark = pytest.mark.peers
SEEDS = range(3)
CASES = 500


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    go = shutil.which("go")
    if go is None:
        pytest.skip("no Go toolchain")
    binary = tmp_path_factory.mktemp("oracle") / "oracle"
    subprocess.run([go, "build", "-o", str(binary), "."], cwd=Path(__file__).parent / "oracle", check=True)
    return binary


def ours(source: str) -> dict[str, str]:
    try:
        return {"out": render(source)}
    except (TemplateSyntaxFault, TemplateExecFault) as fault:
        return {"err": fault.go_text}


@pytest.mark.parametrize("seed", SEEDS)
def test_same_output_and_same_errors_as_go(oracle: Path, seed: int) -> None:
    grammar = Grammar(seed)
    sources = [grammar.template() for _ in range(CASES)]
    lines = "\n".join([json.dumps({"Src": source, "Extra": {"_h": HELPERS}}) for source in sources])
    answer = subprocess.run([str(oracle)], input=lines, capture_output=True, text=True, check=True).stdout
    theirs = [json.loads(line) for line in answer.splitlines()]
    differences = [
        (source, theirs[index], mine) for index, source in enumerate(sources) if (mine := ours(source)) != theirs[index]
    ]
    assert differences == []
