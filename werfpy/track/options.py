"""How one object is tracked: the annotations ``werf.io/…`` that speak of tracking.

Source: werf 1.1's and nelm's documented annotations. A value that cannot be understood is an error here; werf warned
and then did not track the object at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Final, TypeVar

from werfpy.errors import ResourceError
from werfpy.gostd.kinds import GoError
from werfpy.json_types import Manifest
from werfpy.resource.refs import ObjectRef
from werfpy.track.durations import duration_s

if TYPE_CHECKING:
    from werfpy.gostd.regexp import Regexp

T = TypeVar("T")

_PREFIX: Final = "werf.io/"
_TRUE = frozenset({"1", "t", "T", "TRUE", "true", "True"})
_FALSE = frozenset({"0", "f", "F", "FALSE", "false", "False"})


class FailMode(StrEnum):
    """What a failed object means for the run."""

    FAIL = "FailWholeDeployProcessImmediately"
    HOPE = "HopeUntilEndOfDeployProcess"
    IGNORE = "IgnoreAndContinueDeployProcess"


class TerminationMode(StrEnum):
    """Whether the run waits for the object."""

    WAIT = "WaitUntilResourceReady"
    NON_BLOCKING = "NonBlocking"


@dataclass(frozen=True, slots=True)
class LogOptions:
    """Which log lines are shown. The mappings are keyed by container name."""

    is_skipped: bool = False
    skipped_containers: frozenset[str] = frozenset()
    only_containers: frozenset[str] = frozenset()
    pattern: Regexp | None = None
    skip_pattern: Regexp | None = None
    patterns: Mapping[str, Regexp] = field(default_factory=dict)
    skip_patterns: Mapping[str, Regexp] = field(default_factory=dict)
    replicas: int = 1


@dataclass(frozen=True, slots=True)
class TrackOptions:
    """How one object is tracked.

    Args:
        fail_mode: What its failure means.
        termination_mode: Whether the run waits for it.
        failures_per_replica: How many errors each replica may have; None for the kind's default.
        no_activity_timeout_s: How long a trouble that others may solve (a full cluster) is borne without a change.
        show_service_messages: Show its Kubernetes events while it is tracked, not only when it failed.
        probe_grace_s: Seconds by container in which failing readiness probes are no error. Accepted from nelm's
            charts; failing probes are never counted here.
        logs: Which log lines are shown.
    """

    fail_mode: FailMode = FailMode.FAIL
    termination_mode: TerminationMode = TerminationMode.WAIT
    failures_per_replica: int | None = None
    no_activity_timeout_s: float = 240.0
    show_service_messages: bool = False
    probe_grace_s: Mapping[str, float] = field(default_factory=dict)
    logs: LogOptions = field(default_factory=LogOptions)


DEFAULT: Final = TrackOptions()


def track_options(manifest: Manifest) -> TrackOptions:
    """
    Read the tracking annotations of a rendered object.

    Raises:
        ResourceError: A value cannot be understood; names object, annotation, value and what is allowed.

    >>> track_options({"metadata": {"annotations": {"werf.io/failures-allowed-per-replica": "3"}}}).failures_per_replica
    3
    """
    annotations = (manifest.get("metadata") or {}).get("annotations") or {}
    own = {key[len(_PREFIX) :]: str(value) for key, value in annotations.items() if key.startswith(_PREFIX)}
    if not own:
        return DEFAULT
    read = _Annotations(str(ObjectRef.of(manifest)), own)
    read.refuse_reserved()
    return TrackOptions(
        fail_mode=FailMode(read.choice("fail-mode", FailMode, FailMode.FAIL)),
        termination_mode=TerminationMode(read.choice("track-termination-mode", TerminationMode, TerminationMode.WAIT)),
        failures_per_replica=read.count("failures-allowed-per-replica"),
        no_activity_timeout_s=read.seconds("no-activity-timeout", 240.0),
        show_service_messages=read.flag("show-service-messages"),
        probe_grace_s={name: read.seconds(key, 0.0) for name, key in read.per("ignore-readiness-probe-fails-for-")},
        logs=_log_options(read),
    )


def _log_options(read: _Annotations) -> LogOptions:
    replicas = read.count("show-logs-only-for-number-of-replicas")
    return LogOptions(
        is_skipped=read.flag("skip-logs"),
        skipped_containers=read.names("skip-logs-for-containers"),
        only_containers=read.names("show-logs-only-for-containers"),
        pattern=read.pattern("log-regex"),
        skip_pattern=read.pattern("log-regex-skip"),
        patterns=read.patterns("log-regex-for-"),
        skip_patterns=read.patterns("log-regex-skip-for-"),
        replicas=1 if replicas is None else replicas,
    )


class _Annotations:
    """The annotations of one object, each read as what it must be."""

    def __init__(self, whose: str, values: Mapping[str, str]) -> None:
        self._whose = whose
        self._values = values

    def refuse_reserved(self) -> None:
        if "show-logs-until" in self._values:
            raise ResourceError(
                f"{self._whose}: annotation {_PREFIX}show-logs-until is not supported yet",
                hint="remove the annotation",
            )

    def choice(self, key: str, words: type[StrEnum], default: StrEnum) -> str:
        return self._read(key, lambda value: words(value).value, "one of " + ", ".join(words)) or default.value

    def count(self, key: str) -> int | None:
        return self._read(key, _whole_number, "a whole number, 0 or more")

    def seconds(self, key: str, default: float) -> float:
        found = self._read(key, duration_s, "a duration such as 30s, 4m or 1h30m")
        return default if found is None else found

    def flag(self, key: str) -> bool:
        return bool(self._read(key, _flag, "true or false"))

    def names(self, key: str) -> frozenset[str]:
        return self._read(key, _names, "container names with commas between them, none of them empty") or frozenset()

    def pattern(self, key: str) -> Regexp | None:
        return self._read(key, _pattern, "a regular expression")

    def patterns(self, prefix: str) -> dict[str, Regexp]:
        found = {name: self.pattern(key) for name, key in self.per(prefix)}
        return {name: pattern for name, pattern in found.items() if pattern is not None}

    def per(self, prefix: str) -> list[tuple[str, str]]:
        return [(key[len(prefix) :], key) for key in self._values if key.startswith(prefix)]

    def _read(self, key: str, parse: Callable[[str], T], allowed: str) -> T | None:
        value = self._values.get(key)
        if value is None:
            return None
        try:
            return parse(value.strip())
        except (ValueError, GoError) as error:
            raise ResourceError(
                f'{self._whose}: annotation {_PREFIX}{key} has the value "{value}"; allowed: {allowed}',
                because=str(error) if isinstance(error, GoError) else "",
            ) from None


def _pattern(value: str) -> Regexp:
    # Few charts have one, and Go's regular expressions take a while to load.
    from werfpy.gostd.regexp import compile_pattern

    return compile_pattern(value)


def _whole_number(value: str) -> int:
    if not value.isascii() or not value.isdigit():
        raise ValueError(value)
    return int(value)


def _flag(value: str) -> bool:
    if value in _TRUE:
        return True
    if value in _FALSE:
        return False
    raise ValueError(value)


def _names(value: str) -> frozenset[str]:
    names = [name.strip() for name in value.split(",")]
    if not all(names):
        raise ValueError(value)
    return frozenset(names)
