"""The files of a packaged chart (``.tgz``), with Helm's limits against archives made to harm.

Source: helm ``pkg/chart/loader/archive/archive.go``.
"""

from __future__ import annotations

import gzip
import io
import posixpath
import re
import tarfile
import zlib
from typing import Final

from werfpy.chart.model import ChartFile
from werfpy.errors import ChartError

MAX_CHART_BYTES: Final = 100 * 1024 * 1024
MAX_FILE_BYTES: Final = 5 * 1024 * 1024
BOM: Final = b"\xef\xbb\xbf"
GZIP_MAGIC: Final = b"\x1f\x8b\x08"

_DRIVE: Final = re.compile(r"[a-zA-Z]:/")


def read_archive(data: bytes) -> list[ChartFile]:
    """The files of the archive *data*, named without their first path element, in the archive's order.

    Raises:
        ChartError: No gzip or tar, names that lead out of the chart, or more than 100 MiB (5 MiB a file).
    """
    files: list[ChartFile] = []
    remaining = MAX_CHART_BYTES
    try:
        with gzip.open(io.BytesIO(data)) as plain, tarfile.open(fileobj=plain, mode="r|") as archive:
            for member in archive:
                if member.isdir():
                    continue
                name = safe_name(member.name)
                content = _content(archive, member, remaining)
                remaining -= len(content)
                if remaining <= 0:
                    raise _too_big()
                files.append(ChartFile(name, content.removeprefix(BOM), int(member.mtime * 1_000_000_000)))
    except gzip.BadGzipFile as error:
        raise ChartError("gzip: invalid header") from error
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise ChartError("unable to load chart archive", because=str(error)) from error
    if not files:
        raise ChartError("no files in chart archive")
    return files


def safe_name(name: str) -> str:
    """*name* below the chart's own folder.

    Raises:
        ChartError: It is absolute, leads upwards, or lies outside any folder.

    >>> safe_name("web/templates/a.yaml")
    'templates/a.yaml'
    """
    delimiter = "\\" if "\\" in name else "/"
    first, _, rest = name.partition(delimiter)
    rest = rest.replace(delimiter, "/")
    if rest.startswith("/"):
        raise ChartError("chart illegally contains absolute paths", at=name)
    clean = posixpath.normpath(rest) if rest else "."
    if clean == ".":
        raise ChartError(f'chart illegally contains content outside the base directory: "{name}"')
    if clean.startswith(".."):
        raise ChartError("chart illegally references parent directory", at=name)
    if _DRIVE.match(clean):
        raise ChartError("chart contains illegally named files", at=name)
    if first == "Chart.yaml":
        raise ChartError("chart yaml not in base directory", at=name)
    return clean


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo, remaining: int) -> bytes:
    if member.size > remaining:
        raise _too_big()
    if member.size > MAX_FILE_BYTES:
        raise ChartError(
            f'decompressed chart file "{member.name}" is larger than the maximum file size {MAX_FILE_BYTES}'
        )
    # A link has no bytes of its own; Helm keeps it as an empty file.
    stream = archive.extractfile(member) if member.isreg() else None
    return stream.read(MAX_FILE_BYTES + 1) if stream is not None else b""


def _too_big() -> ChartError:
    return ChartError(f"decompressed chart is larger than the maximum size {MAX_CHART_BYTES}")
