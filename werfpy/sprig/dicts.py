"""Maps: reading, changing, and mergo's merge."""

from __future__ import annotations

from typing import Any

from werfpy.gostd.kinds import GoPanic, StringList
from werfpy.gostd.reflect import type_name
from werfpy.gotemplate.signatures import NilMap
from werfpy.sprig.values import empty, strval

Dict = dict[str, Any]
_MAP = "map[string]interface {}"


def make_dict(*pairs: Any) -> Dict:
    """Return a map of keys and values in turn; a key without its value gets an empty string."""
    made: Dict = {strval(key): value for key, value in zip(pairs[::2], pairs[1::2], strict=False)}
    if len(pairs) % 2:
        made[strval(pairs[-1])] = ""
    return made


def get(mapping: Dict, key: str) -> Any:
    """Return the value of *key*, an empty string where there is none."""
    return mapping.get(key, "")


def set_key(mapping: Dict, key: str, value: Any) -> Dict:
    """Set *key* in the map itself, and return the map.

    Raises:
        GoPanic: The map is nil.
    """
    mapping[key] = value
    return mapping


def unset(mapping: Dict, key: str) -> Dict:
    """Delete *key* from the map itself, and return the map."""
    mapping.pop(key, None)
    return mapping


def has_key(mapping: Dict, key: str) -> bool:
    """Say whether the map has *key*."""
    return key in mapping


def pluck(key: str, *mappings: Dict) -> list[Any]:
    """Return the values of *key* in the maps that have it."""
    return [mapping[key] for mapping in mappings if key in mapping]


def keys(*mappings: Dict) -> StringList:
    """Return the keys of all maps; Go's order is random, ours is sorted."""
    return StringList([key for mapping in mappings for key in sorted(mapping)])


def values(mapping: Dict) -> list[Any]:
    """Return the values; Go's order is random, ours is that of the sorted keys."""
    return [mapping[key] for key in sorted(mapping)]


def pick(mapping: Dict, *names: str) -> Dict:
    """Return a new map of *names* only."""
    return {name: mapping[name] for name in names if name in mapping}


def omit(mapping: Dict, *names: str) -> Dict:
    """Return a new map without *names*."""
    left_out = frozenset(names)
    return {key: value for key, value in mapping.items() if key not in left_out}


def merge(target: Dict, *sources: Dict) -> Dict:
    """Fill what is missing or empty in *target* from the sources, and return *target*.

    Maps are merged recursively, lists are not; what comes from a source is shared with it, not copied (mergo 1.0).
    """
    target = {} if isinstance(target, NilMap) else target
    for source in sources:
        _merge(target, source, overwrite=False)
    return target


def merge_overwrite(target: Dict, *sources: Dict) -> Dict:
    """Set everything of the sources in *target*, empty values and nil included, and return *target*."""
    target = {} if isinstance(target, NilMap) else target
    for source in sources:
        _merge(target, source, overwrite=True)
    return target


def _merge(target: Dict, source: Dict, *, overwrite: bool) -> None:
    for key, value in list(source.items()):
        if value is None:
            if overwrite:
                target[key] = None
            continue
        current = target.get(key)
        if isinstance(value, dict) and isinstance(current, dict):
            _merge(current, value, overwrite=overwrite)
            if current:
                continue
        if overwrite or empty(current):
            target[key] = value


def dig(*arguments: Any) -> Any:
    """Follow keys through nested maps: the keys, a default, the map.

    Raises:
        GoPanic: There are fewer than three arguments, a key is no string, or there is no map where one must be.
    """
    if len(arguments) < 3:
        raise GoPanic("dig needs at least three arguments")
    *names, default, current = arguments
    current = _asserted(current, _MAP)
    for name in names:
        _asserted(name, "string")
    for name in names[:-1]:
        if name not in current:
            return default
        current = _asserted(current[name], _MAP)
    return current.get(names[-1], default)


def _asserted(value: Any, wanted: str) -> Any:
    found = "nil" if value is None else type_name(value)
    if found != wanted:
        raise GoPanic(f"interface conversion: interface {{}} is {found}, not {wanted}")
    return value


def deep_copy(value: Any) -> Any:
    """Return a copy that shares no map and no list with *value*.

    Raises:
        GoPanic: *value* is nil.
    """
    if value is None:
        raise GoPanic("reflect: call of reflect.Value.Type on zero Value")
    return _copied(value)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        copied = {key: _copied(item) for key, item in value.items()}
        return copied if type(value) is dict else type(value)(copied)
    if isinstance(value, list):
        items = [_copied(item) for item in value]
        return items if type(value) is list else type(value)(items)
    return value
