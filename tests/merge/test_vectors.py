"""Every executed case of apimachinery: the same object comes out, or the case is named as better."""

from __future__ import annotations

from tests.merge.vectors import cases, deviations, schema_of
from tests.properties.laws import lost, missing_from, root
from werfpy.errors import ResourceError
from werfpy.merge.desired import desired_state
from werfpy.merge.directives import without_directives
from werfpy.merge.equality import json_equal
from werfpy.merge.json_merge import apply_json_merge, json_three_way
from werfpy.merge.strategic_apply import apply_strategic
from werfpy.merge.three_way import apply_patch, patch_between, three_way_patch


def results() -> list[tuple[int, bool]]:
    """Index of each case that the reference can do, and whether the result is the same."""
    found = []
    for index, case in enumerate(cases()):
        if "error" in case:
            continue
        schema, current = schema_of(case), case["current"]
        desired = desired_state(case["original"], case["modified"], current, schema)
        result = apply_patch(current, patch_between(current, desired, schema), schema)
        # The reference leaves nulls and instructions in new list items; the server drops them when it decodes.
        found.append((index, json_equal(result, without_directives(case["result"]))))
    return found


def test_strategic_results_are_those_of_apimachinery() -> None:
    different = {index for index, is_same in results() if not is_same}
    assert different - deviations().keys() == set()


def test_every_named_deviation_still_deviates() -> None:
    same = {index for index, is_same in results() if is_same}
    assert same & deviations().keys() == set()


def test_most_cases_are_not_deviations() -> None:
    assert len(cases()) >= 1499
    assert len(deviations()) < len(cases()) / 10


def test_chart_fields_hold_in_every_case() -> None:
    for index, case in enumerate(cases()):
        schema = schema_of(case)
        desired = desired_state(case["original"], case["modified"], case["current"], schema)
        assert not list(missing_from(case["modified"], desired, root(schema))), index


def test_foreign_fields_survive_in_every_case() -> None:
    for index, case in enumerate(cases()):
        schema = schema_of(case)
        desired = desired_state(case["original"], case["modified"], case["current"], schema)
        assert not list(lost([case["original"]], case["modified"], case["current"], desired, root(schema))), index


def test_what_the_reference_cannot_merge_is_merged_exactly() -> None:
    refused = [case for case in cases() if "error" in case]
    assert refused
    for case in refused:
        schema, current = schema_of(case), case["current"]
        desired = desired_state(case["original"], case["modified"], current, schema)
        assert json_equal(apply_patch(current, patch_between(current, desired, schema), schema), desired)


def test_every_case_is_settled_after_one_deploy() -> None:
    undecodable = []
    for index, case in enumerate(cases()):
        schema, current, modified = schema_of(case), case["current"], case["modified"]
        try:
            patch = three_way_patch(case["original"], modified, current, schema=schema)
        except ResourceError as error:
            undecodable.append(error.at)
            continue
        after = apply_patch(current, patch, schema)
        assert three_way_patch(modified, modified, after, schema=schema).is_empty, index
    assert len(undecodable) == 5  # cases in which the random drift put a boolean where a string belongs


def test_patches_of_the_reference_are_applied_as_the_reference_does() -> None:
    for index, case in enumerate(cases()):
        if "error" not in case:
            result = apply_strategic(case["current"], case["patch"], schema_of(case))
            assert json_equal(result, without_directives(case["result"])), index


def test_json_results_are_those_of_apimachinery() -> None:
    for index, case in enumerate(cases()):
        patch = json_three_way(case["original"], case["modified"], case["current"])
        assert json_equal(apply_json_merge(case["current"], patch), case["jsonResult"]), index
        assert json_equal(apply_json_merge(case["current"], case["jsonPatch"]), case["jsonResult"]), index
