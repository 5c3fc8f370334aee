"""From flags to a request: what can be known, or refused, without a cluster."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from werfpy.cli.deploy import ReleaseFlags, WaitFlags
from werfpy.cli.flags import ClusterFlags, ValuesFlags
from werfpy.cli.running import (
    check_format,
    check_output,
    compat,
    deploy_request,
    history_max,
    in_namespace,
    opening,
    release_and_chart,
    user_values,
    waits,
)
from werfpy.errors import UsageError
from werfpy.plan.mode import MergeMode


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current folder that is a chart named web."""
    (tmp_path / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "flags", "expected"),
    [
        pytest.param(["r", "c"], ReleaseFlags(), ("r", "c"), id="both"),
        pytest.param(["r", "c"], ReleaseFlags(release="x"), ("r", "c"), id="arguments win"),
        pytest.param(["r"], ReleaseFlags(), ("r", "."), id="the release"),
        pytest.param(["c"], ReleaseFlags(release="x"), ("x", "c"), id="the chart"),
        pytest.param([], ReleaseFlags(release="x"), ("x", "."), id="the flag alone"),
        pytest.param([], ReleaseFlags(), ("web", "."), id="the chart's name"),
        pytest.param([], ReleaseFlags(env="test"), ("web-test", "."), id="the chart's name and the environment"),
    ],
)
def test_who_is_who_among_the_arguments(arguments: list[str], flags: ReleaseFlags, expected: tuple[str, str]) -> None:
    assert release_and_chart(arguments, flags) == expected


def test_the_folder_of_werf_is_the_default_chart(folder: Path) -> None:
    (folder / ".helm").mkdir()
    assert release_and_chart(["r"], ReleaseFlags()) == ("r", ".helm")


REFUSED: dict[str, tuple[Callable[[], Any], str]] = {
    "three arguments": (lambda: release_and_chart(["a", "b", "c"], ReleaseFlags()), "was given 3 arguments"),
    "wait": (lambda: waits("maybe"), "bad --wait 'maybe': must be true, false, watcher, legacy or hookOnly"),
    "history": (lambda: history_max(-1), "bad --history-max -1: must be 0 or more"),
    "compat": (lambda: compat(2), "bad --helm-compat 2: must be 3 or 4"),
    "output of a run": (lambda: check_output("yaml"), "bad --output 'yaml': must be text or json"),
    "output of a query": (lambda: check_format("text"), "invalid format type"),
    "validation": (
        lambda: opening(ClusterFlags(), ReleaseFlags(field_validation="maybe")),
        "bad --field-validation 'maybe': must be strict, warn or ignore",
    ),
    "kubeconfig": (lambda: opening(ClusterFlags(kubeconfig_base64="%")), "--kube-config-base64 is not base64"),
    "mode": (
        lambda: deploy_request(ValuesFlags(), ReleaseFlags(three_way_merge_mode="no"), WaitFlags(), ["r"]),
        "bad three-way-merge-mode 'no'",
    ),
    "timeout": (
        lambda: deploy_request(ValuesFlags(), ReleaseFlags(), WaitFlags(timeout="x"), ["r"]),
        "bad --timeout 'x'",
    ),
}


@pytest.mark.parametrize(("call", "words"), REFUSED.values(), ids=REFUSED)
def test_bad_flags_are_refused(call: Callable[[], Any], words: str) -> None:
    with pytest.raises(UsageError) as caught:
        call()
    assert words in caught.value.summary


@pytest.mark.parametrize(
    ("text", "expected"),
    [("true", True), ("watcher", True), ("legacy", True), ("false", False), ("hookOnly", False), ("0", False)],
)
def test_wait_takes_helms_words(text: str, expected: bool) -> None:
    assert waits(text) is expected


def test_a_request_has_what_the_flags_say() -> None:
    flags = ReleaseFlags(
        add_label=["a=1"], three_way_merge_mode="disabled", take_ownership=True, create_namespace=False, no_hooks=True
    )
    waiting = WaitFlags(wait="false", timeout="90", no_lock=True, cleanup_on_fail=True)
    request = deploy_request(ValuesFlags(), flags, waiting, ["r", "c"])
    assert (request.release.name, request.chart, request.mode) == ("r", "c", MergeMode.DISABLED)
    assert request.extras.labels == {"a": "1"}
    assert (request.permissions.take_ownership, request.permissions.create_namespace) == (True, False)
    assert request.permissions.cleanup_on_fail is True
    assert (request.waiting.is_on, request.waiting.timeout_s, request.waiting.locks) == (False, 90.0, False)
    assert not request.runs_hooks


def test_the_namespace_of_a_request_is_checked() -> None:
    request = deploy_request(ValuesFlags(), ReleaseFlags(), WaitFlags(), ["r", "c"])
    assert str(in_namespace(request, "shop").release) == "shop/r"
    with pytest.raises(UsageError, match="invalid namespace 'Shop'"):
        in_namespace(request, "Shop")


def test_values_of_the_environment_come_before_the_flags(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.yaml").write_text("a: env-file\nb: env-file\nc: env-file\n")
    (folder / "b.yaml").write_text("b: flag-file\nc: flag-file\n")
    monkeypatch.setenv("WERF_VALUES_1", "a.yaml")
    monkeypatch.setenv("WERF_SET_1", "c=env-set,d=env-set")
    flags = ValuesFlags(values=["b.yaml"], set_=["d=flag-set"])
    assert user_values(flags, "") == {"a": "env-file", "b": "flag-file", "c": "env-set", "d": "flag-set"}


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        pytest.param([], {"env": "test"}, id="new"),
        pytest.param(["global.x=1"], {"env": "test", "x": 1}, id="added"),
        pytest.param(["global.env=mine"], {"env": "mine"}, id="the user's wins"),
    ],
)
def test_the_environments_name_is_a_global_value(stated: list[str], expected: dict[str, Any]) -> None:
    assert user_values(ValuesFlags(set_=stated), "test") == {"global": expected}
