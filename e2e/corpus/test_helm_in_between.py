"""Charts of the corpus: helm upgrades what we deployed, and we go on with it."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

from e2e.corpus.deploying import deployed, problems
from e2e.corpus.subjects import LARGE, Subject
from e2e.driver import Werfpy

pytestmark = [pytest.mark.cluster, pytest.mark.peers]


@pytest.mark.parametrize("subject", LARGE[:2], ids=lambda subject: subject.chart)
def test_after_an_upgrade_by_helm_4_nothing_is_left_to_do(
    cluster: Any, werfpy: Werfpy, helm4: Path, subject: Subject
) -> None:
    with deployed(cluster, werfpy, subject) as release:
        release.deploy(subject.upgrade)
        clean = release.live()
        arguments = ["upgrade", release.release.name, subject.path, *subject.arguments(subject.upgrade)]
        helm = [str(helm4), *arguments, "-n", werfpy.namespace, "--no-hooks"]
        done = subprocess.run(helm, env=werfpy.env(), capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert release.release.record["version"] == 2
        assert problems(clean, release.live()) == []
        assert release.deploy(subject.upgrade).writes == []
        assert problems(clean, release.live()) == []
        assert release.release.record["version"] == 3
