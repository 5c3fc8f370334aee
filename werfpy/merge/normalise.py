"""What the API server spells differently from the chart, though it means the same.

The server drops empty values, canonicalises quantities, fills in defaults and stores ``stringData`` as ``data``. None
of this may look like a difference, or every deploy would send the same patch again. Only what is known to be the
server's doing is evened out here; everything else is left to a dry run.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, Final

from werfpy.json_types import JSONValue, Manifest
from werfpy.merge.diff_types import ABSENT
from werfpy.merge.equality import json_equal
from werfpy.merge.list_identity import all_objects, identities
from werfpy.merge.merge_schema import Field, MergeSchema, field_of
from werfpy.merge.quantity import canonical_quantity, same_quantity

SERVER_OWNED: Final = frozenset(
    {
        "uid",
        "resourceVersion",
        "generation",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "managedFields",
        "selfLink",
    }
)
"""Fields of metadata that no chart can set."""


def as_written(manifest: Manifest) -> Manifest:
    """A chart's manifest without what a write cannot set: ``status`` and the server's metadata; see SERVER_OWNED.

    ``stringData`` of a Secret becomes ``data``, as the server will store it. ``rules`` of an aggregated ClusterRole go:
    a controller fills them in, whatever is written there (Kubernetes' RBAC reference, "Aggregated ClusterRoles").
    """
    unset = {"status", "rules"} if _is_aggregated(manifest) else {"status"}
    written = {key: value for key, value in manifest.items() if key not in unset}
    metadata = written.get("metadata")
    if isinstance(metadata, dict) and not SERVER_OWNED.isdisjoint(metadata):
        written["metadata"] = {key: value for key, value in metadata.items() if key not in SERVER_OWNED}
    return with_encoded_strings(written)


def _is_aggregated(manifest: Manifest) -> bool:
    return manifest.get("kind") == "ClusterRole" and manifest.get("aggregationRule") is not None


def with_encoded_strings(manifest: Manifest) -> Manifest:
    """A Secret with ``stringData`` moved into ``data`` as base64; anything else as it is.

    >>> with_encoded_strings({"kind": "Secret", "data": {"a": "MQ=="}, "stringData": {"b": "2"}})["data"]
    {'a': 'MQ==', 'b': 'Mg=='}
    """
    strings = manifest.get("stringData")
    if manifest.get("kind") != "Secret" or not isinstance(strings, dict):
        return manifest
    encoded = {
        key: b64encode(value.encode()).decode() if isinstance(value, str) else value
        for key, value in strings.items()
        if value is not None
    }
    rest = {key: value for key, value in manifest.items() if key != "stringData"}
    return {**rest, "data": {**(manifest.get("data") or {}), **encoded}}


def align(modified: Manifest, current: Manifest, schema: MergeSchema | None) -> tuple[Manifest, Manifest]:
    """Even out the two spellings, so that what is left different really is.

    Args:
        modified: What the chart says.
        current: The live object.
        schema: Of the kind; without it nothing is known and both come back as they are.

    Returns:
        *modified* with the live spelling of equal quantities and with the server's defaults inside lists that are
        replaced whole; *current* with the empty values that the chart names and the server does not keep.
        Both share unchanged parts with the arguments.
    """
    if schema is None:
        return modified, current
    return _align_objects(modified, current, schema, in_whole=False)


def _align_objects(
    modified: Manifest, current: Manifest, schema: MergeSchema | None, *, in_whole: bool
) -> tuple[Manifest, Manifest]:
    new_modified, new_current = dict(modified), dict(current)
    for key, wanted in modified.items():
        live, field = current.get(key), field_of(schema, key)
        if wanted is None:
            continue
        if live is None:
            if _is_dropped(wanted, field):
                new_current[key] = wanted
        else:
            new_modified[key], new_current[key] = _align_values(wanted, live, field, in_whole=in_whole)
    if in_whole:
        for key, live in current.items():
            if modified.get(key) is None and _is_default(live, field_of(schema, key)):
                new_modified[key] = live
    return new_modified, new_current


def _align_values(wanted: JSONValue, live: JSONValue, field: Field, *, in_whole: bool) -> tuple[JSONValue, JSONValue]:
    if isinstance(wanted, dict) and isinstance(live, dict):
        return _align_objects(wanted, live, field.schema, in_whole=in_whole or field.is_replaced)
    if isinstance(wanted, list) and isinstance(live, list) and (wanted or not field.is_assigned):
        return _align_lists(wanted, live, field, in_whole=in_whole)
    return (live if _is_same_scalar(wanted, live, field) else wanted), live


def _is_same_scalar(wanted: JSONValue, live: JSONValue, field: Field) -> bool:
    if field.shape == "q":
        return same_quantity(wanted, live)
    if field.shape == "y":
        return json_equal(_without_line_ends(wanted), _without_line_ends(live))
    may_be_chosen = field.is_assigned or (field.drops_zero and json_equal(live, field.default))
    return _is_zero(wanted) and may_be_chosen


def _without_line_ends(value: JSONValue) -> JSONValue:
    return value.replace("\n", "").replace("\r", "") if isinstance(value, str) else value


def _align_lists(wanted: list[Any], live: list[Any], field: Field, *, in_whole: bool) -> tuple[list[Any], list[Any]]:
    if field.schema is None or not all_objects(wanted, live):
        return wanted, live
    new_wanted, new_live = list(wanted), list(live)
    merged_here = bool(field.keys) and not in_whole
    for left, right in _pairs(wanted, live, field, merged_here):
        new_wanted[left], new_live[right] = _align_objects(
            wanted[left], live[right], field.schema, in_whole=not merged_here
        )
    return new_wanted, new_live


def _pairs(wanted: list[Any], live: list[Any], field: Field, by_key: bool) -> Iterator[tuple[int, int]]:
    if not by_key:
        yield from ((index, index) for index in range(len(wanted)) if len(wanted) == len(live))
        return
    _, wanted_ids, live_ids = identities([], wanted, live, field)
    places = {identity: index for index, identity in enumerate(live_ids)}
    for index, identity in enumerate(wanted_ids):
        if identity in places:
            yield index, places[identity]


def _is_zero(value: JSONValue) -> bool:
    return value is None or value is False or value in ("", 0, [], {})


def _is_dropped(value: JSONValue, field: Field) -> bool:
    """Whether the server, given this value, stores nothing."""
    if not field.drops_zero:
        return False
    if isinstance(value, dict) and value and field.schema is not None and not field.is_map:
        schema = field.schema
        return all(item is None or _is_dropped(item, schema.field(key)) for key, item in value.items())
    return _is_zero(value)


def _is_default(live: JSONValue, field: Field) -> bool:
    """Whether the server may have filled this value in by itself."""
    if live is None or (field.default is not ABSENT and json_equal(live, field.default)):
        return True
    if isinstance(live, dict) and field.schema is not None and not field.is_map:
        schema = field.schema
        return all(_is_default(value, schema.field(key)) for key, value in live.items())
    return field.drops_zero and _is_zero(live)


def canonical(manifest: Manifest, schema: MergeSchema | None) -> Manifest:
    """A manifest as the server would spell it, as far as that can be known without asking.

    Quantities are canonical, values that the server does not keep are gone, ``stringData`` is ``data``.
    """
    return _canonical_object(as_written(manifest), schema)


def _canonical_object(value: Manifest, schema: MergeSchema | None) -> Manifest:
    return {
        key: _canonical_value(item, field)
        for key, item in value.items()
        if item is not None and not _is_dropped(item, field := field_of(schema, key))
    }


def _canonical_value(value: JSONValue, field: Field) -> JSONValue:
    if isinstance(value, dict):
        return _canonical_object(value, field.schema)
    if isinstance(value, list):
        return [_canonical_value(item, field) for item in value]
    return canonical_quantity(value) if field.shape == "q" else value
