"""One changed field, as plans, events and reports show it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from werfpy.json_types import JSONValue


class Absent(Enum):
    """The field is not there: not the same as null."""

    ABSENT = "absent"

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT: Final = Absent.ABSENT


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A leaf or subtree that changes.

    ``path`` is dotted, list items by merge key where there is one: ``spec.template.spec.containers[name=web].image``.
    ``before`` and ``after`` are JSON values, or ABSENT. For secret data both are masks, never the values.
    """

    path: str
    before: JSONValue
    after: JSONValue
