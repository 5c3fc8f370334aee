"""Use cases that only look: list, history, status, get."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from werfpy.actions.content import recorded_resources
from werfpy.actions.kinds import Kinds
from werfpy.actions.services import Services
from werfpy.chart.coalesce import coalesce_values
from werfpy.chart.model import Chart
from werfpy.errors import ReleaseNotFound, UsageError
from werfpy.kube.live import read_live
from werfpy.release.record import Release
from werfpy.release.store import Listed
from werfpy.resource.refs import ObjectRef
from werfpy.status.compute import compute


@dataclass(frozen=True, slots=True)
class Filter:
    """Which releases ``list`` shows; empty fields let all pass. ``name`` is a regular expression."""

    statuses: frozenset[str] = frozenset()
    name: str = ""
    maximum: int = 256
    offset: int = 0
    reverse: bool = False
    by_date: bool = False


@dataclass(frozen=True, slots=True)
class ObjectStatus:
    """One object of a release as it is now: kstatus' word, and what it waits for."""

    ref: ObjectRef
    word: str
    message: str


def list_releases(wanted: Filter, services: Services) -> Listed:
    """The newest revision of each release, filtered and sorted as ``helm list`` does.

    Raises:
        UsageError: The name's pattern is no regular expression.
    """
    try:
        pattern = re.compile(wanted.name)
    except re.error as error:
        raise UsageError(f"bad --filter {wanted.name!r}", because=str(error)) from error
    listed = services.releases.list()
    found = [
        release
        for release in listed.releases
        if (not wanted.statuses or str(release.status) in wanted.statuses) and pattern.search(release.name)
    ]
    if wanted.by_date:
        found.sort(key=lambda release: release.info.last_deployed, reverse=wanted.reverse)
    else:
        found.sort(key=lambda release: (release.name, release.namespace), reverse=wanted.reverse)
    end = wanted.offset + wanted.maximum if wanted.maximum > 0 else None
    return Listed(tuple(found[wanted.offset : end]), listed.corrupt)


def revisions(name: str, maximum: int, services: Services) -> tuple[Release, ...]:
    """The newest *maximum* revisions, ascending.

    Raises:
        ReleaseNotFound: There is none.
    """
    history = services.releases.history(name)
    if not history.releases:
        raise _missing(name)
    return history.releases[-maximum:] if maximum > 0 else history.releases


def revision(name: str, number: int, services: Services) -> Release:
    """One revision; 0 means the newest.

    Raises:
        ReleaseNotFound: There is no such release or revision.
    """
    history = services.releases.history(name)
    if number:
        return history.revision(number)
    if history.last is None:
        raise _missing(name)
    return history.last


def object_statuses(release: Release, services: Services) -> list[ObjectStatus]:
    """How each object of the revision is now."""
    kinds = Kinds.of(services.client, [])
    refs = [resource.ref for resource in recorded_resources(release, kinds)]
    with services.pool() as pool:
        live = read_live(services.client, refs, pool=pool)
    return [_status(ref, live.get(ref)) for ref in refs]


def _status(ref: ObjectRef, live: dict[str, Any] | None) -> ObjectStatus:
    if live is None:
        return ObjectStatus(ref, "NotFound", "it is not in the cluster")
    found = compute(live)
    return ObjectStatus(ref, str(found.word), found.message)


def values_of(release: Release, *, computed: bool) -> Mapping[str, Any]:
    """The user's values, or with *computed* all values that the revision was rendered with."""
    if not computed:
        return release.config
    return coalesce_values(Chart.from_release_json(dict(release.chart)), dict(release.config), 4)


def _missing(name: str) -> ReleaseNotFound:
    return ReleaseNotFound(f"release: not found: {name}", hint="`werfpy list -A` shows all releases")
