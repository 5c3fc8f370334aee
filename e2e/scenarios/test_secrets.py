"""Complaint 14: the values of Secrets never leave the cluster: no output, plan, annotation, event or error has them."""

from __future__ import annotations

import base64
from typing import Any

import pytest

from e2e.driver import ChartFolder, Live, Ran, Werfpy, config_map
from e2e.scenarios.objects import CONSENT, QUICK, REPAIR_PATCH, annotation

pytestmark = pytest.mark.cluster

FIRST, SECOND, BY_HAND = "first-hunter2-value", "second-hunter2-value", "manual-hunter2-value"


def secret(value: str, name: str = "login", **more: Any) -> dict[str, Any]:
    stated = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}}
    return {**stated, "data": {"password": encoded(value)}, "stringData": {"plain": value}, **more}


def encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


class Silent:
    """Runs commands and sees that none of them tells a secret; some of base64 counts too."""

    def __init__(self, werfpy: Werfpy) -> None:
        self.werfpy = werfpy

    def ok(self, *arguments: str) -> Ran:
        return self._checked(self.werfpy.ok(*arguments))

    def fails(self, *arguments: str) -> Ran:
        ran = self.werfpy.run(*arguments)
        assert ran.code == 1, ran.text
        return self._checked(ran)

    def _checked(self, ran: Ran) -> Ran:
        for value in (FIRST, SECOND, BY_HAND):
            assert value not in ran.text
            assert encoded(value)[:16] not in ran.text
        assert "hunter2" not in ran.text
        return ran


@pytest.fixture
def silent(werfpy: Werfpy) -> Silent:
    return Silent(werfpy)


def drift(live: Live) -> None:
    live.patch("Secret", "login", {"stringData": {"password": BY_HAND, "plain": BY_HAND, "theirs": BY_HAND}})


def password(live: Live) -> str:
    return base64.b64decode(live.get("Secret", "login")["data"]["password"]).decode()


@pytest.mark.parametrize("output", ["text", "json"])
def test_complaint_14_three_way_outputs_and_plans(silent: Silent, live: Live, chart: ChartFolder, output: str) -> None:
    chart.write(all=secret(FIRST))
    silent.ok("plan", "app", str(chart), "-o", output)
    silent.ok("deploy", "app", str(chart), QUICK, "-o", output)
    assert password(live) == FIRST
    chart.write(all=secret(SECOND))
    drift(live)
    assert "password" in silent.ok("plan", "app", str(chart), "-o", output).out
    silent.ok("deploy", "app", str(chart), QUICK, "-o", output)
    assert password(live) == SECOND
    drift(live)
    silent.ok("rollback", "app", "1", QUICK, "-o", output)
    assert password(live) == FIRST


@pytest.mark.parametrize("output", ["text", "json"])
def test_complaint_14_two_way_repair_patches_and_annotations(
    silent: Silent, live: Live, chart: ChartFolder, output: str
) -> None:
    flags = ("--three-way-merge-mode", "disabled", QUICK, "-o", output)
    chart.write(all=secret(FIRST))
    silent.ok("deploy", "app", str(chart), *flags)
    drift(live)
    told = silent.ok("deploy", "app", str(chart), *flags).text
    assert "login" in told
    patch = annotation(live, "Secret", "login", REPAIR_PATCH) or ""
    assert "password" in patch
    for value in (FIRST, BY_HAND):
        assert value not in str(live.get("Secret", "login")["metadata"])
        assert encoded(value)[:16] not in str(live.get("Secret", "login")["metadata"])
    silent.ok("repair", "app", "-o", output)
    assert password(live) == BY_HAND
    silent.ok("repair", "app", "--apply", "--yes", "-o", output)
    assert password(live) == FIRST


def test_complaint_14_adoption(silent: Silent, live: Live, chart: ChartFolder) -> None:
    live.create(secret(BY_HAND))
    chart.write(all=secret(FIRST))
    silent.fails("deploy", "app", str(chart), QUICK)
    live.patch("Secret", "login", {"metadata": {"annotations": {CONSENT: "app"}}})
    silent.ok("deploy", "app", str(chart), QUICK)
    assert password(live) == FIRST


def good_secrets() -> list[dict[str, Any]]:
    return [secret(FIRST, name) for name in bad_secrets()]


def bad_secrets() -> dict[str, dict[str, Any]]:
    """Secrets that are refused, each for another reason, by name."""
    bad: dict[str, dict[str, Any]] = {
        "bad-base64": {"data": {"password": f"{encoded(SECOND)}***"}},
        "wrong-type": {"data": {"password": {"value": SECOND}}},
        "list-of-data": {"data": [SECOND]},
        "bad-key": {"stringData": {"bad key/x": SECOND}},
        "other-type": {"type": "example.com/other"},
        "unknown-field": {"stringdata": {"plain": SECOND}},
    }
    return {name: secret(SECOND, name, **fields) for name, fields in bad.items()}


@pytest.mark.parametrize("output", ["text", "json"])
def test_complaint_14_errors_about_secrets(silent: Silent, live: Live, chart: ChartFolder, output: str) -> None:
    """All are told at once, for live objects and for new ones, whose errors the API server words differently."""
    flags = (QUICK, "-o", output)
    chart.write(all=good_secrets())
    silent.ok("deploy", "app", str(chart), *flags)
    docker = secret(SECOND, "docker", data={".dockerconfigjson": encoded(f'{{"auths": {SECOND}')})
    chart.write(all=[*bad_secrets().values(), {**docker, "type": "kubernetes.io/dockerconfigjson"}])
    told = silent.fails("deploy", "app", str(chart), *flags).text
    for name in (*bad_secrets(), "docker"):
        assert name in told
    new = [{**item, "metadata": {"name": f"new-{name}"}} for name, item in bad_secrets().items()]
    del new[list(bad_secrets()).index("other-type")]
    chart.write(all=new)
    told = silent.fails("deploy", "fresh", str(chart), *flags).text
    assert all(item["metadata"]["name"] in told for item in new)
    assert list(live.revisions("app")) == [1]
    assert live.revisions("fresh") == {}


def test_complaint_14_errors_about_text_that_is_no_yaml(silent: Silent, live: Live, chart: ChartFolder) -> None:
    text = "apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData:\n  plain: {{ .Values.it }}\n"
    chart.write(all=text).values(f"it: '{SECOND}: ['\n")
    told = silent.fails("deploy", "app", str(chart), QUICK).err
    assert "all.yaml" in told


def test_complaint_14_failures_while_writing(silent: Silent, live: Live, chart: ChartFolder) -> None:
    """The failed revision's description is read by everybody who lists the history."""
    frozen = secret(FIRST, immutable=True)
    chart.write(all=[frozen, config_map("settings", {"a": "1"})])
    silent.ok("deploy", "app", str(chart), QUICK)
    chart.write(all=[{**frozen, "stringData": {"plain": SECOND}}, config_map("settings", {"a": "2"})])
    assert "immutable" in silent.fails("deploy", "app", str(chart), QUICK).err
    silent.ok("history", "app", "-o", "json")
    silent.ok("status", "app")
