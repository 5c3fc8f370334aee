"""``.Files``: the files of a chart that are neither templates nor values.

Source: helm ``pkg/engine/files.go``.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from typing import ClassVar

from werfpy.chart.model import ChartFile
from werfpy.gostd import yaml
from werfpy.gostd.kinds import GoPanic, StringList
from werfpy.gostd.text import from_bytes
from werfpy.render.glob import BadGlob, compile_glob


class Files(dict[str, bytes]):
    """Path to content, with the methods that templates call."""

    __slots__ = ()
    go_type: ClassVar[str] = "engine.files"
    go_kind: ClassVar[str] = "map"
    go_methods: ClassVar[Mapping[str, str]] = {
        "Get": "text",
        "GetBytes": "content",
        "Glob": "glob",
        "AsConfig": "as_config",
        "AsSecrets": "as_secrets",
        "Lines": "lines",
    }

    @classmethod
    def of(cls, files: Iterable[ChartFile]) -> Files:
        """The files of a chart; of two with one name the later counts."""
        return cls((file.name, file.data) for file in files)

    def text(self, name: str) -> str:
        """The file as a string; empty where there is none."""
        return from_bytes(self.get(name, b""))

    def content(self, name: str) -> bytes:
        """The file as bytes; empty where there is none."""
        return self.get(name, b"")

    def glob(self, pattern: str) -> Files:
        """The files whose path matches; a malformed pattern matches all."""
        try:
            expression = compile_glob(pattern)
        except BadGlob:
            return type(self)(self)
        return type(self)((name, data) for name, data in self.items() if expression.match(name))

    def as_config(self) -> str:
        """YAML of base name to text: the ``data`` of a ConfigMap."""
        return self._yaml({_base(name): from_bytes(data) for name, data in self.items()})

    def as_secrets(self) -> str:
        """YAML of base name to base64: the ``data`` of a Secret."""
        return self._yaml({_base(name): base64.b64encode(data).decode("ascii") for name, data in self.items()})

    @staticmethod
    def _yaml(values: dict[str, str]) -> str:
        return yaml.dump(values).removesuffix("\n")

    def lines(self, name: str) -> StringList:
        """The lines of a file, without the newline at its end; none for a missing file.

        Raises:
            GoPanic: The file is empty. That is Helm 4's bug; templates that meet it fail there too.
        """
        data = self.get(name)
        if data is None:
            return StringList()
        if not data:
            raise GoPanic("runtime error: index out of range [-1]")
        return StringList(from_bytes(data.removesuffix(b"\n")).split("\n"))


class Files3(Files):
    """``.Files`` of Helm 3."""

    __slots__ = ()

    def lines(self, name: str) -> StringList:
        """The lines of a file; none where it is missing or empty."""
        return super().lines(name) if self.get(name) else StringList()


def _base(path: str) -> str:
    """Go's ``path.Base``."""
    return path.rstrip("/").rpartition("/")[2] or ("/" if path else ".")
