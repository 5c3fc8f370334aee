"""What go-yaml and sigs.k8s.io/yaml say of keys that JSON cannot have.

Only reached after such a key was met: the document is read again with its keys as they are, for the text.
"""

from __future__ import annotations

from typing import Any

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
)

from werfpy.gostd.quote import quote
from werfpy.gostd.text import to_bytes
from werfpy.gostd.yaml.builder import NextEvent, UnusableKey, documents, json_key
from werfpy.gostd.yaml.numbers import float64_text
from werfpy.gostd.yaml.resolve import resolve, resolve_tagged

_Pairs = list[tuple[Any, Any]]


class _InvalidKey(Exception):
    """A map or a list stands where a key must be."""


def bad_key_error(text: str | bytes) -> str:
    """Return Go's text for the first unusable key in *text*; empty where there is none.

    A map or list as a key is found while decoding, before null and too large keys, which the conversion finds.
    """
    from yaml._yaml import CParser

    next_event: NextEvent = CParser(to_bytes(text) if isinstance(text, str) else text).get_event
    try:
        root = next(_raw(event, next_event, {}) for _, event in documents(next_event))
    except _InvalidKey as error:
        return str(error)
    return _first_unsupported(root)


def _raw(event: Any, next_event: NextEvent, anchors: dict[str, Any]) -> Any:
    kind = event.__class__
    if kind is AliasEvent:
        return anchors.get(event.anchor)
    value: Any
    if kind is ScalarEvent:
        if event.tag is not None:
            value = resolve_tagged(event.tag, event.value)
        else:
            value = resolve(event.value) if event.implicit[0] else event.value
    elif kind is MappingStartEvent:
        value = _raw_pairs(next_event, anchors)
    else:
        value = []
        while (event_in := next_event()).__class__ is not SequenceEndEvent:
            value.append(_raw(event_in, next_event, anchors))
    if event.anchor:
        anchors[event.anchor] = value
    return value


def _raw_pairs(next_event: NextEvent, anchors: dict[str, Any]) -> tuple[tuple[Any, Any], ...]:
    pairs: _Pairs = []
    while (event := next_event()).__class__ is not MappingEndEvent:
        key = _raw(event, next_event, anchors)
        if isinstance(key, tuple | list):
            raise _InvalidKey(f"yaml: invalid map key: {go_syntax(key)}")
        pairs.append((key, _raw(next_event(), next_event, anchors)))
    return tuple(pairs)


def _first_unsupported(value: Any) -> str:
    if isinstance(value, list):
        return next(filter(None, map(_first_unsupported, value)), "")
    if not isinstance(value, tuple):
        return ""
    for key, item in value:
        try:
            json_key(key)
        except UnusableKey:
            kind = "%!s(<nil>)" if key is None else "uint64"
            return f"unsupported map key of type: {kind}, key: {_top(key)}, value: {_top(item)}"
        if found := _first_unsupported(item):
            return found
    return ""


def _top(value: Any) -> str:
    return "<nil>" if value is None else go_syntax(value)


def go_syntax(value: Any) -> str:
    """Print a value of go-yaml as ``%#v`` does; mappings are tuples of pairs here."""
    if value is None:
        return "interface {}(nil)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value < 1 << 63 else hex(value)
    if isinstance(value, float):
        return float64_text(value)
    if isinstance(value, list):
        return "[]interface {}{" + ", ".join(map(go_syntax, value)) + "}"
    if isinstance(value, tuple):
        pairs = sorted((go_syntax(key), go_syntax(item)) for key, item in value)
        return "map[interface {}]interface {}{" + ", ".join(f"{key}:{item}" for key, item in pairs) + "}"
    return quote(str(value))
