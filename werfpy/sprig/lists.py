"""Lists. The ``must…`` forms return the error that the plain ones panic with: the same text for a template."""

from __future__ import annotations

from typing import Any

from werfpy.gostd.cast import to_int64
from werfpy.gostd.kinds import GoError, GoPanic
from werfpy.gotemplate.signatures import NilList
from werfpy.sprig.values import ListOfLists, deep_equal, empty, kind_of


def _items(value: Any, refusal: str) -> list[Any]:
    """Return the items of a list.

    Raises:
        GoError: *value* is no list: *refusal* and its kind.
        GoPanic: *value* is nil.
    """
    if isinstance(value, list):
        return value
    if isinstance(value, tuple | bytes):
        return list(value)
    raise GoError(f"{refusal} {kind_of(value)}")


def make_list(*values: Any) -> list[Any]:
    """Return the values as a list."""
    return list(values)


def push(values: Any, item: Any) -> list[Any]:
    """Return a new list with *item* at its end.

    Raises:
        GoError: *values* is no list.
    """
    return [*_items(values, "Cannot push on type"), item]


def prepend(values: Any, item: Any) -> list[Any]:
    """Return a new list with *item* at its start.

    Raises:
        GoError: *values* is no list.
    """
    return [item, *_items(values, "Cannot prepend on type")]


def chunk(size: int, values: Any) -> ListOfLists:
    """Cut a list into lists of *size* items.

    Raises:
        GoError: *values* is no list.
        GoPanic: *size* is not positive.
    """
    items = _items(values, "Cannot chunk type")
    if size <= 0:
        raise GoPanic("runtime error: makeslice: len out of range")
    return ListOfLists([list(items[start : start + size]) for start in range(0, len(items), size)])


def first(values: Any) -> Any:
    """Return the first item, nil where there is none.

    Raises:
        GoError: *values* is no list.
    """
    items = _items(values, "Cannot find first on type")
    return items[0] if items else None


def last(values: Any) -> Any:
    """Return the last item, nil where there is none.

    Raises:
        GoError: *values* is no list.
    """
    items = _items(values, "Cannot find last on type")
    return items[-1] if items else None


def rest(values: Any) -> list[Any]:
    """Return all items but the first.

    Raises:
        GoError: *values* is no list.
    """
    items = _items(values, "Cannot find rest on type")
    return list(items[1:]) if items else NilList()


def initial(values: Any) -> list[Any]:
    """Return all items but the last.

    Raises:
        GoError: *values* is no list.
    """
    items = _items(values, "Cannot find initial on type")
    return list(items[:-1]) if items else NilList()


def reverse(values: Any) -> list[Any]:
    """Return the items in the opposite order.

    Raises:
        GoError: *values* is no list.
    """
    return list(reversed(_items(values, "Cannot find reverse on type")))


def compact(values: Any) -> list[Any]:
    """Return the items that are not empty.

    Raises:
        GoError: *values* is no list.
    """
    return [item for item in _items(values, "Cannot compact on type") if not empty(item)]


def uniq(values: Any) -> list[Any]:
    """Return the items without repetitions; equality looks at Go's types.

    Raises:
        GoError: *values* is no list.
    """
    kept: list[Any] = []
    for item in _items(values, "Cannot find uniq on type"):
        if not any(deep_equal(item, known) for known in kept):
            kept.append(item)
    return kept


def without(values: Any, *omitted: Any) -> list[Any]:
    """Return the items that are not among *omitted*.

    Raises:
        GoError: *values* is no list.
    """
    items = _items(values, "Cannot find without on type")
    return [item for item in items if not any(deep_equal(item, other) for other in omitted)]


def has(needle: Any, values: Any) -> bool:
    """Say whether a list has an item deeply equal to *needle*, Go's types included.

    Raises:
        GoError: *values* is neither nil nor a list.
    """
    if values is None:
        return False
    return any(deep_equal(needle, item) for item in _items(values, "Cannot find has on type"))


def cut(values: Any, *indices: Any) -> Any:
    """Return ``values[start:end]`` in its own type; nil where it is empty.

    Raises:
        GoError: *values* is no list.
        GoPanic: The bounds do not fit.
    """
    items = _items(values, "list should be type of slice or array but")
    if not items:
        return None
    start = to_int64(indices[0]) if indices else 0
    end = to_int64(indices[1]) if len(indices) > 1 else len(items)
    if not 0 <= start <= end <= len(items):
        raise GoPanic("reflect.Value.Slice: slice index out of bounds")
    part = items[start:end]
    return part if type(items) is list else type(items)(part)


def concat(*lists: Any) -> list[Any]:
    """Return the items of all lists in one.

    Raises:
        GoPanic: One of them is no list.
    """
    joined: list[Any] = []
    for each in lists:
        if not isinstance(each, list | tuple | bytes):
            raise GoPanic(f"Cannot concat type {kind_of(each)} as list")
        joined.extend(each)
    return joined or NilList()
