"""Objects that left the chart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.plan.objects import OTHER, POLICY, config_map, live, recorded
from werfpy.json_types import Manifest
from werfpy.plan.operations import Verb
from werfpy.plan.prune import prune

KEPT = config_map(annotations={"helm.sh/resource-policy": "keep"})


@pytest.mark.parametrize(
    ("manifest", "current", "verb"),
    [
        pytest.param(config_map(), live(config_map()), Verb.DELETE, id="ours"),
        pytest.param(config_map(), live(config_map(), None), Verb.DELETE, id="recorded before marks existed"),
        pytest.param(config_map(), live(config_map(), OTHER), Verb.KEEP, id="another release took it"),
        pytest.param(KEPT, live(KEPT), Verb.KEEP, id="kept by policy"),
        pytest.param(config_map(), live(KEPT), Verb.KEEP, id="kept by policy, added by hand"),
        pytest.param(KEPT, live(config_map()), Verb.KEEP, id="kept by policy in the chart, taken away by hand"),
    ],
)
def test_decides(manifest: Manifest, current: Manifest, verb: Verb) -> None:
    operation = prune(recorded(manifest), current, POLICY)
    assert operation is not None
    assert operation.verb is verb


def test_what_is_gone_needs_nothing() -> None:
    assert prune(recorded(config_map()), None, POLICY) is None


def test_an_unmarked_object_is_kept_where_the_record_is_known_to_have_marked_all() -> None:
    operation = prune(recorded(config_map()), live(config_map(), None), replace(POLICY, trusts_record=False))
    assert operation is not None
    assert operation.verb is Verb.KEEP


@pytest.mark.parametrize(
    ("adopted", "verb"), [pytest.param("3", Verb.KEEP, id="after"), pytest.param("2", Verb.DELETE, id="before")]
)
def test_what_was_adopted_after_the_last_good_revision_is_kept(adopted: str, verb: Verb) -> None:
    current = live(config_map(), **{"werf.io__adopted_in_revision": adopted})
    operation = prune(recorded(config_map()), current, replace(POLICY, keeps_adopted_after=2))
    assert operation is not None
    assert operation.verb is verb
