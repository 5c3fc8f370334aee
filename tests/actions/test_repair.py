"""Drift of a release: found afresh, applied under a condition, or exported with a way back."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import orjson
import pytest

from tests.actions.opened import WEB, World, config_map, owned, stating
from tests.fakes.memory_transport import status
from werfpy.actions.repair import apply_repairs, export_repairs, find_repairs
from werfpy.errors import Conflict, ReleaseNotFound
from werfpy.events import OperationFinished, Warned


def drifted() -> World:
    return World.of(stating(config_map(a="1")), live=(owned(config_map(a="2")),))


def refusing_dry_runs(world: World) -> World:
    """The states are then normalised here, and the API in memory keeps no dry run."""
    world.transport.faults.append(lambda request: status(403, "Forbidden") if request.query_value("dryRun") else None)
    return world


def test_what_differs_is_found_and_nothing_is_written() -> None:
    world = refusing_dry_runs(drifted())
    (finding,) = find_repairs(WEB, world.services)
    assert finding.repair.patch.body == {"data": {"a": "1"}}
    assert world.transport.objects["ConfigMap", "shop", "a"]["data"] == {"a": "2"}


def test_what_is_in_sync_is_no_finding() -> None:
    world = refusing_dry_runs(World.of(stating(config_map(a="1")), live=(owned(config_map(a="1")),)))
    assert find_repairs(WEB, world.services) == []


def test_a_missing_object_is_told() -> None:
    world = World.of(stating(config_map()))
    assert find_repairs(WEB, world.services) == []
    assert "ConfigMap shop/a is not in the cluster" in world.told(Warned)[0].message


def test_a_missing_release_is_told() -> None:
    with pytest.raises(ReleaseNotFound, match="release: not found: web") as caught:
        find_repairs(WEB, World().services)
    assert caught.value.hint


def test_a_repair_is_sent_under_the_condition_that_nothing_changed() -> None:
    world = refusing_dry_runs(drifted())
    version = world.transport.objects["ConfigMap", "shop", "a"]["metadata"]["resourceVersion"]
    assert apply_repairs(find_repairs(WEB, world.services), world.services) == []
    (request,) = [request for request in world.transport.sent if request.method == "PATCH"]
    body = orjson.loads(request.body or b"")
    assert body["metadata"] == {"uid": "u1", "resourceVersion": version}
    assert world.transport.objects["ConfigMap", "shop", "a"]["data"] == {"a": "1"}
    assert [event.detail for event in world.told(OperationFinished)] == ["repaired"]


def test_an_object_that_moved_meanwhile_is_not_repaired() -> None:
    world = refusing_dry_runs(drifted())
    findings = find_repairs(WEB, world.services)
    world.transport.put(owned(config_map(a="3")))
    (problem,) = apply_repairs(findings, world.services)
    assert isinstance(problem, Conflict)
    assert "changed since it was looked at" in problem.summary
    assert problem.hint


def exported(folder: Path) -> dict[str, Any]:
    world = refusing_dry_runs(drifted())
    return {path.name: path for path in export_repairs(find_repairs(WEB, world.services), WEB, folder)}


def test_the_export_is_for_its_owner_only(tmp_path: Path) -> None:
    (tmp_path / "repair.sh").touch(0o666)
    modes = {name: stat.S_IMODE(path.stat().st_mode) for name, path in exported(tmp_path).items()}
    assert modes == {"repair.sh": 0o700, "configmap_shop_a.json": 0o600, "configmap_shop_a.inverse.json": 0o600}


def test_the_export_leads_there_and_back(tmp_path: Path) -> None:
    import jsonpatch

    files = exported(tmp_path / "new")
    forward, inverse = (json.loads(files[f"configmap_shop_a{part}.json"].read_text()) for part in ("", ".inverse"))
    live = owned(config_map(a="2"))
    repaired = jsonpatch.apply_patch(live, forward)
    assert repaired["data"] == {"a": "1"}
    assert jsonpatch.apply_patch(repaired, inverse)["data"] == {"a": "2"}
    with pytest.raises(jsonpatch.JsonPatchTestFailed):
        jsonpatch.apply_patch(repaired, forward)
