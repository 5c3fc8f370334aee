"""What a strategic merge must know of a type: which lists have keys, which fields have which shape."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from werfpy.json_types import JSONValue
from werfpy.merge.diff_types import ABSENT, Absent

LIST_MARK: Final = "["
MAP_MARK: Final = "{"
TYPE_MARK: Final = "@"

Table = dict[str, dict[str, str]]
"""Type name to field name to the coded field, as ``merge_keys.json`` has it; see ``parse_field``."""


@dataclass(frozen=True)
class Field:
    """One field of a type.

    ``shape`` is the shape of the value, or of the items of a list and the values of a map:
    ``s`` string, ``i`` integer, ``n`` number, ``b`` boolean, ``q`` quantity, ``x`` integer or string, ``t`` time,
    ``y`` base64, ``o`` anything, ``@TYPE`` another type.
    """

    shape: str = "o"
    is_list: bool = False
    is_map: bool = False
    keys: tuple[str, ...] = ()
    """What tells the items of a list apart; the first is the merge key that patches use."""
    is_merged: bool = False
    """A list that a strategic patch merges; if ``keys`` is empty, one of scalars."""
    retains_keys: bool = False
    """Only the fields that the writer names stay when the writer changes anything (unions)."""
    is_replaced: bool = False
    """A map that a strategic patch replaces whole."""
    drops_zero: bool = False
    """The server does not tell ``""``, ``0``, ``false``, ``[]`` and ``{}`` from absent."""
    is_assigned: bool = False
    """An empty value lets the server choose."""
    default: JSONValue | Absent = ABSENT
    """What the server fills in; known only where it matters to a comparison."""
    table: Table | None = None

    @cached_property
    def schema(self) -> MergeSchema | None:
        """The type of the value or of the list's items; for a map, a type that has every field; None for scalars."""
        if self.is_map:
            return MapSchema(Field(shape=self.shape, drops_zero=False, table=self.table))
        if self.table is None or not self.shape.startswith(TYPE_MARK):
            return None
        return MergeSchema(self.shape[1:], self.table)

    @property
    def is_keyed_list(self) -> bool:
        """A list of objects that are matched by key."""
        return self.is_merged and bool(self.keys)


UNKNOWN: Final = Field()
"""A field that the type does not have: objects are merged, lists replaced."""


class MergeSchema:
    """One type of the API, and through its fields all types below it. Fields are decoded when first asked for."""

    __slots__ = ("_coded", "_fields", "_table", "is_exact", "name")

    def __init__(self, name: str, table: Table, *, is_exact: bool = True) -> None:
        """*is_exact*: the table has this very version, so that shapes of scalars can be relied on."""
        self.name = name
        self.is_exact = is_exact
        self._table = table
        self._coded = table.get(name, {})
        self._fields: dict[str, Field] = {}

    def field(self, key: str) -> Field:
        """The field, or UNKNOWN where the type has none of that name."""
        known = self._fields.get(key)
        if known is None:
            code = self._coded.get(key)
            known = UNKNOWN if code is None else parse_field(code, self._table)
            self._fields[key] = known
        return known

    def has(self, key: str) -> bool:
        """Whether the type has a field of that name."""
        return key in self._coded

    def __repr__(self) -> str:
        return f"MergeSchema({self.name})"


class MapSchema(MergeSchema):
    """A map with free keys, such as labels: every field is there and has the same shape."""

    __slots__ = ("_value",)

    def __init__(self, value: Field) -> None:
        super().__init__("map", {})
        self._value = value

    def field(self, key: str) -> Field:
        """The same field for every key."""
        return self._value

    def has(self, key: str) -> bool:
        """Always."""
        return True


def field_of(schema: MergeSchema | None, key: str) -> Field:
    """The field of a schema that may be unknown as a whole."""
    return UNKNOWN if schema is None else schema.field(key)


def parse_field(code: str, table: Table) -> Field:
    """Decode one field: marks of list and map, the shape, then options after ``|``.

    ``K=a,b`` merged list with keys, ``M`` merged list of scalars, ``R`` retainKeys, ``P`` map replaced whole,
    ``Z`` zero equals absent,
    ``A`` empty lets the server choose, ``D=text`` default.

    >>> parse_field("[@core.v1.ContainerPort|K=containerPort,protocol|Z", {}).keys
    ('containerPort', 'protocol')
    """
    shape, *options = code.split("|")
    is_list, is_map = shape.startswith(LIST_MARK), shape.startswith(MAP_MARK)
    keys: tuple[str, ...] = ()
    default: JSONValue | Absent = ABSENT
    for option in options:
        if option.startswith("K="):
            keys = tuple(option[2:].split(","))
        elif option.startswith("D="):
            default = int(option[2:]) if shape == "i" else option[2:]
    return Field(
        shape=shape[1:] if is_list or is_map else shape,
        is_list=is_list,
        is_map=is_map,
        keys=keys,
        is_merged=bool(keys) or "M" in options,
        retains_keys="R" in options,
        is_replaced="P" in options,
        drops_zero="Z" in options,
        is_assigned="A" in options,
        default=default,
        table=table,
    )
