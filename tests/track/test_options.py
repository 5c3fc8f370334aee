"""Tracking annotations."""

from typing import Any

import pytest

from werfpy.errors import ResourceError
from werfpy.track.budget import allowed_failures
from werfpy.track.durations import duration_s
from werfpy.track.options import DEFAULT, FailMode, TerminationMode, TrackOptions, track_options


def annotated(**annotations: str) -> dict[str, Any]:
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {
            "name": "web",
            "namespace": "shop",
            "annotations": {f"werf.io/{key.replace('_', '-')}": value for key, value in annotations.items()},
        },
    }


def test_without_annotations_the_defaults_hold() -> None:
    assert track_options(annotated()) is DEFAULT
    assert track_options({"metadata": None}) is DEFAULT


def test_all_annotations_are_read() -> None:
    options = track_options(
        annotated(
            fail_mode="HopeUntilEndOfDeployProcess",
            track_termination_mode="NonBlocking",
            failures_allowed_per_replica="0",
            no_activity_timeout="1m30s",
            show_service_messages="true",
            skip_logs="F",
            skip_logs_for_containers="a, b",
            show_logs_only_for_containers="c",
            show_logs_only_for_number_of_replicas="2",
            log_regex="ERR.*",
            log_regex_for_c="x",
            log_regex_skip="debug",
            log_regex_skip_for_c="y",
            ignore_readiness_probe_fails_for_c="30s",
        )
    )
    assert options.fail_mode is FailMode.HOPE
    assert options.termination_mode is TerminationMode.NON_BLOCKING
    assert options.failures_per_replica == 0
    assert options.no_activity_timeout_s == 90.0
    assert options.show_service_messages
    assert options.probe_grace_s == {"c": 30.0}
    logs = options.logs
    assert not logs.is_skipped
    assert logs.skipped_containers == {"a", "b"}
    assert logs.only_containers == {"c"}
    assert logs.replicas == 2
    assert logs.pattern is not None
    assert logs.skip_pattern is not None
    assert (logs.pattern.source, logs.skip_pattern.source) == ("ERR.*", "debug")
    assert {name: one.source for name, one in logs.patterns.items()} == {"c": "x"}
    assert {name: one.source for name, one in logs.skip_patterns.items()} == {"c": "y"}


@pytest.mark.parametrize(
    ("key", "value", "allowed"),
    [
        ("fail_mode", "Never", "one of FailWholeDeployProcessImmediately, HopeUntilEndOfDeployProcess"),
        ("track_termination_mode", "", "one of WaitUntilResourceReady, NonBlocking"),
        ("failures_allowed_per_replica", "-1", "a whole number, 0 or more"),
        ("failures_allowed_per_replica", "²", "a whole number"),
        ("skip_logs", "yes", "true or false"),
        ("skip_logs_for_containers", "a,,b", "none of them empty"),
        ("log_regex", "(", "a regular expression"),
        ("log_regex_for_web", "[", "a regular expression"),
        ("no_activity_timeout", "4", "a duration such as 30s"),
    ],
)
def test_a_bad_value_names_all_that_is_needed(key: str, value: str, allowed: str) -> None:
    with pytest.raises(ResourceError) as caught:
        track_options(annotated(**{key: value}))
    assert f'Deployment shop/web: annotation werf.io/{key.replace("_", "-")} has the value "{value}"' in str(
        caught.value
    )
    assert allowed in str(caught.value)


def test_patterns_are_those_of_go() -> None:
    with pytest.raises(ResourceError) as caught:
        track_options(annotated(log_regex=r"(?=x)"))
    assert "error parsing regexp" in caught.value.because


def test_show_logs_until_is_reserved() -> None:
    with pytest.raises(ResourceError, match="not supported yet"):
        track_options(annotated(show_logs_until="ControllerIsReady"))


@pytest.mark.parametrize(
    ("kind", "spec", "per_replica", "expected"),
    [
        ("Deployment", {}, None, 1),
        ("Deployment", {"replicas": 3}, None, 3),
        ("Deployment", {"replicas": 3}, 2, 6),
        ("Deployment", {"replicas": 0}, 2, 2),
        ("Deployment", {"replicas": 3}, 0, 0),
        ("StatefulSet", {"replicas": 2}, None, 2),
        ("DaemonSet", {}, None, 3),
        ("DaemonSet", {}, 2, 6),
        ("Job", {"completions": 5, "parallelism": 5}, None, 0),
        ("Job", {}, 4, 4),
        ("Pod", {}, None, 0),
        ("Widget", {"replicas": 3}, None, 0),
    ],
)
def test_allowed_failures(kind: str, spec: Any, per_replica: int | None, expected: int) -> None:
    options = TrackOptions(failures_per_replica=per_replica)
    assert allowed_failures({"kind": kind, "spec": spec}, options) == expected


@pytest.mark.parametrize(
    ("text", "seconds"), [("0", 0.0), ("1.5h", 5400.0), ("100ms", 0.1), ("1h2m3s", 3723.0), (".5s", 0.5)]
)
def test_durations(text: str, seconds: float) -> None:
    assert duration_s(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "5", "s", "-1s", "1x", "1s ", "1s2"])
def test_no_durations(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        duration_s(text)
