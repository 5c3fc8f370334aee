"""The state on disk: a snapshot and the writes since, one JSON document a line.

A write is appended before it is answered, so that even a killed sandbox loses nothing. The file is rewritten as a
snapshot when it is opened.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson

from werfpy.errors import SandboxError
from werfpy.json_types import Manifest


@dataclass(frozen=True, slots=True)
class Entry:
    """One write: the object as it is now, or None when it was deleted."""

    revision: int
    key: str
    namespace: str
    name: str
    object: Manifest | None


class Journal:
    """One open state file.

    Args:
        path: Created when absent.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: io.BufferedWriter | None = None

    def load(self) -> Iterator[Entry]:
        """All entries, oldest first; an unfinished last line is left out.

        Raises:
            SandboxError: A line in the middle is no entry.
        """
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    return
                try:
                    yield Entry(*orjson.loads(line))
                except (ValueError, TypeError) as error:
                    raise SandboxError(
                        f"the sandbox's state is damaged at {self._path}:{number}",
                        because=str(error),
                        hint="start anew with `werfpy sandbox reset`",
                    ) from error

    def start(self, snapshot: Iterable[Entry]) -> None:
        """Replace the file by *snapshot* and keep it open for ``append``."""
        partial = self._path.with_suffix(".partial")
        partial.parent.mkdir(parents=True, exist_ok=True)
        with partial.open("wb") as file:
            file.writelines(_line(entry) for entry in snapshot)
        partial.chmod(0o600)
        partial.replace(self._path)
        self._file = self._path.open("ab")

    def append(self, entry: Entry) -> None:
        """Write one entry; it is in the system's hands when this returns."""
        if self._file is not None:
            self._file.write(_line(entry))
            self._file.flush()

    def close(self) -> None:
        """Stop writing."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _line(entry: Entry) -> bytes:
    return orjson.dumps([entry.revision, entry.key, entry.namespace, entry.name, entry.object]) + b"\n"
