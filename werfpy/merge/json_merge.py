"""JSON merge patches, RFC 7386: what custom resources take."""

from __future__ import annotations

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.desired import desired_state
from werfpy.merge.equality import copy_json, json_equal


def apply_json_merge(document: JSONValue, patch: JSONValue) -> JSONValue:
    """The document after the patch (RFC 7386 §2). Neither argument is changed; the result shares nothing with them.

    >>> apply_json_merge({"a": {"b": 1, "c": 2}}, {"a": {"b": None}})
    {'a': {'c': 2}}
    """
    if not isinstance(patch, dict):
        return copy_json(patch)
    base = document if isinstance(document, dict) else {}
    merged = {key: copy_json(value) for key, value in base.items() if key not in patch}
    for key, value in patch.items():
        if value is not None:
            merged[key] = apply_json_merge(base.get(key), value)
    return merged


def json_two_way(original: Manifest, modified: Manifest) -> Manifest:
    """The patch that turns *original* into *modified*, as far as a merge patch can say it (it cannot set null).

    Source: evanphx/json-patch ``CreateMergePatch``.
    """
    patch: Manifest = {}
    for key, value in modified.items():
        if value is None:
            continue
        before = original.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            inner = json_two_way(before, value)
            if inner:
                patch[key] = inner
        elif isinstance(value, dict):
            patch[key] = json_two_way({}, value)
        elif key not in original or not json_equal(before, value):
            patch[key] = copy_json(value)
    for key, before in original.items():
        if before is not None and modified.get(key) is None:
            patch[key] = None
    return patch


def json_three_way(original: Manifest, modified: Manifest, current: Manifest) -> Manifest:
    """The merge patch that brings *current* to *modified* and drops only what *original* had set.

    Lists are replaced whole; a null in *modified* means absent. Nulls for fields that the live object does not have
    are left out, so that nothing to do gives ``{}``.
    Source: apimachinery ``jsonmergepatch.CreateThreeWayJSONMergePatch``, same results.
    """
    return json_two_way(current, desired_state(original, modified, current, None))
