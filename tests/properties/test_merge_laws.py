"""Laws of the three-way merge, on random manifests of four kinds."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from hypothesis import given

from tests.properties.laws import lost, missing_from, root, unnamed_in
from tests.properties.manifests import manifests
from werfpy.merge.equality import json_equal
from werfpy.merge.json_patch import inverse_json_patch, json_patch
from werfpy.merge.json_patch_apply import apply_json_patch
from werfpy.merge.merge_keys import known_schema, schema_for
from werfpy.merge.merge_schema import MergeSchema
from werfpy.merge.three_way import apply_patch, patch_between, three_way_patch
from werfpy.merge.union import union_of_originals

Manifest = dict[str, Any]


def schema_of(manifest: Manifest) -> MergeSchema | None:
    group, slash, version = manifest["apiVersion"].partition("/")
    return schema_for(group if slash else "", version if slash else group, manifest["kind"])


def merged(original: Manifest, modified: Manifest, current: Manifest) -> Manifest:
    schema = schema_of(modified)
    return apply_patch(current, three_way_patch(original, modified, current, schema=schema), schema)


@given(manifests(3))
def test_what_was_applied_once_gives_nothing_to_send(states: list[Manifest]) -> None:
    original, modified, current = states
    result = merged(original, modified, current)
    again = three_way_patch(modified, modified, result, schema=schema_of(modified))
    assert again.is_empty, again
    once_more = three_way_patch(original, modified, result, schema=schema_of(modified))
    assert once_more.is_empty, once_more


@given(manifests(3))
def test_modified_wins_wherever_it_speaks(states: list[Manifest]) -> None:
    original, modified, current = states
    known = known_schema(modified, schema_of(modified))
    assert not list(missing_from(modified, merged(original, modified, current), root(known)))


@given(manifests(3))
def test_fields_of_others_survive(states: list[Manifest]) -> None:
    original, modified, current = states
    known = known_schema(modified, schema_of(modified))
    assert not list(lost([original], modified, current, merged(original, modified, current), root(known)))


@given(manifests(2))
def test_nothing_is_deleted_that_no_revision_named(states: list[Manifest]) -> None:
    modified, current = states
    known = known_schema(modified, schema_of(modified))
    result = merged({}, modified, current)
    assert not list(lost([], modified, current, result, root(known)))


@given(manifests(3))
def test_a_failed_revision_leaves_nothing_behind(states: list[Manifest]) -> None:
    deployed, failed, modified = states
    live = merged(deployed, failed, deployed)
    result = merged(union_of_originals([deployed, failed], schema_of(modified)), modified, live)
    assert without_empty(result) == without_empty(modified)


@given(manifests(3))
def test_the_union_names_what_any_revision_named(states: list[Manifest]) -> None:
    known = known_schema(states[0], schema_of(states[0]))
    union = union_of_originals(states, schema_of(states[0]))
    assert not list(missing_from(states[-1], union, root(known)))
    for older in states:
        assert not list(unnamed_in(older, union, root(known)))


@given(manifests(2))
def test_the_patch_between_two_states_leads_from_one_to_the_other(states: list[Manifest]) -> None:
    before, after = states
    patch = patch_between(before, after, schema_of(before))
    assert json_equal(apply_patch(before, patch, schema_of(before)), after)


@given(manifests(2))
def test_a_json_patch_and_its_inverse_lead_there_and_back(states: list[Manifest]) -> None:
    before, after = states
    assert json_equal(apply_json_patch(before, json_patch(before, after)), after)
    assert json_equal(apply_json_patch(after, inverse_json_patch(before, after)), before)


@given(manifests(3))
def test_arguments_are_not_changed(states: list[Manifest]) -> None:
    copies = deepcopy(states)
    merged(*states)
    union_of_originals(states, schema_of(states[0]))
    assert states == copies


def without_empty(value: Any) -> Any:
    """Without what the server does not keep, or adds: empty maps and lists, the default protocol."""
    if isinstance(value, dict):
        parts = {key: without_empty(item) for key, item in value.items() if (key, item) != ("protocol", "TCP")}
        return {key: item for key, item in parts.items() if item not in ({}, [])}
    return [without_empty(item) for item in value] if isinstance(value, list) else value
