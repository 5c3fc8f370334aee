"""Which log lines are shown."""

from typing import Any

import pytest

from tests.track.objects import pod
from tests.track.scripted import Cluster
from werfpy.errors import Forbidden
from werfpy.track.logs import Tail, is_shown, is_wanted, tails
from werfpy.track.options import LogOptions, track_options


def options(**annotations: str) -> LogOptions:
    named = {f"werf.io/{key.replace('_', '-')}": value for key, value in annotations.items()}
    return track_options({"kind": "Deployment", "metadata": {"annotations": named}}).logs


@pytest.mark.parametrize(
    ("annotations", "line", "expected"),
    [
        ({}, "anything", True),
        ({"log_regex": "ERR"}, "an ERR here", True),
        ({"log_regex": "ERR"}, "fine", False),
        ({"log_regex": "ERR", "log_regex_for_main": "fine"}, "fine", True),
        ({"log_regex_for_other": "ERR"}, "fine", True),
        ({"log_regex_skip": "health"}, "GET /health", False),
        ({"log_regex": "GET", "log_regex_skip": "health"}, "GET /health", False),
        ({"log_regex_skip": "health", "log_regex_skip_for_main": "x"}, "GET /health", True),
    ],
)
def test_lines(annotations: dict[str, str], line: str, expected: bool) -> None:
    assert is_wanted(line, "main", options(**annotations)) is expected


@pytest.mark.parametrize(
    ("annotations", "expected"),
    [
        ({}, True),
        ({"skip_logs_for_containers": "main"}, False),
        ({"show_logs_only_for_containers": "other"}, False),
        ({"show_logs_only_for_containers": "other,main"}, True),
    ],
)
def test_containers(annotations: dict[str, str], expected: bool) -> None:
    assert is_shown("main", options(**annotations)) is expected


def crashed(name: str) -> Any:
    return pod(name, waiting="CrashLoopBackOff", exit_code=1)


def test_only_so_many_pods_are_read() -> None:
    cluster = Cluster(logs={"a/main": ["x"], "b/main": ["y"]})
    pods = (crashed("a"), crashed("b"))
    assert list(tails(cluster, pods, options())) == [Tail("a", "main", ("x",))]
    assert len(list(tails(cluster, pods, options(show_logs_only_for_number_of_replicas="2")))) == 2


def test_skipped_logs_are_not_asked_for() -> None:
    cluster = Cluster(logs={"a/main": ["x"]})
    assert list(tails(cluster, (crashed("a"),), options(skip_logs="true"))) == []
    assert cluster.requests == []


def test_when_the_previous_log_is_gone_the_present_one_is_read() -> None:
    cluster = Cluster(logs={"a/main": ["x"]}, errors={("logs", "Pod"): [Forbidden("gone"), None]})
    assert list(tails(cluster, (crashed("a"),), options())) == [Tail("a", "main", ("x",))]
    assert [request[2] for request in cluster.requests] == ["previous", ""]
