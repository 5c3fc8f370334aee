"""Real charts, byte by byte: a slice of the corpus that changes with nothing but its seed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.render.corpus import cases, command_line, digest, unpack
from werfpy.cli.main import main

SEED = 20261121
SIZE_4, SIZE_3, SIZE_FAILING = 20, 6, 4


def chosen(wanted: int, **conditions: Any) -> list[dict[str, Any]]:
    """*wanted* cases of the smoke set that succeed, or fail, in the given profile."""
    pool = [case for case in cases() if all(test(case) for test in conditions.values())]
    return random.Random(SEED).sample(pool, wanted)


def run(case: dict[str, Any], capfdbinary: pytest.CaptureFixture[bytes], *flags: str) -> tuple[int, str]:
    code = main(["template", *command_line(case), *flags])
    return code, digest(capfdbinary.readouterr().out)


@pytest.fixture
def corpus_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WERFPY_CACHE_DIR", str(tmp_path / "cache"))
    for name in ("KUBECONFIG", "HELM_NAMESPACE", "WERF_NAMESPACE", "WERFPY_HELM_COMPAT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_helm_4(corpus_folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    slice_ = chosen(SIZE_4, smoke=lambda case: case["tier"] == 1 and case["exit_code"] == 0)
    wrong = []
    for case in slice_:
        unpack(case["chart"], corpus_folder)
        if run(case, capfdbinary) != (0, case["stdout_sha256"]):
            wrong.append(case["id"])
    assert wrong == []


def test_helm_3(corpus_folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    slice_ = chosen(
        SIZE_3,
        smoke=lambda case: case["tier"] == 1,
        stable=lambda case: case.get("helm3") and case["helm3"]["exit_code"] == 0,
        differs=lambda case: case["helm3_differs"],
    )
    wrong = []
    for case in slice_:
        unpack(case["chart"], corpus_folder)
        if run(case, capfdbinary, "--helm-compat", "3") != (0, case["helm3"]["stdout_sha256"]):
            wrong.append(case["id"])
    assert wrong == []


def test_failures(corpus_folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    for case in chosen(SIZE_FAILING, failing=lambda case: case["exit_code"] == 1 and case["tier"] == 1):
        unpack(case["chart"], corpus_folder)
        assert run(case, capfdbinary) == (1, case["stdout_sha256"]), case["id"]
