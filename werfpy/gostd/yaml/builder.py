"""Events of PyYAML's C parser to Python values, as go-yaml v2 and sigs.k8s.io/yaml build them (``decode.go``)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from yaml.events import (
    AliasEvent,
    DocumentEndEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from werfpy.gostd.kinds import GoError
from werfpy.gostd.quote import quote
from werfpy.gostd.yaml.numbers import check_finite, float32_text
from werfpy.gostd.yaml.resolve import TAG_PREFIX, resolve, resolve_tagged

Event: TypeAlias = Any
NextEvent: TypeAlias = Callable[[], Event]

_BUSY = object()
_FEW_ALIASES, _FEW_NODES = 100, 1000
_LOW_NODES, _HIGH_NODES = 400_000, 4_000_000
_KEPT_SCALARS = 100_000


class ScalarTable(dict[str, Any]):
    """Remembers what plain scalars resolve to; the same few thousand come again and again.

    Args:
        convert: Applied to every number, so that each way of loading has its own rule.
    """

    __slots__ = ("_convert",)

    def __init__(self, convert: Callable[[int | float], Any]) -> None:
        super().__init__()
        self._convert = convert

    def __missing__(self, text: str) -> Any:
        value = self.number(resolve(text))
        if len(self) > _KEPT_SCALARS:
            self.clear()
        self[text] = value
        return value

    def number(self, value: Any) -> Any:
        """Apply the rule for numbers to *value*, if it is one."""
        kind = type(value)
        return self._convert(value) if kind is int or kind is float else value


class KeyTable(dict[str, str]):
    """Remembers the JSON key of plain scalars."""

    __slots__ = ()

    def __missing__(self, text: str) -> str:
        if len(self) > _KEPT_SCALARS:
            self.clear()
        key = self[text] = json_key(resolve(text))
        return key


class UnusableKey(Exception):
    """A key that JSON cannot have: null, a map, a list, or an unsigned integer beyond int64."""


def json_key(value: Any) -> str:
    """Return the JSON key of a resolved scalar: ``16`` for 0x10, ``true`` for y, 32-bit text for floats."""
    kind = type(value)
    if kind is str:
        return str(value)
    if kind is bool:
        return "true" if value else "false"
    if kind is float:
        return float32_text(value)
    if kind is int and value < 1 << 63:
        return str(value)
    raise UnusableKey


def as_float(value: int | float) -> float:
    """Make every number a float64, as encoding/json decodes it; JSON has no infinities and no NaN."""
    number = float(value)
    check_finite(number)
    return number


def as_written(value: int | float) -> int | float:
    """Keep integers and floats apart, as go-yaml does before the values become JSON."""
    return value if type(value) is int else as_float(value)


def as_api_number(value: int | float) -> int | float:
    """Return the number that the API server reads: Go prints ``1.0`` as ``1``, and an integral JSON number is an int64.

    Integers beyond int64 become floats, as in k8s.io/apimachinery's JSON decoder.
    """
    number = as_written(value)
    if -(1 << 63) <= number < 1 << 63:
        whole = int(number)
        if whole == number and not (whole == 0 and math.copysign(1.0, number) < 0):
            return whole
    return float(number)


class Builder:
    """Builds the documents of one stream.

    Args:
        next_event: Gives the parser's next event.
        scalars: Resolves plain scalars to values.
        strict: Refuse duplicate keys, as UnmarshalStrict does.
    """

    def __init__(self, next_event: NextEvent, scalars: ScalarTable, *, strict: bool = False) -> None:
        self._next = next_event
        self._scalars = scalars
        self._strict = strict
        self._anchors: dict[str, Any] = {}
        self._sizes: dict[str, int] = {}
        self._nodes = 1
        self._aliased = 0
        self.type_errors: list[str] = []

    def document(self, event: Event) -> Any:
        """Build the node that begins with *event*, the first after a document's start."""
        self._anchors.clear()
        self._sizes.clear()
        self._nodes, self._aliased = 1, 0
        value = self._node(event)
        self._check_aliases()
        return value

    def read_on(self) -> None:
        """After an error of decoding, read to the end of the document: Go parses all of it before it decodes.

        Raises:
            YAMLError: There is a syntax error further on.
            UnknownAnchor: There is an alias without its anchor further on.
        """
        known: set[Any] = set(self._anchors)
        while (event := self._next()).__class__ not in (DocumentEndEvent, StreamEndEvent):
            if event.__class__ is AliasEvent and event.anchor not in known:
                raise UnknownAnchor(f"yaml: unknown anchor '{event.anchor}' referenced")
            known.add(getattr(event, "anchor", None))

    def _node(self, event: Event) -> Any:
        kind = event.__class__
        if kind is ScalarEvent:
            if event.tag is None and not event.anchor:
                return self._scalars[event.value] if event.implicit[0] else event.value
            return self._special_scalar(event)
        if kind is MappingStartEvent:
            return self._collection(event, self._mapping) if event.anchor else self._mapping()
        if kind is SequenceStartEvent:
            return self._collection(event, self._sequence) if event.anchor else self._sequence()
        return self._alias(event)

    def _special_scalar(self, event: Event) -> Any:
        if event.tag is None:
            value = self._scalars[event.value] if event.implicit[0] else event.value
        else:
            value = self._scalars.number(resolve_tagged(event.tag, event.value))
        if event.anchor:
            self._anchors[event.anchor] = value
            self._sizes[event.anchor] = 1
        return value

    def _collection(self, event: Event, build: Callable[[], Any]) -> Any:
        self._anchors[event.anchor] = _BUSY
        before = self._nodes
        value = build()
        self._anchors[event.anchor] = value
        self._sizes[event.anchor] = self._nodes - before + 1
        return value

    def _sequence(self) -> list[Any]:
        items: list[Any] = []
        scalars, following, node = self._scalars, self._next, self._node
        while True:
            event = following()
            kind = event.__class__
            if kind is SequenceEndEvent:
                break
            if kind is ScalarEvent and event.tag is None and not event.anchor and event.implicit[0]:
                items.append(scalars[event.value])
            else:
                items.append(node(event))
        self._nodes += len(items)
        return items

    def _mapping(self) -> dict[str, Any]:
        result: dict[str, Any] = {}
        keys, scalars, following, node = _KEYS, self._scalars, self._next, self._node
        while True:
            event = following()
            kind = event.__class__
            if kind is MappingEndEvent:
                break
            if kind is ScalarEvent and event.tag is None and not event.anchor:
                if not event.implicit[0]:
                    key = event.value
                elif event.value == "<<":
                    self._merge(result)
                    continue
                else:
                    key = keys[event.value]
            elif kind is ScalarEvent and event.value == "<<" and _is_merge(event):
                self._merge(result)
                continue
            else:
                key = self._special_key(event)
            event = following()
            if self._strict and key in result:
                self._duplicate(event, key)
            if event.__class__ is ScalarEvent and event.tag is None and not event.anchor and event.implicit[0]:
                result[key] = scalars[event.value]
            else:
                result[key] = node(event)
        self._nodes += 2 * len(result)
        return result

    def _special_key(self, event: Event) -> str:
        if event.__class__ is ScalarEvent and event.tag is not None:
            value = resolve_tagged(event.tag, event.value)
        elif event.__class__ is ScalarEvent:
            value = resolve(event.value) if event.implicit[0] else event.value
        else:
            value = self._node(event)
        if event.__class__ is ScalarEvent and event.anchor:
            self._anchors[event.anchor] = self._scalars.number(value)
            self._sizes[event.anchor] = 1
        return json_key(value)

    def _merge(self, result: dict[str, Any]) -> None:
        """Merge at the key's position: what stands before is overwritten, in a list the earlier map wins."""
        event = self._next()
        value = self._node(event)
        maps = [value] if event.__class__ is not SequenceStartEvent else value
        if event.__class__ is ScalarEvent or not all(isinstance(each, dict) for each in maps):
            raise GoError("yaml: map merge requires map or sequence of maps as the value")
        for each in reversed(maps):
            result.update(each)

    def _alias(self, event: Event) -> Any:
        name = event.anchor
        if name not in self._anchors:
            raise UnknownAnchor(f"yaml: unknown anchor '{name}' referenced")
        value = self._anchors[name]
        if value is _BUSY:
            raise GoError(f"yaml: anchor '{name}' value contains itself")
        size = self._sizes[name]
        self._nodes += size
        self._aliased += size
        self._check_aliases()
        return _copied(value)

    def _check_aliases(self) -> None:
        """Refuse documents that aliases would blow up, by go-yaml's own bounds."""
        nodes, aliased = self._nodes, self._aliased
        if aliased <= _FEW_ALIASES or nodes <= _FEW_NODES:
            return
        spread = min(max((nodes - _LOW_NODES) / (_HIGH_NODES - _LOW_NODES), 0.0), 1.0)
        if aliased / nodes > 0.99 - 0.89 * spread:
            raise GoError("yaml: document contains excessive aliasing")

    def _duplicate(self, event: Event, key: str) -> None:
        mark: Any = event.start_mark
        self.type_errors.append(f"line {mark.line + 1}: key {quote(key)} already set in map")


def _is_merge(event: Event) -> bool:
    return event.tag == TAG_PREFIX + "merge" or (event.tag is None and event.implicit[0])


class UnknownAnchor(GoError):
    """An alias without its anchor: go-yaml finds it while parsing, before it decodes anything."""


_KEYS = KeyTable()


def _copied(value: Any) -> Any:
    """Copy what an alias stands for: Go decodes it anew, and templates may change one of the two."""
    if type(value) is dict:
        return {key: _copied(item) for key, item in value.items()}
    if type(value) is list:
        return [_copied(item) for item in value]
    return value


def documents(next_event: NextEvent) -> Iterator[tuple[Event, Event]]:
    """Yield the start event and the root node's first event of each document; the caller consumes the node."""
    next_event()
    while True:
        start = next_event()
        if start.__class__ is StreamEndEvent:
            return
        yield start, next_event()
        next_event()
