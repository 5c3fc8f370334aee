"""The six status words, and a status with its reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Word(StrEnum):
    """What can be said of an object; kstatus' words."""

    IN_PROGRESS = "InProgress"
    CURRENT = "Current"
    FAILED = "Failed"
    TERMINATING = "Terminating"
    NOT_FOUND = "NotFound"
    UNKNOWN = "Unknown"


@dataclass(frozen=True, slots=True)
class Status:
    """A word, what a person should read, and a CamelCase reason for machines."""

    word: Word
    message: str = ""
    reason: str = ""

    @property
    def is_ready(self) -> bool:
        """Nothing more is to be waited for."""
        return self.word is Word.CURRENT


@dataclass(frozen=True, slots=True)
class StatusContext:
    """What a rule must know that does not stand in the object.

    Args:
        now: Seconds since the epoch on the server's side; None leaves out rules about age.
        late_binding_classes: Names of StorageClasses that bind a claim only when a pod uses it
            (``WaitForFirstConsumer``); ``""`` in it when the cluster's default class does so.
    """

    now: float | None = None
    late_binding_classes: frozenset[str] = field(default_factory=frozenset)


def in_progress(message: str, reason: str = "") -> Status:
    """Not ready yet."""
    return Status(Word.IN_PROGRESS, message, reason)


def current(message: str = "", reason: str = "") -> Status:
    """Ready."""
    return Status(Word.CURRENT, message, reason)


def failed(message: str, reason: str = "") -> Status:
    """Will not become ready by waiting."""
    return Status(Word.FAILED, message, reason)
