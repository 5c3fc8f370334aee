"""The last log lines of pods in trouble, as the annotations let them be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from werfpy.errors import KubeError
from werfpy.json_types import Manifest
from werfpy.status.fields import text
from werfpy.status.pods import LogSource, log_sources
from werfpy.track.options import LogOptions
from werfpy.track.reader import Reader

TAIL_LINES = 20
_MAX_CONTAINERS = 3
"""Of one pod; those in trouble come first."""


@dataclass(frozen=True, slots=True)
class Tail:
    """The end of one container's log."""

    pod: str
    container: str
    lines: tuple[str, ...]


def tails(reader: Reader, pods: tuple[Manifest, ...], options: LogOptions) -> Iterator[Tail]:
    """The ends of the logs of the first ``options.replicas`` pods. A log that cannot be had is left out."""
    if options.is_skipped:
        return
    for pod in pods[: options.replicas]:
        namespace = text(pod, "metadata", "namespace")
        shown = [source for source in log_sources(pod) if is_shown(source.container, options)]
        for source in shown[:_MAX_CONTAINERS]:
            lines = _read(reader, namespace, source)
            kept = tuple(line for line in lines if is_wanted(line, source.container, options))
            if kept:
                yield Tail(source.pod, source.container, kept)


def is_shown(container: str, options: LogOptions) -> bool:
    """Whether this container's log is shown at all."""
    if container in options.skipped_containers:
        return False
    return not options.only_containers or container in options.only_containers


def is_wanted(line: str, container: str, options: LogOptions) -> bool:
    """Whether a line passes ``log-regex`` and ``log-regex-skip``; the container's own replace the general ones."""
    skip = options.skip_patterns.get(container, options.skip_pattern)
    if skip is not None and skip.matches(line):
        return False
    only = options.patterns.get(container, options.pattern)
    return only is None or only.matches(line)


def _read(reader: Reader, namespace: str, source: LogSource) -> list[str]:
    # The log of the container that ended may be swept away already; the present one's is better than none.
    for previous in (True, False) if source.is_previous else (False,):
        try:
            lines = reader.pod_logs(namespace, source.pod, source.container, tail_lines=TAIL_LINES, previous=previous)
        except KubeError:
            continue
        return list(lines)
    return []
