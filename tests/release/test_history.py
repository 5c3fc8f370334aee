"""What the revisions of a release say together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.release.records import release
from werfpy.errors import RecordCorrupt, ReleaseNotFound
from werfpy.release.history import CorruptRevision, History
from werfpy.release.record import Status

LETTERS = {
    "d": Status.DEPLOYED,
    "s": Status.SUPERSEDED,
    "f": Status.FAILED,
    "p": Status.PENDING_UPGRADE,
    "u": Status.UNINSTALLED,
}


def history(letters: str) -> History:
    """One revision for each letter; a capital is a corrupt one with that status in its label."""
    read, corrupt = [], []
    for revision, letter in enumerate(letters, 1):
        if letter.isupper():
            error = RecordCorrupt(f"revision {revision}")
            corrupt.append(CorruptRevision(revision, LETTERS[letter.lower()].value, error))
        else:
            read.append(release(revision, LETTERS[letter]))
    return History("web", tuple(read), tuple(corrupt))


@pytest.mark.parametrize(
    ("letters", "originals"),
    [
        ("", []),
        ("d", [1]),
        ("ssd", [3]),
        ("sdff", [2, 3, 4]),
        ("sdfp", [2, 3, 4]),
        ("ff", [1, 2]),
        ("ssf", [2, 3]),
        ("su", []),
        ("suf", [3]),
        ("dd", [2]),
        ("duff", [3, 4]),
        ("Fsdf", [3, 4]),
    ],
)
def test_originals_begin_with_the_last_deployed_revision(letters: str, originals: list[int]) -> None:
    assert [item.revision for item in history(letters).since_deployed] == originals


@pytest.mark.parametrize("letters", ["sdF", "sD", "sDf", "F"])
def test_a_corrupt_revision_that_is_needed_is_raised(letters: str) -> None:
    with pytest.raises(RecordCorrupt):
        _ = history(letters).since_deployed


def test_last_and_deployed() -> None:
    found = history("sdf")
    assert found.last is not None
    assert found.deployed is not None
    assert (found.last.revision, found.deployed.revision) == (3, 2)
    assert (history("").last, history("f").deployed) == (None, None)


def test_a_corrupt_newest_revision_is_not_passed_over() -> None:
    with pytest.raises(RecordCorrupt):
        _ = history("dF").last
    with pytest.raises(RecordCorrupt):
        _ = history("dD").deployed
    assert history("Dd").deployed is not None


def test_the_next_number_counts_corrupt_revisions() -> None:
    assert [history(letters).next_revision for letters in ("", "d", "dF")] == [1, 2, 3]


def test_a_revision_by_number() -> None:
    found = history("sdF")
    assert found.revision(1).status is Status.SUPERSEDED
    with pytest.raises(ReleaseNotFound, match="release web has no 9 version"):
        found.revision(9)
    with pytest.raises(RecordCorrupt):
        found.revision(3)


@pytest.mark.parametrize(
    ("letters", "history_max", "pruned"),
    [
        ("sssd", 0, ()),
        ("sssd", 10, ()),
        ("sssd", 5, ()),
        ("sssd", 4, (1,)),
        ("sssd", 2, (1, 2, 3)),
        ("dfff", 3, (2, 3)),
        ("dfff", 1, (2, 3, 4)),
        ("dd", 1, (1,)),
        ("Fssd", 3, (1, 2)),
    ],
)
def test_the_oldest_go_first_and_never_the_deployed_one(letters: str, history_max: int, pruned: tuple[int]) -> None:
    assert history(letters).to_prune(history_max) == pruned


@given(st.text("dsfpuSF", max_size=12), st.integers(2, 6))
def test_after_pruning_a_new_revision_fits(letters: str, history_max: int) -> None:
    found = history(letters)
    left = len(letters) - len(found.to_prune(history_max))
    assert left + 1 <= history_max or left == len(letters)
