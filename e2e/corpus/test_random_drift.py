"""Charts of the corpus: deployed, upgraded, changed by hand at random fields, deployed again."""

from __future__ import annotations

import os
from typing import Any

import pytest

from e2e.corpus.deploying import deployed, problems
from e2e.corpus.drifting import Hand
from e2e.corpus.subjects import LARGE, MORE, SMALL, Subject
from e2e.driver import Werfpy

SOAK = os.environ.get("WERFPY_SOAK") == "1"
SEEDS = range(1, 6) if SOAK else (1,)
CHANGES = 14

# One after the other: CustomResourceDefinitions of two charts may have one name.
pytestmark = pytest.mark.cluster


def cases() -> list[Any]:
    """Each chart with its seed; with WERFPY_SOAK=1 more of both."""
    subjects = [(subject, SEEDS) for subject in (*LARGE, *SMALL)] + [(subject, (1,)) for subject in MORE if SOAK]
    return [
        pytest.param(subject, seed, id=f"{subject.chart}-seed-{seed}") for subject, seeds in subjects for seed in seeds
    ]


@pytest.mark.parametrize(("subject", "seed"), cases())
def test_chart_fields_are_restored_and_foreign_ones_kept(
    cluster: Any, werfpy: Werfpy, subject: Subject, seed: int
) -> None:
    with deployed(cluster, werfpy, subject) as release:
        installed = release.deploy(subject.install, waits=subject.waits)
        assert len(installed.writes) >= len(release.live()) or cluster.audit is None
        assert release.deploy(subject.install).writes == []

        release.deploy(subject.upgrade, waits=subject.waits)
        assert release.deploy(subject.upgrade).writes == []

        clean = release.live()
        assert len(clean) >= subject.least
        hand = Hand(release.release.objects, release.release.stated(), seed)
        hand.change_ours(CHANGES)
        hand.add_theirs(CHANGES)
        hand.delete_one()
        drift = hand.drift
        told = "\n".join([f"seed {seed}", *drift.told])
        assert len(drift.told) >= CHANGES, told
        assert problems(clean, {**clean, **hand.live()}) != []

        release.deploy(subject.upgrade)
        assert problems(drift.expected(clean), release.live(), drift.deleted) == [], told
        assert release.deploy(subject.upgrade).writes == [], told
