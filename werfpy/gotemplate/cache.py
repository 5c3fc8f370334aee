"""Compiled templates on disk, by the content of what they were compiled from.

A file holds the SHA-256 of its payload and the payload (marshalled code). A file is used only if its directory and
itself belong to us and nobody else can write them; whatever is wrong with the cache, the template is compiled in
memory instead, and nothing is reported.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import marshal
import os
import stat
import tempfile
from functools import lru_cache
from pathlib import Path

from werfpy import __version__
from werfpy.gotemplate.compiler import CompiledSource

_ENGINE_MODULES = ("builtins", "compiler", "expressions", "lexer", "literals", "nodes", "parser", "signatures")
_DIGEST_BYTES = 32


@lru_cache(maxsize=1)
def engine_identity() -> bytes:
    """Return what changes with the engine or the interpreter: version, magic number, size and time of the modules."""
    parts = [__version__, importlib.util.MAGIC_NUMBER.hex()]
    here = Path(__file__).parent
    for name in _ENGINE_MODULES:
        with contextlib.suppress(OSError):
            status = (here / f"{name}.py").stat()
            parts.append(f"{status.st_size}-{status.st_mtime_ns}")
    return " ".join(parts).encode()


def cache_key(source: str, signatures: bytes) -> str:
    """Return the key of a source compiled against functions with these signatures."""
    digest = hashlib.sha256()
    digest.update(engine_identity())
    digest.update(signatures)
    digest.update(source.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


class CodeCache:
    """A directory of compiled templates.

    Args:
        directory: Where; by default ``$WERFPY_CACHE_DIR/templates``, else ``$XDG_CACHE_HOME/werfpy/templates``, else
            ``~/.cache/werfpy/templates``. Made with mode 0700 when the first entry is written.
    """

    def __init__(self, directory: Path | None = None) -> None:
        self.directory = _default_directory() if directory is None else directory
        self._usable: bool | None = None

    def load(self, key: str) -> CompiledSource | None:
        """Return an entry, or None where there is none that can be trusted."""
        if not self._is_ours():
            return None
        try:
            with (self.directory / key).open("rb") as file:
                if not _private(os.fstat(file.fileno())):
                    return None
                data = file.read()
        except OSError:
            return None
        payload = data[_DIGEST_BYTES:]
        if hashlib.sha256(payload).digest() != data[:_DIGEST_BYTES]:
            return None
        return decode(payload)

    def store(self, key: str, compiled: CompiledSource) -> None:
        """Write an entry, or do nothing where that is not possible."""
        if self._usable is False:
            return
        payload = encode(compiled)
        with contextlib.suppress(OSError, ValueError):
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._usable = None
            if self._is_ours():
                self._write(key, hashlib.sha256(payload).digest() + payload)

    def _write(self, key: str, data: bytes) -> None:
        handle, name = tempfile.mkstemp(prefix=".new-", dir=self.directory)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            Path(name).replace(self.directory / key)
        except OSError:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise

    def _is_ours(self) -> bool:
        if self._usable is None:
            try:
                status = self.directory.stat()
            except FileNotFoundError:
                return False
            except OSError:
                self._usable = False
                return False
            self._usable = stat.S_ISDIR(status.st_mode) and _private(status)
        return self._usable


def _private(status: os.stat_result) -> bool:
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _default_directory() -> Path:
    own = os.environ.get("WERFPY_CACHE_DIR")
    if own:
        return Path(own) / "templates"
    shared = os.environ.get("XDG_CACHE_HOME")
    try:
        base = Path(shared) if shared else Path.home() / ".cache"
    except RuntimeError:
        base = Path(os.devnull)
    return base / "werfpy" / "templates"


def encode(compiled: CompiledSource) -> bytes:
    """Marshal compiled code."""
    return marshal.dumps((compiled.templates, compiled.lines))


def decode(payload: bytes) -> CompiledSource | None:
    """Return marshalled code, or None where it cannot be read."""
    try:
        templates, lines = marshal.loads(payload)  # noqa: S302 - the payload's digest and owner were checked
    except (ValueError, EOFError, TypeError):
        return None
    return CompiledSource(templates, lines)
