"""Another writer comes between our read and our write: read again, decide again, and both changes survive."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from e2e.crash.end_state import statuses
from e2e.crash.proxy import Proxy, Seen
from e2e.driver import ChartFolder, Live, Ran, Werfpy, config_map

pytestmark = pytest.mark.cluster


def deploy_with(werfpy: Werfpy, proxy: Proxy, chart: ChartFolder, method: str, meanwhile: Callable[[], None]) -> Ran:
    """Deploy; *meanwhile* happens once, just before the first write of this method to a ConfigMap is served."""
    once = threading.Lock()

    def look(request: Seen) -> None:
        is_it = request.method == method and request.is_write and "/configmaps" in request.path
        if is_it and once.acquire(blocking=False):
            meanwhile()

    proxy.faults.reset()
    proxy.faults.before = look
    ran = replace(werfpy, kubeconfig=proxy.kubeconfig).run("deploy", "app", str(chart))
    assert once.locked(), ran.text
    return ran


def writes(proxy: Proxy) -> list[str]:
    return [item.method for item in proxy.faults.seen if item.is_write and "/configmaps" in item.path]


@pytest.fixture(autouse=True)
def installed(werfpy: Werfpy, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "1", "b": "1"}))
    werfpy.ok("deploy", "app", str(chart))


def test_both_changes_survive(werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "2"}))
    theirs = {"data": {"a": "theirs", "c": "theirs"}, "metadata": {"labels": {"team": "theirs"}}}
    ran = deploy_with(werfpy, proxy, chart, "PATCH", lambda: [live.patch("ConfigMap", "settings", theirs)].clear())
    assert ran.code == 0, ran.text
    found = live.get("ConfigMap", "settings")
    assert found["data"] == {"a": "2", "c": "theirs"}
    assert found["metadata"]["labels"]["team"] == "theirs"
    assert writes(proxy) == ["PATCH", "PATCH"]


def test_what_another_has_done_already_is_not_sent_again(
    werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder
) -> None:
    chart.write(all=config_map("settings", {"a": "2", "b": "1"}))
    ours = {"data": {"a": "2"}}
    ran = deploy_with(werfpy, proxy, chart, "PATCH", lambda: [live.patch("ConfigMap", "settings", ours)].clear())
    assert ran.code == 0, ran.text
    assert writes(proxy) == ["PATCH"]


def test_deleted_meanwhile_is_created_again(werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder) -> None:
    chart.write(all=config_map("settings", {"a": "2"}))
    ran = deploy_with(werfpy, proxy, chart, "PATCH", lambda: live.delete("ConfigMap", "settings"))
    assert ran.code == 0, ran.text
    assert live.get("ConfigMap", "settings")["data"] == {"a": "2"}
    assert writes(proxy) == ["PATCH", "POST"]


def test_created_by_somebody_meanwhile_is_not_taken(
    werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder
) -> None:
    chart.write(all=[config_map("settings", {"a": "1", "b": "1"}), config_map("new", {"a": "ours"})])
    theirs = config_map("new", {"a": "theirs"})
    ran = deploy_with(werfpy, proxy, chart, "POST", lambda: [live.create(theirs)].clear())
    assert ran.code == 1, ran.text
    assert "already exists in the cluster and is not part of release" in ran.err
    assert live.get("ConfigMap", "new")["data"] == {"a": "theirs"}
    assert statuses(live, "app") == {1: "deployed", 2: "failed"}


def test_taken_over_by_another_release_meanwhile_is_left_to_it(
    werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder
) -> None:
    chart.write(all=config_map("settings", {"a": "2"}))
    theirs = {"data": {"a": "theirs"}, "metadata": {"annotations": {"meta.helm.sh/release-name": "other"}}}
    ran = deploy_with(werfpy, proxy, chart, "PATCH", lambda: [live.patch("ConfigMap", "settings", theirs)].clear())
    assert ran.code == 1, ran.text
    assert "/other" in ran.err
    assert live.get("ConfigMap", "settings")["data"]["a"] == "theirs"


def test_dropped_object_that_was_made_anew_by_another_is_kept(
    werfpy: Werfpy, live: Live, proxy: Proxy, chart: ChartFolder
) -> None:
    chart.write(all=config_map("other", {}))

    def made_anew() -> None:
        live.delete("ConfigMap", "settings")
        live.create(config_map("settings", {"a": "theirs"}))

    ran = deploy_with(werfpy, proxy, chart, "DELETE", made_anew)
    assert ran.code == 0, ran.text
    assert live.get("ConfigMap", "settings")["data"] == {"a": "theirs"}
