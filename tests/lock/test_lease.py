"""Leases as JSON, holders and processes by name."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.lock.fake_clock import NOON
from werfpy.lock.lease import Lease, holder_identity, lease_name, read_lease, write_lease
from werfpy.lock.process import is_surely_dead, process_name


@given(st.text(max_size=20), st.integers(1, 99), st.integers(0, 9), st.text("abc 0", max_size=9))
def test_a_lease_survives_the_api(holder: str, duration_s: int, transitions: int, process: str) -> None:
    lease = Lease("shop", lease_name("web"), holder, duration_s, NOON, NOON, transitions, process, "7")
    assert read_lease(write_lease(lease)) == lease


@pytest.mark.parametrize("spec", [None, {}, {"renewTime": "yesterday", "holderIdentity": "x"}, {"renewTime": None}])
def test_a_malformed_lease_is_held_by_nobody(spec: object) -> None:
    lease = read_lease({"metadata": {"name": "n"}, "spec": spec})
    assert lease.is_expired(NOON)


@pytest.mark.parametrize(
    ("environ", "identity"),
    [
        ({}, "box 7"),
        ({"CI_JOB_URL": "https://gitlab/1"}, "box 7 https://gitlab/1"),
        (
            {"GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "a/b", "GITHUB_RUN_ID": "5"},
            "box 7 https://github.com/a/b/actions/runs/5",
        ),
        ({"GITHUB_SERVER_URL": "https://github.com"}, "box 7"),
    ],
)
def test_the_holder_is_named_for_a_person(environ: dict[str, str], identity: str) -> None:
    assert holder_identity(environ, hostname="box", pid=7) == identity


def test_our_own_process_lives() -> None:
    assert not is_surely_dead(process_name())


def test_an_ended_process_is_surely_dead() -> None:
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    name = process_name(child.pid)
    assert not is_surely_dead(name)
    child.communicate(b"\n")
    assert is_surely_dead(name)


@pytest.mark.parametrize("name", ["", "x", "other-boot pid:[1] 1 1", "b n 1 1"])
def test_what_cannot_be_known_counts_as_alive(name: str) -> None:
    assert not is_surely_dead(name)
