"""The files of a chart's folder.

Source: helm ``pkg/chart/v2/loader/directory.go`` and ``internal/sympath/walk.go``.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from werfpy.chart.archive import BOM, MAX_FILE_BYTES
from werfpy.chart.ignore import HELMIGNORE, IgnoreRules
from werfpy.chart.model import ChartFile
from werfpy.chart.notices import notice
from werfpy.errors import ChartError


def read_directory(folder: Path) -> list[ChartFile]:
    """All files below *folder* that ``.helmignore`` leaves, in byte order of their paths; symbolic links are followed.

    Raises:
        ChartError: A file is too big or not regular, a link leads nowhere or in a circle, or ``.helmignore`` is bad.
        OSError: Something cannot be read.
    """
    root = folder.absolute()
    ignore_file = root / HELMIGNORE
    text = ignore_file.read_bytes().removeprefix(BOM).decode("utf-8", "replace") if ignore_file.exists() else ""
    return list(_walk(str(root), "", IgnoreRules(text), ()))


def _walk(path: str, prefix: str, rules: IgnoreRules, above: tuple[str, ...]) -> Iterator[ChartFile]:
    with os.scandir(path) as listing:
        entries = sorted(listing, key=lambda entry: entry.name.encode("utf-8", "surrogateescape"))
    for entry in entries:
        name = prefix + entry.name
        inside = above
        if entry.is_symlink():
            target = _target(entry.path)
            if target in above:
                raise ChartError(f"symbolic link {entry.path} leads back to {target}")
            notice(
                "INFO",
                "found symbolic link in path. Contents of linked file included and used",
                path=entry.path,
                resolved=target,
            )
            inside = (*above, target)
        info = entry.stat()
        is_dir = stat.S_ISDIR(info.st_mode)
        if rules.ignores(name, is_dir):
            continue
        if is_dir:
            yield from _walk(entry.path, name + "/", rules, inside)
        else:
            yield _read(entry, name, info)


def _read(entry: os.DirEntry[str], name: str, info: os.stat_result) -> ChartFile:
    if not stat.S_ISREG(info.st_mode):
        raise ChartError(f"cannot load irregular file {entry.path} as it has file mode type bits set")
    if info.st_size > MAX_FILE_BYTES:
        raise ChartError(f'chart file "{entry.name}" is larger than the maximum file size {MAX_FILE_BYTES}')
    try:
        data = Path(entry.path).read_bytes()
    except OSError as error:
        raise ChartError(f"error reading {name}: open {entry.path}: {_reason(error)}") from error
    return ChartFile(name, data.removeprefix(BOM), info.st_mtime_ns)


def _target(path: str) -> str:
    try:
        return os.path.realpath(path, strict=True)
    except OSError as error:
        raise ChartError(f"error evaluating symlink {path}: lstat {path}: {_reason(error)}") from error


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
